"""Try random models: ``python -m tests.oracles.random_models --count 20000 --first 0``.

One alone, with its script: ``python -m tests.oracles.random_models --seed 4711``; with ``--shrink``
the smallest model of which the same becomes. With ``--compare`` each is run in several ways, with
other solvers, parameters and orders of its statements, that have to give the same motion.

To every five models comes one machine of linear shafts that is held against a reference of its own
(`tests.oracles.gauss`); its table comes second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from tests.oracles.gauss.compare import compared as against_reference
from tests.oracles.random_models.campaign import Tally, run_seeds
from tests.oracles.random_models.models import random_recipe
from tests.oracles.random_models.trial import Outcome, shrunk, try_recipe, try_seed
from tests.oracles.random_models.variants import compare, compared

_SHARE: Final = 5
"""One machine of linear shafts to so many models."""


def main() -> int:
    """Run; the exit status is 1 if anything is wrong with any model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="number of the first model")
    parser.add_argument("--count", type=int, default=20_000, help="how many models")
    parser.add_argument("--limit", type=float, default=60.0, help="wall time of a model, s")
    parser.add_argument("--seed", type=int, help="try this one only and show its script")
    parser.add_argument("--shrink", action="store_true", help="make the one model smaller first")
    parser.add_argument("--compare", action="store_true", help="run each in several ways")
    asked = parser.parse_args()
    attempt = compared if asked.compare else try_seed
    if asked.seed is not None:
        return _one(asked.seed, attempt, asked.shrink, asked.limit)
    tally, machines = Tally(), Tally(good="agrees")
    with suppress(KeyboardInterrupt):  # what was done until then is told
        _many(range(asked.first, asked.first + asked.count), attempt, asked.limit, tally)
        of_them = range(asked.first, asked.first + asked.count, _SHARE)
        _many(of_them, against_reference, asked.limit, machines)
    print(f"seeds from {asked.first}", tally, sep="\n")
    print(f"machines against the reference, every {_SHARE}th seed", machines, sep="\n")
    return 1 if tally.bad or machines.bad else 0


def _many(seeds: range, attempt: Callable[[int], Outcome], limit: float, tally: Tally) -> None:
    for outcome in run_seeds(seeds, limit, attempt):
        tally.add(outcome)
        if not outcome.is_good:
            print(_line(outcome), flush=True)
        done = sum(tally.verdicts.values())
        if done % 1000 == 0:
            print(f"{done} done: {dict(tally.verdicts)}", flush=True)


def _one(seed: int, attempt: Callable[[int], Outcome], shrink: bool, limit: float) -> int:
    recipe = random_recipe(seed)
    print(recipe.script, flush=True)
    outcome = next(run_seeds([seed], limit, attempt))
    print(_line(outcome), flush=True)
    if shrink and outcome.verdict not in ("crash", "hang"):
        again = compare if attempt is compared else try_recipe
        wanted = outcome.verdict, outcome.kind
        small = shrunk(recipe, lambda r: _what(again(r, seed)) == wanted)
        print(small.script, _line(again(small, seed)), sep="\n")
    return 0 if outcome.is_good else 1


def _what(outcome: Outcome) -> tuple[str, str]:
    return outcome.verdict, outcome.kind


def _line(one: Outcome) -> str:
    numbers = f"residual {one.residual:.1e}, imbalance {one.imbalance:.1e}"
    return f"seed {one.seed}: {one.verdict} ({numbers}, {one.seconds:.2f} s) {one.message}"


if __name__ == "__main__":
    sys.exit(main())
