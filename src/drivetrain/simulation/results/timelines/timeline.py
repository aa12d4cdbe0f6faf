"""Timeline of a run: one row of spans for each friction element, freewheel or contact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, overload

from drivetrain.analysis.found_by_name import FoundByName
from drivetrain.analysis.presentation import Presented
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, nearest, shown
from drivetrain.simulation.results.event_log import EventLog
from drivetrain.simulation.results.timelines.spans import Span

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Timeline", "TimelineRow"]


@dataclass(frozen=True)
class TimelineRow(Sequence[Span]):
    """What one part did when: a sequence of spans in the order of time.

    Parameters
    ----------
    name : str
        Variable that tells the state, such as ``"clutch1.mode"``.
    path : str
        Part that it belongs to; empty for the model itself.
    class_name : str
        Class of the part; empty if it is not known, as for results read from files.
    spans : tuple of Span
        The spans; each begins where the one before ends.
    is_mode : bool
        Whether the variable describes the state of its part, and is no other Boolean or integer.
    """

    name: str
    path: str
    class_name: str
    spans: tuple[Span, ...] = field(repr=False)
    is_mode: bool = True

    def __len__(self) -> int:
        """Return the number of spans."""
        return len(self.spans)

    @overload
    def __getitem__(self, index: int) -> Span: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Span, ...]: ...

    def __getitem__(self, index: int | slice) -> Span | tuple[Span, ...]:
        """Return one span, or some."""
        return self.spans[index]

    @explained
    def total(self, label: str) -> float:
        """Return how long a state lasted in all, s.

        Parameters
        ----------
        label : str
            Name of the state, such as ``"stuck"``.

        Raises
        ------
        NameLookupError
            If the part was never in such a state.
        """
        known = dict.fromkeys(span.label for span in self.spans)
        if not isinstance(label, str) or label not in known:
            raise NameLookupError(
                f"{self.name} was never {shown(label)}{nearest(str(label), known)}; it was "
                f"{', '.join(known) or 'not recorded'}"
            )
        return sum(span.duration for span in self.spans if span.label == label)


@dataclass(frozen=True, repr=False)
class Timeline(Presented, FoundByName[TimelineRow]):
    """States of friction elements, freewheels, gears and contacts over a window of time.

    It is a sequence of rows in the order of declaration. A part appears if its class has a mode, or
    a condition under which it is locked. A part is found by its name, ``timeline["clutch1"]``.

    Parameters
    ----------
    model : str
        Name of the model.
    start, stop : float
        Window of time, s.
    rows : tuple of TimelineRow
        The rows.
    events : EventLog
        Events in the window at which a row changed.

    Examples
    --------
    >>> import drivetrain as dt
    >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
    >>> timeline = run.timeline()
    >>> [span.label for span in timeline["clutch1"]]
    ['backward', 'stuck', 'backward', 'stuck', 'backward', 'free']
    >>> round(timeline["clutch2"].total("stuck"), 3)
    0.79
    """

    model: str
    start: float
    stop: float
    rows: tuple[TimelineRow, ...]
    events: EventLog

    @property
    def title(self) -> str:
        """What it is, in one line."""
        window = f"{self.start:g} s … {self.stop:g} s"
        parts = f"{len(self.rows)} part{'s' if len(self.rows) != 1 else ''}"
        return f"Timeline of {self.model}: {parts}, {len(self.events)} events, {window}"

    @property
    def _listed(self) -> tuple[TimelineRow, ...]:
        return self.rows

    def _named(self, name: str) -> TimelineRow:
        found = next((row for row in self.rows if name in (row.name, row.path)), None)
        if found is None:
            known = dict.fromkeys(text for row in self.rows for text in (row.path, row.name))
            hint = nearest(name, known) or f"; there are {shown([row.name for row in self.rows])}"
            raise NameLookupError(f"the timeline has no row {name!r}{hint}")
        return found

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one line per span."""
        import pandas as pd

        spans = [(row, span) for row in self.rows for span in row.spans]
        return pd.DataFrame(
            {
                "variable": [row.name for row, _ in spans],
                "class": [row.class_name for row, _ in spans],
                "begin [s]": [span.begin for _, span in spans],
                "end [s]": [span.end for _, span in spans],
                "state": [span.label for _, span in spans],
                "direction": [span.direction for _, span in spans],
            },
            index=pd.Index([row.path for row, _ in spans], name="part", dtype=object),
        )

    @explained
    def plot(
        self,
        *,
        page: int = 1,
        path: str | Path | None = None,
        title: str | None = None,
        size: tuple[float, float] | None = None,
    ) -> Figure:
        """Draw one bar per row: stuck, sliding forward or backward, free.

        Directions are also told by hatches. What is narrower than the finest line is drawn with its
        width; where several such spans lie side by side, they are one block, with their shares of
        time one above the other, and their number is written above, ``×5``.

        Parameters
        ----------
        page : int
            40 rows make a page, the first one is 1; the picture says if there are more.
        path : str or Path, optional
            Write the figure to this file as well (``.png``, ``.svg``, ``.pdf``).
        title : str, optional
            Title; the name of the model by default.
        size : tuple of float, optional
            Width and height, inches; by default the height fits the rows.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.

        Raises
        ------
        ResultError
            If there is no row, no such page, or the file cannot be written.
        """
        from drivetrain.plotting.timeline.figure import plot_timeline

        return plot_timeline(self, page=page, path=path, title=title, size=size)
