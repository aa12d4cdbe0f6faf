"""Sensitivities carried along with a run, against formulas, differences, independent solutions."""

from __future__ import annotations

from math import cos, exp, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import drivetrain as dt
from drivetrain.blocks import Constant
from drivetrain.gradients import at, dissipated, final, first, stored, supplied, time_in
from drivetrain.modeling import reinit, when
from drivetrain.rotational import Damper, Fixed, Inertia, Spring, Torque
from drivetrain.simulation.sensitivities.coverage import NotCoveredError
from tests.gradients.machines import Falling, LockUp, TwoSteps
from tests.gradients.switching import Refilled, StickSlip, Switching, TwoJumps
from tests.gradients.test_closed_forms import lock_up

TIGHT = 1e-11
NOT_RESOLVED = "faster than steps can follow"


def test_a_clutch_that_locks() -> None:
    """d(final speed)/d(force) = −0.022011790741 (rad/s)/N, of the other sign without the jump."""
    machine = dt.compile(LockUp())
    found = machine.sensitivities("clutch.fn_max", tolerance=TIGHT)
    assert found.final("load.w")[0] == pytest.approx(-0.022011790741, abs=1e-12)
    assert found.final("engine.w")[0] == pytest.approx(-0.022011790741, abs=1e-12)
    assert found.is_complete
    t, _ = lock_up(40.0)
    (event,) = found.events
    h = 1e-3
    by_formula = (lock_up(40.0 + h)[0] - lock_up(40.0 - h)[0]) / (2 * h)
    assert event.time == pytest.approx(t, rel=1e-10)
    assert event.by[0] == pytest.approx(by_formula, rel=1e-7)


def test_trajectories_of_that_clutch() -> None:
    """While it slips, ω₁ = 100 − μF t / J₁ and ω₂ = μF/d (1 − exp(−d t / J₂))."""
    found = dt.compile(LockUp()).sensitivities(
        ["clutch.fn_max", "brake.d", "engine.w.start"], tolerance=TIGHT
    )
    t = found.time
    slips = t < found.events[0].time
    t = t[slips]
    growth = 1 - np.exp(-0.4 * t / 0.5)
    by_d = -20.0 / 0.4**2 * growth + 20.0 / 0.4 * t / 0.5 * np.exp(-0.4 * t / 0.5)
    zero = np.zeros_like(t)
    engine = np.column_stack([-0.5 * t / 0.2, zero, zero + 1.0])
    load = np.column_stack([0.5 / 0.4 * growth, by_d, zero])
    assert found["engine.w"][slips] == pytest.approx(engine, abs=1e-8)
    assert found["load.w"][slips] == pytest.approx(load, abs=1e-8)
    stuck = found.time > found.events[0].time
    assert found["engine.w"][stuck] == pytest.approx(found["load.w"][stuck], abs=1e-11)


def test_a_body_that_bounces() -> None:
    """It falls from h with a = W/J: t* = √(2h/a), speed −√(2ah) before and e√(2ah) after."""
    found = dt.compile(Falling()).sensitivities(["height", "stop_.e", "weight"], tolerance=TIGHT)
    h, a, e = 1.0, 2.0, 0.6
    blow, speed = sqrt(2 * h / a), sqrt(2 * a * h)
    by = np.array([blow / (2 * h), 0.0, -blow / (2 * a)])
    rebound = np.array([e * speed / (2 * h), speed, e * speed / (2 * a)])
    after = 2.0 - blow
    assert found.events[0].by == pytest.approx(by, abs=1e-9)
    at_end = rebound + a * by - np.array([0.0, 0.0, after])
    assert found.final("lever.w") == pytest.approx(at_end, abs=1e-8)


def test_a_state_that_is_reset() -> None:
    """x = exp(−k t) falls to the level c, then to c again from c + a, and so on."""
    k, level, amount, stop = 1.3, 0.5, 0.7, 2.0

    def last(k: float, level: float, amount: float) -> float:
        t, x = 0.0, 1.0
        while (hit := t + np.log(x / level) / k) < stop:
            t, x = hit, level + amount
        return x * exp(-k * (stop - t))

    found = dt.compile(Refilled()).sensitivities(["k", "level", "amount"], tolerance=TIGHT)
    assert len(found.events) == 3
    assert found.final("x") == pytest.approx(_differences(last, [k, level, amount]), rel=1e-7)


