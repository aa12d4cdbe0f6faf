"""Declare quantities that change during a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from drivetrain.calls import explained
from drivetrain.modeling.argument_values import check_flags
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL
from drivetrain.modeling.members.declaration import Bound, Declaration, checked_bound
from drivetrain.modeling.members.starts import start_value

__all__ = ["Variable", "boolean", "bounds", "integer", "variable"]


class Variable(Declaration):
    """A quantity that changes during a run; see :func:`variable`."""

    __slots__ = (
        "is_fixed", "is_flow", "is_potential", "labels", "least_change", "maximum", "minimum",
        "nominal", "size", "start", "state_select",
    )  # fmt: skip
    is_input: ClassVar[bool] = False
    is_signal: ClassVar[bool] = False

    def __init__(
        self,
        kind: str,
        unit: str | None,
        *,
        start: Any = None,
        is_fixed: bool = False,
        nominal: Any = None,
        minimum: Bound = None,
        maximum: Bound = None,
        state_select: Any = "default",
        labels: dict[int, str] | None = None,
        is_flow: bool = False,
        is_potential: bool = False,
        size: Any = None,
        least_change: bool = False,
        doc: str = "",
    ) -> None:
        super().__init__(kind, unit, doc)
        self.size = size
        self.least_change = least_change
        self.start = start
        self.is_fixed = is_fixed
        self.nominal = nominal
        self.minimum = minimum
        self.maximum = maximum
        self.state_select = state_select
        self.labels = labels
        self.is_flow = is_flow
        self.is_potential = is_potential

    if TYPE_CHECKING:
        # In `equations` a tuple replaces a variable with a size.
        def __iter__(self) -> Iterator[Any]: ...
        def __len__(self) -> int: ...
        def __getitem__(self, index: Any) -> Any: ...


def bounds(least: Bound, most: Bound, unit: str) -> dict[str, Bound]:
    """Return bounds as keyword arguments of a declaration.

    Parameters
    ----------
    least, most : number, quantity or expression
        As given by a user.
    unit : str
        Unit of the variable.
    """
    return {
        "minimum": checked_bound(least, "min", unit),
        "maximum": checked_bound(most, "max", unit),
    }


@explained
def variable(
    unit: str | None = "1",
    *,
    start: Any = None,
    nominal: Any = None,
    min: Bound = None,  # noqa: A002
    max: Bound = None,  # noqa: A002
    state_select: Any = "default",
    size: Any = None,
    least_change: bool = False,
    doc: str = "",
) -> Variable:
    """Declare a real variable.

    Parameters
    ----------
    unit : str, optional
        Coherent SI unit. ``None`` states none: the variable fits every unit, and shows the one that
        the equations of its class determine.
    start : number, expression of parameters, fixed(…) or guess(…), optional
        Start value; a plain value is a guess. This and other values may be quantities of pint.
    nominal : number or expression, optional
        Typical magnitude, for error control (1 if omitted).
    min, max : number or expression, optional
        Bounds that a run is expected to respect: one that leaves them warns and goes on.
    state_select : str or structural parameter
        Priority of the variable as a state: ``never avoid default prefer always``.
    size : int, structural parameter, or tuple of them, optional
        Several variables in sequence, named ``v[0]``, ``v[1]`` …; in `equations` a tuple. With
        ``size=(rows, columns)`` they are the elements of a matrix, ``v[0][0]``, ``v[0][1]`` ….
    least_change : bool
        Where the equations leave open how several of these share (torques of brakes on one shaft),
        together they change as little as possible; no equation may determine the variable alone in
        all modes.
    doc : str
        Short description.
    """
    check_flags("variable", least_change=least_change)
    of = "1" if unit is None else unit
    own = {"nominal": checked_bound(nominal, "nominal", of), "state_select": state_select}
    own |= bounds(min, max, of) | start_value(start, REAL, of)
    return Variable(
        REAL, unit, **own, size=size, least_change=least_change, doc=doc,
    )  # fmt: skip


@explained
def boolean(*, start: Any = False, size: Any = None, doc: str = "") -> Variable:
    """Declare a Boolean variable.

    Parameters
    ----------
    start : bool, fixed(…) or guess(…)
        Value before the first instant.
    size : int or structural parameter, optional
        Several variables in sequence, as for :func:`variable`.
    doc : str
        Short description.
    """
    return Variable(BOOLEAN, "1", **start_value(start, BOOLEAN, "1"), size=size, doc=doc)


@explained
def integer(
    *,
    start: Any = 0,
    min: Bound = None,  # noqa: A002
    max: Bound = None,  # noqa: A002
    labels: dict[int, str] | None = None,
    size: Any = None,
    doc: str = "",
) -> Variable:
    """Declare an integer variable.

    Parameters
    ----------
    start : int, fixed(…) or guess(…)
        Value before the first instant.
    min, max : int or expression, optional
        Bounds that a run is expected to respect: one that leaves them warns and goes on.
    labels : dict, optional
        Names of the values, for results.
    size : int or structural parameter, optional
        Several variables in sequence, as for :func:`variable`.
    doc : str
        Short description.
    """
    own = bounds(min, max, "1") | start_value(start, INTEGER, "1")
    return Variable(INTEGER, "1", **own, labels=labels, size=size, doc=doc)
