"""The oracles of friction elements find what is wrong, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain.blocks import Ramp, Sine, Step
from drivetrain.couplings import RigidStop
from drivetrain.gears import WormGear
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantTorque,
    IdealGear,
    Inertia,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from tests.oracles.friction.break_away import early_break_aways
from tests.oracles.friction.elements import elements
from tests.oracles.friction.equilibrium import Equilibrium
from tests.oracles.friction.laws import broken_laws
from tests.oracles.random_models.campaign import Tally
from tests.oracles.random_models.models import Recipe
from tests.oracles.random_models.trial import try_recipe


class Winch(Model):
    """Motor, clutch, gear and drum with a bearing; all sticks, lets go and sticks again."""

    swell = Sine(amplitude=20.0, f=2.0)
    motor = Torque()
    rotor = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0))
    clutch = Clutch(fn_max=20.0, mu_pos=[[0.0, 0.5], [5.0, 0.3], [100.0, 0.3]])
    pressure = Step(offset=1.0, height=-0.8, start_time=0.6)
    input = Inertia(J=0.2, phi=fixed(0.0), w=fixed(0.0))
    gear = IdealGear(ratio=3.0)
    drum = Inertia(J=4.0)
    bearing = BearingFriction(tau_pos=[[0.0, 15.0]], peak=1.2)
    rope = SpringDamper(c=300.0, d=1.0)
    load = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.swell.y >> self.motor.tau
        yield self.motor >> self.rotor >> self.clutch >> self.input >> self.gear >> self.drum
        yield self.drum >> self.bearing
        yield self.drum >> self.rope >> self.load
        yield self.pressure.y >> self.clutch.f_normalized


@pytest.fixture(scope="module")
def winch() -> CompiledModel:
    return CompiledModel(Winch())


@pytest.fixture(scope="module")
def result(winch: CompiledModel) -> Result:
    return winch.simulate(stop_time=1.0, interval=0.01)


def _changed(result: Result, name: str, rows: Any, value: Any) -> Result:
    """Return a result with other values of a variable in some rows."""
    changed, k = result.rows.copy(), result.layout.position(name)
    changed[rows, result.layout.column[k]] = result.layout.sign[k] * value
    return Result(result.layout, changed, model=result.model, status=result.status)


def test_a_right_result_passes(winch: CompiledModel, result: Result) -> None:
    lets_go = [result.events.times(f"{e}.locked", before=True) for e in ("clutch", "bearing")]
    assert all(len(times) for times in lets_go)
    assert [e.path for e in elements(winch.translation.flat)] != []
    assert not list(early_break_aways(winch, result))
    assert not list(broken_laws(winch, result))


def test_the_load_of_a_held_element_has_a_closed_form(winch: CompiledModel, result: Result) -> None:
    """Wherever the clutch slides: if it held, rotor and input would have one acceleration."""
    clutch, bearing = (
        next(e for e in elements(winch.translation.flat) if e.path == path)
        for path in ("clutch", "bearing")
    )
    sliding = np.flatnonzero((result["clutch.mode"] != 0) & (np.abs(result["bearing.mode"]) == 1))
    for point in sliding[:: max(1, len(sliding) // 10)].tolist():
        told = Equilibrium(winch, result, point).held([clutch], [clutch, bearing])
        assert told is not None
        driven = (-result["bearing.tau"] - result["rope.flange_a.tau"])[point] / 3.0
        inertia = 0.2 + 4.0 / 9.0
        pace = (result["motor.tau"][point] + driven) / (0.5 + inertia)
        assert told["clutch"] == pytest.approx((driven - inertia * pace, 0.0), rel=1e-9, abs=1e-9)
        assert told["bearing"][1] == pytest.approx(pace / 3.0, rel=1e-9)


def test_what_equilibrium_leaves_open_is_not_answered() -> None:
    class Twice(Model):
        shaft = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
        first = BearingFriction(tau_pos=[[0.0, 1.0]])
        second = BearingFriction(tau_pos=[[0.0, 1.0]])
        motor = Torque()
        rise = Ramp(height=1.0, duration=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.rise.y >> self.motor.tau
            yield self.motor >> self.shaft >> self.first
            yield self.shaft >> self.second

    compiled = CompiledModel(Twice())
    result = compiled.simulate(stop_time=1.0, interval=0.1)
    both = list(elements(compiled.translation.flat))
    told = Equilibrium(compiled, result, 3).held(both, both)
    assert told is not None
    assert all(np.isnan(load) and acceleration == 0.0 for load, acceleration in told.values())


def test_an_element_that_lets_go_too_early_is_found(winch: CompiledModel, result: Result) -> None:
    """In the result of a clutch that holds 10 N·m, a limit of 14 N·m is written."""
    limit = 1.4 * result["clutch.tau0_max"]
    wrong = _changed(result, "clutch.tau0_max", slice(None), limit)
    found = list(early_break_aways(winch, wrong))
    assert found
    assert found[0].path == "clutch"
    assert found[0].limit == pytest.approx(14.0)
    assert abs(found[0].load) == pytest.approx(10.0, rel=1e-6)
    assert f"clutch lets go at t = {found[0].time:.9g} s" in str(found[0])


def test_a_limit_that_is_passed_is_right(winch: CompiledModel, result: Result) -> None:
    limit = result["clutch.tau0_max"] * (1.0 - 1e-5)
    lower = _changed(result, "clutch.tau0_max", slice(None), limit)
    assert not list(early_break_aways(winch, lower))


class Struck(Model):
    """A disc that a bearing holds, hit by another one."""

    disc = Inertia(J=3.0, phi=fixed(0.0), w=fixed(2.0))
    gap = RigidStop(lower=-0.1, upper=1.0, e=0.5)
    held = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    bearing = BearingFriction(tau_pos=[[0.0, 5.0]])

    def equations(self) -> Iterable[Any]:
        yield self.disc >> self.gap >> self.held >> self.bearing


def test_no_friction_holds_against_a_blow() -> None:
    compiled = CompiledModel(Struck())
    result = compiled.simulate(stop_time=0.2, interval=0.01)
    (torn,) = result.events.times("bearing.mode", before="stuck", after="forward")
    loose = int(np.searchsorted(result.time, torn, side="right")) - 1
    # Momentum, and half the speed left between them: 3 v + w = 6, w - v = 1
    assert result["held.w"][loose] == pytest.approx(2.25, rel=1e-12)
    assert not list(early_break_aways(compiled, result))
    still = _changed(result, "bearing.w", slice(loose, loose + 1), 0.0)
    assert [one.path for one in early_break_aways(compiled, still)] == ["bearing"]


class Jack(Model):
    """A worm that is turned to and fro under a load: its two limits are not the same."""

    swell = Sine(amplitude=15.0, f=2.0)
    hand = Torque()
    crank = Inertia(J=0.02, phi=fixed(0.0), w=fixed(0.0))
    worm = WormGear(ratio=10.0, gamma=0.1, d1=0.05, tau_bearing=0.2)
    load = Inertia(J=1.0)
    weight = ConstantTorque(tau_constant=-50.0)

    def equations(self) -> Iterable[Any]:
        yield self.swell.y >> self.hand.tau
        yield self.hand >> self.crank >> self.worm >> self.load >> self.weight.flange


@pytest.mark.parametrize(
    ("name", "at", "factor", "said"),
    [
        ("worm.tau", "locked", 10.0, "worm holds more"),
        ("worm.tau", "sliding", 0.99, "worm slides"),
        ("worm.tau_backward", "locked", -10.0, "worm drives"),
    ],
)
def test_a_law_with_two_limits(name: str, at: str, factor: float, said: str) -> None:
    jack = CompiledModel(Jack())
    result = jack.simulate(stop_time=1.0, interval=0.01)
    assert {-1, 0, 1} <= set(result["worm.mode"].tolist())
    assert not list(broken_laws(jack, result))
    rows = np.flatnonzero(result["worm.locked"].astype(bool) == (at == "locked"))[2:]
    wrong = _changed(result, name, rows, factor * result[name][rows])
    told = list(broken_laws(jack, wrong))
    assert told
    assert all(one.startswith(said) for one in told[:1])


def test_a_clutch_with_a_peak_holds_when_a_bearing_behind_it_turns_back(
    winch: CompiledModel,
) -> None:
    peak = winch.simulate(stop_time=1.0, interval=0.01, parameters={"clutch.peak": 1.4})
    assert not list(early_break_aways(winch, peak))


@pytest.mark.parametrize(
    ("name", "at", "factor", "said"),
    [
        ("bearing.tau", "locked", 1e3, "bearing holds more"),
        ("bearing.tau", "slides", -1.0, "bearing slides"),
        ("bearing.tau", "slides", 1.0 + 1e-5, "bearing slides"),
        ("clutch.tau", "slides", 0.9, "clutch slides"),
    ],
)
def test_a_broken_law_is_found(
    winch: CompiledModel, result: Result, name: str, at: str, factor: float, said: str
) -> None:
    path = name.split(".")[0]
    is_locked = result[f"{path}.locked"].astype(bool)
    mode = result[f"{path}.mode"]
    rows = is_locked & (np.abs(result[name]) > 1.0) if at == "locked" else np.abs(mode) == 1
    row = np.flatnonzero(rows & (result.rows[:, 1] == 0))[3]
    found = list(broken_laws(winch, _changed(result, name, row, result[name][row] * factor)))
    assert found
    assert found[0].startswith(f"{said} at t = {result.time[row]:.9g} s")


def test_free_surfaces_carry_nothing() -> None:
    class Pulsed(Model):
        shaft = Inertia(J=1.0, phi=fixed(0.0), w=fixed(2.0))
        brake = Brake(fn_max=5.0)
        step = Step(start_time=0.05)

        def equations(self) -> Iterable[Any]:
            yield self.shaft >> self.brake
            yield self.step.y >> self.brake.f_normalized

    compiled = CompiledModel(Pulsed())
    result = compiled.simulate(stop_time=0.1, interval=0.01)
    assert not list(broken_laws(compiled, result))
    wrong = _changed(result, "brake.tau", 2, 0.1)
    assert next(broken_laws(compiled, wrong)).startswith("brake is free at t = 0.02 s")


CLOSING = Recipe(
    {
        "left": "rotational.Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))",
        "clutch": "rotational.Clutch(fn_max=10.0, mu_pos=[[0.0, 0.5]], peak=1.5)",
        "right": "rotational.Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))",
        "motor": "rotational.Torque()",
        "torque": "blocks.Step(height=12.0, start_time=0.1)",
        "brake": "rotational.Brake(fn_max=0.02, mu_pos=[[0.0, 0.5]])",
        "step": "blocks.Step(start_time=0.5)",
    },
    [
        "self.left >> self.clutch >> self.right >> self.brake",
        "self.motor >> self.left",
        "self.torque.y >> self.motor.tau",
        "self.step.y >> self.brake.f_normalized",
        "self.clutch.f_normalized == 1.0",
    ],
)


def test_a_clutch_holds_when_a_brake_beside_it_closes() -> None:
    assert try_recipe(CLOSING).verdict == "ran"


def test_a_campaign_counts_and_lists_what_lets_go_too_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether or not that model is right today."""
    from tests.oracles.random_models import trial

    told = "clutch lets go at t = 0.5 s, where it could hold: load -6.005, limit 7.5"
    monkeypatch.setattr(trial, "early_break_aways", lambda *_: iter([told]))
    outcome = try_recipe(CLOSING, 7)
    tally = Tally()
    tally.add(outcome)
    assert (outcome.verdict, outcome.message, outcome.is_good) == ("break-away", told, False)
    assert "1 break-away: lets go below its limit (seeds 7)" in str(tally)
