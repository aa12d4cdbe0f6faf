"""Signals that touch zero, or fall below it for a moment only."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, simulate
from drivetrain.modeling import constant, der, fixed, parameter, sin, time, variable, where

SECOND = constant(1.0, "s")


class Touching(Model):
    """A wave that falls below a level once a second, by a millionth of its size."""

    depth = parameter(1e-6)
    x = variable(start=fixed(1.0))
    below = variable()

    def equations(self) -> Iterable[Any]:
        phase = 2 * math.pi * time / SECOND
        yield SECOND * der(self.x) == -2 * math.pi * sin(phase)
        yield self.below == where(self.x + 1 < self.depth, 1.0, 0.0)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("tolerance", [1e-7, 1e-8, 1e-9, 1e-10])
@pytest.mark.parametrize("stop_time", [2.1, 2.2, 3.3, 4.1, 5.2])
def test_a_dip_of_a_millionth_is_an_event(solver: Any, tolerance: float, stop_time: float) -> None:
    result = simulate(Touching(), stop_time=stop_time, tolerance=tolerance, solver=solver)
    assert result.stats.state_events == 2 * math.floor(stop_time + 0.5)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_what_only_comes_close_is_none(solver: Any) -> None:
    result = simulate(Touching(depth=-1e-6), stop_time=3.3, tolerance=1e-8, solver=solver)
    assert result.stats.state_events == 0
