"""Table parameters, looked up by calling them, and tables within an equation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Never

from drivetrain.calls import explained
from drivetrain.errors import ExpressionError, ModelError, shown
from drivetrain.modeling.columnwise_conversion import to_si_columns
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, ExprLike, as_expr
from drivetrain.modeling.hidden_names import hidden_by
from drivetrain.modeling.members.declaration import REQUIRED, Declaration, checked_bound

__all__ = ["SMOOTHNESS", "TableLiteral", "TableParameter", "look_up", "table"]


class TableParameter(Declaration):
    """A table of numbers, looked up by calling it; see :func:`table`."""

    __slots__ = (
        "columns", "default", "extrapolation", "maximum", "minimum", "names", "smoothness",
        "units",
    )  # fmt: skip

    def __init__(
        self,
        default: Any,
        units: tuple[str, ...],
        columns: int,
        smoothness: Any,
        extrapolation: Any,
        doc: str,
        minimum: tuple[float | None, ...] = (),
        maximum: tuple[float | None, ...] = (),
        names: tuple[str, ...] = (),
    ) -> None:
        super().__init__(REAL, units[-1], doc)
        self.default = default
        self.units = units
        self.columns = columns
        self.smoothness = smoothness
        self.extrapolation = extrapolation
        self.minimum = minimum
        self.maximum = maximum
        self.names = names

    def __call__(self, x: ExprLike, column: int = 2, **further: Never) -> Expr:
        """Return the expression "column `column` of this table at `x`"."""
        if further or isinstance(x, (list, tuple)):
            raise ExpressionError(
                hidden_by(self)
                or f"{self.name or 'a table'}({shown(x)}, …): give the place at which to read the "
                "table, and the number of a column"
            )
        return look_up(self, x, column, self.columns)

    def matches(self, rows: Any) -> Expr:
        """Return the expression "this table consists of these rows", up to rounding.

        This is only allowed in the default value of a parameter.
        """
        plain = self.plain_rows(rows, f"{self.name}.matches")
        return Expr("matches", (self,), plain, BOOLEAN)

    def plain_rows(self, rows: Any, label: str) -> Any:
        """Return rows, or a data frame, with all quantities as numbers; see `to_si_columns`."""
        return to_si_columns(rows, self.units, label, self.names)


SMOOTHNESS = (
    "linear_segments",
    "continuous_derivative",
    "constant_segments",
    "monotone_continuous_derivative1",
    "monotone_continuous_derivative2",
    "modified_continuous_derivative",
)
"""Interpolation methods of a table."""


@explained
def table(
    default: Any = REQUIRED,
    *,
    units: tuple[str, ...] = ("1", "1"),
    smoothness: Any = "linear_segments",
    extrapolation: Any = "last_two_points",
    min: tuple[float | None, ...] = (),  # noqa: A002
    max: tuple[float | None, ...] = (),  # noqa: A002
    names: tuple[str, ...] = (),
    doc: str = "",
) -> TableParameter:
    """Declare a table parameter: abscissae in the first column, one or more further columns.

    Parameters
    ----------
    default : array_like, shape (n, k), or omitted
        Rows in ascending order of the first column, or a data frame; quantities (of pint, or
        ``"1500 rpm"``) are converted to the units of their columns, and so are the columns of a
        data frame with a unit in their header, ``"w [rpm]"``.
    units : tuple of str, length k
        Units of the columns.
    smoothness, extrapolation : str or structural parameter
        Interpolation between and extrapolation outside the points.
    min, max : tuple of float or None
        Bounds of the columns, from the first one on; None where there is none. The smallest
        positive number (``sys.float_info.min``) stands for "above 0".
    names : tuple of str, length k, optional
        Names by which the columns are found in a data frame; by position if omitted.
    doc : str
        Short description.

    Examples
    --------
    ``mu_pos = table([[0, 0.5]], units=("rad/s", "1"))`` and in `equations` ``self.mu_pos(w)``.
    """
    if not isinstance(units, (tuple, list)) or len(units) < 2:
        raise ModelError(
            f"table(units={units!r}): give a unit for each column, two at least, such as "
            'units=("rad/s", "1")'
        )
    names = tuple(names) if isinstance(names, (tuple, list)) else (names,)
    if names and (len(names) != len(units) or not all(isinstance(one, str) for one in names)):
        raise ModelError(f"table(names={shown(names)}): give a name for each column")
    rows = default if default is REQUIRED else to_si_columns(default, units, "table", names)
    low, high = _column_bounds(min, "min", units), _column_bounds(max, "max", units)
    return TableParameter(
        rows, tuple(units), len(units), smoothness, extrapolation, doc, low, high, names
    )


def _column_bounds(bounds: Any, label: str, units: Sequence[str]) -> tuple[Any, ...]:
    """Return the bounds of the first columns as numbers in their units."""
    if not isinstance(bounds, (tuple, list)) or len(bounds) > len(units):
        raise ModelError(
            f"table({label}={shown(bounds)}): give one bound for each column, or None, at most "
            f"{len(units)}"
        )
    pairs = enumerate(zip(bounds, units, strict=False), start=1)
    return tuple(checked_bound(one, f"{label}, column {k}", unit) for k, (one, unit) in pairs)


class TableLiteral(Expr):
    """A table whose numbers are written in the equation itself; see :func:`interpolate`."""

    __slots__ = ()

    def __init__(
        self, rows: Any, units: tuple[str, str], smoothness: str, extrapolation: str
    ) -> None:
        super().__init__("literal", (), (rows, units, smoothness, extrapolation), REAL)

    def declaration(self) -> TableParameter:
        """Return the declaration of a table parameter with these numbers."""
        rows, units, smoothness, extrapolation = self.value
        doc = "Numbers in an equation"
        return TableParameter(rows, units, len(units), smoothness, extrapolation, doc)


def look_up(leaf: Expr, x: ExprLike, column: int, columns: int) -> Expr:
    """Return the expression "this column of the table at `x`".

    Parameters
    ----------
    leaf : Expr
        The table.
    x : number or expression
        Argument of the look-up.
    column, columns : int
        Number of the column, counted from 1, and number of columns.

    Raises
    ------
    ExpressionError
        If the table has no such column, or it contains the abscissae.
    """
    if type(column) is not int or not 2 <= column <= columns:
        raise ExpressionError(
            f"{leaf}: column {shown(column)} of a table with columns 1…{columns}: the first one is "
            "for the abscissa, so choose a whole number from 2 on"
        )
    return Expr("lookup", (leaf, as_expr(x)), column, REAL)
