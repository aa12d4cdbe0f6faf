"""Run the passes of the compiler: how long each takes, and who is told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any

from drivetrain.compiler.translation import Translation
from drivetrain.logs import TRANSLATION

__all__ = ["Clock", "Progress", "log_translation"]

Progress = Callable[[float, str], None]

_SHARES = {
    "trace": 2, "flatten": 3, "values": 2, "alias": 12, "system": 2, "reduce": 31, "order": 22,
    "lower": 12, "emit": 11, "tables": 1,
}  # fmt: skip
"""Share of each pass in the time for a large model, in percent; together less than 100."""


class Clock:
    """Runs passes, records the time each takes, and tells the progress.

    Parameters
    ----------
    progress : callable, optional
        Called after each pass with (fraction done, name of the pass).
    """

    def __init__(self, progress: Progress | None = None) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress
        self._told = 0.0

    def __call__(self, name: str, function: Any, *args: Any, **named: Any) -> Any:
        """Run a pass and return its result."""
        begin = perf_counter()
        result = function(*args, **named)
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begin
        if self._progress is not None:
            done = sum(_SHARES.get(one, 0) for one in self.seconds) / 100
            self._told = max(self._told, 1.0 if name == "tables" else done)
            self._progress(self._told, name)
        return result


def log_translation(t: Translation) -> None:
    """Tell what a translation found, and how long its passes took.

    Parameters
    ----------
    t : Translation
        The compiled model.
    """
    if not TRANSLATION.isEnabledFor(logging.INFO):
        return
    title, total = t.flat.root.title, sum(t.seconds.values())
    TRANSLATION.info(
        "%s: translated in %.3g s; %d variables, %d parameters, %d states, %d discrete, "
        "%d loops, %d relations",
        title, total, t.flat.n_variables, t.flat.n_parameters, len(t.lowered.states),
        len(t.lowered.discrete), len(t.lowered.loops), len(t.program.relations),
    )  # fmt: skip
    for name, seconds in t.seconds.items():
        TRANSLATION.debug("%s: pass %-18s %8.2f ms", title, name, 1e3 * seconds)
