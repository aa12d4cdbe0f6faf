"""The hand-made result of the simulation tests serves pictures as well."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivetrain.simulation.results.result import Result


@pytest.fixture
def result() -> Result:
    path = Path(__file__).parents[1] / "simulation" / "conftest.py"
    spec = importlib.util.spec_from_file_location("hand_made_result", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Result = module.make_result()
    return made


@pytest.fixture(autouse=True)
def _close_figures() -> Iterator[None]:
    """Close the figures that a test draws if another test has imported pyplot."""
    yield
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")
