"""Two brakes hold one shaft: equal shares, hand-over at the limit of the weaker one, break-away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Constant, Ramp
from drivetrain.rotational import Brake, Inertia, Torque

WEAK, STRONG = 1.0, 2.0


class TwoBrakes(dt.Model):
    """A torque that rises by 1 N·m per second on a shaft held by two brakes."""

    ramp = Ramp(height=6.0, duration=6.0)
    torque = Torque()
    shaft = Inertia(J=1.0)
    weak = Brake(fn_max=WEAK, mu_pos=[[0, 1.0]])
    strong = Brake(fn_max=STRONG, mu_pos=[[0, 1.0]])
    on = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.ramp >> self.torque.tau
        yield self.torque >> self.shaft >> self.weak
        yield self.shaft >> self.strong
        yield self.on >> self.weak.f_normalized
        yield self.on >> self.strong.f_normalized


@pytest.fixture(scope="module")
def run() -> dt.Result:
    return dt.simulate(TwoBrakes(), stop_time=5.0)


def test_shares(run: dt.Result) -> None:
    held = run.time < WEAK + STRONG
    load = run.time[held]
    weak = np.minimum(load / 2, WEAK)
    np.testing.assert_allclose(run["weak.tau"][held], weak, atol=1e-12)
    np.testing.assert_allclose(run["strong.tau"][held], load - weak, atol=1e-12)


def test_the_shaft_starts_when_both_are_at_their_limits(run: dt.Result) -> None:
    held = run.time <= WEAK + STRONG
    assert not run["shaft.w"][held].any()
    beyond = run.time[~held] - (WEAK + STRONG)
    np.testing.assert_allclose(run["shaft.w"][~held], beyond**2 / 2, atol=1e-12)
