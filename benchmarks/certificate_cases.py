"""What the check of every run costs: the same runs with and without it, by turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import drivetrain as dt
from benchmarks.comparison import Bar
from benchmarks.models import Chain
from benchmarks.timing import alternate
from drivetrain.simulation.results.certificate import Certificate

__all__ = ["certificate_bars"]

_PATIENCE = 4.0
_EXAMPLES = (
    "CoupledClutches", "First", "LossyGearDemo1", "machines.ServoAxis",
    "machines.EightSpeedAutomatic", "machines.ShipShafting",
)  # fmt: skip


def certificate_bars(times: int) -> Iterator[Bar]:
    """Print what part of a run its check takes; yield what was promised.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    print("\nthe check of every run: with it and without, by turns")
    for name in _EXAMPLES:
        yield _bar(name, dt.examples.find(name)(), times)
    for n in (20, 1000):
        yield _bar(f"chain N = {n}", Chain(n=n), times, stop_time=1.0, interval=2e-3)


class _NoCheck:
    """Takes the place of what checks runs."""

    def certificate(self, *_: Any) -> Certificate:
        return Certificate(1e-6)


def _bar(name: str, model: dt.Model, times: int, **settings: Any) -> Bar:
    dt.compile(model)
    plain, checked = dt.compile(model), dt.compile(model)
    plain._verifier = _NoCheck()  # type: ignore[assignment]
    tasks = [partial(one.simulate, **settings) for one in (plain, checked)]
    without, with_check = (1e3 * s.minimum for s in alternate(tasks, times, _PATIENCE))
    print(f"  {name:32} {without:8.3f} ms, checked {with_check:8.3f} ms")
    part = 100.0 * (with_check / without - 1.0)
    return Bar(f"check of {name}", "part of a run", 3.0, part, unit=" %")
