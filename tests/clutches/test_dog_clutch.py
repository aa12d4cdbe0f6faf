"""Dog clutches: who finds a gap, how hard the flanks meet, what tips and undercut flanks hold."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, radians, sqrt, tan
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import event_times

from drivetrain import Result, simulate
from drivetrain import compile as compile_model
from drivetrain.clutches import DogClutch
from drivetrain.modeling import Model, constant, fixed, parameter, time
from drivetrain.rotational import ConstantTorque, Fixed, Inertia
from drivetrain.translational import ConstantForce, ElastoGap, Force, Mass
from drivetrain.translational import Fixed as Housing

OUT, FACING, INSIDE = 0, 1, 2
TEETH, B = 12, radians(4.0)
PITCH = 2 * pi / TEETH
SIZES: dict[str, Any] = {"teeth": TEETH, "b": B, "radius": 0.04, "c": 2e4, "c_tip": 1e6}
HEAVY = 1e9  # kg: nothing stops such a sleeve


class Engaging(Model):
    """A wheel that turns past teeth at rest, and a sleeve that comes with a constant speed."""

    w0 = parameter(0.0, unit="rad/s")
    phi0 = parameter(0.0, unit="rad")
    s0 = parameter(-1e-4, unit="m")
    v0 = parameter(0.4, unit="m/s")
    ground = Fixed()
    clutch = DogClutch(**SIZES, mu_tip=0.0)
    wheel = Inertia(J=0.02, phi=fixed(phi0), w=fixed(w0))
    sleeve = Mass(m=HEAVY, s=fixed(s0), v=fixed(v0))

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.clutch >> self.wheel
        yield self.sleeve.flange_b >> self.clutch.sleeve


def engaging(**sizes: Any) -> Model:
    clutch = DogClutch(**{**SIZES, "mu_tip": 0.0, **sizes})
    made: Model = type("Engaging", (Engaging,), {"clutch": clutch})()
    return made


def instant(result: Result, engagement: int) -> float:
    """Return when the teeth are first where they are asked for."""
    found = result["clutch.engagement"] == engagement
    assert found.any()
    return float(result.time[np.argmax(found)])


def test_chance_of_a_direct_entry_at_rest() -> None:
    model, runs = compile_model(Engaging()), 300
    entered = 0
    for k in range(runs):
        start = {"phi0": (k + 0.5) / runs * PITCH}
        result = model.simulate(stop_time=5e-4, parameters=start)
        entered += result.final["clutch.engagement"] == INSIDE
        assert result.final["clutch.engagement"] != OUT
    assert entered / runs == pytest.approx(0.133333, abs=5e-7)
    assert entered / runs == pytest.approx(B / PITCH)


@pytest.mark.parametrize("direction", [1, -1])
def test_a_tooth_enters_as_deep_as_its_clearance_lasts(direction: int) -> None:
    """At 27.9253 rad/s and 0.4 m/s a tooth that has just found a gap is 1 mm deep at the flank."""
    w0 = direction * 27.9253
    values = {"w0": w0, "phi0": -direction * (B / 2 - 1e-9) - w0 * 1e-4 / 0.4}
    result = simulate(Engaging(), stop_time=0.005, tolerance=1e-10, parameters=values)
    assert instant(result, INSIDE) == pytest.approx(1e-4 / 0.4, rel=1e-9)
    meets = int(np.argmax(result["clutch.depth"] > 0))
    touching = np.interp(
        0.0,
        direction * result["clutch.delta"][: meets + 1] - B / 2,
        result["clutch.overlap"][: meets + 1],
    )
    assert touching == pytest.approx(1e-3, abs=5e-9)


@pytest.mark.parametrize(("w0", "waited"), [(5.0, 0.05300), (20.0, 0.01325)])
@pytest.mark.parametrize("direction", [1, -1])
def test_tips_wait_for_a_gap(w0: float, waited: float, direction: int) -> None:
    values = {
        "s0": 5e-4, "v0": 0.0, "clutch.b": 0.07, "w0": -direction * w0, "phi0": direction * 0.3,
    }  # fmt: skip
    result = simulate(Engaging(), stop_time=1.1 * waited, tolerance=1e-10, parameters=values)
    assert result["clutch.engagement"][0] == FACING
    assert instant(result, INSIDE) == pytest.approx(waited, abs=1e-12)
    assert result.final["clutch.number"] == 0


def test_a_sleeve_that_bounces_enters_at_once_where_there_is_a_gap() -> None:
    """It leaves the tips before a gap comes by, and comes back while it is there."""

    class Bouncing(Engaging):
        sleeve = Mass(m=0.2, s=fixed(-1e-4), v=fixed(0.4))
        push = ConstantForce(f_constant=200.0)

        def equations(self) -> Iterable[Any]:
            yield self.push >> self.sleeve

    result = simulate(
        Bouncing(), stop_time=0.01, interval=1e-5, parameters={"w0": -100.0, "phi0": 0.35}
    )
    engagement = result["clutch.engagement"]
    states = engagement[np.flatnonzero(np.diff(engagement, prepend=-1))]
    assert list(states[:4]) == [OUT, FACING, OUT, INSIDE]
    entry = int(np.argmax(engagement == INSIDE))
    assert result["clutch.overlap"][entry] == pytest.approx(0.0, abs=1e-9)
    assert abs(result["clutch.delta"][entry]) < B / 2
    assert abs(result["clutch.delta"][entry]) < 0.99 * B / 2


class Meeting(Model):
    """Two bodies of different speeds, their teeth in the gaps."""

    left = Inertia(J=0.5, phi=fixed(0.0), w=fixed(7.0))
    clutch = DogClutch(**SIZES)
    right = Inertia(J=0.02, phi=fixed(0.0), w=fixed(10.0))
    sleeve = Mass(m=HEAVY, s=fixed(1e-3), v=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.clutch >> self.right
        yield self.sleeve.flange_b >> self.clutch.sleeve


def test_an_elastic_blow() -> None:
    result = simulate(Meeting(), stop_time=0.016, interval=1e-6, tolerance=1e-10)
    reduced = 0.5 * 0.02 / 0.52
    assert 3.0 * sqrt(2e4 * reduced) == pytest.approx(58.8348, abs=5e-5)
    assert result["clutch.tau"].max() == pytest.approx(58.8348, abs=5e-5)
    found = event_times(result)
    meets, leaves = found[(found > 1e-3) & (np.diff(found, prepend=-1.0) > 1e-6)]
    assert meets == pytest.approx(B / 2 / 3.0, rel=1e-9)
    assert leaves - meets == pytest.approx(3.0806e-3, abs=5e-8)
    # An elastic blow turns the relative speed round.
    assert result.final["clutch.w_rel"] == pytest.approx(-3.0, rel=1e-8)


def test_momentum_tells_the_speed_in_the_end() -> None:
    damped = {"clutch.d": 20.0, "clutch.b": 1e-3}
    result = simulate(Meeting(), stop_time=30.0, tolerance=1e-9, parameters=damped)
    common = (0.5 * 7.0 + 0.02 * 10.0) / 0.52
    momentum = 0.5 * result["left.w"] + 0.02 * result["right.w"]
    np.testing.assert_allclose(momentum, 0.52 * common, rtol=1e-10)
    assert result.final["left.w"] == pytest.approx(common, rel=2e-3)
    lost = (0.5 * 0.02 / 0.52) * 3.0**2 / 2
    assert result.energy.dissipated[-1] == pytest.approx(lost, rel=1e-3)


@pytest.mark.parametrize("torque", [0.35, 0.45, -0.45])
def test_tips_hold_the_torque_of_their_friction(torque: float) -> None:
    """100 N on tips with mu = 0.1 at 40 mm hold 0.4 N·m."""

    class Blocked(Model):
        ground = Fixed()
        clutch = DogClutch(**SIZES, d_tip=500.0)
        wheel = Inertia(J=0.02, phi=fixed(PITCH / 2), w=fixed(0.0))
        torque_ = ConstantTorque(tau_constant=torque)
        sleeve = Mass(m=0.2, s=fixed(1e-4), v=fixed(0.0))
        push = ConstantForce(f_constant=100.0)

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.clutch >> self.wheel >> self.torque_
            yield self.push >> self.sleeve
            yield self.sleeve.flange_b >> self.clutch.sleeve

    result = simulate(Blocked(), stop_time=0.2, tolerance=1e-9)
    if abs(torque) < 0.4:
        assert result.final["clutch.tau"] == pytest.approx(torque, rel=1e-9)
        assert result["wheel.w"][-1] == 0.0
        assert result.final["clutch.engagement"] == FACING
    else:
        assert result.final["clutch.engagement"] == FACING
        assert result.final["clutch.tau"] == pytest.approx(np.sign(torque) * 0.4, rel=1e-6)
        slid = (abs(torque) - 0.4) / 0.02 * 0.2**2 / 2
        assert abs(result.final["wheel.phi"] - PITCH / 2) == pytest.approx(slid, rel=0.05)


@pytest.mark.parametrize("torque", [40.0, -40.0])
def test_undercut_flanks_hold_the_sleeve(torque: float) -> None:
    """The sleeve leaves its stop when it is pulled by more than the torque times tan(α) / r."""
    angle = radians(3.0)
    ramp = 1000.0

    class Pulled(Model):
        ground = Fixed()
        clutch = DogClutch(**SIZES, undercut=angle, d=20.0)
        wheel = Inertia(J=0.02, phi=fixed(0.0), w=fixed(0.0))
        torque_ = ConstantTorque(tau_constant=torque)
        sleeve = Mass(m=0.2, s=fixed(4e-3), v=fixed(0.0))
        stop = ElastoGap(c=1e8, d=2e3, s_rel0=-4e-3)
        housing = Housing()
        pull = Force()

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.clutch >> self.wheel >> self.torque_
            yield self.sleeve.flange_b >> self.clutch.sleeve
            yield self.sleeve.flange_a >> self.stop.flange_a
            yield self.housing.flange >> self.stop.flange_b
            yield self.pull >> self.sleeve
            yield self.pull.f == -ramp * constant(1.0, "N/s") * time

    result = simulate(Pulled(), stop_time=0.2, interval=1e-4, tolerance=1e-8)
    held = abs(torque) * tan(angle) / 0.04
    left = float(result.time[np.flatnonzero(result["stop.contact"])[-1]])
    assert ramp * left == pytest.approx(held, rel=1e-3)
    assert result.final["clutch.engagement"] == OUT
    assert result.final["clutch.tau"] == 0.0
    assert result["clutch.ringing"].max() == pytest.approx(torque**2 / 2 / 2e4, rel=0.1)


def test_forward_and_backward_are_alike() -> None:
    values = {"w0": 8.0, "phi0": 0.2}
    mirrored = {name: -value for name, value in values.items()}
    there, back = (
        simulate(engaging(d=5.0, undercut=0.05), stop_time=0.5, tolerance=1e-9, parameters=one)
        for one in (values, mirrored)
    )
    assert there.final["clutch.engagement"] == INSIDE
    for name in ("wheel.w", "wheel.phi", "clutch.tau"):
        assert there.final[name] == pytest.approx(-back.final[name], rel=1e-9)
