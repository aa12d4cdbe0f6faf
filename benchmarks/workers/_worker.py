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

_AT_LEAST = 1.0  # s


def serve(prepare: Callable[[dict[str, Any]], Callable[[], Any]]) -> None:
    """Solve what the command line asks for.

    Parameters
    ----------
    prepare : callable
        Takes the request; everything that is done once. Returns the solver, which takes nothing and
        returns the values; it may have a mapping `facts`.
    """
    request, answer = json.loads(sys.argv[1]), Path(sys.argv[2])
    if "room" in request:
        resource.setrlimit(resource.RLIMIT_AS, (request["room"], request["room"]))
    begin = perf_counter()
    solve = prepare(request)
    setup = perf_counter() - begin
    values = solve()
    seconds = _repeat(solve, request["times"], request["patience"])
    said = {
        "seconds": seconds,
        "setup": setup,
        "peak": peak_memory(),
        **getattr(solve, "facts", {}),
    }
    np.save(answer.with_suffix(".npy"), np.ascontiguousarray(values, dtype=float))
    answer.write_text(json.dumps(said))


def peak_memory() -> float:
    """Return the largest memory that this process has had, bytes.

    What `getrusage` says would include that of the process that started this one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = [line.split() for line in status.read_text().splitlines() if "VmHWM" in line]
        return 1024.0 * float(found[0][1])
    return 1024.0 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _repeat(solve: Callable[[], Any], times: int, patience: float) -> list[float]:
    """Time `times` repetitions, or as many as fit into `patience` seconds; more of short ones."""
    seconds: list[float] = []
    passed = 0.0
    gc.collect()
    gc.disable()
    while (len(seconds) < times and passed < patience) or passed < _AT_LEAST:
        begin = perf_counter()
        solve()
        seconds.append(perf_counter() - begin)
        passed += seconds[-1]
    return seconds
