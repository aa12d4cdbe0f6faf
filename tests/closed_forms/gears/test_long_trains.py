"""Long trains of gears: what grows like a power of the ratio is right in each of its digits."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import (
    ConstantTorque,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    LossyGear,
    SpringDamper,
)

GEARS = 29


class Lossy(Model):
    """Gears with losses in a row, a torque at the one end and a wheel at the other."""

    n = parameter(GEARS, structural=True, kind="integer")
    ratio = parameter(1.8)
    motor = ConstantTorque(tau_constant=5.0)
    gear: Any = LossyGear.array(n, ratio=ratio, loss_table=[[0, 0.9, 0.9, 0, 0]])
    load = Inertia(J=1.0, phi=fixed(0.0), w=fixed(2.0))

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.gear[0]
        yield self.gear[:-1] >> self.gear[1:]
        yield self.gear[-1] >> self.load


@pytest.mark.parametrize(("n", "ratio"), [(20, 1.8), (GEARS, 1 / 1.8), (19, -3.0)])
def test_torques_and_speeds_of_gears_with_losses(n: int, ratio: float) -> None:
    """Each gear passes on 0.9 of the power; forward motion of the wheel is driven."""
    tau = 5.0 * np.sign(ratio) ** n
    parameters = {"ratio": ratio, "motor.tau_constant": tau}
    result = simulate(Lossy(n=n), stop_time=0.0, parameters=parameters)
    k = np.arange(n)
    speeds = [result[f"gear[{j}].w_a"][0] for j in k]
    torques = [result[f"gear[{j}].flange_a.tau"][0] for j in k]
    np.testing.assert_allclose(speeds, 2.0 * ratio ** (n - k), rtol=1e-13)
    np.testing.assert_allclose(torques, tau * (0.9 * ratio) ** k, rtol=1e-13)
    np.testing.assert_allclose(result["load.a"][0], tau * (0.9 * ratio) ** n, rtol=1e-13)


class Ring(Model):
    """Gears on turning housings in a row, whose ends a planetary gear joins."""

    n = parameter(GEARS, structural=True, kind="integer")
    ratio = parameter(3.0)
    J: Any = Inertia.array(n + 1, J=1.0)
    gear: Any = IdealGear.array(n, ratio=ratio, use_support=True)
    housing: Any = Inertia.array(n, J=1.0, w=fixed(0.0))
    mount: Any = SpringDamper.array(n, c=1e3, d=1.0)
    ground = Fixed()
    planetary = IdealPlanetary(ratio=2.0)
    sun = Inertia(J=1.0, w=fixed(4.0))

    def equations(self) -> Iterable[Any]:
        yield self.J[:-1] >> self.gear >> self.J[1:]
        yield self.gear.support >> self.housing >> self.mount
        for k in range(self.n):
            yield self.mount[k].flange_b >> self.ground.flange
        yield self.J[0].flange_b >> self.planetary.ring
        yield self.J[self.n].flange_b >> self.planetary.carrier
        yield self.sun.flange_b >> self.planetary.sun


def exact_speeds(ratio: Fraction, housings: list[int], sun: int) -> list[float]:
    """Return the speeds of the shafts of a ring: each as part · w₀ + rest, w₀ by the planetary."""
    part, rest = [Fraction(1)], [Fraction(0)]
    for h in housings:
        part.append(part[-1] / ratio)
        rest.append(h + (rest[-1] - h) / ratio)
    first = (sun - 3 * rest[-1]) / (3 * part[-1] - 2)
    return [float(p * first + r) for p, r in zip(part, rest, strict=True)]


@pytest.mark.parametrize("ratio", [Fraction(3), Fraction(1, 3), Fraction(-5, 2), Fraction(1, 8)])
def test_speeds_of_a_ring_of_gears_on_turning_housings(ratio: Fraction) -> None:
    """Followed from one speed through all gears, the last ones would have lost all digits."""
    housings = [(7 * k) % 11 - 5 for k in range(GEARS)]
    model = Ring(ratio=float(ratio))
    starts = {f"housing[{k}].w.start": float(w) for k, w in enumerate(housings)}
    result = simulate(model, stop_time=0.0, parameters=starts)
    found = [result[f"J[{k}].w"][0] for k in range(GEARS + 1)]
    np.testing.assert_allclose(found, exact_speeds(ratio, housings, 4), rtol=1e-12, atol=1e-12)
