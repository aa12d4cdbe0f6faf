"""Declarations of parameters and variables, and what stands for them while equations are traced.

A declaration is written once in a class body. While a class is traced, ``self.name`` is not the
declaration but a reference to a numbered slot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from drivetrain.calls import explained
from drivetrain.errors import (
    ExpressionError,
    ModelError,
    ParameterError,
    UnitError,
    nearest,
    shown,
)
from drivetrain.modeling.expression import (
    BOOLEAN,
    INTEGER,
    REAL,
    Expr,
    ExprLike,
    as_expr,
    as_float,
)
from drivetrain.modeling.given import is_one_of

__all__ = [
    "REQUIRED",
    "SMOOTHNESS",
    "STATE_SELECT",
    "BooleanInput",
    "BooleanOutput",
    "Disabled",
    "IntegerInput",
    "IntegerOutput",
    "Parameter",
    "ParameterRef",
    "RealInput",
    "RealOutput",
    "Signal",
    "StartValue",
    "TableLiteral",
    "TableParameter",
    "TableRef",
    "Variable",
    "VariableRef",
    "VectorRef",
    "boolean",
    "fixed",
    "guess",
    "integer",
    "parameter",
    "table",
    "variable",
]


class _Required:
    def __repr__(self) -> str:
        return "(no default)"

    def __reduce__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required()
"""Default of a parameter for which every user has to give a value."""

STATE_SELECT = ("never", "avoid", "default", "prefer", "always")
"""State selection priorities, lowest first."""

Bound = Any
"""A number or an expression of parameters."""


class Declaration(Expr):
    """A named member of a component class."""

    __slots__ = ("doc", "name", "unit")

    name: str
    unit: str
    doc: str

    def __init__(self, kind: str, unit: str, doc: str) -> None:
        super().__init__("decl", (), self, kind)
        if not isinstance(unit, str):
            raise UnitError(
                f"unit={shown(unit)}: write a unit as a text, 'N.m', and a start value as "
                "start=fixed(…)"
            )
        self.name = ""
        self.unit = unit
        self.doc = doc

    def __set_name__(self, owner: type, name: str) -> None:
        if not self.name:
            self.name = name

    def __repr__(self) -> str:
        unit = "" if self.unit == "1" else f" in {self.unit}"
        return f"<{type(self).__name__} {self.name}{unit}{self.doc and ': '}{self.doc}>"


class Parameter(Declaration):
    """A quantity that is constant during a run; see :func:`parameter`."""

    __slots__ = (
        "choices", "default", "final", "maximum", "minimum", "nonzero", "structural", "vector",
    )  # fmt: skip

    def __init__(
        self,
        default: Any,
        kind: str,
        unit: str,
        minimum: Bound,
        maximum: Bound,
        nonzero: bool,
        structural: bool,
        final: bool,
        choices: tuple[Any, ...] | None,
        vector: bool,
        doc: str,
    ) -> None:
        super().__init__(kind, unit, doc)
        self.vector = vector
        self.default = default
        self.minimum = minimum
        self.maximum = maximum
        self.nonzero = nonzero
        self.structural = structural
        self.final = final
        self.choices = choices


@explained
def parameter(
    default: Any = REQUIRED,
    *,
    unit: str = "1",
    min: Bound = None,  # noqa: A002
    max: Bound = None,  # noqa: A002
    nonzero: bool = False,
    structural: bool = False,
    final: bool = False,
    choices: tuple[Any, ...] | None = None,
    kind: str | None = None,
    vector: bool | None = None,
    doc: str = "",
) -> Any:
    """Declare a parameter.

    Parameters
    ----------
    default : number, expression of other parameters, or omitted
        Without a default every user has to give a value.
    unit : str
        Coherent SI unit.
    min, max : number or expression, optional
        Bounds, included.
    nonzero : bool
        The value 0 has no meaning, on whichever side of it the bounds lie: the ratio of a gear.
    structural : bool
        The value changes the equations (a connector exists or not); it is a plain Python value
        in `equations` and is fixed when the model is compiled.
    final : bool
        The default always holds; users cannot change it.
    choices : tuple, optional
        Values allowed (for structural ones).
    kind : {"real", "integer", "boolean"}, optional
        Type; by default that of the default value, and real for whole numbers.
    vector : bool, optional
        Several numbers in a row; by default if the default value is a list. How many is settled
        where the component is made; in `equations` the parameter is a tuple.
    doc : str
        One phrase for the reader.

    Examples
    --------
    >>> J = parameter(unit="kg.m2", min=0, doc="Moment of inertia")
    """
    if kind is None:
        kind = BOOLEAN if isinstance(default, bool) else REAL
        if isinstance(default, Expr):
            kind = default.kind
    if isinstance(default, str) and not structural:
        raise ParameterError(
            f"parameter({default!r}): the default is a text, which no equation can compute with; a "
            f"unit is written unit={default!r}, and a text that chooses needs structural=True"
        )
    if vector is None:
        vector = isinstance(default, (list, tuple)) and not structural
    return Parameter(
        default, kind, unit, min, max, nonzero, structural, final, choices, vector, doc
    )


class TableParameter(Declaration):
    """A table of numbers, looked up by calling it; see :func:`table`."""

    __slots__ = (
        "columns", "default", "extrapolation", "maximum", "minimum", "smoothness", "units",
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
    ) -> None:
        super().__init__(REAL, units[-1], doc)
        self.default = default
        self.units = units
        self.columns = columns
        self.smoothness = smoothness
        self.extrapolation = extrapolation
        self.minimum = minimum
        self.maximum = maximum

    def __call__(self, x: ExprLike, column: int = 2) -> Expr:
        """Return the expression "column `column` of this table at `x`"."""
        return _look_up(self, x, column, self.columns)

    def matches(self, rows: Any) -> Expr:
        """Return the expression "this table consists of these rows", up to rounding.

        It may only stand in the default value of a parameter.
        """
        return Expr("matches", (self,), rows, BOOLEAN)


SMOOTHNESS = (
    "linear_segments",
    "continuous_derivative",
    "constant_segments",
    "monotone_continuous_derivative1",
    "monotone_continuous_derivative2",
    "modified_continuous_derivative",
)
"""Laws of a table between its points."""


@explained
def table(
    default: Any = REQUIRED,
    *,
    units: tuple[str, ...] = ("1", "1"),
    smoothness: Any = "linear_segments",
    extrapolation: Any = "last_two_points",
    min: tuple[float | None, ...] = (),  # noqa: A002
    max: tuple[float | None, ...] = (),  # noqa: A002
    doc: str = "",
) -> TableParameter:
    """Declare a table parameter: abscissae in the first column, one or more further columns.

    Parameters
    ----------
    default : array_like, shape (n, k), or omitted
        Rows in ascending order of the first column.
    units : tuple of str, length k
        Units of the columns.
    smoothness, extrapolation : str or structural parameter
        How to go on between and outside the points.
    min, max : tuple of float or None
        Bounds of the columns, from the first one on; None where there is none.
    doc : str
        One phrase for the reader.

    Examples
    --------
    ``mu_pos = table([[0, 0.5]], units=("rad/s", "1"))`` and in `equations` ``self.mu_pos(w)``.
    """
    if not isinstance(units, (tuple, list)) or len(units) < 2:
        raise ModelError(
            f"table(units={units!r}): give a unit for each column, two at least, such as "
            'units=("rad/s", "1")'
        )
    return TableParameter(
        default, tuple(units), len(units), smoothness, extrapolation, doc, min, max
    )


class TableLiteral(Expr):
    """A table whose numbers stand in the equation itself; see :func:`interpolate`."""

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


def _look_up(leaf: Expr, x: ExprLike, column: int, columns: int) -> Expr:
    if not 2 <= column <= columns:
        raise ExpressionError(f"{leaf}: column {column} of a table with columns 1…{columns}")
    return Expr("lookup", (leaf, as_expr(x)), column, REAL)


@dataclass(frozen=True, eq=False)
class StartValue:
    """What is asked of a variable at the start; see :func:`fixed` and :func:`guess`."""

    value: Any
    is_fixed: bool
    nominal: Any = None
    state_select: str | None = None

    def __repr__(self) -> str:
        """Return what it was written as, but for attributes."""
        return f"{'fixed' if self.is_fixed else 'guess'}({self.value!r})"


@explained
def fixed(value: Any = 0.0, *, nominal: Any = None, state_select: str | None = None) -> StartValue:
    """Demand that a variable starts with this value.

    Parameters
    ----------
    value : number, array (for component arrays) or expression of parameters
        In the variable's unit.
    nominal : number, optional
        Typical magnitude, for error control.
    state_select : str, optional
        One of ``never avoid default prefer always``.
    """
    return StartValue(value, True, _checked_nominal(nominal), _checked_select(state_select))


@explained
def guess(value: Any = 0.0, *, nominal: Any = None, state_select: str | None = None) -> StartValue:
    """Propose a start value: taken where the model leaves the start open, and to start searches.

    Parameters
    ----------
    value, nominal, state_select
        As for :func:`fixed`.
    """
    return StartValue(value, False, _checked_nominal(nominal), _checked_select(state_select))


def _checked_nominal(nominal: Any) -> Any:
    size = as_float(nominal)
    if nominal is not None and not (size is not None and 0 < size < math.inf):
        raise ParameterError(f"nominal={shown(nominal)}: give the typical size, a number above 0")
    return nominal


def _checked_select(state_select: Any) -> Any:
    if state_select is not None and not is_one_of(state_select, STATE_SELECT):
        raise ParameterError(
            f"state_select={state_select!r}: choose one of {', '.join(STATE_SELECT)}"
            f"{nearest(str(state_select), STATE_SELECT)}"
        )
    return state_select


class Variable(Declaration):
    """A quantity that changes during a run; see :func:`variable`."""

    __slots__ = (
        "is_fixed", "is_flow", "is_potential", "labels", "least_change", "maximum", "minimum",
        "nominal", "size", "start", "state_select",
    )  # fmt: skip
    is_input: ClassVar[bool] = False

    def __init__(
        self,
        kind: str,
        unit: str,
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
        # In `equations` a tuple stands for a variable with a size.
        def __iter__(self) -> Iterator[Any]: ...
        def __len__(self) -> int: ...
        def __getitem__(self, index: Any) -> Any: ...


@explained
def variable(
    unit: str = "1",
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
    unit : str
        Coherent SI unit.
    start : number, expression of parameters, fixed(…) or guess(…), optional
        Start value; a bare value is a guess.
    nominal : number or expression, optional
        Typical magnitude, for error control (1 if omitted).
    min, max : number or expression, optional
        Bounds that a result is expected to respect.
    state_select : str or structural parameter
        How gladly the variable is taken as a state: ``never avoid default prefer always``.
    size : int or structural parameter, optional
        Several variables in a row, named ``v[0]``, ``v[1]`` …; in `equations` a tuple.
    least_change : bool
        Where the equations leave open how several of these share (torques of brakes on one shaft),
        they change least together; no equation may give the variable by itself in all modes.
    doc : str
        One phrase for the reader.
    """
    return Variable(
        REAL, unit, **_start(start), nominal=nominal, minimum=min, maximum=max,
        state_select=state_select, size=size, least_change=least_change, doc=doc,
    )  # fmt: skip


