"""A gear with losses that starts from rest: which side drives is part of the answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.rotational import ConstantTorque, Inertia, LossyGear
from tests.closed_forms.building import REST, build

RATIO = -0.2


def start(t1: float, t2: float, J1: float, eta1: float, eta2: float) -> float:
    """Return the acceleration of side a with the losses worked out by hand.

    Seen from side a: J1 a = t1 - tau and J2 a = t2 + share tau. Where power flows from a to b a
    share eta1 arrives, where it flows back only eta2 of it does.
    """
    J2, t2 = 1.0 / RATIO**2, t2 / RATIO
    for sign in (1.0, -1.0):
        for from_a in (True, False):
            share = eta1 if from_a else 1 / eta2
            a = (t2 + share * t1) / (J2 + share * J1)
            if a * sign > 0 and ((t1 - J1 * a) * sign > 0) == from_a:
                return a
    return 0.0


@pytest.mark.parametrize("t1", [-10.0, -1.0, 1.0])
@pytest.mark.parametrize("t2", [-10.0, 1.0, 10.0])
@pytest.mark.parametrize("J1", [0.1, 2.0, 100.0])
@pytest.mark.parametrize(("eta1", "eta2"), [(0.5, 0.97), (0.97, 0.5), (0.9, 0.9)])
def test_start_from_rest(t1: float, t2: float, J1: float, eta1: float, eta2: float):
    def equations(self: Any) -> Iterable[Any]:
        yield self.left_motor >> self.left >> self.gear >> self.right
        yield self.right_motor.flange >> self.right.flange_b

    model = build(
        equations,
        left_motor=ConstantTorque(tau_constant=t1),
        left=Inertia(J=J1, **REST),
        gear=LossyGear(ratio=RATIO, loss_table=[[0, eta1, eta2, 0, 0]]),
        right=Inertia(J=1.0),
        right_motor=ConstantTorque(tau_constant=t2),
    )
    result = simulate(model, stop_time=0.1)
    expected = start(t1, t2, J1, eta1, eta2)
    np.testing.assert_allclose(result["left.a"], expected, rtol=1e-10, atol=1e-12)
    assert result.energy.relative_error < 1e-9
