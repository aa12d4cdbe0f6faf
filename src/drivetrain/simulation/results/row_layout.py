"""Layout of recorded rows: names, aliases, units and labels of every variable.

A compiled model has one :class:`Layout`, shared by all its runs. Many names may refer to one
recorded column (two flanges of a rigid shaft rotate by the same angle), so a result stores each
column once and the layout says how each name is read from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, Protocol, overload, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import NameLookupError, nearest, shown
from drivetrain.patterns import is_pattern, wildcard
from drivetrain.simulation.results.impacts import ImpactColumns

__all__ = [
    "CONSTANT",
    "FLAG_COLUMN",
    "SCHEDULED",
    "TIME_COLUMN",
    "Columns",
    "DeclaredTexts",
    "Layout",
    "NamedValues",
    "Positions",
    "RowFlag",
    "component_of",
    "is_pattern",
    "nearest_pattern",
    "wildcard",
]

CONSTANT = -1
"""Entry of :attr:`Layout.column` for a variable that is constant over the run."""
TIME_COLUMN = 0
"""Column of the recorded rows with the time in s."""
FLAG_COLUMN = 1
"""Column of the recorded rows with the kind of point."""

_MANY_NAMES = 5000
_MEMBERS_SHOWN = 12
_REMEMBERED = 8
_PER_NAME = 8
"""Number of names that can be indexed in about the time of one look-up without an index."""
_LIST_HINT = "; list(result.names) shows all there are"


class RowFlag(IntEnum):
    """Kind of point of a recorded row.

    An event is recorded as two rows of the same time: its left limit, and either its right limit
    or, at the stop time, the final point.
    """

    REGULAR = 0
    LEFT = 1
    RIGHT = 2
    INITIAL = 3
    FINAL = 4


SCHEDULED = 8
"""Added to the flag of the right limit of an event whose instant was known in advance."""


@dataclass(frozen=True, eq=False)
class Columns:
    """How to read several variables from rows at once.

    Attributes
    ----------
    column : int array
        Recorded column of each variable that is not constant.
    opposite : int array
        Indices of those that are the negative of their column.
    varying : int array
        Positions of these among the variables.
    constant : float array
        Value of each constant variable; not read for the others.
    """

    column: NDArray[np.int64]
    opposite: NDArray[np.int64]
    varying: NDArray[np.int64]
    constant: NDArray[np.float64]

    @cached_property
    def last(self) -> int:
        """Last column that is needed, -1 if there is none."""
        return int(self.column.max(initial=CONSTANT))

    def read(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values of the variables that are not constant.

        Parameters
        ----------
        rows : float array, shape (n_rows, n_columns)
            Rows in which all columns are available.
        """
        values = np.take(rows, self.column, axis=1)
        values[:, self.opposite] = 0.0 - values[:, self.opposite]
        return values

    def with_constants(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values of all variables, given those of the others."""
        if len(self.varying) == len(self.constant):
            return values
        complete = np.tile(self.constant, (len(values), 1))
        complete[:, self.varying] = values
        return complete


@runtime_checkable
class Findable(Protocol):
    """Names that can be found without generating all others."""

    def find(self, name: str) -> int | None:
        """Return the position of a name, None if there is no such name."""

    def between(self, head: str, tail: str) -> Iterable[tuple[int, str]]:
        """Return positions and names with a given prefix and suffix, in order."""


class Positions(Mapping[str, int]):
    """Position of each name; a full index is built once that is worthwhile.

    Parameters
    ----------
    names : sequence of str
        The names. If they can be found one by one, this is done as long as few are requested.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._alone = len(names) // _PER_NAME if isinstance(names, Findable) else 0

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: position for position, name in enumerate(self._names)}

    def __getitem__(self, name: str) -> int:
        """Return the position of a name."""
        if self._alone <= 0 or not isinstance(self._names, Findable):
            return self._index[name]
        self._alone -= 1
        position = self._names.find(name)
        if position is None:
            raise KeyError(name)
        return position

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._names)


