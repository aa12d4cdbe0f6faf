"""The first step after an event."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from drivetrain import Model, simulate
from drivetrain.modeling import constant, der, fixed, integer, pre, sample, variable, when

SECOND = constant(1.0, "s")
OMEGA = 50.0


class Ticking(Model):
    """An oscillation under a clock that changes nothing."""

    x = variable(start=fixed(1.0))
    v = variable(start=fixed(0.0))
    ticks = integer(start=fixed(0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == OMEGA * self.v
        yield SECOND * der(self.v) == -OMEGA * self.x
        yield when(sample(0.2, 0.2), self.ticks == pre(self.ticks) + 1)


def test_the_motion_before_an_event_tells_how_long_the_first_step_after_it_may_be() -> None:
    result = simulate(Ticking(), stop_time=10.0, tolerance=1e-6, solver="bs5")
    assert result.stats.time_events > 40
    assert result.stats.rejected_steps < 5
    error = np.abs(result["x"] - np.cos(OMEGA * result.time)).max()
    assert error < 1e-6 * OMEGA * 10.0 / math.pi
