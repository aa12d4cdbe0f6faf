"""Where the 2002 edition differs from today's, and only there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import edition2002 as e
from drivetrain import rotational as r
from drivetrain import simulate
from drivetrain.blocks import Ramp
from drivetrain.errors import TableError
from drivetrain.modeling import Model, constant, fixed, reinit, time, when
from drivetrain.modeling.tracing.trace import trace
from drivetrain.simulation.results.result import Result
from tests.closed_forms.building import build, turning

REST = turning(0.0)
RISING = [[0, 0.5], [10, 0.7]]


# -- friction -------------------------------------------------------------------------------------


def braked(library: Any, inertia: float, peak: float) -> Model:
    """A braked mass under a torque of 10 N·m per second; sliding takes 10 N·m."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.brake >> self.mass
        yield self.ramp.y >> (self.motor.in_port if library is e else self.motor.tau)

    force = {"in_port" if library is e else "f_normalized": 1.0}
    return build(
        equations,
        motor=library.Torque(),
        brake=library.Brake(fn_max=20.0, peak=peak, **force),
        mass=library.Inertia(J=inertia, **REST),
        ramp=Ramp(height=30.0, duration=3.0),
    )


@pytest.mark.parametrize("library", [e, r], ids=["2002", "today"])
@pytest.mark.parametrize(("inertia", "peak"), [(0.1, 1.5), (0.9, 1.5), (0.1, 1.0), (10.0, 1.0)])
def test_a_light_shaft_breaks_away_at_the_peak(library: Any, inertia: float, peak: float) -> None:
    result = simulate(braked(library, inertia, peak), stop_time=3.0, tolerance=1e-10)
    begin = peak
    speed = (10.0 * (3.0**2 - begin**2) / 2 - 10.0 * (3.0 - begin)) / inertia
    assert result["mass.w"][-1] == pytest.approx(speed, rel=1e-6)


@pytest.mark.parametrize("library", [e, r], ids=["2002", "today"])
def test_with_a_peak_a_heavy_shaft_breaks_away(library: Any) -> None:
    """At 15 N·m; its acceleration, 5 N·m over 10 kg·m², is less than these 5 N·m in number."""
    result = simulate(braked(library, 10.0, 1.5), stop_time=2.0, tolerance=1e-10)
    speed = (10.0 * (2.0**2 - 1.5**2) / 2 - 10.0 * (2.0 - 1.5)) / 10.0
    assert result["mass.w"][-1] == pytest.approx(speed, rel=1e-6)


@pytest.mark.parametrize("peak", [1.0, 1.5])
def test_the_curve_parameter_of_sliding_is_shifted_by_the_sliding_torque(peak: float) -> None:
    older = simulate(braked(e, 0.1, peak), stop_time=3.0)
    today = simulate(braked(r, 0.1, peak), stop_time=3.0)
    shift = [run["brake.sa"][-1] - run["mass.a"][-1] for run in (older, today)]
    assert shift == pytest.approx([10.0, peak * 10.0])


def jump(library: Any) -> Result:
    """A brake slides backward; then its shaft is hit and turns forward at 5 rad/s."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.brake >> self.mass
        yield when(time >= constant(0.5, "s"), reinit(self.mass.w, constant(5.0, "rad/s")))

    force = {"in_port" if library is e else "f_normalized": 1.0}
    brake = library.Brake(fn_max=4.0, **force)
    model = build(equations, brake=brake, mass=library.Inertia(J=1.0, **turning(-5.0)))
    return simulate(model, stop_time=1.0, interval=0.01)


def test_a_jump_beyond_one_rad_per_second_is_recognised() -> None:
    result = jump(e)
    after = result.time > 0.51
    assert np.all(result["brake.mode"][after] == 1)
    assert result["mass.w"][-1] == pytest.approx(5.0 - 2.0 * 0.5, rel=1e-6)


@pytest.mark.parametrize("clutch", [e.Clutch(mue_pos=RISING), r.Clutch(fn_max=1, mu_pos=RISING)])
def test_friction_is_odd_in_both(laws: Any, clutch: Any) -> None:
    """The table is mirrored while the clutch slides backward, from its first instant on."""
    name = "mue" if isinstance(clutch, e.Clutch) else "mu"
    law = laws(clutch)
    assert law(name, w_rel=-1.0, w_relfric=-1.0, start_forward=False) == pytest.approx(-0.52)
    assert law(name, w_rel=1.0, w_relfric=1.0, start_forward=True) == pytest.approx(0.52)


def test_a_friction_table_may_jump() -> None:
    """Above 2 rad/s the brake takes 1 N·m, below 3 N·m."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.bearing >> self.mass

    steps = [[0, 3.0], [2, 3.0], [2, 1.0], [10, 1.0]]
    bearing = e.BearingFriction(tau_pos=steps)
    model = build(equations, bearing=bearing, mass=e.Inertia(J=1.0, **turning(5.0)))
    result = simulate(model, stop_time=4.0, tolerance=1e-8)
    stopped = next(ev.time for ev in result.events for c in ev.changes if c.name.endswith("locked"))
    assert stopped == pytest.approx(3.0 + 2.0 / 3.0, abs=1e-4)
    with pytest.raises(TableError):
        simulate(build(equations, bearing=r.BearingFriction(tau_pos=steps), mass=e.Inertia()))


