"""Compilation of equations into the operation lists that the kernel interprets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from drivetrain.kernel.verification import OPERATIONS, Code
from drivetrain.modeling.expression import REAL, Expr
from drivetrain.modeling.tracing.trace import TracedEquation

__all__ = ["ClassCode", "Leaf", "code_of", "code_of_equation", "code_of_sum"]

_LEAVES = ("var", "pre", "par")
_FALSE = ("initial", "sample")
"""Conditions that are never true in a recorded row: an event, even the initial one, has ended."""


class Leaf(NamedTuple):
    """Meaning of a place in one instance of a class.

    Attributes
    ----------
    kind : {"variable", "parameter", "table"}
        Kind of quantity.
    slot : int
        Its index within the instance.
    order : int
        Order of the derivative of a variable.
    """

    kind: str
    slot: int
    order: int = 0


class ClassCode(NamedTuple):
    """An equation of a class, or an expression, in the form that the kernel interprets.

    Attributes
    ----------
    code : Code
        Its operations.
    leaves : tuple of Leaf
        Meaning of the places.
    """

    code: Code
    leaves: tuple[Leaf, ...]


class _UnknownError(Exception):
    """An expression that cannot be evaluated from a row alone, such as a delay."""


class _Coder:
    """Collects the operations of expressions; equal leaves share a place."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int, int, int]] = []
        self.constants: list[float] = []
        self.places: dict[Leaf, int] = {}
        self._done: dict[int, int] = {}

    def made(self, left: int, right: int, discrete: bool = False) -> ClassCode:
        """Return the collected operations, as an equation of two nodes."""
        code = Code(self.nodes, self.constants, left, right, discrete)
        return ClassCode(code, tuple(self.places))

    def number(self, e: Expr) -> int:
        """Return the index of the node of an expression."""
        found = self._done.get(id(e))
        if found is None:
            found = self._done[id(e)] = self._made(e)
        return found

    def _made(self, e: Expr) -> int:
        if e.op == "const":
            return self.add("const", constant=float(e.value))
        if e.op in _FALSE:
            return self.add("const", constant=0.0)
        if e.op == "time":
            return self.add("time")
        if e.op in _LEAVES:
            return self._leaf(e)
        if e.op in ("table", "lookup"):
            return self._look_up(e)
        if e.op == "motion":
            return self.number(e.args[0])
        if e.op not in OPERATIONS:
            raise _UnknownError
        return self.add(e.op, *map(self.number, e.args))

    def _leaf(self, e: Expr) -> int:
        if e.op == "par":
            return self.add("parameter", self.place(Leaf("parameter", e.value)))
        slot, order = e.value if e.op == "var" else (e.value, 0)
        return self.add("variable", self.place(Leaf("variable", slot, order)))

    def _look_up(self, e: Expr) -> int:
        leaf = e.args[0]
        if leaf.op != "tab":
            raise _UnknownError
        slot, derivative = leaf.value, int(e.value)
        if e.op == "lookup":  # a traced one contains its column
            slot, derivative = slot + derivative - 2, 0
        return self.add(
            "table", self.number(e.args[1]), self.place(Leaf("table", slot)), derivative
        )

    def place(self, leaf: Leaf) -> int:
        """Return the place of a leaf."""
        return self.places.setdefault(leaf, len(self.places))

    def add(self, op: str, *operands: int, constant: float = 0.0) -> int:
        """Append a node; return its index."""
        a, b, c = (*operands, 0, 0, 0)[:3]
        self.nodes.append((OPERATIONS[op], a, b, c))
        self.constants.append(constant)
        return len(self.nodes) - 1


def code_of(left: Expr, right: Expr | None = None) -> ClassCode | None:
    """Return the operations of the two sides of an equation, or of one expression.

    Returns
    -------
    ClassCode or None
        None if it does not follow from a row alone, e.g. because of a delay.
    """
    coder = _Coder()
    try:
        first = coder.number(left)
        second = first if right is None else coder.number(right)
    except _UnknownError:
        return None
    return coder.made(first, second, left.kind != REAL)


_KNOWN: WeakKeyDictionary[TracedEquation, ClassCode | None] = WeakKeyDictionary()


def code_of_equation(traced: TracedEquation) -> ClassCode | None:
    """Return the operations of an equation of a class; computed once, see :func:`code_of`."""
    if traced not in _KNOWN:
        _KNOWN[traced] = code_of(traced.lhs, traced.rhs)
    return _KNOWN[traced]


def code_of_sum(slots: Sequence[int]) -> ClassCode:
    """Return the operations of ``sum of variables == 0``.

    Parameters
    ----------
    slots : sequence of int
        Indices of the variables.
    """
    coder = _Coder()
    terms = [coder.add("variable", coder.place(Leaf("variable", slot))) for slot in slots]
    total = terms[0]
    for term in terms[1:]:
        total = coder.add("add", total, term)
    return coder.made(total, coder.add("const"))
