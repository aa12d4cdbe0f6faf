"""Log of the changes of discrete variables at events.

A run records two rows at each event, with the values just before and just after it. The log
compares these two rows for every integer and Boolean variable, for all events at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, ResultError, nearest
from drivetrain.markup import table
from drivetrain.simulation.results.constant_callback import ConstantCallback
from drivetrain.simulation.results.impacts import Impact, Impacts, find_impacts
from drivetrain.simulation.results.row_layout import (
    CONSTANT,
    FLAG_COLUMN,
    SCHEDULED,
    TIME_COLUMN,
    Layout,
    RowFlag,
    component_of,
    wildcard,
)

if TYPE_CHECKING:
    import pandas as pd

    from drivetrain.compiler.redundant_locks import SharedMotion

__all__ = ["Change", "Event", "EventKind", "EventLog", "Shared"]

EventKind = Literal["state", "time", "initial"]
"""Cause of an event: a relation changed, an instant was reached, or the run began."""

_KINDS: tuple[EventKind, ...] = ("state", "time", "initial")
_SHOWN_AT_EACH_END = 15
_CELLS_AT_ONCE = 4_000_000  # number of discrete values compared at once


@dataclass(frozen=True)
class Change:
    """One discrete variable that changed its value at an event.

    Parameters
    ----------
    name : str
        Dotted name of the variable.
    before, after : int or bool
        Its value just before and just after the event.
    labels : mapping of int to str, optional
        Names of the values.
    """

    name: str
    before: int | bool
    after: int | bool
    labels: Mapping[int, str] = field(default_factory=dict, repr=False, compare=False)

    @property
    def before_label(self) -> str:
        """Name of the value before the event (``"free"``), or a number if it has no name."""
        return _label(self.before, self.labels)

    @property
    def after_label(self) -> str:
        """Name of the value after the event."""
        return _label(self.after, self.labels)

    def __str__(self) -> str:
        """Return ``"clutch2.mode: free → forward"``."""
        return f"{self.name}: {self.before_label} → {self.after_label}"


@dataclass(frozen=True)
class Event:
    """One instant at which the run stopped, iterated the discrete variables and continued.

    Parameters
    ----------
    time : float
        Instant in s.
    kind : {"state", "time", "initial"}
        A relation between variables changed, an instant was reached, or the run began.
    changes : tuple of Change
        All discrete variables that changed, in the order of declaration; may be empty (e.g. if an
        input of a model jumped).
    shown : tuple of Change
        Those shown in the text of the event: a component that has a mode, or can lock, is described
        by that, and its other Boolean variables are left out.
    impacts : tuple of Impact
        Speeds changed by impulses.
    """

    time: float
    kind: EventKind
    changes: tuple[Change, ...]
    shown: tuple[Change, ...] = field(default=(), repr=False, compare=False)
    impacts: tuple[Impact, ...] = ()

    @explained
    def text(self, *, detail: bool = False) -> str:
        """Return the event as one line.

        Parameters
        ----------
        detail : bool
            Show all changes instead of the significant ones only.
        """
        changes = self.changes if detail else self.shown
        told = ", ".join(map(str, [*self.impacts, *changes])) or "(no mode changed)"
        return f"t = {_time_text(self.time)} s  {told}"

    def __str__(self) -> str:
        """Return one line such as ``"t = 0.40000 s  clutch2.mode: free → forward"``."""
        return self.text()


@dataclass(frozen=True)
class Shared:
    """Elements that began to share a motion: equilibrium determines only the sum of their torques.

    Parameters
    ----------
    time : float
        Instant in s.
    motion : SharedMotion
        Its members.
    """

    time: float
    motion: SharedMotion

    def __str__(self) -> str:
        """Return ``"t = 0.40000 s  brake and bearing share one motion"``."""
        return f"t = {_time_text(self.time)} s  {self.motion}"


@dataclass(frozen=True)
class _Changes:
    """All changes of all events as parallel arrays, sorted by event, then by variable."""

    event: NDArray[np.int64]
    variable: NDArray[np.int64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]

    def take(self, chosen: NDArray[np.bool_]) -> _Changes:
        return _Changes(
            self.event[chosen], self.variable[chosen], self.before[chosen], self.after[chosen]
        )


class EventLog(Sequence[Event]):
    """The events of a run in the order of time: a sequence of :class:`Event`.

    It is created by :meth:`from_rows` and narrowed by :meth:`of` or by slicing. Events are built on
    demand, so a log of many thousand events costs only a few arrays.

    Examples
    --------
    >>> import drivetrain as dt
    >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
    >>> result.events.of("clutch1").times(after="stuck").round(3).tolist()
    [0.792, 0.907]
    """

    def __init__(
        self,
        layout: Layout,
        instants: NDArray[np.float64],
        kinds: NDArray[np.int8],
        changes: _Changes,
        sharing: Callable[[], tuple[Shared, ...]] = tuple,
        whole: bool = False,
        impacts: Impacts | None = None,
    ) -> None:
        self._layout = layout
        self._instants = instants
        self._kinds = kinds
        self._changes = changes
        self._sharing = sharing
        self._whole = whole
        self._impacts = impacts
        self._first = np.searchsorted(changes.event, np.arange(len(instants) + 1))

    @classmethod
    def from_rows(
        cls,
        layout: Layout,
        rows: NDArray[np.float64],
        sharing: Callable[[], tuple[Shared, ...]] = tuple,
    ) -> EventLog:
        """Compare the two sides of every event that a run recorded.

        Parameters
        ----------
        layout : Layout
            Meaning of the columns.
        rows : float array, shape (n_rows, n_columns)
            Recorded rows; column 0 is the time, column 1 the :class:`~.layout.RowFlag`.
        sharing : callable
            Finds the motions that elements came to share; called on first access.
        """
        left = _left_rows(rows)
        instants = rows[left + 1, TIME_COLUMN]
        scheduled = rows[left + 1, FLAG_COLUMN] >= SCHEDULED
        kinds = np.where(scheduled, _KINDS.index("time"), _KINDS.index("state")).astype(np.int8)
        if len(left):
            kinds[instants == rows[0, TIME_COLUMN]] = _KINDS.index("initial")
        changes = _find_changes(layout, rows, left)
        impacts = find_impacts(layout.impacts, rows, left) if layout.impacts else None
        return cls(layout, instants, kinds, changes, sharing, True, impacts)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the shared motions themselves: the model that would find them is not included."""
        return {**vars(self), "_sharing": ConstantCallback(self.shared)}

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self._instants)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> EventLog: ...

    def __getitem__(self, index: int | slice) -> Event | EventLog:
        """Return one event, or the log of a slice of the events."""
        if isinstance(index, slice):
            return self._keep(np.arange(len(self))[index])
        position = range(len(self))[index]
        span = range(self._first[position], self._first[position + 1])
        changes = [self._change(row) for row in span]
        shown = [c for c, row in zip(changes, span, strict=True) if self._is_shown(row)]
        kind = _KINDS[self._kinds[position]]
        impacts = self._impacts.at(position) if self._impacts else ()
        return Event(float(self._instants[position]), kind, tuple(changes), tuple(shown), impacts)

    @explained
    def of(self, *patterns: str) -> EventLog:
        """Return the events at which certain variables changed, with only these changes.

        Parameters
        ----------
        *patterns : str
            A component (``"clutch1"``: everything in it), a variable (``"clutch1.mode"``), or a
            pattern with ``*`` and ``?``.

        Raises
        ------
        NameLookupError
            If the model has no discrete variable with such a name.
        """
        found = [np.zeros(0, dtype=np.int64), *(self._discrete_of(p) for p in patterns)]
        wanted = np.unique(np.concatenate(found))
        changes = self._changes.take(np.isin(self._changes.variable, wanted))
        impacts, events = self._impacts, changes.event
        if impacts is not None:
            struck = [k for k, e in enumerate(impacts.elements) if _is_any(e.name, patterns)]
            impacts = impacts.take(np.isin(impacts.element, struck))
            events = np.append(events, impacts.event)
        narrowed = EventLog(
            self._layout, self._instants, self._kinds, changes, self._sharing, impacts=impacts
        )
        return narrowed._keep(np.unique(events))

    @explained
    def times(
        self,
        *patterns: str,
        before: int | str | None = None,
        after: int | str | None = None,
    ) -> NDArray[np.float64]:
        """Return instants of events in s.

        Parameters
        ----------
        *patterns : str
            As in :meth:`of`; all events if none is given.
        before, after : int or str, optional
            Only changes from this value or to this value; a number or its label
            (``times("clutch1.mode", after="stuck")``).
        """
        log = self.of(*patterns) if patterns else self
        if before is None and after is None:
            return log._instants.copy()
        changes = log._changes
        fits = np.ones(len(changes.event), dtype=np.bool_)
        for values, asked in ((changes.before, before), (changes.after, after)):
            if isinstance(asked, str):
                label = asked.lower() if asked in ("True", "False") else asked
                log._check_label(label, patterns)
                fits &= log._labels(values) == label
            elif isinstance(asked, (int, float, np.number, np.bool_)):
                fits &= values == asked
            elif asked is not None:
                raise ResultError(f"{asked!r}: give a value as a number, or its label as a text")
        return log._instants[np.unique(changes.event[fits])]

    @explained
    def first_difference(self, other: EventLog) -> int | None:
        """Return the first event that another run of the same model does not have likewise.

        Two events are alike if their kind and all their changes are; their instants may differ.

        Parameters
        ----------
        other : EventLog
            Events of the other run.

        Returns
        -------
        int or None
            Index of the event; the length of the shorter log if the other one goes on; None if the
            sequences are the same.

        Examples
        --------
        >>> import drivetrain as dt
        >>> clutches = dt.compile(dt.examples.find("CoupledClutches")())
        >>> logs = [clutches.simulate(parameters={"clutch1.peak": p}).events for p in (1.1, 1.101)]
        >>> print(logs[0].first_difference(logs[1]))
        None
        """
        if not isinstance(other, EventLog):
            raise ResultError(f"{other!r} is no log of events: give the events of another run")
        one, two = self._sequence, other._sequence
        if all(len(a) == len(b) and np.array_equal(a, b) for a, b in zip(one, two, strict=True)):
            return None
        most = min(len(self), len(other))
        same = (k for k in range(most) if not self._is_like(other, k))
        return next(same, most)

    @property
    def _sequence(self) -> tuple[NDArray[Any], ...]:
        changes = self._changes
        return self._kinds, changes.event, changes.variable, changes.before, changes.after

    def _is_like(self, other: EventLog, event: int) -> bool:
        """Return whether an event has the same kind and changes as in another log."""
        own, others = (
            (log._kinds[event], *(part[log._first[event] : log._first[event + 1]].tobytes()
                                  for part in log._sequence[2:]))
            for log in (self, other)
        )  # fmt: skip
        return bool(own == others)

    @cached_property
    def shared(self) -> tuple[Shared, ...]:
        """Motions locked by more elements than necessary, each listed once, when that began."""
        return self._sharing()

    @cached_property
    def telling(self) -> EventLog:
        """The events at which a variable changed that is shown in the text of an event."""
        shown = np.isin(self._changes.variable, list(self._shown_variables))
        events = self._changes.event[shown]
        if self._impacts is not None:
            events = np.append(events, self._impacts.event)
        return self._keep(np.unique(events))

    @explained
    def text(self, *, detail: bool = False) -> str:
        """Return the log as lines of text.

        Parameters
        ----------
        detail : bool
            Show every event with all its changes. Otherwise events without significant changes are
            only counted.
        """
        told = self if detail else self.telling
        lines = self._lines(told, detail=detail)
        return "\n".join([*lines, *self._silent(told)]) or "no events"

    @explained
    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one line per change: time, kind, name, before, after and labels."""
        import pandas as pd

        changes = self._changes
        names = np.array([self._layout.names[p] for p in self._layout.discrete], dtype=object)
        return pd.DataFrame(
            {
                "time": self._instants[changes.event],
                "kind": np.array(_KINDS, dtype=object)[self._kinds[changes.event]],
                "name": names[np.searchsorted(self._layout.discrete, changes.variable)],
                "before": changes.before,
                "after": changes.after,
                "before_label": self._labels(changes.before),
                "after_label": self._labels(changes.after),
            }
        )

    def __str__(self) -> str:
        """Return the log as lines of text, omitting the middle of a very long one."""
        told = self.telling
        silent = self._silent(told)
        left_out = len(told) + len(silent) - 2 * _SHOWN_AT_EACH_END
        if left_out <= 1:
            return self.text()
        head, tail = told[:_SHOWN_AT_EACH_END], told[len(silent) - _SHOWN_AT_EACH_END :]
        gap = f"… {left_out} lines left out …"
        return "\n".join([*self._lines(head), gap, *self._lines(tail, begins=False), *silent])

    def __repr__(self) -> str:
        """Return the number of events and their text."""
        return f"<{len(self)} events>\n{self}" if len(self) else "<no events>"

    def _repr_html_(self) -> str:
        """Return the log as a table for notebooks, omitting the middle of a very long one."""
        lines = (line.split("  ", 1) for line in str(self).splitlines()) if len(self) else ()
        rows = [(line[0], line[1]) if len(line) == 2 else ("", line[0]) for line in lines]
        return table(rows, ("", "event"), f"{len(self) or 'no'} events")

    def _lines(self, told: EventLog, *, detail: bool = False, begins: bool = True) -> Iterator[str]:
        """Yield the events as lines, each followed by the motions that are shared from then on.

        If the log `begins`, motions shared from the start, without an event, come first.
        """
        due: dict[float, list[Shared]] = {}
        for shared in self.shared:
            due.setdefault(shared.time, []).append(shared)
        for time in sorted(due) if self._whole and begins else ():
            if time not in self._instants:
                yield from map(str, due[time])
        for event in told:
            yield event.text(detail=detail)
            yield from map(str, due.pop(event.time, ()))

    def _silent(self, told: EventLog) -> list[str]:
        """Return the line that counts the events that are not shown, if there are any."""
        silent = len(self) - len(told)
        return [f"({silent} more without a change of mode)"] if silent else []

    def _labels(self, values: NDArray[np.int64]) -> NDArray[np.object_]:
        """Return the labels of changed variables' values; `values` has one entry per change."""
        texts = np.empty(len(values), dtype=object)
        layout, variable = self._layout, self._changes.variable
        for position in np.unique(variable):
            own = np.flatnonzero(variable == position)
            taken, which = np.unique(values[own], return_inverse=True)
            labels = layout.labels.get(layout.names[position], {})
            truth = layout.kinds[position] == "boolean"
            words = [_label(bool(v) if truth else v, labels) for v in taken.tolist()]
            texts[own] = np.array(words, dtype=object)[which]
        return texts

    def _check_label(self, asked: str, patterns: tuple[str, ...]) -> None:
        """Reject a value that none of the variables in question can take."""
        layout = self._layout
        found = [self._discrete_of(p) for p in patterns] or [np.asarray(layout.discrete)]
        names = {layout.names[p]: layout.kinds[p] for p in np.concatenate(found).tolist()}
        known = {label for name in names for label in layout.labels.get(name, {}).values()}
        known |= {"true", "false"} if "boolean" in names.values() else set()
        if asked not in known and not asked.removeprefix("-").isdecimal():
            raise NameLookupError(
                f"{asked!r} is no value of {', '.join(patterns) or 'any variable'}"
                f"{nearest(asked, known)}; there are {', '.join(sorted(known)) or 'numbers only'}"
            )

    @cached_property
    def _shown_variables(self) -> frozenset[int]:
        """Positions of the discrete variables shown in the default text."""
        layout = self._layout
        named = layout.modes.union(layout.labels)
        described = {component_of(name) for name in named}
        names = ((int(position), layout.names[position]) for position in layout.discrete)
        return frozenset(
            position
            for position, name in names
            if name in named or component_of(name) not in described
        )

    @cached_property
    def _discrete(self) -> frozenset[int | None]:
        """Positions of the discrete variables."""
        return frozenset(self._layout.discrete.tolist())

    def _is_shown(self, row: int) -> bool:
        return int(self._changes.variable[row]) in self._shown_variables

    def _change(self, row: int) -> Change:
        layout, changes = self._layout, self._changes
        position = int(changes.variable[row])
        name = layout.names[position]
        before, after = int(changes.before[row]), int(changes.after[row])
        if layout.kinds[position] == "boolean":
            return Change(name, bool(before), bool(after))
        return Change(name, before, after, layout.labels.get(name, {}))

    def _keep(self, events: NDArray[np.int64]) -> EventLog:
        """Return the log of some events, given by their ascending or descending positions."""
        renumbered = np.full(len(self), -1, dtype=np.int64)
        renumbered[events] = np.arange(len(events))
        kept = self._changes.take(renumbered[self._changes.event] >= 0)
        number = renumbered[kept.event]
        order = np.argsort(number, kind="stable")
        changes = _Changes(
            number[order], kept.variable[order], kept.before[order], kept.after[order]
        )
        impacts = self._impacts
        if impacts is not None:
            numbers = renumbered[impacts.event]
            kept_ones = np.flatnonzero(numbers >= 0)
            kept_ones = kept_ones[np.argsort(numbers[kept_ones], kind="stable")]
            impacts = impacts.take(kept_ones, numbers)
        return EventLog(
            self._layout, self._instants[events], self._kinds[events], changes, self._sharing,
            impacts=impacts,
        )  # fmt: skip

    def _discrete_of(self, pattern: str) -> NDArray[np.int64]:
        layout = self._layout
        if not isinstance(pattern, str):
            raise NameLookupError(f"{pattern!r} is not the name of a variable or component")
        if (position := layout.positions.get(pattern)) in self._discrete:
            return np.array([position], dtype=np.int64)
        fits = wildcard(pattern)
        inside = (f"{pattern}.", f"{pattern}[")
        discrete = [(int(p), layout.names[p]) for p in layout.discrete]
        found = [p for p, name in discrete if fits.fullmatch(name) or name.startswith(inside)]
        struck = [element.name for element in self._layout.impacts]
        if not found and not any(_is_any(name, (pattern,)) for name in struck):
            known = [*(name for _, name in discrete), *struck]
            hint = nearest(pattern, [*known, *map(component_of, known)])
            raise NameLookupError(f"no integer or Boolean variable belongs to {pattern!r}{hint}")
        return np.array(found, dtype=np.int64)


