"""Many random models, one after the other in a process of its own that may crash or hang."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Final

from tests.oracles.random_models.trial import Outcome, try_seed

__all__ = ["Tally", "run_seeds"]

_LIMIT: Final = 60.0
"""Wall time that a model may take, s."""
_LIFE: Final = 500
"""How many models a process tries: every class that was ever traced stays in its memory."""
_EXAMPLES: Final = 5


def run_seeds(
    seeds: Iterable[int], limit: float = _LIMIT, attempt: Callable[[int], Outcome] = try_seed
) -> Iterator[Outcome]:
    """Try the models of some numbers; a model that crashes or hangs costs its process only.

    Parameters
    ----------
    seeds : iterable of int
        Numbers of the models.
    limit : float
        Wall time after which a model is said to hang, s.
    attempt : callable
        What is done with a number, in the other process.

    Yields
    ------
    Outcome
        In the order of the numbers.
    """
    worker: _Worker | None = None
    for seed in seeds:
        worker = worker or _Worker(attempt)
        outcome = worker.tried(seed, limit)
        worker.done += 1
        if outcome.verdict in ("crash", "hang") or worker.done == _LIFE:
            worker.end()
            worker = None
        yield outcome
    if worker is not None:
        worker.end()


class _Worker:
    """A process that tries models."""

    def __init__(self, attempt: Callable[[int], Outcome]) -> None:
        self.done = 0
        context = multiprocessing.get_context("spawn")
        self.here, there = context.Pipe()
        self.process = context.Process(target=_work, args=(there, attempt), daemon=True)
        self.process.start()
        there.close()
        self.here.recv()  # once everything is imported, so that the limit is the model's own

    def tried(self, seed: int, limit: float) -> Outcome:
        self.here.send(seed)
        if not self.here.poll(limit):
            return Outcome(seed, "hang", "hang", f"not finished after {limit:g} s", seconds=limit)
        try:
            outcome: Outcome = self.here.recv()
        except EOFError:
            self.process.join()
            return Outcome(seed, "crash", "crash", f"died of {_cause(self.process.exitcode)}")
        return outcome

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.here.close()


def _work(there: Connection, attempt: Callable[[int], Outcome]) -> None:
    there.send("ready")
    with suppress(EOFError):  # the other side is gone
        while True:
            there.send(attempt(there.recv()))


def _cause(code: int | None) -> str:
    return signal.Signals(-code).name if code is not None and code < 0 else f"exit status {code}"


@dataclass
class Tally:
    """Counts of what became of many models.

    Attributes
    ----------
    good : str
        The verdict of a model whose residual and imbalance count.
    """

    good: str = "ran"
    verdicts: Counter[str] = field(default_factory=Counter)
    kinds: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    classes: Counter[str] = field(default_factory=Counter)
    ran: Counter[str] = field(default_factory=Counter)
    residual: tuple[float, int] = (0.0, -1)
    imbalance: tuple[float, int] = (0.0, -1)
    slowest: tuple[float, int] = (0.0, -1)
    bad: list[Outcome] = field(default_factory=list)

    def add(self, one: Outcome) -> None:
        """Count one."""
        self.verdicts[one.verdict] += 1
        self.classes.update(one.classes)
        self.slowest = max(self.slowest, (one.seconds, one.seed))
        if one.verdict == self.good:
            self.ran.update(one.classes)
            self.residual = max(self.residual, (one.residual, one.seed))
            self.imbalance = max(self.imbalance, (one.imbalance, one.seed))
        if one.kind:
            self.kinds[one.verdict, one.kind].append(one.seed)
        if not one.is_good:
            self.bad.append(one)

    def __str__(self) -> str:
        total = sum(self.verdicts.values())
        lines = [
            f"{total} models: " + ", ".join(f"{n} {v}" for v, n in sorted(self.verdicts.items()))
        ]
        lines.append(f"worst residual {self.residual[0]:.1e} (seed {self.residual[1]})")
        lines.append(
            f"worst imbalance of energy {self.imbalance[0]:.1e} (seed {self.imbalance[1]})"
        )
        lines.append(f"slowest {self.slowest[0]:.2f} s (seed {self.slowest[1]})")
        lines.append(
            f"{len(self.classes)} component classes in models, {len(self.ran)} of them ran"
        )
        never = sorted(self.classes.keys() - self.ran.keys())
        lines += [f"never ran: {', '.join(never)}"] if never else []
        for (verdict, kind), seeds in sorted(
            self.kinds.items(), key=lambda e: (e[0][0], -len(e[1]))
        ):
            shown = ", ".join(map(str, seeds[:_EXAMPLES]))
            lines.append(f"{len(seeds):6d} {verdict}: {kind} (seeds {shown}{_more(seeds)})")
        return "\n".join(lines)


def _more(seeds: list[int]) -> str:
    return ", …" if len(seeds) > _EXAMPLES else ""