@explained
def boolean(*, start: Any = False, doc: str = "") -> Variable:
    """Declare a Boolean variable.

    Parameters
    ----------
    start : bool, fixed(…) or guess(…)
        Value before the first instant.
    doc : str
        One phrase for the reader.
    """
    return Variable(BOOLEAN, "1", **_start(start), doc=doc)


@explained
def integer(*, start: Any = 0, labels: dict[int, str] | None = None, doc: str = "") -> Variable:
    """Declare an integer variable.

    Parameters
    ----------
    start : int, fixed(…) or guess(…)
        Value before the first instant.
    labels : dict, optional
        Names of the values for the reader of a result.
    doc : str
        One phrase for the reader.
    """
    return Variable(INTEGER, "1", **_start(start), labels=labels, doc=doc)


def _start(start: Any) -> dict[str, Any]:
    if isinstance(start, StartValue):
        return {"start": start.value, "is_fixed": start.is_fixed}
    return {"start": start}


class Signal(Variable):
    """A causal signal: an input or an output."""

    __slots__ = ("enabled",)

    def __init__(self, kind: str, unit: str, enabled: Any, start: Any, size: Any, doc: str) -> None:
        super().__init__(kind, unit, **_start(start), size=size, doc=doc)
        self.enabled = enabled


class _RealSignal(Signal):
    __slots__ = ()

    @explained
    def __init__(
        self,
        unit: str = "1",
        *,
        enabled: Any = True,
        start: Any = None,
        size: Any = None,
        doc: str = "",
    ) -> None:
        super().__init__(REAL, unit, enabled, start, size, doc)


