"""Lines of the table: who solved a problem, how fast, how well; and what was promised."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from benchmarks.environments import Unavailable
from benchmarks.timing import Sample

__all__ = ["Bar", "Line", "exponent", "print_bars", "print_lines", "skipping"]

_WHO = 46


@dataclass(frozen=True)
class Line:
    """One solver's work on a problem.

    Parameters
    ----------
    who : str
        Solver.
    sample : Sample, optional
        Wall times; None if it did not take part.
    error : float, optional
        Largest error over the largest value.
    setup : float, optional
        Time in s before the first run could begin.
    note : str
        What else there is to say, or why it did not take part.
    """

    who: str
    sample: Sample | None = None
    error: float | None = None
    setup: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Bar:
    """A promise and what was measured.

    Parameters
    ----------
    case, measure : str
        What is measured.
    limit : float
        Where the bar is.
    value : float, optional
        What was measured in this run; None if it could not be.
    at_most : bool
        Whether the value has to stay below the limit, or above.
    unit : str
        Unit of both.
    """

    case: str
    measure: str
    limit: float
    value: float | None
    at_most: bool = True
    unit: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the promise is kept; None if nothing was measured."""
        if self.value is None:
            return None
        return self.value <= self.limit if self.at_most else self.value >= self.limit


def skipping(who: str, measure: Callable[[], Line]) -> Line:
    """Return a line, or one that says why there is none.

    Parameters
    ----------
    who : str
        Solver.
    measure : callable
        Makes the line; may raise `Unavailable`.
    """
    try:
        return measure()
    except Unavailable as reason:
        return Line(who, note=f"skipped: {reason}")


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float | None:
    """Return the growth exponent from the smallest to the largest size.

    Parameters
    ----------
    sizes, values : sequence of float
        Ascending sizes, and what grows.
    """
    if len(sizes) < 2:
        return None
    return log(values[-1] / values[0]) / log(sizes[-1] / sizes[0])


def print_lines(title: str, lines: Iterable[Line], base: str = "drivetrain") -> list[Line]:
    """Print the lines of one problem as they come, each with its ratio to the first named so.

    Parameters
    ----------
    title : str
        The problem.
    lines : iterable of Line
        First of all the one that the others are compared with.
    base : str
        What it is called in the head of the column of ratios.
    """
    print(f"\n{title}")
    head = f"  {'':<{_WHO}} {'minimum':>11} {'median':>11} {'÷ ' + base:>13}"
    print(f"{head} {'error':>8} {'prepare':>10}")
    done: list[Line] = []
    for line in lines:
        done.append(line)
        print(_row(line, done[0]), flush=True)
    return done


def print_bars(bars: Iterable[Bar]) -> None:
    """Print promises and what was measured.

    Parameters
    ----------
    bars : iterable of Bar
        Promises.
    """
    print(f"\n{'what was promised':<62} {'bar':>12} {'measured':>12}")
    for bar in bars:
        sign = "≤" if bar.at_most else "≥"
        limit = f"{sign} {bar.limit:g}{bar.unit}"
        value = "–" if bar.value is None else f"{bar.value:.3g}{bar.unit}"
        verdict = {True: "yes", False: "NO", None: "not measured"}[bar.met]
        print(f"  {bar.case + ': ' + bar.measure:<60} {limit:>12} {value:>12}  {verdict}")


def _row(line: Line, base: Line) -> str:
    if line.sample is None:
        return f"  {line.who:<{_WHO}} {line.note}"
    ratio = "" if base.sample is None else f"{line.sample.minimum / base.sample.minimum:.2f}"
    cells: list[Any] = [
        f"{line.who:<{_WHO}}",
        f"{_time(line.sample.minimum):>11}",
        f"{_time(line.sample.median):>11}",
        f"{ratio:>13}",
        f"{'' if line.error is None else f'{line.error:.1e}':>8}",
        f"{'' if line.setup is None else _time(line.setup):>10}",
    ]
    return "  " + " ".join(cells) + (f"  {line.note}" if line.note else "")


def _time(seconds: float) -> str:
    return f"{1e3 * seconds:.3f} ms" if seconds < 1 else f"{seconds:.2f} s"
