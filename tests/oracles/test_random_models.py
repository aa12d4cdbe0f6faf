"""Random models of every component class keep their equations and their energy, or are refused.

Fixed numbers in CI; ``--long N`` tries N of them. Each number is a model: run one alone, or very
many, with ``python -m tests.oracles.random_models``.
"""

from __future__ import annotations

import os
import time
from random import Random

import pytest

from drivetrain import simulate
from drivetrain.modeling import Component
from tests.oracles.random_models import trial, variants
from tests.oracles.random_models.campaign import Tally, run_seeds
from tests.oracles.random_models.models import Recipe, random_recipe
from tests.oracles.random_models.trial import Outcome, shrunk, try_recipe
from tests.oracles.random_models.variants import compared
from tests.properties.classes import COMPLETE, label

_COUNT = int(os.environ.get("DRIVETRAIN_LONG", "0")) or 200
_PARTS = 4


@pytest.mark.parametrize("part", range(_PARTS))
def test_nothing_goes_wrong(part: int) -> None:
    tally = Tally()
    for outcome in run_seeds(range(part, _COUNT, _PARTS)):
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
        "below": "blocks.Less()",
    },
    [
        "self.steep.u == self.sweep.y",
        "self.below.u1 == tanh(self.steep.y)",
        "self.below.u2 == 0.3",
    ],
)


def test_a_pole_is_passed_between_two_last_bits() -> None:
    outcome = try_recipe(POLE)
    assert outcome.verdict == "ran"
    assert outcome.residual < 1e-12
    assert "a last bit before" in outcome.kind


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