def _is_any(name: str, patterns: Sequence[str]) -> bool:
    """Tell whether a name is listed, matches a pattern, or is in a listed component."""
    return any(wildcard(p).fullmatch(name) or name.startswith((f"{p}.", f"{p}[")) for p in patterns)


def _left_rows(rows: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the rows with the left limit of an event whose right limit follows."""
    flags = rows[:, FLAG_COLUMN].astype(np.int8) % SCHEDULED
    is_right = (flags[1:] == RowFlag.RIGHT) | (flags[1:] == RowFlag.FINAL)
    same_time = rows[1:, TIME_COLUMN] == rows[:-1, TIME_COLUMN]
    pairs = (flags[:-1] == RowFlag.LEFT) & is_right & same_time
    return np.flatnonzero(pairs).astype(np.int64)


def _find_changes(layout: Layout, rows: NDArray[np.float64], left: NDArray[np.int64]) -> _Changes:
    discrete = layout.discrete
    discrete = discrete[layout.column[discrete] != CONSTANT]
    columns, slot = np.unique(layout.column[discrete], return_inverse=True)
    at_once = max(1, _CELLS_AT_ONCE // max(1, len(discrete)))
    found = []
    for start in range(0, max(1, len(left)), at_once):
        some = left[start : start + at_once]
        before, after = rows[np.ix_(some, columns)], rows[np.ix_(some + 1, columns)]
        # One column may have several names: a change is a change of all of them.
        event, which = np.nonzero((before != after)[:, slot])
        variable, at = discrete[which], (event, slot[which])
        sign = layout.sign[variable]
        values = _whole(sign * before[at]), _whole(sign * after[at])
        found.append((event + start, variable, *values))
    return _Changes(*map(np.concatenate, zip(*found, strict=True)))


def _whole(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(values).astype(np.int64)


def _label(value: int | bool, labels: Mapping[int, str]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return labels.get(value, str(value))


def _time_text(time: float) -> str:
    return f"{time:.5f}" if time == 0.0 or abs(time) >= 1e-2 else f"{time:.5g}"