# -- backlash -------------------------------------------------------------------------------------

C, D, B = 100.0, 10.0, 0.2


def torque(law: Callable[..., Any], phi: float, w: float, **given: float) -> tuple[float, float]:
    """Return torque and energy of the backlash."""
    found = law(e.ElastoBacklash(**{"c": C, "d": D, "b": B, **given}))
    values = {"phi_rel": phi, "w_rel": w}
    energy = found.evaluate(found.trace.monitors["stored_energy"], values)
    return float(found("tau", **values)), float(energy)


@pytest.mark.parametrize("side", [1, -1])
def test_contact_damps_fully_and_pulls(laws: Any, side: int) -> None:
    assert torque(laws, side * 0.15, side * 2.0)[0] == pytest.approx(side * 25.0)
    assert torque(laws, side * 0.15, -side * 2.0)[0] == pytest.approx(-side * 15.0)
    assert torque(laws, side * 0.09, side * 2.0)[0] == 0.0


def test_a_tiny_gap_counts_as_none(laws: Any) -> None:
    assert torque(laws, 1e-11, 0.0, b=1.9e-10)[0] == pytest.approx(C * 1e-11)
    assert torque(laws, 1e-11, 0.0, b=2.1e-10)[0] == 0.0


def test_the_relaxed_angle_shifts_the_spring_but_not_the_gap(laws: Any) -> None:
    inside, outside = (torque(laws, phi, 0.0, phi_rel0=0.05) for phi in (0.0999, 0.1001))
    assert inside == (0.0, 0.0)
    assert outside[0] == pytest.approx(C * (0.1001 - 0.05 - 0.1))
    assert outside[1] == pytest.approx(0.0, abs=1e-3)


def test_torque_jumps_at_contact_which_is_an_event() -> None:
    def equations(self: Any) -> Iterable[Any]:
        yield self.wall >> self.gap >> self.mass

    model = build(
        equations,
        wall=e.Fixed(),
        gap=e.ElastoBacklash(c=1e3, d=5.0, b=0.2),
        mass=e.Inertia(J=1.0, **turning(2.0)),
    )
    result = simulate(model, stop_time=0.2)
    at = np.flatnonzero(np.diff(result.time) == 0)
    first = next(k for k in at if result["gap.tau"][k + 1] > 1.0)
    assert result.time[first] == pytest.approx(0.05, rel=1e-9)
    assert result["gap.tau"][first + 1] == pytest.approx(5.0 * 2.0, rel=1e-6)
    assert result["gap.tau"].min() < -1.0


# -- gears ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tau", "expected"), [(10.0, -8.0), (-10.0, 12.5)])
def test_efficiency_goes_with_the_side_that_drives(laws: Any, tau: float, expected: float) -> None:
    law = laws(e.GearEfficiency(eta=0.8))
    values = {"flange_a.tau": tau, "driving_a": tau >= 0}
    assert law("flange_b.tau", **values) == pytest.approx(expected)


