"""What the sensitivities of a run cost, as a multiple of the run alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import drivetrain as dt
from benchmarks.comparison import Bar, Line, print_lines
from benchmarks.timing import alternate

__all__ = ["sensitivity_bars"]

_MACHINES = ("CoupledClutches", "machines.DualClutchLaunch", "machines.EightSpeedAutomatic")
_COUNTS = (1, 4, 8)
_EACH = 0.6
"""Of a run: what each parameter may add."""
_PATIENCE = 20.0


def sensitivity_bars(times: int) -> Iterator[Bar]:
    """Print the cost of sensitivities by 1, 4 and 8 parameters; yield what was promised.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    for name in _MACHINES:
        compiled = dt.compile(dt.examples.find(name)())
        compiled.prepared.make_ready(often=True)
        settable = compiled.simulate().parameters.settable
        inertias = [n for n in settable if n.endswith((".J", ".fn_max")) and "vehicle" not in n]
        asked = [inertias[:count] for count in _COUNTS]
        tasks: list[Callable[[], Any]] = [compiled.simulate]
        tasks += [partial(compiled.sensitivities, names) for names in asked]
        plain, *samples = alternate(tasks, times, _PATIENCE)
        print_lines(
            f"sensitivities of {name}",
            [Line("the run alone", plain)]
            + [Line(f"with {k} parameters", s) for k, s in zip(_COUNTS, samples, strict=True)],
            "the first",
        )
        kernel = _in_the_kernel(compiled, asked, times)
        for k, sample, own in zip(_COUNTS, samples, kernel, strict=True):
            limit = 1 + _EACH * k
            ratio = sample.minimum / plain.minimum
            yield Bar(f"sensitivities of {name}", f"{k} parameters, time loop", limit, own)
            yield Bar(f"sensitivities of {name}", f"{k} parameters, in all", limit, ratio)


def _in_the_kernel(compiled: dt.CompiledModel, asked: list[list[str]], times: int) -> list[float]:
    """Return the ratios of the times inside the time loop."""
    plain = min(compiled.simulate().stats.simulate_time for _ in range(times))
    return [
        min(compiled.sensitivities(names).result.stats.simulate_time for _ in range(times)) / plain
        for names in asked
    ]