def test_two_systems_that_follow_each_other() -> None:
    """Against matrix exponentials, and roots found by bisection."""
    one, two = (100.0, 10.0), (10.0, 100.0)

    def turned(system: tuple[float, float], t: float) -> Any:
        """Return the exponential of [[1, b], [-c, 1]] t."""
        b, c = system
        angle, ratio = sqrt(b * c) * t, sqrt(b / c)
        turn = [[cos(angle), ratio * sin(angle)], [-sin(angle) / ratio, cos(angle)]]
        return exp(t) * np.array(turn)

    def last(first: float, second: float) -> Any:
        t, x, is_second = 0.0, np.array([0.0, 1.0]), False
        while True:
            system = two if is_second else one

            def gap(s: float, system: Any = system, x: Any = x) -> float:
                y = turned(system, s) @ x
                return float((y[1] - first * y[0]) * (y[1] - second * y[0]))

            steps = np.linspace(0.0, 0.2 - t, 100)[1:]
            before = gap(1e-6)
            hit = next((s for s in steps if gap(s) * before < 0), None)
            if hit is None:
                return turned(system, 0.2 - t) @ x
            s = float(brentq(gap, max(hit - steps[0], 1e-6), hit, xtol=1e-15))
            t, x, is_second = t + s, turned(system, s) @ x, not is_second

    found = dt.compile(Switching()).sensitivities(["first", "second"], tolerance=TIGHT)
    assert found.result.final["x1"] == pytest.approx(last(2.75, 0.36)[0], rel=1e-7)
    expected = _differences(last, [2.75, 0.36])
    got = np.array([found.final("x1"), found.final("x2")])
    assert got == pytest.approx(np.asarray(expected).T, rel=1e-5)
    assert len(found.events) >= 3


def test_a_wheel_that_breaks_loose() -> None:
    """It is held up to c t = 1.5 μ; then φ'' = (c (t − φ) − μ) / J oscillates about t − μ/c."""
    found = dt.compile(StickSlip()).sensitivities(
        ["spring.c", "bearing.peak", "wheel.J"], stop_time=0.9, tolerance=TIGHT
    )

    def last(c: float, peak: float, inertia: float) -> float:
        begin, omega = 4.0 * peak / c, sqrt(c / inertia)
        s = 0.9 - begin
        offset = begin - 4.0 / c  # of the moving equilibrium, from the wheel at rest
        return 1 - np.cos(omega * s) + offset * omega * np.sin(omega * s)

    release = [one for one in found.events if one.time > 0]
    assert release[0].time == pytest.approx(0.6, rel=1e-10)
    assert release[0].by == pytest.approx([-0.06, 0.4, 0.0], abs=1e-9)
    expected = _differences(last, [10.0, 1.5, 0.3])
    assert found.result.final["wheel.w"] == pytest.approx(last(10.0, 1.5, 0.3), rel=1e-8)
    assert found.final("wheel.w") == pytest.approx(expected, rel=1e-6)


def test_a_wheel_that_sticks_and_slips() -> None:
    """Through several rounds, against differences."""
    machine = dt.compile(StickSlip())
    names = ["spring.c", "bearing.peak", "wheel.J"]
    outcomes = [final("wheel.phi"), first("bearing.start_forward", True), at("wheel.w", 0.8)]
    by_runs = machine.gradient(outcomes, names, tolerance=TIGHT)
    found = machine.gradient(outcomes, names, tolerance=TIGHT, method="sensitivities")
    assert found.values == pytest.approx(by_runs.values, rel=1e-5, abs=1e-7)
    assert found.runs == 2


@pytest.mark.parametrize("name", ["CoupledClutches", "machines.DualClutchLaunch"])
def test_the_run_keeps_its_bits(name: str) -> None:
    compiled = dt.compile(dt.examples.find(name)())
    result = compiled.simulate()
    parameter = next(k for k in result.parameters.settable if k.endswith(".J"))
    found = compiled.sensitivities(parameter)
    assert np.array_equal(found.result.recording.written, result.recording.written)
    for count in ("steps", "rejected_steps", "rhs_evaluations", "state_events", "time_events"):
        assert getattr(found.result.stats, count) == getattr(result.stats, count), count


