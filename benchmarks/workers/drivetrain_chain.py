"""The chain by drivetrain, in a process of its own: times and memory of long chains."""

from time import perf_counter
from typing import Any

from _worker import peak_memory, serve
from benchmarks.models import Chain

import drivetrain as dt


class LongChain:
    """A chain that is translated once and run when called.

    Parameters
    ----------
    ask : dict
        `n`, `stop`, `points`, `tolerance`; `rates_until`, the end in s of the runs that time the
        right-hand side, and `runs`, how many.

    Attributes
    ----------
    facts : dict
        `translate` in s, `rates`: time in s of one right-hand side with its share of the
        integrator, `variables`, and `memory` in bytes for all of it.
    """

    def __init__(self, ask: dict[str, Any]) -> None:
        dt.compile(Chain(n=3)).simulate(stop_time=0.01)
        self.ask, self.before = ask, peak_memory()
        begin = perf_counter()
        self.compiled = dt.compile(Chain(n=ask["n"]))
        self.facts: dict[str, Any] = {"translate": perf_counter() - begin}
        runs = [self._run(ask["rates_until"], ask["rates_until"]).stats for _ in range(ask["runs"])]
        self.facts["rates"] = min(run.simulate_time / run.rhs_evaluations for run in runs)
        stats = runs[0]
        self.facts["variables"] = stats.equations

    def __call__(self) -> Any:
        """Run it."""
        result = self._run(self.ask["stop"], self.ask["stop"] / (self.ask["points"] - 1))
        self.facts["memory"] = peak_memory() - self.before
        return result.time

    def _run(self, stop: float, interval: float) -> dt.Result:
        return self.compiled.simulate(
            stop_time=stop, interval=interval, tolerance=self.ask["tolerance"]
        )


if __name__ == "__main__":
    serve(LongChain)
