"""Times of the diagrams of all examples."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from benchmarks.comparison import Bar
from benchmarks.timing import repeat
from drivetrain import examples

__all__ = ["picture_bars"]


def picture_bars(times: int) -> Iterator[Bar]:
    """Draw every example; print the slowest, and yield what was promised about it.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    for view, limit in (("schematic", 50.0), ("section", 500.0)):
        slowest, which = 0.0, ""
        for name in examples.names():
            seconds = _seconds(name, view, times)
            if seconds > slowest:
                slowest, which = seconds, name
        print(f"  {view}: slowest {1e3 * slowest:.1f} ms, {which}")
        yield Bar("examples", f"{view}, structure and SVG", limit, 1e3 * slowest, unit=" ms")


def _seconds(name: str, view: str, times: int) -> float:
    """Return how long a diagram takes; 0 if the example has no such view."""
    model = examples.find(name)()
    if view == "section":
        if model.diagram().view != "section":
            return 0.0
        return _first(lambda: model.diagram("section").svg)
    return repeat(lambda: model.diagram("schematic").svg, min(times, 5)).minimum


def _first(draw: Callable[[], Any]) -> float:
    """Return the time of a drawing whose order is not yet known."""
    from drivetrain.diagram.section.order import search

    for one in vars(search).values():
        if hasattr(one, "cache_clear"):
            one.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = perf_counter()
        draw()
    return perf_counter() - start
