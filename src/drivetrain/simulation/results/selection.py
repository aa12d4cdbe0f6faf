"""Selection of some variables of a run: their columns alone, under a layout of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UsageError, shown
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import (
    CONSTANT,
    FLAG_COLUMN,
    TIME_COLUMN,
    Columns,
    Layout,
    RowFlag,
)

__all__ = ["checked_patterns", "event_layout", "event_rows", "narrowed", "only"]

Floats = NDArray[np.float64]

_FIRST = FLAG_COLUMN + 1
_REMEMBERED = 8


def checked_patterns(record: object) -> tuple[str, ...] | None:
    """Return the names and patterns of an argument ``record=``; None if everything is recorded.

    Raises
    ------
    UsageError
        If it is neither a text nor a sequence of texts.
    """
    if record is None:
        return None
    asked = [record] if isinstance(record, str) else record
    if not isinstance(asked, Sequence) or not all(isinstance(one, str) for one in asked):
        raise UsageError(
            f"record={shown(record)}: give names and patterns of variables in a list, as in "
            'record=["*.w", "clutch.tau"]'
        )
    return tuple(asked)


def only(columns: Columns, recording: Recording) -> Recording:
    """Return rows with nothing but some variables, see :func:`narrowed`."""
    rows = np.empty((len(recording), _FIRST + len(columns.column)))
    rows[:, :_FIRST] = recording.written[:, :_FIRST]
    if len(columns.column):
        rows[:, _FIRST:] = recording.take(columns)
    return Recording(rows)


def narrowed(layout: Layout, patterns: tuple[str, ...]) -> tuple[Layout, Columns]:
    """Return the layout of some variables, and how their columns are read; kept for the next run.

    Parameters
    ----------
    layout : Layout
        Layout of complete rows.
    patterns : tuple of str
        Names, or patterns with ``*`` and ``?``; none selects nothing but the time.

    Raises
    ------
    NameLookupError
        If a name does not exist or a pattern matches nothing.
    """
    known = layout.narrowed
    layout.match(*(one for one in patterns if not isinstance(one, str)))  # refuses what is no name
    if patterns not in known:
        own = _narrowed(layout, [layout.position(name) for name in layout.match(*patterns)])
        while len(known) >= _REMEMBERED:
            known.pop(next(iter(known)), None)
        known[patterns] = own
        return own
    return known[patterns]


def _narrowed(layout: Layout, at: list[int]) -> tuple[Layout, Columns]:
    column = layout.column[at]
    kept, place = np.unique(column[column != CONSTANT], return_inverse=True)
    own = np.full(len(at), CONSTANT, dtype=np.int64)
    own[column != CONSTANT] = _FIRST + place
    names = [layout.names[k] for k in at]
    there = frozenset(names)
    one = replace(
        layout,
        names=names,
        column=own,
        sign=layout.sign[at],
        constant=layout.constant[at],
        units=[layout.units[k] for k in at],
        kinds=[layout.kinds[k] for k in at],
        descriptions=[layout.descriptions[k] for k in at],
        labels={name: told for name, told in layout.labels.items() if name in there},
        modes=layout.modes & there,
        impacts=(),
        whole=layout.whole or layout,
        aliases={alias: name for alias, name in layout.aliases.items() if name in there},
        owners={name: owner for name, owner in layout.owners.items() if name in there},
    )
    every = np.arange(len(kept))
    return one, Columns(kept.astype(np.int64), every[:0], every, np.zeros(len(kept)))


def event_layout(layout: Layout) -> tuple[Layout, Columns]:
    """Return the layout of what an event log reads, and how its columns are read.

    Parameters
    ----------
    layout : Layout
        Layout of complete rows.
    """
    own, columns = _narrowed(layout, layout.discrete.tolist())
    struck = [[one.impulse, one.loss, one.change] for one in layout.impacts]
    kept = np.union1d(columns.column, np.array(struck, dtype=np.int64).ravel()).astype(np.int64)
    there = own.column != CONSTANT
    moved = own.column.copy()
    moved[there] = _FIRST + np.searchsorted(kept, columns.column)[own.column[there] - _FIRST]
    places = (_FIRST + np.searchsorted(kept, columns_of_one) for columns_of_one in struck)
    impacts = [
        one._replace(impulse=int(impulse), loss=int(loss), change=int(change))
        for one, (impulse, loss, change) in zip(layout.impacts, places, strict=True)
    ]
    every = np.arange(len(kept))
    told = replace(own, column=moved, impacts=impacts, whole=None)
    return told, Columns(kept, every[:0], every, np.zeros(len(kept)))


def event_rows(written: Floats) -> NDArray[np.bool_]:
    """Tell which rows an event log needs: both sides of events, the first and the last row."""
    needed = written[:, FLAG_COLUMN] != RowFlag.REGULAR
    needed[:1] = needed[-1:] = True
    time = written[:, TIME_COLUMN]
    twice = time[1:] == time[:-1]
    needed[1:] |= twice
    needed[:-1] |= twice
    return np.asarray(needed)
