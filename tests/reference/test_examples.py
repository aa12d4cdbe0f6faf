"""Every signal of a published trajectory is met."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from drivetrain import examples, simulate
from tests.reference.compare import Comparison, compare, read, reference_folder

FOLDER = reference_folder()
FILES = {"FirstGrounded": "First"}


def trajectory(name: str) -> Path | None:
    path = FOLDER / f"{FILES.get(name, name)}.csv" if FOLDER else None
    return path if path is not None and path.is_file() else None


@cache
def comparisons(name: str) -> list[Comparison]:
    model, path = examples.find(name)(), trajectory(name)
    assert path is not None
    interval = model.experiment.interval or model.experiment.stop_time / 500
    return compare(simulate(model), read(path), interval)


@pytest.mark.skipif(FOLDER is None, reason="set DRIVETRAIN_REFERENCE to the published trajectories")
@pytest.mark.parametrize("name", [n for n in examples.names() if trajectory(n)])
def test_every_signal_stays_in_its_tube(name: str):
    found = comparisons(name)
    assert found
    outside = [c for c in found if not c.agrees]
    assert not outside, outside


@pytest.mark.skipif(FOLDER is None, reason="set DRIVETRAIN_REFERENCE to the published trajectories")
@pytest.mark.parametrize("name", [n for n in examples.names() if trajectory(n)])
def test_plain_difference_is_small(name: str):
    """Within a thousandth of the range, root mean square."""
    assert max(c.rms for c in comparisons(name)) < 1e-3