class _BooleanSignal(Signal):
    __slots__ = ()

    @explained
    def __init__(
        self, *, enabled: Any = True, start: Any = False, size: Any = None, doc: str = ""
    ) -> None:
        super().__init__(BOOLEAN, "1", enabled, start, size, doc)


class _IntegerSignal(Signal):
    __slots__ = ()

    @explained
    def __init__(
        self, *, enabled: Any = True, start: Any = 0, size: Any = None, doc: str = ""
    ) -> None:
        super().__init__(INTEGER, "1", enabled, start, size, doc)


class RealInput(_RealSignal):
    """A real input signal."""

    __slots__ = ()
    is_input = True


class RealOutput(_RealSignal):
    """A real output signal."""

    __slots__ = ()


class BooleanInput(_BooleanSignal):
    """A Boolean input signal."""

    __slots__ = ()
    is_input = True


class BooleanOutput(_BooleanSignal):
    """A Boolean output signal."""

    __slots__ = ()


class IntegerInput(_IntegerSignal):
    """An integer input signal."""

    __slots__ = ()
    is_input = True


class IntegerOutput(_IntegerSignal):
    """An integer output signal."""

    __slots__ = ()


class VariableRef(Expr):
    """A variable in an equation: a slot of the traced class."""

    __slots__ = ("declaration", "inside", "name")

    def __init__(
        self, slot: int, declaration: Variable, name: str, inside: bool, order: int = 0
    ) -> None:
        super().__init__("var", (), (slot, order), declaration.kind)
        self.declaration = declaration
        self.name = (
            name if order == 0 else f"der({name})" if order == 1 else f"der({name}, {order})"
        )
        self.inside = inside

    @property
    def slot(self) -> int:
        """Number of the slot."""
        return int(self.value[0])

    @property
    def order(self) -> int:
        """How many times the variable is differentiated."""
        return int(self.value[1])

    def derivative(self) -> VariableRef:
        """Return the reference to the variable's time derivative."""
        slot, order = self.value
        base = self.name if order == 0 else self.name[4:].split(",")[0].rstrip(")")
        return VariableRef(slot, self.declaration, base, self.inside, order + 1)

    def previous(self) -> Expr:
        """Return the value before the current event iteration."""
        return PreviousRef(self)