def test_both_methods_of_integration_agree() -> None:
    """Steps of the stiff method, and bends that steps pass over, have their sensitivities too."""
    compiled = dt.compile(dt.examples.find("machines.DualClutchLaunch")())
    names = ["vehicle.mass.m", "t_launch"]
    one, other = (
        compiled.sensitivities(names, solver=solver, tolerance=1e-9) for solver in ("bs5", "rodas")
    )
    assert other.result.stats.stiff_steps > 500
    for variable in ("engine.w", "vehicle.mass.v"):
        assert other.final(variable) == pytest.approx(one.final(variable), rel=1e-7)


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
def test_a_limit_on_either_flank(tolerance: float) -> None:
    """Damping of teeth is limited by their spring: on each flank the slopes keep to its own law."""
    compiled = dt.compile(dt.examples.find("machines.ServoAxis")())
    found = compiled.sensitivities(["motor.J", "mesh.d", "table.J"], tolerance=tolerance)
    assert found.is_complete


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_machine_at_rest(solver: str) -> None:
    """Its steps are long, but a change of its load swings: c δ = 1 - cos ω t."""
    load, stiffness, inertia = 6.0, 3000.0, 0.3

    class AtRest(dt.Model):
        """An inertia on a spring, at rest with its load."""

        source = Constant(k=load)
        drive = Torque()
        wheel = Inertia(J=inertia, phi=dt.fixed(load / stiffness), w=dt.fixed(0.0))
        spring = Spring(c=stiffness)
        wall = Fixed()

        def equations(self) -> dt.Equations:
            yield self.source.y >> self.drive.tau
            yield self.drive >> self.wheel >> self.spring >> self.wall

    compiled = dt.compile(AtRest())
    found = compiled.sensitivities("source.k", stop_time=1.0, tolerance=1e-8, solver=solver)
    assert found.is_complete
    assert found.result.stats.steps < 100
    swing = (1 - np.cos(sqrt(stiffness / inertia) * found.time)) / stiffness
    assert found["wheel.phi"][:, 0] == pytest.approx(swing, abs=2e-5 / stiffness)


def test_a_direction_ends_by_itself() -> None:
    """Two forces that jump at once: only parameters that move them apart have no derivative."""
    found = dt.compile(TwoJumps()).sensitivities(["rate", "second"], tolerance=TIGHT)
    sound, ended = found.ends
    assert sound is None
    assert ended is not None
    assert "jumps without an event" in ended.reason
    assert ended.time == pytest.approx(0.25, abs=1e-6)
    assert found.final("y")[0] == pytest.approx(3 * 0.5 / 2.0**2, rel=1e-9)


def test_instants_and_times_in_a_mode() -> None:
    outcomes = [first("clutch.mode", "stuck"), time_in("clutch.mode", "stuck"), at("load.w", 0.5)]
    names = ["clutch.fn_max", "engine.J"]
    by_runs = dt.gradient(LockUp(), outcomes, names)
    found = dt.gradient(LockUp(), outcomes, names, method="sensitivities")
    assert found.values == pytest.approx(by_runs.values, rel=1e-6, abs=1e-8)


def test_auto_takes_what_there_is() -> None:
    carried = dt.gradient(LockUp(), final("load.w"), "engine.J", method="auto")
    assert carried.runs == 2
    by_runs = dt.gradient(LockUp(), stored(), "engine.J", method="auto")
    assert by_runs.runs > 2
    with pytest.raises(dt.errors.UsageError, match="stored"):
        dt.gradient(LockUp(), stored(), "engine.J", method="sensitivities")