@dataclass(frozen=True, eq=False)
class Layout:
    """How the variables of a model are read from the rows that a run records.

    The value of variable ``i`` is ``sign[i] * rows[:, column[i]]``, or ``constant[i]`` where
    ``column[i]`` is -1.

    Parameters
    ----------
    names : sequence of str
        Dotted names in the order of declaration (``"J1.w"``, ``"disc[3].phi"``). The sequence may
        be lazy; it is never copied except to build the index of names, once.
    column : int array, shape (n,)
        Recorded column of each variable; -1 if it is constant over the run.
    sign : int8 array, shape (n,)
        +1 or -1: the variable is the column or its negative.
    constant : float array, shape (n,)
        Value of variables that are constant over the run; not read for the others.
    units : sequence of str
        Unit strings such as ``"rad/s"``, ``"N.m"``, ``"1"``.
    kinds : sequence of str
        ``"real"``, ``"integer"`` or ``"boolean"``.
    descriptions : sequence of str
        One line for each variable; may be empty.
    labels : mapping of str to mapping of int to str
        Names of the values of an integer variable, e.g. ``{"clutch1.mode": {0: "stuck"}}``.
    modes : set of str
        Variables that alone describe the state of their component.
    impacts : sequence of ImpactColumns
        Elements that lock or collide.
    whole : Layout, optional
        Layout of the whole model, if only some of its variables are kept.
    aliases : mapping of str to str
        Other names under which variables are found, such as ``start_forward`` for ``startForward``
        in a file of a Modelica tool.
    first_index : int
        Index of the first element of arrays: 1 in such a file.
    owners : mapping of str to str
        Class of the part that a mode belongs to, e.g. ``{"clutch1.mode": "Clutch"}``; empty for
        results read from files.
    """

    names: Sequence[str]
    column: NDArray[np.int64]
    sign: NDArray[np.int8]
    constant: NDArray[np.float64]
    units: Sequence[str]
    kinds: Sequence[str]
    descriptions: Sequence[str]
    labels: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    modes: frozenset[str] = frozenset()
    impacts: Sequence[ImpactColumns] = ()
    whole: Layout | None = field(default=None, repr=False)
    aliases: Mapping[str, str] = field(default_factory=dict, repr=False)
    first_index: int = 0
    owners: Mapping[str, str] = field(default_factory=dict, repr=False)
    _columns: dict[tuple[str, ...], Columns] = field(default_factory=dict, init=False, repr=False)
    narrowed: dict[tuple[str, ...], tuple[Layout, Columns]] = field(
        default_factory=dict, init=False, repr=False
    )

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self.names)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all texts themselves: the model that would generate them is not included."""
        labels = {name: dict(values) for name, values in self.labels.items()}
        texts = tuple(map(tuple, (self.units, self.kinds, self.descriptions)))
        numbers = self.column, self.sign, self.constant
        return Layout, (
            tuple(self.names), *numbers, *texts, labels, self.modes, tuple(self.impacts),
            self.whole, dict(self.aliases), self.first_index, dict(self.owners),
        )  # fmt: skip

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Position of each name."""
        return Positions(self.names)

    @cached_property
    def discrete(self) -> NDArray[np.int64]:
        """Positions of the integer and Boolean variables, in the order of declaration."""
        if isinstance(self.kinds, DeclaredTexts):
            return self.kinds.unlike("real")
        found = [position for position, kind in enumerate(self.kinds) if kind != "real"]
        return np.array(found, dtype=np.int64)

    def position(self, name: str) -> int:
        """Return the position of a variable.

        Parameters
        ----------
        name : str
            Dotted name.

        Raises
        ------
        NameLookupError
            If no variable has this name; the nearest names are suggested.
        """
        try:
            return self.positions[name]
        except (KeyError, TypeError):
            if isinstance(name, str) and name in self.aliases:
                return self.positions[self.aliases[name]]
            raise self._refusal(str(name), name) from None

    def _refusal(self, text: str, asked: object) -> NameLookupError:
        """Return the appropriate error for an unknown name."""
        if isinstance(asked, (list, tuple)):
            return NameLookupError(f"{shown(asked)} is no name: give names one by one, as texts")
        if self.whole is not None and text in self.whole.positions:
            return NameLookupError(f"{asked!r} was not recorded: {self._kept_of(self.whole)}")
        known = self._candidates(text)
        inside = [name for name in known if name.startswith(f"{text}.")]
        if inside:
            more = ", …" if len(inside) > _MEMBERS_SHOWN else ""
            members = ", ".join(inside[:_MEMBERS_SHOWN])
            return NameLookupError(f"{asked!r} is a part, not a variable; it has {members}{more}")
        hint = nearest(text, known) or _LIST_HINT
        return NameLookupError(f"this run has no variable {asked!r}{hint}")

    def _kept_of(self, whole: Layout) -> str:
        """Say which variables are kept, and how to keep others."""
        names = ", ".join([*self.names[:_MEMBERS_SHOWN], *["…"][: len(self) > _MEMBERS_SHOWN]])
        kept = f"{len(self)} of {len(whole)} variables are kept ({names or 'none'})"
        return f"{kept}; run it again with this name in record=[…]"

    def match(self, *patterns: str) -> list[str]:
        """Return the requested names, without repetition, in the order requested.

        Parameters
        ----------
        *patterns : str
            Names, or patterns in which ``*`` stands for any text and ``?`` for one character.
            Square brackets are part of a name (``"disc[3].w"``), not a pattern.

        Raises
        ------
        NameLookupError
            If a name does not exist or a pattern matches nothing.
        """
        return list(self._found(patterns))

    def values(self, rows: NDArray[np.float64], position: int) -> NDArray[Any]:
        """Return the trajectory of one variable, with the data type of its kind.

        Parameters
        ----------
        rows : float array, shape (n_rows, n_columns)
            Rows recorded by the run.
        position : int
            Position of the variable.

        Returns
        -------
        ndarray, shape (n_rows,)
            float64, int64 or bool; a fresh array.
        """
        column = int(self.column[position])
        if column == CONSTANT:
            values = np.full(len(rows), float(self.constant[position]))
        elif self.sign[position] < 0:
            values = 0.0 - rows[:, column]  # unlike -x this produces no negative zeros
        else:
            values = rows[:, column].copy()
        return self.in_kind(values, position)

    def in_kind(self, values: NDArray[np.float64], position: int) -> NDArray[Any]:
        """Return values of one variable with the data type of its kind: float64, int64 or bool.

        Parameters
        ----------
        values : ndarray
            As recorded.
        position : int
            Position of the variable in the layout.
        """
        return _as_kind(values, self.kinds[position])

    def columns(self, *patterns: str) -> Columns:
        """Return how variables are read together; recent requests are cached.

        Parameters
        ----------
        *patterns : str
            As for :meth:`match`; all variables if there are none.

        Raises
        ------
        NameLookupError
            As :meth:`match`.
        """
        try:
            known = self._columns.get(patterns)
        except TypeError:  # an unhashable object is not a name
            known = None
        if known is None:
            while len(self._columns) >= _REMEMBERED:
                self._columns.pop(next(iter(self._columns)), None)
            known = self._columns[patterns] = self._columns_of(patterns)
        return known

    def _columns_of(self, patterns: tuple[str, ...]) -> Columns:
        if patterns:
            at = np.array(list(self._found(patterns).values()), dtype=np.int64)
        else:
            at = np.arange(len(self))
        column = self.column[at]
        varying = np.flatnonzero(column != CONSTANT)
        opposite = np.flatnonzero(self.sign[at[varying]] < 0)
        return Columns(column[varying], opposite, varying, self.constant[at])

    def _found(self, patterns: Iterable[str]) -> dict[str, int]:
        """Return name → position of the requested variables, in the order requested."""
        found: dict[str, int] = {}
        for pattern in patterns:
            found.update(self._match_one(pattern))
        return found

    def _match_one(self, pattern: str) -> dict[str, int]:
        if not is_pattern(pattern) or pattern in self.positions:
            position = self.position(pattern)
            return {self.aliases.get(pattern, pattern): position}
        matches, (first, last) = wildcard(pattern), _ends(pattern)
        if (first or last) and isinstance(self.names, Findable):
            names = self.names.between(first, last)
        else:
            names = enumerate(self.names)
        found = {name: position for position, name in names if matches.fullmatch(name)}
        for alias, name in self.aliases.items():
            if matches.fullmatch(alias):
                found.setdefault(name, self.positions[name])
        if not found:
            raise self._unfit(pattern)
        return found

    def _unfit(self, pattern: str) -> NameLookupError:
        """Return the error for a pattern that no name matches."""
        if self.whole is not None and any(map(wildcard(pattern).fullmatch, self.whole.names)):
            kept = self._kept_of(self.whole).replace("this name", "this pattern")
            return NameLookupError(f"nothing that fits {pattern!r} was recorded: {kept}")
        names = self.names if len(self.names) <= _MANY_NAMES else ()
        hint = nearest_pattern(pattern, names) or _LIST_HINT
        return NameLookupError(f"no variable of this run fits the pattern {pattern!r}{hint}")

    def _candidates(self, name: str) -> Iterable[str]:
        """Return the names to compare with a misspelt one (all of them unless very many)."""
        if len(self.names) <= _MANY_NAMES:
            return self.names
        head, _, tail = name.rpartition(".")
        near = [n for n in self.names if n.startswith(head + ".") or n.endswith("." + tail)]
        return near[:_MANY_NAMES] or self.names[:_MANY_NAMES]


