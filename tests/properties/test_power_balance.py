"""Power through the flanges is stored, dissipated or comes from outside; losses are losses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from drivetrain.modeling import Component
from drivetrain.simulation.results.result import Result
from tests.properties.classes import label
from tests.properties.facts import KINKS
from tests.properties.rig import MECHANICAL, run

every = pytest.mark.parametrize("cls", MECHANICAL, ids=label)


def of_part(by: dict[str, Any], size: int) -> Any:
    """Return the sum of energies of the component on the bench and of its parts."""
    own = (e for path, e in by.items() if path.partition(".")[0] == "part")
    return sum(own, np.zeros(size))


def energies(result: Result) -> tuple[Any, Any, Any, Any]:
    """Return what a component received, stored, dissipated and was supplied with, J."""
    audit, n = result.energy, len(result.time)
    seats = (e for path, e in audit.supplied_by.items() if path.startswith("seat"))
    received = sum(seats, np.zeros(n))
    by = (audit.stored_by, audit.dissipated_by, audit.supplied_by)
    return received, *(of_part(one, n) for one in by)


@every
@pytest.mark.parametrize("housings", ["none", "seats"])
def test_power_through_the_flanges_is_accounted_for(cls: type[Component], housings: str) -> None:
    received, stored, dissipated, supplied = energies(run(cls, housings))
    missing = received - (stored - stored[0]) - dissipated + supplied
    size = 1.0 + max(np.abs(e).max() for e in (received, stored, dissipated, supplied))
    assert np.abs(missing).max() < (1e-3 if label(cls) in KINKS else 1e-7) * size


@every
def test_losses_are_never_gains(cls: type[Component]) -> None:
    result = run(cls, "seats")
    dissipated = energies(result)[2]
    assert np.diff(dissipated).min() > -1e-10 * (1.0 + np.abs(dissipated).max())
    if "part.loss_power" in result:
        loss = result["part.loss_power"]
        assert loss.min() > -1e-9 * (1.0 + np.abs(loss).max())
