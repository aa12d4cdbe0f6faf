"""Machines described in Modelica move as the same machines in Python do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.modelica.library import snake_case

MODELS = sorted((Path(__file__).parents[1] / "models").glob("*.mo"))


def ours(name: str) -> str:
    """Return what a variable would be called if its parts had names of this package."""
    return ".".join(snake_case(part) for part in name.split("."))


@pytest.mark.parametrize("file", MODELS, ids=lambda file: file.stem)
@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
def test_a_machine_in_modelica_has_the_bits_of_that_in_python(file: Path) -> None:
    found = dt.simulate(dt.modelica.load(file)(), tolerance=1e-9)
    example = dt.simulate(dt.examples.find(file.stem)(), tolerance=1e-9)
    assert np.array_equal(found.time, example.time)
    names = {ours(name): name for name in found.names}
    common = [name for name in example.names if ours(name) in names]
    assert len(common) >= 0.9 * len(example.names)
    for name in common:
        assert np.array_equal(found[names[ours(name)]], example[name]), name
