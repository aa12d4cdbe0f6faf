"""Compare random machines with the reference: ``python -m tests.oracles.gauss --count 20000``.

One alone, with its script and the events of the reference: ``--seed 4711``; with ``--shrink`` the
smallest machine that differs alike.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress

import numpy as np

from tests.oracles.gauss.compare import Comparison, compare, compared, smallest
from tests.oracles.gauss.machine import Machine
from tests.oracles.gauss.motion import moved
from tests.oracles.gauss.random_machines import random_machine
from tests.oracles.random_models.campaign import Tally, run_seeds
from tests.oracles.random_models.trial import Outcome


def main() -> int:
    """Run; the exit status is 1 if any machine differs or is refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="number of the first machine")
    parser.add_argument("--count", type=int, default=20_000, help="how many machines")
    parser.add_argument("--limit", type=float, default=60.0, help="wall time of a machine, s")
    parser.add_argument("--seed", type=int, help="compare this one only and show its script")
    parser.add_argument("--shrink", action="store_true", help="make the one machine smaller first")
    asked = parser.parse_args()
    if asked.seed is not None:
        return _one(asked.seed, asked.shrink)
    tally = Tally(good="agrees")
    with suppress(KeyboardInterrupt):  # what was done until then is told
        for outcome in run_seeds(
            range(asked.first, asked.first + asked.count), asked.limit, compared
        ):
            tally.add(outcome)
            if not outcome.is_good:
                print(_line(outcome), flush=True)
    print(f"seeds from {asked.first}", tally, sep="\n")
    return 1 if tally.bad else 0


def _one(seed: int, shrink: bool) -> int:
    machine, outcome = random_machine(seed), compared(seed)
    _show(machine, outcome)
    if shrink and not outcome.is_good:
        wanted = outcome.verdict, outcome.kind
        small = smallest(machine, lambda one: _what(compare(one, seed)) == wanted)
        _show(small, compare(small, seed))
    return 0 if outcome.is_good else 1


def _what(outcome: Outcome) -> tuple[str, str]:
    return outcome.verdict, outcome.kind


def _show(machine: Machine, outcome: Comparison) -> None:
    motion = moved(machine, np.array([0.0, machine.stop]))
    events = [f"    t = {t:.9g} s  {text}" for t, text in motion.events]
    print(machine.script, "reference:", *events, _line(outcome), sep="\n", flush=True)


def _line(one: Outcome) -> str:
    told = one.message.split("\n")[0]
    return f"seed {one.seed}: {one.verdict} ({one.seconds:.2f} s) {told}"


if __name__ == "__main__":
    sys.exit(main())
