"""Expression trees, built by the operators in `equations`.

An expression is an immutable tree (shared sub-trees allowed) over *slots*: numbered places for
variables, parameters and tables of the class that is traced. It does not refer to instances.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from inspect import Signature
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

from drivetrain.calls import explained
from drivetrain.errors import ExpressionError, shown
from drivetrain.modeling.connection import join
from drivetrain.modeling.conversion import carries_unit, in_base_units, refuse_foreign, to_si
from drivetrain.modeling.hidden_names import hidden_by
from drivetrain.modeling.units import dimension

__all__ = [
    "BOOLEAN",
    "FOREIGN",
    "INTEGER",
    "OPEN",
    "REAL",
    "Expr",
    "ExprLike",
    "External",
    "as_expr",
    "as_float",
    "check_size",
    "constant",
    "make",
    "walk",
]

REAL, INTEGER, BOOLEAN = "real", "integer", "boolean"

ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"}
RELATIONS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "==", "ne": "!="}
ORDERINGS = ("gt", "ge", "lt", "le")
OPEN = "open"
"""Value of a prescribed motion whose last given derivative may be differentiated further."""
FOREIGN = "foreign"
"""Value of a clock that belongs to blocks which other programs compute."""
LOGIC = {"and": "&", "or": "|"}


class External(NamedTuple):
    """Value of an ``external`` node: a function that a program outside the model computes.

    Its operands are the mode of the program, the time, and what else the function reads.

    Attributes
    ----------
    name : str
        What it is, for messages.
    function : int
        Its number in the program.
    unit : str
        Unit of its value.
    by : int
        -1: its value; otherwise its slope by one operand: 0 is the time, others follow.
    """

    name: str
    function: int
    unit: str
    by: int = -1


# fmt: off
UNARY_FUNCTIONS = frozenset((
    "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log",
    "log10", "abs", "sign", "floor", "ceil",
))
# fmt: on
BINARY_FUNCTIONS = frozenset(("atan2", "min", "max", "mod"))

_MOST_TERMS, _MOST_LEVELS = 100_000, 200


class _OfInstances:
    """An attribute that the instances of a class have, and the class itself has not."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __get__(self, instance: object, owner: type) -> object:
        if instance is None:
            raise AttributeError
        return self.value


class Expr:
    """One node of an expression.

    Attributes
    ----------
    op : str
        Operation, or the kind of leaf: ``const``, ``time``, ``initial``, ``var`` (value =
        (slot, derivative order)), ``pre`` (value = slot), ``par``, ``tab`` (value = slot),
        ``decl`` (a class-level declaration not yet bound to a slot).
    args : tuple of Expr
        Operands.
    value : object
        Payload of leaves; for relations ``True`` if they never raise an event.
    kind : {"real", "integer", "boolean"}
        Type of the value.
    """

    __slots__ = ("args", "kind", "op", "value")

    op: str
    args: tuple[Expr, ...]
    value: Any
    kind: str

    def __init__(self, op: str, args: tuple[Expr, ...] = (), value: Any = None, kind: str = REAL):
        self.op = op
        self.args = args
        self.value = value
        self.kind = kind

    def __add__(self, other: ExprLike) -> Expr:
        return make("add", self, as_expr(other))

    def __radd__(self, other: ExprLike) -> Expr:
        return make("add", as_expr(other), self)

    def __sub__(self, other: ExprLike) -> Expr:
        return make("sub", self, as_expr(other))

    def __rsub__(self, other: ExprLike) -> Expr:
        return make("sub", as_expr(other), self)

    def __mul__(self, other: ExprLike) -> Expr:
        return make("mul", self, as_expr(other))

    def __rmul__(self, other: ExprLike) -> Expr:
        return make("mul", as_expr(other), self)

    def __truediv__(self, other: ExprLike) -> Expr:
        return make("div", self, as_expr(other))

    def __rtruediv__(self, other: ExprLike) -> Expr:
        return make("div", as_expr(other), self)

    def __pow__(self, other: ExprLike) -> Expr:
        return make("pow", self, as_expr(other))

    def __rpow__(self, other: ExprLike) -> Expr:
        return make("pow", as_expr(other), self)

    def __neg__(self) -> Expr:
        return make("neg", self)

    def __pos__(self) -> Expr:
        return self

    def __abs__(self) -> Expr:
        return make("abs", self)

    def __gt__(self, other: ExprLike) -> Expr:
        return make("gt", self, as_expr(other))

    def __ge__(self, other: ExprLike) -> Expr:
        return make("ge", self, as_expr(other))

    def __lt__(self, other: ExprLike) -> Expr:
        return make("lt", self, as_expr(other))

    def __le__(self, other: ExprLike) -> Expr:
        return make("le", self, as_expr(other))

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        return make("eq", self, as_expr(other))

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        return make("ne", self, as_expr(other))

    __hash__ = object.__hash__

    def __and__(self, other: ExprLike) -> Expr:
        return make("and", self, as_expr(other))

    def __rand__(self, other: ExprLike) -> Expr:
        return make("and", as_expr(other), self)

    def __or__(self, other: ExprLike) -> Expr:
        return make("or", self, as_expr(other))

    def __ror__(self, other: ExprLike) -> Expr:
        return make("or", as_expr(other), self)

    def __invert__(self) -> Expr:
        return make("not", self)

    def __rshift__(self, other: Any) -> Any:
        return join(self, other)

    def __rrshift__(self, other: Any) -> Any:
        return join(other, self)

    def __bool__(self) -> NoReturn:
        raise ExpressionError(
            f"the truth of '{self}' is known only while the model runs: write "
            "where(condition, a, b) instead of 'a if condition else b', and use & | ~ instead of "
            "'and', 'or', 'not'"
        )

    if not TYPE_CHECKING:
        # Inspecting something callable compares it with classes unless it names its parameters.
        __signature__ = _OfInstances(Signature())

        def __call__(self, *_: Any, **__: Any) -> NoReturn:
            """Refuse a call, which most often means a function hidden by this name."""
            raise ExpressionError(
                hidden_by(self)
                or "a quantity cannot be called like a function: write * between two factors"
            )

    def __str__(self) -> str:
        return _text(self, 0)

    def __repr__(self) -> str:
        return f"<{self.kind} expression {self}>"


