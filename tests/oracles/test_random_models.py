"""Random models of every component class keep their equations and their energy, or are refused.

Fixed numbers in CI; ``--long N`` tries N of them. Each number is a model: run one alone, or very
many, with ``python -m tests.oracles.random_models``.
"""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.kernel.status import RowFlag
from drivetrain.modeling import Component
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import residuals
from tests.oracles.random_models import trial, variants
from tests.oracles.random_models.campaign import Tally, run_seeds
from tests.oracles.random_models.frozen import before_events, mode_without_event
from tests.oracles.random_models.models import Recipe, random_recipe
from tests.oracles.random_models.trial import Outcome, shrunk, try_recipe
from tests.oracles.random_models.variants import compared
from tests.oracles.rates import worst_slope
from tests.properties.classes import COMPLETE, label

pytestmark = pytest.mark.slow

_COUNT = int(os.environ.get("DRIVETRAIN_LONG", "0")) or 200
_PARTS = 4


def test_nothing_goes_wrong() -> None:
    tally = Tally()
    for outcome in run_seeds(range(_COUNT)):
        tally.add(outcome)
    print(tally)
    wrong = [f"seed {one.seed}: {one.verdict}: {one.message}" for one in tally.bad]
    assert not wrong, "\n".join(wrong)
    assert tally.verdicts["ran"] > 0.7 * tally.verdicts.total()


@pytest.mark.parametrize("number", range(len(COMPLETE)), ids=lambda k: label(COMPLETE[k]))
def test_every_class_takes_part(number: int) -> None:
    cls: type[Component] = COMPLETE[number]
    recipe = random_recipe(number)
    assert label(cls) in recipe.classes.values()
    assert random_recipe(number).script == recipe.script


BROKEN = Recipe(
    {
        "disc": "rotational.Inertia(J=1.0, w=guess(2.0))",
        "first": "rotational.ConstantSpeed(w_fixed=1.0)",
        "second": "rotational.ConstantSpeed(w_fixed=2.0)",
        "other": "rotational.Inertia(J=3.0)",
    },
    [
        "self.first.flange >> self.disc.flange_a",
        "self.disc.flange_b >> self.second.flange",
    ],
)


def test_what_is_refused_names_a_component() -> None:
    outcome = try_recipe(BROKEN)
    assert outcome.verdict == "refused"
    assert "second" in outcome.message


def test_a_failing_model_is_made_smaller() -> None:
    small = shrunk(BROKEN, lambda r: try_recipe(r).verdict == "refused")
    assert set(small.members) == {"disc", "first", "second"}


def _abort_at_two(seed: int) -> Outcome:
    if seed == 2:
        os.abort()
    return Outcome(seed, "ran")


def _sleep_at_two(seed: int) -> Outcome:
    time.sleep(600.0 if seed == 2 else 0.0)
    return Outcome(seed, "ran")


def test_a_crash_is_counted_and_the_rest_runs_on() -> None:
    found = list(run_seeds(range(4), attempt=_abort_at_two))
    assert [one.verdict for one in found] == ["ran", "ran", "crash", "ran"]
    assert "SIGABRT" in found[2].message


def test_a_hang_ends_at_the_limit() -> None:
    found = list(run_seeds(range(4), limit=8.0, attempt=_sleep_at_two))
    assert [one.verdict for one in found] == ["ran", "ran", "hang", "ran"]


POLE = Recipe(
    {
        "sweep": "blocks.Ramp(height=6.0, duration=1.0)",
        "steep": "blocks.Tan()",
        "level": "blocks.Constant(k=0.3)",
        "below": "blocks.Less()",
    },
    [
        "self.steep.u == self.sweep.y",
        "self.below.u1 == tanh(self.steep.y)",
        "self.below.u2 == self.level.y",
    ],
)


def test_a_pole_is_passed_between_two_last_bits() -> None:
    outcome = try_recipe(POLE)
    assert outcome.verdict == "ran"
    assert outcome.residual < 1e-12
    assert "within the last bits" in outcome.kind