def test_energy_dissipated_by_a_brake() -> None:
    """A wheel of speed w that a damper brakes loses J w² (1 − exp(−2 d T / J)) / 2."""

    class Braked(dt.Model):
        """A wheel with a damper."""

        wheel = Inertia(J=0.5, phi=dt.fixed(0.0), w=dt.fixed(4.0))
        brake = Damper(d=0.3)
        wall = Fixed()

        def equations(self) -> dt.Equations:
            yield self.wheel >> self.brake >> self.wall

    inertia, d, w, stop = 0.5, 0.3, 4.0, 1.5
    left = exp(-2 * d * stop / inertia)
    by_d = w**2 * stop * left
    by_inertia = w**2 / 2 * (1 - left) - w**2 * d * stop / inertia * left
    by_speed = inertia * w * (1 - left)
    names = ["brake.d", "wheel.J", "wheel.w.start"]
    for outcome in (dissipated("brake"), dissipated()):
        found = dt.gradient(Braked(), outcome, names, stop_time=stop, method="sensitivities")
        assert found.values[0] == pytest.approx([by_d, by_inertia, by_speed], rel=1e-6)


@pytest.mark.parametrize("name", ["CoupledClutches", "machines.DualClutchLaunch"])
def test_energies_through_events(name: str) -> None:
    """Against differences; explicit and stiff steps, locks and bends."""
    compiled = dt.compile(dt.examples.find(name)())
    settable = compiled.simulate().parameters.settable
    names = [one for one in settable if one.endswith((".J", ".fn_max"))][:3]
    outcomes = [dissipated(), supplied()]
    by_runs = compiled.gradient(outcomes, names, tolerance=1e-10)
    found = compiled.gradient(outcomes, names, tolerance=1e-9, method="sensitivities")
    assert found.values == pytest.approx(by_runs.values, rel=2e-5)


def test_energy_lost_in_an_impact() -> None:
    """It falls from h by a torque W: (1 − e²) W h is lost."""
    names = ["weight", "height", "stop_.e"]
    found = dt.gradient(Falling(), dissipated(), names, method="sensitivities")
    assert found.values[0] == pytest.approx([0.64, 1.28, -2.4], rel=1e-6)


def test_losses_in_no_integral_are_refused() -> None:
    """A speed that equations reset loses energy at once; differences have that."""

    class Stopped(dt.Model):
        """A wheel that is slowed down at once."""

        wheel = Inertia(J=0.5, phi=dt.fixed(0.0), w=dt.fixed(4.0))

        def equations(self) -> dt.Equations:
            yield when(self.wheel.phi > 2.0, reinit(self.wheel.w, 1.0))

    with pytest.raises(NotCoveredError, match="impacts"):
        dt.gradient(Stopped(), dissipated(), "wheel.J", stop_time=1.0, method="sensitivities")
    by_runs = dt.gradient(Stopped(), dissipated(), "wheel.J", stop_time=1.0, method="auto")
    assert by_runs.values[0] == pytest.approx([7.5], rel=1e-6)


FEW = ("CoupledClutches", "machines.EngineStart", "contacts.RigidRatchet", "LossyGearDemo1",
       "gears.WormHoist", "machines.EightSpeedAutomatic")  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name",
    [
        name if name in FEW else pytest.param(name, marks=pytest.mark.slow)
        for name in dt.examples.names()
    ],
)
def test_examples_agree_with_differences(name: str) -> None:
    """Where both are derivatives; differences of two steps, extrapolated to none."""
    compiled = dt.compile(dt.examples.find(name)())
    result = compiled.simulate()
    settable = [k for k, v in result.parameters.settable.items() if isinstance(v, float) and v]
    chosen = np.random.default_rng(7).permutation(settable)[:2].tolist()
    speeds = [n for n in result.names if n.endswith((".w", ".v")) and n.count(".") == 1][:3]
    outcomes = [final(speed) for speed in speeds]
    for parameter in chosen:
        by_runs, closer = (
            compiled.gradient(outcomes, parameter, tolerance=TIGHT, step=step)
            for step in (1e-5, 2.5e-6)
        )
        found = compiled.gradient(outcomes, parameter, tolerance=1e-9, method="sensitivities")
        for j, speed in enumerate(speeds):
            one, two, near = (each.slopes[j][0] for each in (found, by_runs, closer))
            assert NOT_RESOLVED not in one.reason, (parameter, speed)
            if {one.status, two.status, near.status} != {"smooth"} or two.reason:
                assert np.isnan(one.value) or one.status == "smooth"
                continue
            size = np.abs(result[speed]).max() / abs(by_runs.parameter_values[0])
            limit = near.value + (near.value - two.value) / 15  # errors of second order
            assert one.value == pytest.approx(limit, rel=1e-5, abs=2e-5 * size), speed


