"""How long results take to be saved, whole and in selections."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import drivetrain as dt
from benchmarks.comparison import Bar, Line, print_lines
from benchmarks.timing import repeat

__all__ = ["file_bars"]

_ROWS = 40_000
_SIGNALS = ("motor.w", "motor.a", "motor.phi", "motor_torque.tau", "servo.y")


def file_bars(times: int) -> Iterator[Bar]:
    """Print the times of all formats; yield what was promised for a selection.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    compiled = dt.compile(dt.examples.find("machines.ServoAxis")())
    stop = compiled.model.experiment.stop_time  # type: ignore[attr-defined]
    result = compiled.simulate(interval=stop / _ROWS)
    names = [name for name in _SIGNALS if name in result]
    names += [name for name in result if name not in names][: len(_SIGNALS) - len(names)]
    result.to_numpy()
    slowest, shares = 0.0, dict[str, float]()
    with TemporaryDirectory() as folder:
        for suffix in ("csv", "parquet", "mat"):
            path = Path(folder) / f"run.{suffix}"
            some = repeat(partial(result.save, path, *names), times)
            all_of_them = repeat(partial(result.save, path), 3)
            lines = [
                Line(f"{suffix}: {len(names)} of {len(result)} variables", some),
                Line(f"{suffix}: all", all_of_them),
            ]
            print_lines(f"{_ROWS:,} rows of a servo axis", lines, "the first")
            slowest = max(slowest, some.minimum)
            shares[suffix] = some.minimum / all_of_them.minimum
    yield Bar("saving a selection", "slowest format", 0.1, slowest, unit=" s")
    yield Bar("saving a selection", "selection ÷ all, as text", 0.15, shares["csv"])
