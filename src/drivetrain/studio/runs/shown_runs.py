"""The runs that a page shows: the last one, and those that were pinned beside it."""

from __future__ import annotations

from typing import Any

from drivetrain.errors import UsageError, nearest
from drivetrain.studio.runs.studio_run import StudioRun

__all__ = ["ShownRuns"]

_MOST_PINS = 12


class ShownRuns:
    """Runs by name, each once; pinned ones first, in the order in which they were pinned."""

    def __init__(self) -> None:
        self._last: StudioRun | None = None
        self._pinned: dict[str, StudioRun] = {}
        self._count = 0

    @property
    def last(self) -> StudioRun | None:
        """The last run."""
        return self._last

    def all(self) -> list[StudioRun]:
        """Return the runs, the last one last unless it is pinned."""
        last = self._last
        return list({**self._pinned, **({last.name: last} if last else {})}.values())

    def next_name(self, after: int = 0) -> str:
        """Return the name of a run to come.

        Parameters
        ----------
        after : int
            Largest number that the page knows, of runs before its connection was lost.
        """
        self._count = max(self._count, after) + 1
        return f"run {self._count}"

    def show(self, run: StudioRun) -> None:
        """Show a run in place of the one before it."""
        self._last = run

    def pin(self) -> None:
        """Keep the last run beside those to come.

        Raises
        ------
        UsageError
            If there is none, or there are too many already.
        """
        if self._last is None or self._last.result is None:
            raise UsageError("there is no run to pin: wait until one is over")
        if self.is_full:
            raise UsageError(f"{_MOST_PINS} runs are pinned; remove one first")
        self._pinned[self._last.name] = self._last

    @property
    def is_full(self) -> bool:
        """Whether no more runs can be pinned."""
        return len(self._pinned) >= _MOST_PINS

    def restore(self, run: StudioRun) -> None:
        """Keep a run that was pinned before the connection was lost and has been made again."""
        if run.result is not None:
            self._pinned[run.name] = run

    def unpin(self, name: str) -> None:
        """Forget a pinned run.

        Raises
        ------
        UsageError
            If there is none of this name.
        """
        if name not in self._pinned:
            raise UsageError(f"there is no pinned run {name!r}{nearest(name, self._pinned)}")
        del self._pinned[name]

    def facts(self) -> list[dict[str, Any]]:
        """Return what the page has to know to name the pinned runs, and to make them again."""
        return [
            {"run": run.name, "label": run.setting.label, "status": run.status,
             "parameters": dict(run.setting.parameters), "stop_time": run.setting.stop_time,
             "structural": dict(run.setting.structural), "revision": run.revision}
            for run in self._pinned.values()
        ]  # fmt: skip