def test_one_parameter_does_not_disturb_another() -> None:
    """One at its bound, whose other side is not looked at, in any order."""
    compiled = dt.compile(dt.examples.find("Friction")())
    names = ["step.height", "clutch.peak", "brake.fn_max"]
    alone = [compiled.sensitivities(name).final("inertia3.phi")[0] for name in names]
    together = compiled.sensitivities(names).final("inertia3.phi")
    assert together == pytest.approx(alone, rel=1e-9, abs=1e-12)


def test_what_depends_on_the_tolerance_is_refused() -> None:
    """The exponent of a contact: its effect where it begins is decided by errors of the run."""
    compiled = dt.compile(dt.examples.find("contacts.Stops")())
    with pytest.warns(dt.errors.AnalysisWarning):
        found = compiled.gradient(final("weight2.w"), "stop2.n", method="sensitivities")
    assert np.isnan(found.values[0, 0])
    assert "too sensitive" in found.slopes[0][0].reason
    along = compiled.sensitivities(["stop1.c", "stop2.n"])
    sound, ended = along.ends
    assert sound is None
    assert ended is not None
    assert "too sensitive" in ended.reason
    assert np.isfinite(along.final("weight2.w")).tolist() == [True, False]
    assert all(np.isnan(event.by[1]) for event in along.events)


def test_what_cannot_be_compared_is_refused() -> None:
    """All that is asked for lies at an event."""
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    locking = float(compiled.simulate().events.times("clutch1.mode", after="stuck")[0])
    found = compiled.sensitivities("J1.J", stop_time=locking, output_times=[locking])
    (ended,) = found.ends
    assert ended is not None
    assert "ask for more output times" in ended.reason
    assert np.isnan(found.final("J1.w")).all()


def test_what_the_looser_run_does_not_have_is_refused() -> None:
    compiled = dt.compile(dt.examples.find("contacts.Stops")())
    (ended,) = compiled.sensitivities("lever3.J").ends
    assert ended is not None
    assert "looser there is no derivative" in ended.reason


def test_a_model_without_states() -> None:
    class Held(dt.Model):
        """A torque at a spring that is fixed at its other end."""

        source = Constant(k=6.0)
        drive = Torque()
        spring = Spring(c=3.0)
        wall = Fixed()

        def equations(self) -> dt.Equations:
            yield self.source.y >> self.drive.tau
            yield self.drive >> self.spring >> self.wall

    found = dt.compile(Held()).sensitivities("spring.c", stop_time=1.0)
    assert abs(found.final("spring.phi_rel")) == pytest.approx(6.0 / 9.0, rel=1e-6)


def test_simultaneous_events_that_move_apart() -> None:
    """No number is given where the order of events matters, and the reason is told."""
    found = dt.compile(TwoSteps()).sensitivities(["first.start_time", "first.height"])
    ended, complete = found.ends
    assert ended is not None
    assert ended.time == 0.25
    assert "coincide" in ended.reason
    assert complete is None
    assert np.isnan(found.final("wheel1.w")[0])
    assert found.final("wheel1.w")[1] == pytest.approx(0.75)
    assert not found.is_complete


def test_a_start_at_a_limit() -> None:
    """A wheel that its bearing only just holds begins in other modes on either side."""
    from tests.gradients.test_kinks import Held

    found = dt.compile(Held()).sensitivities("push.height")
    assert found.ends[0] is not None
    assert "modes" in found.ends[0].reason


def test_what_is_not_covered_is_refused_by_name() -> None:
    with pytest.raises(NotCoveredError, match="cvode"):
        dt.compile(LockUp()).sensitivities("engine.J", solver="cvode")


def _differences(function: Any, at: list[float]) -> Any:
    """Return central differences, extrapolated once."""
    found = []
    for k, value in enumerate(at):
        slopes = []
        for h in (2e-5 * value, 1e-5 * value):
            upper, lower = ([*at[:k], value + s * h, *at[k + 1 :]] for s in (1, -1))
            slopes.append((np.asarray(function(*upper)) - np.asarray(function(*lower))) / (2 * h))
        found.append((4 * slopes[1] - slopes[0]) / 3)
    return np.array(found)
