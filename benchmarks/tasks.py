"""What is timed of the package itself. A new task is one more entry of `all_tasks`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import NamedTuple

import drivetrain as dt
from benchmarks.timing import Sample, in_fresh_processes, repeat, run_commands
from drivetrain import examples
from drivetrain.compiler.pipeline import translate
from drivetrain.examples.coupled_clutches import CoupledClutches

__all__ = ["Task", "all_tasks", "seconds_by_pass"]

_IMPORT_MODEL = "from drivetrain.examples.coupled_clutches import CoupledClutches"
_IMPORT_MACHINE = "from drivetrain.compiler.pipeline import translate"


class Task(NamedTuple):
    """Something that is timed, and how."""

    name: str
    measure: Callable[[], Sample]


def all_tasks(times: int) -> Iterator[Task]:
    """Yield the tasks.

    Parameters
    ----------
    times : int
        Repetitions of tasks in this process; processes are started a third as often.
    """
    few = max(times // 3, 3)
    setup = f"{_IMPORT_MODEL}\n{_IMPORT_MACHINE}"
    yield Task("import drivetrain", lambda: in_fresh_processes("", "import drivetrain", few))
    yield Task(
        "translate CoupledClutches, cold (first in its process)",
        lambda: in_fresh_processes(setup, "translate(CoupledClutches())", few),
    )
    yield Task(
        "translate CoupledClutches, warm",
        lambda: repeat(lambda: translate(CoupledClutches()), times),
    )
    compiled = dt.compile(CoupledClutches())
    yield Task(
        "simulate CoupledClutches (1.5 s, 1e-6, every 1 ms)",
        lambda: repeat(
            lambda: compiled.simulate(stop_time=1.5, tolerance=1e-6, interval=1e-3), times
        ),
    )
    yield Task(
        "drivetrain simulate CoupledClutches --output run.csv",
        lambda: run_commands(["simulate", "CoupledClutches", "--output", "run.csv"], few),
    )
    for name in examples.names():
        yield Task(f"translate {name}, warm", partial(_translate, name, few))


def _translate(name: str, times: int) -> Sample:
    model = examples.find(name)()
    translate(model)
    return repeat(lambda: translate(model), times)


def seconds_by_pass(times: int) -> dict[str, float]:
    """Return the median time in s of each pass of a warm translation.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    runs = [translate(CoupledClutches()).seconds for _ in range(times + 1)][1:]
    return {name: median(run[name] for run in runs) for name in runs[0]}
