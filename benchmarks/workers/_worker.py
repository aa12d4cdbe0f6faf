"""What all workers share: read the request, repeat, write the answer.

Workers run in environments of their own, so nothing here but the standard library and NumPy.
"""

import gc
import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np


def serve(prepare: Callable[[dict[str, Any]], Callable[[], Any]]) -> None:
    """Solve what the command line asks for.

    Parameters
    ----------
    prepare : callable
        Takes the request; everything that is done once. Returns the solver, which takes nothing and
        returns the values; it may have a mapping `facts`.
    """
    request, answer = json.loads(sys.argv[1]), Path(sys.argv[2])
    begin = perf_counter()
    solve = prepare(request)
    setup = perf_counter() - begin
    values = solve()
    seconds = _repeat(solve, request["times"], request["patience"])
    said = {
        "seconds": seconds,
        "setup": setup,
        "peak": 1024.0 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        **getattr(solve, "facts", {}),
    }
    np.save(answer.with_suffix(".npy"), np.ascontiguousarray(values, dtype=float))
    answer.write_text(json.dumps(said))


def _repeat(solve: Callable[[], Any], times: int, patience: float) -> list[float]:
    """Time at most `times` repetitions, as many as fit into `patience` seconds, at least one."""
    seconds: list[float] = []
    gc.collect()
    gc.disable()
    while len(seconds) < times and sum(seconds) < patience:
        begin = perf_counter()
        solve()
        seconds.append(perf_counter() - begin)
    return seconds
