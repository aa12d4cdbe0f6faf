"""Progress bar on standard error, for long runs."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["ProgressBar"]

_PATIENCE = 0.5  # s: shorter runs show no bar


class ProgressBar:
    """Progress bar, called with the completed fraction and the time; shown after half a second.

    Parameters
    ----------
    label : str
        Text that names the run.
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._began = time.monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    @staticmethod
    def is_wanted() -> bool:
        """Return whether a bar should be shown: standard error is a terminal."""
        return sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, fraction: float, simulated: float) -> None:
        """Show the progress of the run.

        Parameters
        ----------
        fraction : float
            Between 0 and 1.
        simulated : float
            Simulated time in s.
        """
        if self._shown is None:
            if time.monotonic() - self._began < _PATIENCE:
                return
            self._shown = self._show()
        bar, task = self._shown
        bar.update(task, completed=fraction, simulated=f"t = {simulated:.4g} s")

    def __enter__(self) -> ProgressBar:
        """Start the bar."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._shown[0].stop()

    def _show(self) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:3.0f} %  {task.fields[simulated]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        bar.start()
        return bar, bar.add_task(self._label, total=1.0, simulated="")