class PreviousRef(Expr):
    """Value of a variable before the current event iteration."""

    __slots__ = ("name", "variable")

    def __init__(self, variable: VariableRef) -> None:
        super().__init__("pre", (), variable.slot, variable.kind)
        self.variable = variable
        self.name = f"pre({variable.name})"


class VectorRef(tuple[Expr, ...]):
    """Several variables or parameters in a row; elements by index or iteration.

    Attributes
    ----------
    name : str
        Path of the whole.
    """

    name: str

    @classmethod
    def of(cls, elements: Iterable[Expr], name: str) -> VectorRef:
        """Make a vector and name it."""
        made = cls(elements)
        made.name = name
        return made

    def __rshift__(self, other: Any) -> Any:
        from drivetrain.modeling.connection import join

        return join(self, other)


class ParameterRef(Expr):
    """A run-time parameter in an equation."""

    __slots__ = ("declaration", "name")

    def __init__(self, slot: int, declaration: Parameter, name: str) -> None:
        super().__init__("par", (), slot, declaration.kind)
        self.declaration = declaration
        self.name = name


class TableRef(Expr):
    """A table in an equation."""

    __slots__ = ("declaration", "name")

    def __init__(self, slot: int, declaration: TableParameter, name: str) -> None:
        super().__init__("tab", (), slot, REAL)
        self.declaration = declaration
        self.name = name

    def __call__(self, x: ExprLike, column: int = 2) -> Expr:
        """Return the expression "column `column` of this table at `x`"."""
        return _look_up(self, x, column, self.declaration.columns)


class Disabled:
    """Stands for a conditional connector or component that does not exist.

    Parameters
    ----------
    path : str
        Name of what is not there.
    enabled : object
        Its condition: False, or an expression of structural parameters.
    title : str
        Class that declares it.
    """

    def __init__(self, path: str, enabled: Any, title: str) -> None:
        self._path = path
        self._enabled = enabled
        self._title = title

    def inside(self, path: str) -> Disabled:
        """Return the same, as it is called by who contains the component."""
        return Disabled(path, self._enabled, self._title)

    def refusal(self) -> ParameterError:
        """Return the error that using this member deserves."""
        if isinstance(self._enabled, Expr) and self._enabled.op == "decl":
            switch = self._enabled.value.name
            why = f"{switch} is False"
            remedy = f"switch it on where the part is made, {self._title}(…, {switch}=True)"
        else:
            why = f"its condition 'enabled={self._enabled}' does not hold"
            remedy = "enable it"
        return ParameterError(
            f"'{self._path}' ({self._title}) does not exist, because {why}: {remedy}, or remove "
            "what refers to it"
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.refusal()

    def __rshift__(self, other: Any) -> Any:
        raise self.refusal()

    def __rrshift__(self, other: Any) -> Any:
        raise self.refusal()
