"""Operating points: given values, steady states, averages; what is asked is reached or refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.blocks import Constant, FirstOrder, Gain
from drivetrain.errors import AnalysisError, InitialisationError, NameLookupError, UsageError
from drivetrain.rotational import (
    Brake,
    Clutch,
    ConstantTorque,
    Damper,
    Fixed,
    Inertia,
    LinearSpeedDependentTorque,
    QuadraticSpeedDependentTorque,
    SpringDamper,
    Torque,
)


class Fan(dt.Model):
    """A motor with constant torque drives a fan through an elastic shaft."""

    motor_torque = ConstantTorque(tau_constant=50.0)
    motor = Inertia(J=0.2, w=dt.fixed(1.0))
    shaft = SpringDamper(c=400.0, d=1.0)
    fan = Inertia(J=1.0, w=dt.fixed(1.0))
    air = QuadraticSpeedDependentTorque(tau_nominal=-100.0, w_nominal=100.0, torque_direction=False)

    def equations(self) -> Any:
        yield self.motor_torque >> self.motor >> self.shaft >> self.fan >> self.air


@pytest.fixture(scope="module")
def fan() -> dt.CompiledModel:
    return dt.compile(Fan())


def state(linear: Any, name: str) -> float:
    return float(linear.point.states[linear.states.index(name)])


def test_a_steady_state_balances_all_torques(fan: dt.CompiledModel) -> None:
    """50 N.m = 100 N.m (w / 100)^2 at 70.71 rad/s; the shaft twists by 50/400 rad."""
    linear = fan.linearise(at="steady")
    assert linear.is_equilibrium
    assert state(linear, "fan.w") == pytest.approx(100 * math.sqrt(0.5), rel=1e-9)
    assert abs(state(linear, "shaft.phi_rel")) == pytest.approx(0.125, rel=1e-9)
    (decay,) = linear.eigenmodes().decays[:1]
    assert decay == pytest.approx(-2 * 50 / (100 * math.sqrt(0.5)) / 1.2, rel=1e-3)


def test_a_speed_is_kept_by_a_torque(fan: dt.CompiledModel) -> None:
    """At 50 rad/s the fan takes 25 N.m: a torque of -25 N.m is missing at the motor."""
    linear = fan.linearise(at="steady", speed={"motor.w": 50.0})
    (held,) = linear.point.held
    assert (held.name, held.unit) == ("motor", "N.m")
    assert held.value == pytest.approx(-25.0, rel=1e-9)
    assert linear.point.requested[0].reached == pytest.approx(50.0)
    assert "by: motor = -25 N.m" in str(linear)


def test_a_speed_is_kept_by_a_parameter(fan: dt.CompiledModel) -> None:
    linear = fan.linearise(
        at="steady", speed={"fan.w": "500 rpm"}, balance="motor_torque.tau_constant"
    )
    (held,) = linear.point.held
    speed = 500 * math.pi / 30
    assert held.value == pytest.approx(100 * (speed / 100) ** 2, rel=1e-9)
    assert state(linear, "fan.w") == pytest.approx(speed)


def test_nothing_is_adjusted_without_a_balance(fan: dt.CompiledModel) -> None:
    linear = fan.linearise(at="steady", speed={"fan.w": 20.0}, balance=None)
    assert state(linear, "fan.w") == pytest.approx(100 * math.sqrt(0.5), rel=1e-9)
    assert not linear.point.held


def test_a_speed_that_nothing_determines_stays(fan: dt.CompiledModel) -> None:
    m = dt.Model("free")
    m.add(
        a=Inertia(J=1, w=dt.fixed(7.0)),
        s=SpringDamper(c=100, d=1, w_rel=dt.fixed(0)),
        b=Inertia(J=2),
    )
    m.connect(m.a >> m.s >> m.b)
    linear = dt.linearise(m, at="steady")
    assert linear.is_equilibrium
    assert state(linear, "a.w") == pytest.approx(7.0)


def test_filters_and_controllers_are_at_rest_too() -> None:
    m = dt.Model("controlled")
    m.add(
        demand=Constant(k=3.0), delay=FirstOrder(T=0.5), gain=Gain(k=2.0), source=Torque(),
        rotor=Inertia(J=1.0, w=dt.fixed(0.0)),
        drag=LinearSpeedDependentTorque(tau_nominal=-1.0, w_nominal=10.0),
    )  # fmt: skip
    m.connect(m.demand.y >> m.delay.u)
    m.connect(m.delay.y >> m.gain.u)
    m.connect(m.gain.y >> m.source.tau)
    m.connect(m.source >> m.rotor >> m.drag)
    linear = dt.linearise(m, at="steady")
    assert state(linear, "rotor.w") == pytest.approx(60.0, rel=1e-9)
    assert state(linear, "delay.y") == pytest.approx(3.0, rel=1e-9)


@pytest.mark.parametrize(("force", "mode"), [(100.0, "stuck"), (1.0, "backward")])
def test_contacts_are_decided_on_the_way(force: float, mode: str) -> None:
    """A clutch between a drive and a fan: it holds if it can, else it slides."""
    m = dt.Model("clutched")
    m.add(
        drive=ConstantTorque(tau_constant=9.0), a=Inertia(J=1, w=dt.fixed(40.0)),
        clutch=Clutch(fn_max=force), pedal=Constant(k=1.0), b=Inertia(J=1, w=dt.fixed(0.0)),
        air=QuadraticSpeedDependentTorque(tau_nominal=-100.0, w_nominal=100.0),
        bearing=Damper(d=0.1), ground=Fixed(),
    )  # fmt: skip
    m.connect(m.drive >> m.a >> m.clutch >> m.b >> m.air)
    m.connect(m.a.flange_b >> m.bearing >> m.ground.flange)
    m.connect(m.pedal.y >> m.clutch.f_normalized)
    linear = dt.linearise(m, at="steady")
    assert linear.is_equilibrium
    assert [(c.name, c.state) for c in linear.point.contacts] == [("clutch.mode", mode)]
    driving, driven = -state(linear, "bearing.w_rel"), -state(linear, "clutch.w_rel")
    if mode == "stuck":
        roots = np.roots([0.01, 0.1, -9.0])
        assert (driving, driven) == pytest.approx((max(roots), 0.0), rel=1e-9, abs=1e-12)
    else:
        slide = force * 0.5
        expected = (9 - slide) / 0.1
        assert (driving, driving - driven) == pytest.approx((expected, 10 * slide**0.5), rel=1e-6)


def test_given_values_take_precedence(fan: dt.CompiledModel) -> None:
    linear = fan.linearise(at={"fan.w": 30.0, "motor.w": 31.0, "shaft.phi_rel": 0.01})
    assert state(linear, "fan.w") == pytest.approx(30.0)
    assert {one.name for one in linear.point.requested} == {"fan.w", "motor.w", "shaft.phi_rel"}


def test_states_of_contacts_may_be_asked_for() -> None:
    m = dt.Model("braked")
    m.add(rotor=Inertia(J=1), brake=Brake(fn_max=10.0), pedal=Constant(k=1.0))
    m.connect(m.rotor >> m.brake)
    m.connect(m.pedal.y >> m.brake.f_normalized)
    stuck = dt.linearise(m, at={"rotor.w": 0.0, "brake.mode": "stuck"})
    assert stuck.held_by == ("brake", "brake")
    slides = dt.linearise(m, at={"rotor.w": 2.0})
    assert slides.point.contacts[0].state == "forward"
    with pytest.raises((AnalysisError, InitialisationError), match="stuck"):
        dt.linearise(m, at={"rotor.w": 2.0, "brake.mode": "stuck"})
    with pytest.raises(UsageError, match="did you mean 'stuck'"):
        dt.linearise(m, at={"brake.mode": "stick"})


def test_an_engine_is_averaged_over_its_revolution() -> None:
    """The torques of the cylinders depend on the angle; their mean drives the propeller."""
    ship = dt.compile(examples.find("machines.ShipShafting")())
    found = ship.linearise(
        at="steady", time=45.0, speed={"flywheel.w": 4.0}, balance=None, average=1,
        parameters={"load.height": 0.11},
    )  # fmt: skip
    assert state(found, "flywheel.w") == pytest.approx(
        127 * math.pi / 30 * math.sqrt(0.11), rel=1e-9
    )
    assert found.is_equilibrium
    assert found.free_motions == ["flywheel.phi"]
    undamped = found.eigenmodes(damped=False).omega
    assert undamped[:3] == pytest.approx([26.37989, 37.54372, 145.72045], rel=1e-6)
    at_one_angle = ship.linearise(at=45.0, parameters={"load.height": 0.11})
    assert not at_one_angle.is_equilibrium


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [
        ({"at": "stedy"}, UsageError, "did you mean 'steady'"),
        ({"speed": {"fan.w": 1.0}}, UsageError, "belongs to at='steady'"),
        ({"at": 0.5, "average": 1.0}, UsageError, "belongs to at='steady'"),
        ({"at": "start", "time": 0.5}, UsageError, "belongs to at='steady'"),
        ({"at": "start", "balance": "fan"}, UsageError, "balance='fan': this belongs to at="),
        ({"at": 0.5, "balance": {"fan.w": "fan"}}, UsageError, "this belongs to at='steady'"),
        ({"at": "steady", "average": 1.0}, UsageError, "name the shaft"),
        ({"at": "steady", "side": "before"}, UsageError, "two sides"),
        ({"at": "steady", "speed": {"fan.v": 1.0}}, NameLookupError, "did you mean 'fan.w'"),
        ({"at": "steady", "speed": {"fan.w": 1.0}, "balance": "fann"}, NameLookupError, "fan"),
        (
            {"at": "steady", "speed": {"fan.w": 1.0}, "balance": {"motor.w": "fan"}},
            UsageError, "says nothing of",
        ),
        ({"at": {"fan.v": 1.0}}, NameLookupError, "did you mean 'fan.w'"),
        ({"at": {"fan.w": "1 kg"}}, dt.DrivetrainError, "kg"),
        ({"at": {"fan.flange_a.tau": 5.0, "shaft.tau": 7.0}}, dt.DrivetrainError, "contradict"),
        ({"only": "mechanic"}, UsageError, "did you mean 'mechanical'"),
    ],
)  # fmt: skip
def test_refused(
    fan: dt.CompiledModel, how: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        fan.linearise(**how)


def test_no_steady_state_says_what_still_changes() -> None:
    m = dt.Model("runaway")
    m.add(drive=ConstantTorque(tau_constant=9.0), a=Inertia(J=1, w=dt.fixed(0.0)))
    m.connect(m.drive >> m.a)
    with pytest.raises(AnalysisError, match=r"a\.w still changes by 9 per second"):
        dt.linearise(m, at="steady")


def test_other_states_can_be_held() -> None:
    """Temperatures are states; without them the mechanical matrices are the same."""
    compiled = dt.compile(examples.find("machines.WindTurbineStop")())
    whole = compiled.linearise(at=0.3)
    part = compiled.linearise(at=0.3, only="mechanical")
    assert 0 < len(part.states) < len(whole.states)
    assert set(part.states.units) <= {"rad", "rad/s"}
    places = [whole.states.index(name) for name in part.states]
    assert np.array_equal(part.A, whole.A[np.ix_(places, places)])
    assert part.eigenmodes()[1].energy()


@pytest.mark.parametrize("n", [5, 50])
def test_long_shafts(n: int) -> None:
    """Linear models of long shafts have other states than runs; the steady state is the same."""
    m = dt.Model("chain")
    m.add(drive=ConstantTorque(tau_constant=1.0), disc=Inertia.array(n, J=1.0))
    m.add(spring=SpringDamper.array(n - 1, c=100.0, d=0.1), brake=Damper(d=0.1), rest=Fixed())
    m.connect(m.drive >> m.disc[0])
    for k in range(n - 1):
        m.connect(m.disc[k] >> m.spring[k] >> m.disc[k + 1])
    m.connect(m.disc[n - 1] >> m.brake >> m.rest)
    compiled = dt.compile(m)
    linear = compiled.linearise(at="steady", balance=None, outputs=["spring[*].tau"])
    values = dict(zip(linear.states, linear.point.states.tolist(), strict=True))
    turns = ("brake.w_rel", *(f"disc[{k}].w" for k in range(n)))
    speeds = [abs(value) for name, value in values.items() if name in turns]
    assert linear.is_equilibrium
    assert speeds
    assert speeds == pytest.approx([10.0] * len(speeds), abs=1e-8)
    begun = compiled.linearise(outputs=["spring[*].tau"]).eigenmodes()
    assert linear.eigenmodes().omega == pytest.approx(begun.omega, rel=1e-9)