NOISY = Recipe(
    {
        "disc": "rotational.Inertia.array(3, J=[2.908, 0.1597, 4.739], w=guess(10.0))",
        "gear": "edition2002.Gear.array(2, eta=0.3201, friction_pos=[[0.0, 2.357], "
        "[7.522, 0.4681], [23.43, 1.819], [27.66, 1.819]], peak=1.0, b=0.0)",
    },
    [
        "self.disc[:-1].flange_b >> self.gear.flange_a",
        "self.gear.flange_b >> self.disc[1:].flange_a",
    ],
)


def test_any_number_of_relations_may_cross_within_rounding() -> None:
    """Stiff teeth whose power changes its sign with the last bit of an angle, again and again."""
    compiled = CompiledModel(NOISY.model())
    result = compiled.simulate(stop_time=1.0, interval=0.02)
    beyond = residuals(compiled, result).points > trial.RESIDUAL
    assert beyond.sum() > 10
    assert set(result.rows[beyond, 1]) == {RowFlag.LEFT}
    outcome = try_recipe(NOISY)
    assert outcome.verdict == "ran"
    assert outcome.residual < 1e-12


@pytest.fixture(scope="module")
def pole() -> CompiledModel:
    return CompiledModel(POLE.model())


def _changed(result: Result, name: str, row: Any, value: float) -> Result:
    """Return a result with another value in some rows."""
    rows = result.rows.copy()
    rows[row, result.layout.column[result.layout.position(name)]] = value
    return Result(result.layout, rows, model=result.model, status=result.status)


def _is_found(compiled: CompiledModel, wrong: Result) -> bool:
    found = trial._with_frozen(compiled, wrong, residuals(compiled, wrong))
    return bool(mode_without_event(wrong)) or found.worst > trial.RESIDUAL


def test_a_wrong_row_left_of_an_event_is_found(pole: CompiledModel) -> None:
    """At the poles, and at the crossings where nothing jumps."""
    result = pole.simulate(stop_time=trial._STOP, interval=trial._INTERVAL)
    assert not _is_found(pole, result)
    lefts = np.flatnonzero(result.rows[:, 1] == RowFlag.LEFT).tolist()
    assert len(lefts) >= 4
    for k in lefts:
        assert _is_found(pole, _changed(result, "below.y", k, 1.0 - result["below.y"][k]))
        assert _is_found(pole, _changed(result, "sweep.y", k, result["sweep.y"][k] - 1e-5))


def test_an_event_that_comes_late_is_found(pole: CompiledModel) -> None:
    late = {"level.k": 0.3 + 1e-7}
    result = pole.simulate(stop_time=trial._STOP, interval=trial._INTERVAL, parameters=late)
    assert _is_found(pole, _changed(result, "level.y", slice(None), 0.3))


def test_an_event_at_the_very_beginning_is_judged_as_it_is(pole: CompiledModel) -> None:
    """Output points as close together as that would be millions."""
    result = pole.simulate(stop_time=trial._STOP, interval=trial._INTERVAL)
    k = int(np.flatnonzero(result.rows[:, 1] == RowFlag.LEFT)[0])
    rows = result.rows.copy()
    rows[:k, 0], rows[k, 0] = 0.0, 7e-9
    early = Result(result.layout, rows, model=result.model, status=result.status)
    found = before_events(early, np.array([k]), lambda _: pytest.fail("nothing to run again"))
    assert np.array_equal(found.rows, rows, equal_nan=True)


FEEBLE = Recipe(
    {
        "held": "rotational.Inertia(J=0.1223, w=fixed(1.0))",
        "gear": "edition2002.Gear2(d=0.05774, loss_table=[[0.0, 0.6111, 0.6065, 0.2838, 0.0], "
        "[23.25, 0.3335, 0.2084, 0.8154, 1.57], [47.92, 0.3581, 0.3542, 0.2506, 6.227]])",
        "swings": "rotational.Inertia(J=0.4175, w=guess(0.0))",
    },
    ["self.held >> self.gear >> self.swings"],
)


@pytest.mark.parametrize("interval", [0.02, 0.0005])
def test_a_mode_that_changes_late_is_right_at_a_finer_tolerance(
    monkeypatch: pytest.MonkeyPatch, interval: float
) -> None:
    """The stiff teeth go on to swing by a few billionths of a radian, and lift off at no torque."""
    monkeypatch.setattr(trial, "_INTERVAL", interval)
    outcome = try_recipe(FEEBLE)
    assert outcome.verdict == "ran"
    assert outcome.residual < 1e-9


