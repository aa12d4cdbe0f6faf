"""Cycles of compiled models: what they hold, where they come from, what is refused."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.blocks import (
    Add,
    Constant,
    Feedback,
    FixedDelay,
    Gain,
    GreaterThreshold,
    Pulse,
    Sine,
    Timer,
)
from drivetrain.couplings import RigidStop
from drivetrain.errors import AnalysisError, ArgumentError, NameLookupError, UsageError
from drivetrain.modeling import (
    Component,
    RealInput,
    RealOutput,
    boolean,
    constant,
    edge,
    fixed,
    parameter,
    pre,
    sample,
    sin,
    variable,
    when,
    where,
)
from drivetrain.rotational import (
    AngleSensor,
    Clutch,
    ConstantTorque,
    Damper,
    Fixed,
    IdealGear,
    Inertia,
    LinearSpeedDependentTorque,
    SpeedSensor,
    Spring,
    SpringDamper,
    Torque,
)


class Driven(dt.Model):
    """A body on a spring with a damper, driven by a cosine."""

    drive = Sine(amplitude=2.0, f=0.5, phase=math.pi / 2)
    torque = Torque()
    mass = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    spring = SpringDamper(c=4.0, d=0.6)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.wall >> self.spring >> self.mass.flange_b


@pytest.fixture(scope="module")
def driven() -> dt.CompiledModel:
    return dt.compile(Driven())


def response(omega: float) -> complex:
    """Return the deflection of `Driven`."""
    return complex(2.0 / (4.0 - 0.3 * omega**2 + 0.6j * omega))


# -- what a cycle holds ----------------------------------------------------------------------------


def test_harmonics_have_the_phase_of_time(driven: dt.CompiledModel) -> None:
    cycle = driven.cycle(period=2.0)
    found = cycle.harmonics("mass.phi")
    assert found[1] == pytest.approx(response(math.pi), rel=1e-8)
    assert np.abs(found[[0, 2, 3, 10]]).max() < 1e-10
    assert cycle.half_range("mass.phi") == pytest.approx(abs(response(math.pi)), rel=1e-8)
    assert cycle.mean("torque.tau") == pytest.approx(0.0, abs=1e-12)
    assert cycle.omega == pytest.approx(math.pi)


def test_the_result_is_one_period_that_can_be_continued(driven: dt.CompiledModel) -> None:
    cycle = driven.cycle(period=2.0)
    result = cycle.result
    assert result.time[-1] - result.time[0] == pytest.approx(2.0, abs=1e-12)
    assert result["mass.phi"][-1] == pytest.approx(result["mass.phi"][0], abs=1e-9)
    more = driven.simulate(initial=result, stop_time=result.time[-1] + 6.0, tolerance=1e-10)
    assert more.final["mass.phi"] == pytest.approx(result["mass.phi"][0], abs=1e-8)
    middle = result.time[0] + 1.234
    assert result.at(middle, "mass.phi") == pytest.approx(
        (response(math.pi) * np.exp(1j * math.pi * middle)).real, abs=1e-8
    )


def test_a_cycle_leads_to_others(driven: dt.CompiledModel) -> None:
    first = driven.cycle(period=2.0)
    assert driven.cycle(period=2.0, guess=first.result).iterations == 0
    other = driven.cycle(period=2.0, guess=first.result, parameters={"spring.c": 8.0})
    expected = 2.0 / abs(8.0 - 0.3 * math.pi**2 + 0.6j * math.pi)
    assert other.half_range("mass.phi") == pytest.approx(expected, rel=1e-8)


def test_it_is_found_from_far_away(driven: dt.CompiledModel) -> None:
    cycle = driven.cycle(period=2.0, guess={"mass.phi": 30.0, "mass.w": -4.0})
    assert cycle.half_range("mass.phi") == pytest.approx(abs(response(math.pi)), rel=1e-7)


def test_units_and_quantities_are_taken(driven: dt.CompiledModel) -> None:
    assert driven.cycle(period="2000 ms").period == 2.0


def test_text_tables_and_files(driven: dt.CompiledModel, tmp_path: Path) -> None:
    cycle = driven.cycle(period=2.0)
    assert str(cycle).startswith("stable cycle of Driven, period 2 s\n")
    assert "multipliers from variational equations" in str(cycle)
    assert list(cycle.to_pandas().columns) == ["multiplier", "magnitude", "angle [deg]", "what"]
    table = pd.read_csv(cycle.save(tmp_path / "cycle.csv"))
    assert table["magnitude"].to_numpy() == pytest.approx(np.abs(cycle.multipliers))
    kept = pickle.loads(cycle.save(tmp_path / "cycle.pickle").read_bytes())
    assert kept.harmonics("mass.phi").tolist() == cycle.harmonics("mass.phi").tolist()
    assert repr(kept) == repr(cycle)
    assert cycle.residual.keys() == {"spring.phi_rel", "spring.w_rel"}


def test_orders_that_its_rows_do_not_resolve_are_refused(driven: dt.CompiledModel) -> None:
    cycle = driven.cycle(period=2.0)
    with pytest.raises(UsageError, match="resolve orders up to 25"):
        cycle.harmonics("mass.phi", count=26)
    with pytest.raises(UsageError, match="highest order"):
        cycle.harmonics("mass.phi", count=-1)
    with pytest.raises(NameLookupError, match=r"did you mean 'mass\.phi'"):
        cycle.harmonics("mass.phj")


# -- periods ---------------------------------------------------------------------------------------


def test_a_ship_at_a_steady_load() -> None:
    """One revolution; the sixth order meets an eigenmode, as in a transient run at this speed."""
    ship = dt.compile(dt.examples.find("machines.ShipShafting")())
    steady = {"load.offset": 0.11, "load.height": 0.0}
    cycle = ship.cycle(period="flywheel", parameters=steady, tolerance=1e-9)
    phi = cycle.result["flywheel.phi"]
    assert phi[-1] - phi[0] == pytest.approx(2 * math.pi, abs=1e-9)
    assert cycle.mean("flywheel.w") == pytest.approx(2 * math.pi / cycle.period, rel=1e-9)
    run = ship.simulate(parameters=steady, stop_time=120.0, tolerance=1e-8, interval=0.5)
    times = run.time[-1] - cycle.period * np.arange(200) / 200
    tau = run.at(np.sort(times), "intermediate_shaft.tau")
    assert cycle.mean("intermediate_shaft.tau") == pytest.approx(tau.mean(), rel=1e-4)
    swing = abs(cycle.harmonics("intermediate_shaft.tau")[6])
    assert swing == pytest.approx(2 * abs(np.fft.fft(tau)[6]) / 200, rel=1e-3)
    assert cycle.is_stable
    assert cycle.is_autonomous
    assert "1 revolution of flywheel.phi" in str(cycle)


def test_two_revolutions_are_twice_one() -> None:
    turning = dt.compile(Crank())
    one = turning.cycle(period=("crank", 1))
    two = turning.cycle(period=("crank.phi", 2))
    assert two.period == pytest.approx(2 * one.period, rel=1e-8)
    assert two.multipliers[0] == pytest.approx(one.multipliers[0] ** 2, rel=1e-6)
    phi = one.result["crank.phi"]
    assert phi[-1] - phi[0] == pytest.approx(2 * math.pi, abs=1e-9)


class Crank(dt.Model):
    """An engine of one cylinder against a load that grows with the speed."""

    crank = Inertia(J=1.0, phi=fixed(0.0), w=fixed(20.0))
    load = LinearSpeedDependentTorque(tau_nominal=-8.0, w_nominal=20.0, torque_direction=False)
    drive = Torque()

    def equations(self) -> Iterator[Any]:
        phi = self.crank.phi
        yield self.drive.flange >> self.crank >> self.load
        swing = 8.0 + 6.0 * sin(phi) + 2.0 * sin(2 * phi)
        yield self.drive.tau == constant(1.0, "N.m") * swing


class Geared(dt.Model):
    """The same engine, whose crank turns thrice as fast as the shaft whose angle is the state."""

    shaft = Inertia(J=9.0, phi=fixed(0.0), w=fixed(20.0 / 3))
    crank = Inertia(J=1e-9)
    gear = IdealGear(ratio=3.0)
    load = LinearSpeedDependentTorque(tau_nominal=-24.0, w_nominal=20 / 3, torque_direction=False)
    drive = Torque()

    def equations(self) -> Iterator[Any]:
        phi = self.crank.phi
        yield self.drive.flange >> self.crank >> self.gear >> self.shaft >> self.load
        swing = 8.0 + 6.0 * sin(phi) + 2.0 * sin(2 * phi)
        yield self.drive.tau == constant(1.0, "N.m") * swing


@pytest.mark.parametrize("turns", [1, 3])
def test_a_revolution_of_one_shaft_is_a_part_of_that_of_another(turns: int) -> None:
    cycle = dt.compile(Geared()).cycle(period=("crank", turns))
    expected = dt.compile(Crank()).cycle(period=("crank", turns))
    assert cycle.period == pytest.approx(expected.period, rel=1e-8)
    assert np.sort(np.abs(cycle.multipliers)) == pytest.approx(
        np.sort(np.abs(expected.multipliers)), rel=1e-6
    )
    phi = cycle.result["shaft.phi"]
    assert phi[-1] - phi[0] == pytest.approx(2 * math.pi * turns / 3, abs=1e-9)


def test_what_turns_along_has_to_repeat_as_well() -> None:
    """A shaft out of true needs three revolutions of the crank."""

    class Eccentric(Geared):
        weight = Torque()

        def equations(self) -> Iterator[Any]:
            yield self.weight.flange >> self.shaft.flange_b
            yield self.weight.tau == constant(9.0, "N.m") * sin(self.shaft.phi)

    eccentric = dt.compile(Eccentric())
    with pytest.raises(AnalysisError, match="no cycle"):
        eccentric.cycle(period="crank")
    assert eccentric.cycle(period=("crank", 3)).is_stable


# -- what is held between events -------------------------------------------------------------------


class Controller(Component):
    """A proportional-integral controller that is computed at ticks of a clock."""

    u = RealInput(doc="Error")
    y = RealOutput(doc="Output")
    T = parameter(0.02, unit="s", doc="Period")
    k, ki = parameter(2.0, doc="Gain"), parameter(0.3, doc="Gain of the integral")
    s = variable(doc="Integral")

    def equations(self) -> Iterator[Any]:
        yield when(
            sample(0.0 * self.T, self.T),
            self.s == pre(self.s) + self.ki * self.u,
            self.y == self.k * self.u + self.s,
        )


class Clocked(dt.Model):
    """A speed controlled at ticks of a clock."""

    wanted = Sine(amplitude=1.0, f=0.5)
    error = Feedback()
    control = Controller()
    torque = Torque()
    mass = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    drag = Damper(d=0.5)
    wall = Fixed()
    speed = SpeedSensor()

    def equations(self) -> Iterator[Any]:
        yield self.wanted.y >> self.error.u1
        yield self.mass.flange_b >> self.speed.flange
        yield self.speed.w >> self.error.u2
        yield self.error.y >> self.control.u
        yield self.control.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.mass >> self.drag >> self.wall


@pytest.mark.parametrize("guess", [0, 20])
def test_a_controller_with_a_clock(guess: int) -> None:
    """A hundred samples per period; its integral is an unknown like the states."""
    cycle = dt.compile(Clocked()).cycle(period=2.0, guess=guess)
    decay = math.exp(-0.02 * 0.5 / 0.3)
    rise = (1 - decay) / 0.5
    once = np.array([[decay - 2.3 * rise, rise], [-0.3, 1.0]])
    expected = np.linalg.eigvals(np.linalg.matrix_power(once, 100))
    assert np.sort(np.abs(cycle.multipliers[:2])) == pytest.approx(np.abs(expected), rel=1e-5)
    assert cycle.derivative == "differences"
    assert "control.s" in cycle.reason
    assert abs(cycle.residual["control.s"]) < 1e-9
    s = cycle.result["control.s"]
    assert s[0] == pytest.approx(s[-1], abs=1e-9)


class Timed(dt.Model):
    """A timer that runs while a body is beyond an angle pushes it back: instants are held."""

    drive = Sine(amplitude=1.0, f=0.5)
    beyond = GreaterThreshold(threshold=0.3)
    timer = Timer()
    both = Add(k2=-0.5)
    torque = Torque()
    mass = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    spring = SpringDamper(c=4.0, d=0.3)
    wall = Fixed()
    angle = AngleSensor()

    def equations(self) -> Iterator[Any]:
        yield self.mass.flange_b >> self.angle.flange
        yield self.angle.phi >> self.beyond.u
        yield self.beyond.y >> self.timer.u
        yield self.drive.y >> self.both.u1
        yield self.timer.y >> self.both.u2
        yield self.both.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.mass >> self.spring >> self.wall


def test_instants_that_are_held_advance_by_the_period() -> None:
    timed = dt.compile(Timed())
    cycle = timed.cycle(period=2.0)
    entered = cycle.result["timer.entry_time"]
    assert entered[-1] - entered[0] == pytest.approx(2.0, abs=1e-9)
    run = timed.simulate(stop_time=61.0, tolerance=1e-10, output_times=[60.0])
    at = cycle.result.time[0] + (60.0 - cycle.result.time[0]) % 2.0
    assert cycle.result.at(at, "mass.phi") == pytest.approx(run.at(60.0, "mass.phi"), abs=1e-8)


def test_counters_may_advance() -> None:
    """The number of the pulse grows by one in each period."""

    class Pulsed(Driven):
        drive = Pulse(amplitude=1.0, period=2.0, width=30.0)

    cycle = dt.compile(Pulsed()).cycle(period=2.0, guess=1)
    count = cycle.result["drive.count"]
    assert count[-1] - count[0] == 1.0
    assert cycle.derivative == "variational"
    assert np.abs(cycle.multipliers) == pytest.approx([math.exp(-2.0)] * 2, rel=1e-9)


class Toggled(dt.Model):
    """A switch that is thrown in each period, and acts on the torque."""

    drive = Sine(amplitude=2.0, f=0.5)
    torque = Torque()
    mass = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    spring = SpringDamper(c=4.0, d=0.6)
    wall = Fixed()
    passes = boolean(doc="True while the body is above")
    up = boolean(start=fixed(False), doc="Thrown at each passage")

    def equations(self) -> Iterator[Any]:
        yield self.torque.flange >> self.mass.flange_a
        yield self.wall >> self.spring >> self.mass.flange_b
        yield self.passes == (self.mass.phi > 0.1)
        yield self.up == where(edge(self.passes), ~pre(self.up), pre(self.up))
        pushed = constant(1.0, "N.m") * self.drive.y
        yield self.torque.tau == where(self.up, pushed, 1.2 * pushed)


def test_modes_have_to_repeat() -> None:
    toggled = dt.compile(Toggled())
    with pytest.raises(AnalysisError, match="no cycle"):
        toggled.cycle(period=2.0)
    cycle = toggled.cycle(period=4.0)
    assert cycle.result["up"][0] == cycle.result["up"][-1]
    assert set(cycle.result["up"].tolist()) == {True, False}


class Late(dt.Model):
    """A body on a spring, to whose torque its angle of a while ago is fed back."""

    drive = Sine(amplitude=2.0, f=0.5, phase=math.pi / 2)
    torque = Torque()
    mass = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    spring = SpringDamper(c=4.0, d=0.6)
    wall = Fixed()
    late = FixedDelay(delay_time=0.3)
    gain = Gain(k=-1.0)
    both = Add()
    angle = AngleSensor()

    def equations(self) -> Iterator[Any]:
        yield self.mass.flange_b >> self.angle.flange
        yield self.angle.phi >> self.late.u
        yield self.late.y >> self.gain.u
        yield self.drive.y >> self.both.u1
        yield self.gain.y >> self.both.u2
        yield self.both.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.wall >> self.spring >> self.mass.flange_b


def test_delays_are_run_with_their_past() -> None:
    """``J s² + d s + c + e^{-sT}``; what is on its way is no state, so the stability is open."""
    cycle = dt.compile(Late()).cycle(period=2.0)
    s = 1j * math.pi
    expected = 2.0 / (0.3 * s**2 + 0.6 * s + 4.0 + np.exp(-0.3 * s))
    assert cycle.harmonics("mass.phi")[1] == pytest.approx(expected, rel=1e-8)
    assert cycle.stability == "undecided"
    assert not cycle.is_stable
    assert "delayed" in cycle.reason


# -- contacts --------------------------------------------------------------------------------------


class Slipping(dt.Model):
    """A motor that drives a pulsating load by a clutch, which slips at the peaks."""

    motor = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    supply = LinearSpeedDependentTorque(tau_nominal=-50.0, w_nominal=10.0, torque_direction=False)
    push = ConstantTorque(tau_constant=52.0)
    clutch = Clutch(fn_max=1.0, mu_pos=[[0, 8.0]], peak=1.2)
    press = Constant(k=1.0)
    load = Inertia(J=0.5, w=fixed(10.0))
    wave = Sine(amplitude=22.0, f=1.5)
    torque = Torque()
    drag = Damper(d=0.2)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.push.flange >> self.motor.flange_a
        yield self.supply.flange >> self.motor.flange_a
        yield self.motor >> self.clutch >> self.load >> self.drag >> self.wall
        yield self.press.y >> self.clutch.f_normalized
        yield self.wave.y >> self.torque.tau
        yield self.torque.flange >> self.load.flange_b


def test_a_clutch_that_slips_in_part_of_each_period() -> None:
    slipping = dt.compile(Slipping())
    cycle = slipping.cycle(period=1 / 1.5)
    modes = cycle.contacts["clutch.mode"]
    assert modes == ("backward", "stuck", "forward", "stuck", "backward")
    assert (cycle.multipliers == 0).sum() == 1
    assert set(cycle.free) == {"clutch.phi_rel", "drag.phi_rel"}
    run = slipping.simulate(stop_time=40.0, tolerance=1e-10, output_times=[39.9])
    at = cycle.result.time[0] + (39.9 - cycle.result.time[0]) % (1 / 1.5)
    assert cycle.result.at(at, "load.w") == pytest.approx(run.at(39.9, "load.w"), abs=1e-7)


def test_what_sticks_all_the_time_has_no_multiplier() -> None:
    cycle = dt.compile(Slipping()).cycle(period=1 / 1.5, parameters={"wave.amplitude": 8.0})
    assert cycle.contacts["clutch.mode"] == ("stuck",)
    rate = (5.0 + 0.2) / 1.5
    assert cycle.multipliers == pytest.approx([math.exp(-rate / 1.5), 1.0, 1.0], rel=1e-9)


def test_a_machine_in_which_everything_stops_forgets_everything() -> None:
    """The servo axis comes to rest on its way: after that nothing tells where it has begun."""
    servo = dt.compile(dt.examples.find("machines.ServoAxis")())
    given = {"set_point.period": 2.5, "t_off": 1000.0}
    cycle = servo.cycle(period=2.5, parameters=given, guess=3)
    assert np.abs(cycle.multipliers).max() < 1e-9
    assert (cycle.multipliers == 0).sum() >= 1
    assert "stuck" in cycle.contacts["bearing.mode"]


# -- refusals --------------------------------------------------------------------------------------


class Still(dt.Model):
    """A pendulum that nothing drives."""

    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    spring = Spring(c=9.0)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.wall >> self.spring >> self.mass


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [
        ({"period": 0.0}, UsageError, "above 0 s"),
        ({"period": "spring"}, NameLookupError, "no shaft 'spring'"),
        ({"period": ("masss", 1)}, NameLookupError, "did you mean 'mass'"),
        ({"period": ("mass", 0)}, UsageError, "above 0"),
        ({"period": ("mass.w", 1)}, UsageError, "of an angle"),
        ({"period": (1, 2, 3)}, UsageError, "for revolutions"),
        ({"period": [1]}, UsageError, "a time in s, or a shaft"),
        ({"period": 2.0, "phase": 3}, UsageError, "zero where the cycle begins"),
        ({"period": 2.0, "phase": "mass.x"}, NameLookupError, "mass"),
        ({"period": 2.0, "guess": "run"}, UsageError, "number of periods"),
        ({"period": 2.0, "guess": -1}, UsageError, "number of periods"),
        ({"period": 2.0, "tolerance": 2.0}, UsageError, "tolerance"),
        ({"period": 2.0, "parameters": {"mass.j": 1.0}}, NameLookupError, "did you mean 'mass.J'"),
        ({"guess": 5}, UsageError, "without a period"),
        ({}, AnalysisError, "depends on time"),
        ({"period": 2.0, "phase": "mass.phi"}, AnalysisError, "depends on time"),
        ({"period": 1.9}, AnalysisError, "no cycle"),
    ],
)
def test_refused(
    driven: dt.CompiledModel, how: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        driven.cycle(**how)


def test_a_misspelt_argument_is_named(driven: dt.CompiledModel) -> None:
    with pytest.raises(ArgumentError, match="did you mean 'period'"):
        driven.cycle(periods=2.0)  # type: ignore[call-arg]


def test_what_stands_still_has_no_period() -> None:
    still = dt.compile(Still())
    with pytest.raises(AnalysisError, match="nothing moves"):
        still.cycle()
    cycle = still.cycle(guess={"mass.phi": 0.2})
    assert cycle.period == pytest.approx(2 * math.pi / 3, rel=1e-9)
    assert cycle.stability == "neutral"
    with pytest.raises(AnalysisError, match=r"it is -0\.2 to 0\.(2|19999\d) rad"):
        still.cycle(guess={"mass.phi": 0.2}, phase=("mass.phi", 0.5))


def test_what_does_not_come_back_has_no_period() -> None:
    class Sinking(Still):
        spring = SpringDamper(c=9.0, d=30.0)

    with pytest.raises(AnalysisError, match="does not come back"):
        dt.compile(Sinking()).cycle(guess={"mass.phi": 0.2})


def test_a_shaft_that_does_not_turn_counts_no_revolutions(driven: dt.CompiledModel) -> None:
    with pytest.raises(AnalysisError, match="hardly turns"):
        driven.cycle(period="mass", guess=driven.simulate(stop_time=200.0, interval=1.0))


class Bouncing(dt.Model):
    """A body that falls onto a stop, and bounces without ever coming to rest."""

    weight = ConstantTorque(tau_constant=1.0)
    mass = Inertia(J=1.0, phi=fixed(-0.1), w=fixed(0.0))
    stop = RigidStop(lower=-10.0, upper=0.0, e=0.5, w_rest=1e-30)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.weight.flange >> self.mass.flange_a
        yield self.wall >> self.stop >> self.mass.flange_b


def test_impacts_that_pile_up_are_refused_by_name() -> None:
    with pytest.raises(dt.errors.DrivetrainError, match="stop") as stopped:
        dt.compile(Bouncing()).cycle(period=1.0)
    assert "shorter intervals" in str(stopped.value)


def test_a_source_with_another_period_is_noticed(driven: dt.CompiledModel) -> None:
    """After half the period the states are opposite: no motion of a linear machine repeats."""
    with pytest.raises(AnalysisError, match="no cycle") as stopped:
        driven.cycle(period=1.0)
    assert "spring.w_rel" in str(stopped.value) or "spring.phi_rel" in str(stopped.value)