ExprLike: TypeAlias = Expr | float | int | bool


def as_expr(value: object) -> Expr:
    """Return `value` as an expression; a quantity becomes a constant with its unit.

    Raises
    ------
    ExpressionError
        If `value` is neither an expression nor a number.
    UnitError
        If it is an ambiguous quantity, such as 20 °C.
    """
    if isinstance(value, Expr):
        return value
    if carries_unit(value):
        return _with_unit(value)
    refuse_foreign(value, "an equation", " with constant(…, unit)")
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
        return _truth(value)
    if isinstance(value, int):
        return Expr("const", (), value, INTEGER)
    number = as_float(value)
    if number is not None:
        return Expr("const", (), number, REAL)
    if getattr(type(value), "connects_as", "") == "vector":
        raise ExpressionError(
            f"'{getattr(value, 'name', value)}' is a vector, and an equation takes one value at a "
            "time: pick an element, or write one equation for each"
        )
    raise ExpressionError(
        hidden_by(value)
        or f"{shown(value)} ({type(value).__name__}) cannot stand in an equation; use a variable, "
        "a parameter or a number"
    )


def _truth(value: Any) -> Expr:
    if getattr(value, "shape", ()):
        raise ExpressionError(f"{shown(value)} is an array: an equation takes one value at a time")
    return Expr("const", (), bool(value), BOOLEAN)


def _with_unit(quantity: Any) -> Expr:
    """Return a quantity as a constant with a unit, or as a product with one."""
    if isinstance(getattr(quantity, "magnitude", None), Expr):
        product: Expr = quantity.magnitude * _with_unit(type(quantity)(1, quantity.units))
        return product
    magnitude, unit = in_base_units(quantity, "an equation")
    number = as_float(magnitude)
    if number is None:
        raise ExpressionError(f"{quantity} cannot stand in an equation: it is not one number")
    return constant(number, unit)


def as_float(value: Any) -> float | None:
    """Return a number; None for anything else: text, NaN, True, complex values, arrays."""
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    if isinstance(value, (str, bytes, bytearray, bool)) or kind not in "iufO":
        return None
    if getattr(value, "shape", ()) or carries_unit(value):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


@explained
def constant(value: Any, unit: str | None = None) -> Expr:
    """Return a number with a unit, for use in an equation.

    Parameters
    ----------
    value : float, quantity of pint, or str
        Magnitude in `unit`; a quantity, such as ``"1500 rpm"``, is converted to it.
    unit : str, optional
        Coherent SI unit; that of the quantity, or 1, if omitted.

    Raises
    ------
    ExpressionError, UnitError
        If it is not a number or not a unit, or a quantity of another kind.

    Examples
    --------
    >>> print(constant(1.0, "N.m"), constant("250 N.cm"))
    1.0 2.5
    """
    if unit is None:
        unit = "1"
        if carries_unit(value):
            value, unit = in_base_units(value, "constant")
    number = as_float(to_si(value, unit, "constant") if isinstance(unit, str) else None)
    if number is None or not isinstance(unit, str):
        raise ExpressionError(
            f"constant({shown(value)}, {unit!r}): give a number and the unit it is in, such as "
            'constant(1.0, "N.m")'
        )
    if unit == "1":
        return Expr("const", (), number, REAL)
    dimension(unit)
    return Quantity(number, unit)


