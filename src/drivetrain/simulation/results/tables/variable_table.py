"""Table of contents of a result: name, unit, least and greatest value, description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, shown
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.text_tables import aligned, as_html, number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["VariableLine", "VariableTable"]

_SHOWN = 30
_AT_ONCE = 64
_TITLES = ("name", "unit", "min", "max", "description")
_NUMBERS = (2, 3)


class _Source(Protocol):
    """Result, as far as it is needed here."""

    layout: Layout
    model: str

    def to_numpy(self, *names: str) -> NDArray[np.float64]:
        """Return several variables in one array."""


class VariableLine(NamedTuple):
    """One variable.

    Attributes
    ----------
    name, unit, description : str
        As declared.
    kind : {"real", "integer", "boolean"}
        Type.
    min, max : float
        Least and greatest recorded value; NaN if nothing is recorded.
    """

    name: str
    unit: str
    description: str
    kind: str
    min: float
    max: float


class VariableTable(Sequence[VariableLine]):
    """The variables of a result, or those that match some patterns; values are read on access.

    Parameters
    ----------
    source : Result
        The result.
    names : sequence of str, optional
        The variables; all of them if omitted.

    Examples
    --------
    >>> import drivetrain as dt
    >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
    >>> print(result.variables("J1.w", "J2.*.tau"))
    name             unit        min       max  description
    J1.w             rad/s   2.61044        10  Absolute angular velocity
    J2.flange_a.tau  N.m    -3.33333        10  Cut torque, positive into the component
    J2.flange_b.tau  N.m         -10  0.863163  Cut torque, positive into the component
    """

    def __init__(self, source: _Source, names: Sequence[str] | None = None) -> None:
        self._source = source
        self._names = source.layout.names if names is None else names

    def __call__(self, *patterns: str) -> VariableTable:
        """Return the variables that match names or patterns with ``*`` and ``?``.

        Raises
        ------
        NameLookupError
            If a name does not exist or a pattern matches nothing.
        """
        return VariableTable(self._source, self._source.layout.match(*patterns))

    @property
    def names(self) -> list[str]:
        """The names."""
        return list(self._names)

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self._names)

    @overload
    def __getitem__(self, which: int | str) -> VariableLine: ...

    @overload
    def __getitem__(self, which: slice) -> VariableTable: ...

    def __getitem__(self, which: int | str | slice) -> VariableLine | VariableTable:
        """Return one variable by position or name, or some as a table."""
        if isinstance(which, slice):
            return VariableTable(self._source, self._names[which])
        if isinstance(which, str):
            return next(self._lines([which]))
        try:
            return next(self._lines([self._names[index(which)]]))
        except (TypeError, IndexError):
            raise NameLookupError(
                f"{shown(which)} is no line of this table: give a name, or a number from 0 to "
                f"{len(self._names) - 1}"
            ) from None

    def __iter__(self) -> Iterator[VariableLine]:
        """Iterate over the variables."""
        return self._lines(self._names)

    def to_pandas(self) -> pd.DataFrame:
        """Return the table with one line per variable, by name."""
        import pandas as pd

        return pd.DataFrame(list(self), columns=VariableLine._fields).set_index("name")

    @explained
    def text(self) -> str:
        """Return the whole table as text."""
        return self._text(self)

    def __str__(self) -> str:
        """Return the first lines of the table as text."""
        more = len(self) - _SHOWN
        text = self._text(islice(self, _SHOWN))
        return f'{text}\n… and {more} more; .text() shows all, ("J*.w") some' if more > 0 else text

    def __repr__(self) -> str:
        """Return the number of variables, and the first lines."""
        return f"<{len(self)} variables of {self._source.model}>\n{self}"

    def _repr_html_(self) -> str:
        """Return the first lines as a table for notebooks."""
        caption = f"{len(self)} variables of {self._source.model}"
        return as_html(caption, _TITLES, map(_cells, islice(self, _SHOWN)), _NUMBERS)

    def _text(self, lines: Iterable[VariableLine]) -> str:
        return aligned(_TITLES, map(_cells, lines), _NUMBERS)

    def _lines(self, names: Sequence[str]) -> Iterator[VariableLine]:
        layout = self._source.layout
        for first in range(0, len(names), _AT_ONCE):
            some = list(names[first : first + _AT_ONCE])
            values = self._source.to_numpy(*some)
            for name, column in zip(some, values.T, strict=True):
                at = layout.position(name)
                known = column[~np.isnan(column)]
                ends = (known.min(), known.max()) if len(known) else (np.nan, np.nan)
                yield VariableLine(
                    name, layout.units[at], layout.descriptions[at], layout.kinds[at],
                    *map(float, ends),
                )  # fmt: skip


def _cells(one: VariableLine) -> tuple[str, ...]:
    unit = "" if one.unit == "1" else one.unit
    return one.name, unit, number(one.min), number(one.max), one.description