class DeclaredTexts(Sequence[str]):
    """Texts of variable declarations: one for all variables of a declaration.

    Parameters
    ----------
    texts : sequence of str
        One for each declaration.
    which : int array
        Declaration of each variable.
    """

    def __init__(self, texts: Sequence[str], which: NDArray[np.int32]) -> None:
        self._texts = texts
        self._which = which

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        """Return the text of one variable, or of some."""
        if isinstance(index, slice):
            return DeclaredTexts(self._texts, self._which[index])
        return self._texts[int(self._which[index])]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the texts of all variables."""
        return map(self._texts.__getitem__, self._which.tolist())

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self._which)

    def unlike(self, text: str) -> NDArray[np.int64]:
        """Return the indices of the variables with other texts."""
        if not isinstance(text, str):
            return np.arange(len(self._which))
        differs = np.array([other != text for other in self._texts], dtype=bool)
        return np.flatnonzero(differs[self._which])


class NamedValues(Mapping[str, Any]):
    """A read-only mapping from the names of a layout to one entry per variable.

    Parameters
    ----------
    layout : Layout
        Layout whose names are the keys.
    values : sequence
        One entry per variable, in the order of the names.
    """

    def __init__(self, layout: Layout, values: Sequence[Any]) -> None:
        self._layout = layout
        self._values = values

    def __getitem__(self, name: str) -> Any:
        """Return the entry of one variable."""
        return self._values[self._layout.position(name)]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._layout.names)

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self._layout)

    def __repr__(self) -> str:
        """Return a short form; the content may be long."""
        return f"<{len(self)} named values>"

    def _ipython_key_completions_(self) -> list[str]:
        """Return what an interactive session completes in ``[…]``."""
        return list(self)


def _ends(pattern: str) -> tuple[str, str]:
    """Return the prefix and suffix common to all names that match a pattern with ``*`` or ``?``."""
    parts = re.split(r"[*?]", pattern)
    return parts[0], parts[-1]


def nearest_pattern(pattern: str, names: Iterable[str]) -> str:
    """Return a hint at a pattern or name near one that nothing matches, or an empty string.

    Parameters
    ----------
    pattern : str
        A pattern that no name matches.
    names : iterable of str
        The existing names.
    """
    head, dot, tail = pattern.rpartition(".")
    known = [name.rpartition(".") for name in names]
    if dot and not is_pattern(tail):
        fit = [last for first, _, last in known if wildcard(head).fullmatch(first)]
        hint = nearest(tail, dict.fromkeys(fit or [last for *_, last in known]))
        if fit and hint:
            return hint.replace("'", f"'{head}.", 1).replace(" or '", f" or '{head}.")
    plain = re.sub(r"[*?]+", "", head)
    if dot and plain:
        hint = nearest(plain, dict.fromkeys(first for first, *_ in known), 1)
        if hint:
            return hint.replace("'?", f".{tail}'?")
    return nearest(re.sub(r"[*?]+", "", pattern), ("".join(parts) for parts in known))


def component_of(name: str) -> str:
    """Return the component that a dotted name belongs to (empty for the model itself)."""
    return name.rpartition(".")[0]


def _as_kind(values: NDArray[np.float64], kind: str) -> NDArray[Any]:
    if kind == "boolean":
        return np.not_equal(values, 0.0)
    if kind == "integer":
        return np.rint(values).astype(np.int64)
    return values
