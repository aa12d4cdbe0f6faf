"""Dog clutches with rigid flanks: the same entry as with elastic ones, blows by momentum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Result, simulate
from drivetrain.clutches import DogClutch, RigidDogClutch
from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import ConstantTorque, IdealGear, Inertia
from drivetrain.translational import Mass

OUT, FACING, INSIDE = 0, 1, 2
SIZES: dict[str, Any] = {"teeth": 12, "b": 0.07, "c_tip": 0.0}


class Engaging(Model):
    """Two bodies of different speeds, a sleeve that is beyond the tips, and 10 N·m."""

    phi0 = parameter(0.3, unit="rad")
    w0 = parameter(-5.0, unit="rad/s")
    torque = parameter(0.0, unit="N.m")
    drive = ConstantTorque(tau_constant=torque)
    left = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0))
    clutch: Any = RigidDogClutch(**SIZES, e=0.0)
    right = Inertia(J=0.02, phi=fixed(phi0), w=fixed(w0))
    gear = IdealGear(ratio=2.0)
    load = Inertia(J=0.4)
    sleeve = Mass(m=1e9, s=fixed(5e-4), v=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.left >> self.clutch >> self.right >> self.gear >> self.load
        yield self.sleeve.flange_b >> self.clutch.sleeve


LOAD = 0.02 + 0.4 / 4
COMMON = LOAD * -5.0 / (0.5 + LOAD)


def instant(result: Result, engagement: int) -> float:
    found = result["clutch.engagement"] == engagement
    assert found.any()
    return float(result.time[np.argmax(found)])


@pytest.mark.parametrize(("w0", "waited"), [(5.0, 0.05300), (20.0, 0.01325)])
@pytest.mark.parametrize("direction", [1, -1])
def test_tips_wait_for_a_gap(w0: float, waited: float, direction: int) -> None:
    values = {"w0": -direction * w0, "phi0": direction * 0.3}
    result = simulate(Engaging(), stop_time=1.1 * waited, parameters=values)
    assert result["clutch.engagement"][0] == FACING
    assert instant(result, INSIDE) == pytest.approx(waited, abs=1e-12)
    np.testing.assert_array_equal(result["clutch.tau"], 0.0)


@pytest.mark.parametrize("e", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("direction", [1, -1])
def test_flanks_meet_with_the_momentum_of_everything_behind(e: float, direction: int) -> None:
    """The other flank is met 0.07 rad further, at 0.067 s."""
    values = {"w0": -direction * 5.0, "phi0": direction * 0.3, "clutch.e": e}
    result = simulate(Engaging(), stop_time=0.07, parameters=values)
    blow = int(np.argmax(abs(np.diff(result["clutch.w_rel"])) > 1.0))
    assert result.time[blow] == pytest.approx(0.067, rel=1e-9)
    left, right = (direction * result.final[f"{n}.w"] for n in ("left", "right"))
    assert left == pytest.approx(COMMON - 5.0 * e * LOAD / (0.5 + LOAD), rel=1e-9)
    assert right == pytest.approx(COMMON + 5.0 * e * 0.5 / (0.5 + LOAD), rel=1e-9)
    lost = 0.5 * LOAD / (0.5 + LOAD) * 25.0 / 2 * (1 - e**2)
    assert result.energy.dissipated[-1] == pytest.approx(lost, rel=1e-9, abs=1e-12)


def test_under_load_the_flanks_stay_together_and_the_torque_passes() -> None:
    result = simulate(Engaging(), stop_time=0.5, parameters={"torque": 10.0})
    assert result["clutch.resting"][-1]
    assert result.final["clutch.w_rel"] == 0.0
    assert result.final["clutch.delta"] == pytest.approx(-0.035, abs=1e-9)
    assert result.final["clutch.tau"] == pytest.approx(-10.0 * LOAD / (0.5 + LOAD), rel=1e-12)
    momentum = 0.5 * result.final["left.w"] + LOAD * result.final["right.w"]
    assert momentum == pytest.approx(-5.0 * LOAD + 10.0 * 0.5, rel=1e-9)


def test_the_sleeve_leaves_under_load() -> None:
    class Leaving(Engaging):
        sleeve = Mass(m=1e9, s=fixed(1e-3), v=fixed(-2e-3))

    values = {"torque": 10.0, "phi0": 0.0, "w0": 0.0}
    result = simulate(Leaving(), stop_time=0.6, parameters=values)
    leaves = instant(result, OUT)
    assert leaves == pytest.approx(0.5, rel=1e-9)
    held = result["clutch.resting"] > 0
    assert held[result.time < 0.499][-1]
    out = result.time > leaves
    np.testing.assert_array_equal(result["clutch.tau"][out], 0.0)
    w = result.final["left.w"] - np.interp(leaves, result.time, result["left.w"])
    assert w == pytest.approx(10.0 / 0.5 * 0.1, rel=1e-6)


def test_stiff_flanks_that_yield_come_to_the_same_speeds() -> None:
    class Elastic(Engaging):
        clutch = DogClutch(**SIZES, c=1e6, d=1e3, radius=0.04, mu_tip=0.0)

    values = {"torque": 10.0}
    rigid = simulate(Engaging(), stop_time=0.5, parameters=values)
    elastic = simulate(Elastic(), stop_time=0.5, parameters=values)
    for name in ("left.w", "right.w", "clutch.delta"):
        assert rigid.final[name] == pytest.approx(elastic.final[name], abs=2e-3)