@pytest.mark.parametrize(("library", "loss"), [(e, 0.5 * 0.3 + 2.0), (r, -1.0 * 0.3 + 3.0)])
def test_the_driving_side_was_judged_by_the_torque_alone(library: Any, loss: float) -> None:
    """A torque of 0.3 N·m helps, but less than its own bearing takes: (2 - 3)/(0.5 - 2) N·m."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.help >> self.gear >> self.mass

    ratio = {"i" if library is e else "ratio": 1.0}
    model = build(
        equations,
        help=r.ConstantTorque(tau_constant=0.3),
        gear=library.LossyGear(loss_table=[[0, 0.5, 0.5, 2.0, 3.0]], **ratio),
        mass=library.Inertia(J=1.0, **turning(5.0)),
    )
    result = simulate(model, stop_time=1.0)
    assert result["gear.tau_loss"][-1] == pytest.approx(loss)
    assert result["mass.w"][-1] == pytest.approx(5.0 + 0.3 - loss, rel=1e-6)


def test_a_gear_without_losses_is_ideal() -> None:
    def equations(self: Any) -> Iterable[Any]:
        yield self.left >> self.gear >> self.right
        yield self.wave.out_port[0] >> self.motor.in_port
        yield self.motor >> self.left

    def geared(gear: Any) -> Result:
        model = build(
            equations, motor=e.Torque(), wave=e.Sine(), left=e.Inertia(**REST), gear=gear,
            right=e.Inertia(J=3.0),
        )  # fmt: skip
        return simulate(model, stop_time=1.0, tolerance=1e-9)

    lossy, ideal = geared(e.LossyGear(i=3.0)), geared(e.IdealGear(ratio=3.0))
    assert np.all(lossy["gear.mode"] == 2)
    assert lossy["right.w"][-1] == pytest.approx(ideal["right.w"][-1], rel=1e-7)


# -- sources and sensors --------------------------------------------------------------------------


def test_an_exact_position_knows_its_speed_and_acceleration() -> None:
    class Driven(Model):
        position = e.Position(exact=True)
        mass = e.Inertia(J=2.0)
        wave = e.Sine(amplitude=0.5, freq_hz=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.wave.out_port[0] >> self.position.in_port
            yield self.position >> self.mass

    result = simulate(Driven(), stop_time=1.0)
    w = 2 * math.pi
    np.testing.assert_allclose(result["position.w"], 0.5 * w * np.cos(w * result.time), atol=1e-9)
    np.testing.assert_allclose(
        result["position.a"], -0.5 * w**2 * np.sin(w * result.time), atol=1e-8
    )


def test_a_filtered_position_starts_at_its_reference() -> None:
    class Driven(Model):
        position = e.Position(f_crit=5.0)
        mass = e.Inertia(w=fixed(0.0))
        step = e.Step(height=0.3, offset=0.2, start_time=0.1)

        def equations(self) -> Iterable[Any]:
            yield self.step.out_port[0] >> self.position.in_port
            yield self.position >> self.mass

    result = simulate(Driven(), stop_time=1.0)
    assert result["mass.phi"][0] == pytest.approx(0.2)
    assert result["mass.phi"][-1] == pytest.approx(0.5, rel=1e-4)


def test_accelerate_starts_from_its_parameters() -> None:
    class Driven(Model):
        drive = e.Accelerate(phi_start=1.0, w_start=2.0, in_port=3.0)
        mass = e.Inertia()

        def equations(self) -> Iterable[Any]:
            yield self.drive >> self.mass

    result = simulate(Driven(), stop_time=1.0)
    assert result["mass.phi"][-1] == pytest.approx(1.0 + 2.0 + 1.5, rel=1e-9)
    assert result["mass.w"][-1] == pytest.approx(5.0, rel=1e-9)


def test_a_motion_need_not_fit_its_speed() -> None:
    class Driven(Model):
        drive = e.Move()
        mass = e.Inertia(J=2.0)
        angle = e.Ramp(height=1.0, duration=1.0)
        zero = e.Constant(k=[0.0, 4.0])

        def equations(self) -> Iterable[Any]:
            yield self.angle.out_port[0] >> self.drive.in_port[0]
            yield self.zero.out_port[0] >> self.drive.in_port[1]
            yield self.zero.out_port[1] >> self.drive.in_port[2]
            yield self.drive >> self.mass

    result = simulate(Driven(), stop_time=0.5)
    assert result["mass.phi"][-1] == pytest.approx(0.5)
    assert result["mass.w"][-1] == 0.0
    assert result["drive.flange_b.tau"][-1] == pytest.approx(-8.0)


def test_sensors_hand_on_what_they_measure() -> None:
    class Driven(Model):
        drive = e.Accelerate(in_port=3.0)
        mass = e.Inertia(J=2.0)
        torque = e.TorqueSensor()
        angle = e.AngleSensor()
        speed = e.SpeedSensor()
        acceleration = e.AccSensor()
        ground = e.Fixed()
        relative = e.RelAccSensor()

        def equations(self) -> Iterable[Any]:
            yield self.drive >> self.torque >> self.mass
            for sensor in (self.angle, self.speed, self.acceleration):
                yield self.mass.flange_b >> sensor.flange_a
            yield self.mass >> self.relative >> self.ground

    result = simulate(Driven(), stop_time=1.0)
    ports = {name: result[f"{name}.out_port"][-1] for name in
             ("torque", "angle", "speed", "acceleration", "relative")}  # fmt: skip
    expected = {"torque": 6.0, "angle": 1.5, "speed": 3.0, "acceleration": 3.0, "relative": -3.0}
    assert ports == pytest.approx(expected)


def test_a_rack_moves_with_its_pinion() -> None:
    traced = trace(e.IdealGearR2T(ratio=2.0))
    assert {c.name for c in traced.connectors} == {"flange_a", "flange_b"}
    assert len(traced.equations) == 2