CROSSING = Recipe(
    {
        "sweep": "blocks.Ramp(height=1.0, duration=1.0)",
        "level": "blocks.Constant(k=0.3)",
        "below": "blocks.Less()",
    },
    ["self.below.u1 == self.sweep.y", "self.below.u2 == self.level.y"],
)


@pytest.mark.parametrize(("beyond", "is_right"), [(1e-7, True), (1e-5, False)])
def test_how_late_a_mode_may_change_follows_from_the_tolerance(
    beyond: float, is_right: bool
) -> None:
    """A run at a finer tolerance is right in both cases."""
    compiled = CompiledModel(CROSSING.model())
    late = {"level.k": 0.3 + beyond}
    run = compiled.simulate(stop_time=trial._STOP, interval=trial._INTERVAL, parameters=late)
    found, kind = trial._residuals(compiled, _changed(run, "level.y", slice(None), 0.3))
    assert (found.worst <= trial.RESIDUAL) == is_right
    assert ("late" in kind) == is_right


@pytest.mark.parametrize("block", ["Integrator()", "FirstOrder(T=0.1)"])
def test_a_derivative_that_is_no_slope_is_found(block: str) -> None:
    """A state that stays where it is although its derivative is not zero."""
    recipe = Recipe({"d": f"blocks.{block}"}, ["self.d.u == 1.0"])
    compiled = CompiledModel(recipe.model())
    result = compiled.simulate(stop_time=trial._STOP, interval=trial._INTERVAL)
    found = residuals(compiled, result)
    assert not trial._wrong_slope(compiled, result, found)
    still = _changed(result, "d.y", slice(None), 0.0)
    assert residuals(compiled, still).worst <= trial.RESIDUAL
    excess, _ = worst_slope(compiled, still, residuals(compiled, still).fitted)
    assert excess > 1.0


@pytest.mark.parametrize("late", [False, True])
def test_a_jump_without_an_event_is_no_part_of_a_derivative(late: bool) -> None:
    """An angle of 10 rad/s in (-π, π]; it stays behind for a while in the wrong one."""
    recipe = Recipe(
        {"ramp": "blocks.Ramp(height=10.0, duration=1.0)", "wrap": "blocks.WrapAngle()",
         "d": "blocks.Der()"},
        ["self.ramp.y >> self.wrap.u", "self.wrap.y >> self.d.u"],
    )  # fmt: skip
    compiled = CompiledModel(recipe.model())
    result = compiled.simulate(stop_time=trial._STOP, interval=trial._INTERVAL)
    assert np.ptp(result["d.u"]) > 6.0
    np.testing.assert_allclose(result["d.y"][1:-1], 10.0)
    if late:
        rows = slice(5, 10)
        result = _changed(result, "d.u", rows, result["d.u"][rows] - 0.3)
    excess, _ = worst_slope(compiled, result)
    assert (excess > trial.SLOPE) == late


@pytest.mark.parametrize("part", range(_PARTS))
def test_other_ways_give_the_same_motion(part: int) -> None:
    wrong = [
        f"seed {one.seed}: {one.message}"
        for one in run_seeds(range(part, _COUNT // 10, _PARTS), attempt=compared)
        if not one.is_good
    ]
    assert not wrong, "\n".join(wrong)


def test_a_model_that_depends_on_its_order_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def lighter(recipe: Recipe, rng: Random) -> variants.Pair:
        members = {**recipe.members, "disc": "rotational.Inertia(J=0.9, w=fixed(0.0))"}
        pair = (recipe, Recipe(members, recipe.statements))
        first, second = (simulate(r.model(), stop_time=1.0, interval=0.02) for r in pair)
        return variants.Pair(first, second)

    monkeypatch.setattr(variants, "WAYS", {"lighter": lighter})
    found = variants.compare(PUSHED)
    assert found.verdict == "differs"
    assert found.kind == "lighter"
    assert "disc." in found.message


PUSHED = Recipe(
    {
        "disc": "rotational.Inertia(J=1.0, w=fixed(0.0))",
        "push": "rotational.ConstantTorque(tau_constant=3.0)",
    },
    ["self.push >> self.disc"],
)