class Quantity(Expr):
    """A constant with a unit."""

    __slots__ = ("unit",)

    def __init__(self, value: float, unit: str) -> None:
        super().__init__("const", (), float(value), REAL)
        self.unit = unit


def make(op: str, *args: Expr, value: Any = None) -> Expr:
    """Build a node after checking that the operands have the right type.

    Raises
    ------
    ExpressionError
        For instance, if a Boolean is added to a number.
    """
    kinds = [arg.kind for arg in args]
    if op in LOGIC or op == "not":
        _require(op, args, all(kind == BOOLEAN for kind in kinds), "needs Boolean operands")
        kind = BOOLEAN
    elif op in ("eq", "ne"):
        same = (kinds[0] == BOOLEAN) == (kinds[1] == BOOLEAN)
        _require(op, args, same, "compares a Boolean with a number")
        kind = BOOLEAN
    elif op == "where":
        _require(op, args, kinds[0] == BOOLEAN, "needs a Boolean condition")
        _require(op, args, (kinds[1] == BOOLEAN) == (kinds[2] == BOOLEAN), "mixes types")
        kind = kinds[1] if kinds[1] == kinds[2] else REAL
    else:
        _require(op, args, BOOLEAN not in kinds, "needs numbers")
        if op in ORDERINGS:
            kind = BOOLEAN
        elif op in ("add", "sub", "mul", "neg", "abs", "min", "max", "mod"):
            kind = INTEGER if all(kind == INTEGER for kind in kinds) else REAL
        else:
            kind = REAL
    return Expr(op, args, value, kind)


def _require(op: str, args: tuple[Expr, ...], condition: bool, text: str) -> None:
    if not condition:
        shown = ", ".join(f"'{arg}' ({arg.kind})" for arg in args)
        of_pint = op == "add" and args[-1].op == "const" and args[-1].value is False
        hint = "; a quantity of pint goes to the right: x == 3 * ureg.N" * of_pint
        raise ExpressionError(f"'{_INFIX.get(op, op)}' {text}, found {shown}{hint}")


def walk(root: Expr) -> Iterator[Expr]:
    """Yield every node of the tree once, parents before children."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        stack.extend(reversed(node.args))


def check_size(root: Expr) -> None:
    """Refuse an expression that is nested too deeply or, written out, too long to process.

    Raises
    ------
    ExpressionError
        If it is.
    """
    known: dict[int, tuple[int, int]] = {}
    stack = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            below = [known[id(arg)] for arg in node.args]
            known[id(node)] = 1 + sum(n for n, _ in below), 1 + max(n for _, n in below)
        elif not node.args:
            known[id(node)] = 1, 1
        elif id(node) not in known:
            stack.append((node, True))
            stack.extend((arg, False) for arg in node.args)
    terms, levels = known[id(root)]
    if terms > _MOST_TERMS or levels > _MOST_LEVELS:
        raise ExpressionError(
            f"an expression of {terms:.6g} terms, nested {levels} deep, is too large: declare "
            f"variables for its parts (at most {_MOST_TERMS} terms and {_MOST_LEVELS} levels)"
        )


_PRECEDENCE = {
    "eq": 1, "ne": 1, "gt": 1, "ge": 1, "lt": 1, "le": 1, "or": 2, "and": 3,
    "add": 4, "sub": 4, "mul": 5, "div": 5, "neg": 6, "not": 6, "pow": 7,
}  # fmt: skip
_INFIX = {**ARITHMETIC, **RELATIONS, **LOGIC}


def _text(node: Expr, outer: int) -> str:
    op = node.op
    if op in _INFIX:
        level = _PRECEDENCE[op]
        left, right = (_text(arg, level + k) for k, arg in enumerate(node.args))
        text = f"{left} {_INFIX[op]} {right}"
        return f"({text})" if level < outer else text
    if op in ("neg", "not"):
        return ("-" if op == "neg" else "~") + _text(node.args[0], 6)
    if op == "const":
        return _number(node.value)
    if not node.args:
        if op == "decl" and not getattr(node, "name", ""):
            return f"({type(node).__name__} without a name)"
        return str(
            getattr(node, "name", None) or (op if node.value is None else f"{op}{node.value}")
        )
    return f"{op}({', '.join(_text(arg, 0) for arg in node.args)})"


def _number(value: Any) -> str:
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return str(value)
