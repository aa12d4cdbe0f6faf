"""Values and slopes of single nodes of a program, at a recorded point, by interpretation.

The unknowns of the model are leaves: what follows from them is known from the equations. So a node
is reached within a few operations, whether the model has loops over rows or not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from drivetrain.compiler.expressions.derivative_rules import rate
from drivetrain.compiler.expressions.interpreter import applied
from drivetrain.compiler.jacobian.equation_slopes import Point
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.errors import AnalysisError
from drivetrain.kernel.tables import evaluate_table

__all__ = ["NodeSlopes"]

_NONE: dict[int, float] = {}


class NodeSlopes:
    """Evaluates and differentiates nodes of a program.

    Parameters
    ----------
    lowered : Lowered
        The model.
    point : Point
        Values of all quantities. Relations are those recorded there.
    """

    def __init__(self, lowered: Lowered, point: Point) -> None:
        self._lowered, self._point = lowered, point
        self._program = lowered.program
        self._leaves = _Leaves(lowered)
        self._value: dict[int, Any] = {}
        self._slopes: dict[int, dict[int, float]] = {}

    def value(self, node: int) -> Any:
        """Return the value of a node."""
        if node not in self._value:
            with np.errstate(all="ignore"):
                for inner in self._order(node):
                    if inner not in self._value:
                        self._value[inner] = self._evaluated(inner)
        return self._value[node]

    def slopes(self, node: int) -> dict[int, float]:
        """Return the slopes of a node: chain member, or ``~number`` of a parameter → slope."""
        self.value(node)
        with np.errstate(all="ignore"):
            for inner in self._order(node):
                if inner not in self._slopes:
                    self._slopes[inner] = self._differentiated(inner)
        return self._slopes[node]

    def member(self, node: int) -> int:
        """Return the chain member that a node stands for; -1 if it stands for none."""
        return self._leaves.member(node)

    def _order(self, node: int) -> list[int]:
        return topological(self._program, [node], discrete_known=True, known=self._leaves)

    def _evaluated(self, node: int) -> Any:
        program, point = self._program, self._point
        op, value = program.ops[node], program.values[node]
        member = self._leaves.member(node)
        if member >= 0:
            return float(point.members[member])
        if op in _FROM_POINT:
            return _FROM_POINT[op](program, point, value)
        args = [self._value[arg] for arg in program.args[node]]
        if op == "table":
            return self._looked_up(value, args[0], 0)
        if op == "where":
            return args[1] if args[0] else args[2]
        try:
            return applied(op, args)
        except KeyError:
            raise AnalysisError(
                "a condition of the model depends on an unknown of an algebraic loop that has no "
                "name, so that it cannot be told at which amplitude it would change"
            ) from None

    def _looked_up(self, value: tuple[int, int], x: float, more: int) -> float:
        values, (table, order) = self._point.values, value
        packed = values.tables[values.table_offset[table] :]
        return float(evaluate_table(packed, np.array([x]), order + more)[0])

    def _differentiated(self, node: int) -> dict[int, float]:
        program = self._program
        op, args, value = program.ops[node], program.args[node], program.values[node]
        member = self._leaves.member(node)
        if member >= 0:
            return {member: 1.0}
        if op == "p":
            return {~int(value): 1.0}
        if not args or program.kinds[node] == BOOL:
            return _NONE
        if op == "where":
            return self._slopes[args[1] if self._value[args[0]] else args[2]]
        inner = [self._slopes[arg] for arg in args]
        if op == "table":
            steep = self._looked_up(value, self._value[args[0]], 1) if inner[0] else 0.0
            return {key: steep * slope for key, slope in inner[0].items()}
        x = [self._value[arg] for arg in args]
        found = {
            key: float(
                rate(_NUMBERS, op, self._value[node], x, [one.get(key, 0.0) for one in inner])
            )
            for key in sorted(set().union(*inner))
        }
        return {key: slope for key, slope in found.items() if slope != 0}


class _Leaves:
    """The nodes that stand for chain members."""

    def __init__(self, lowered: Lowered) -> None:
        program = self._program = lowered.program
        self._states = lowered.states
        nodes = lowered.members.items()
        self._known = {n: m for m, n in nodes if program.ops[n] not in ("const", "p", "time")}

    def member(self, node: int) -> int:
        """Return the chain member of a node; -1 if it stands for none."""
        op, value = self._program.ops[node], self._program.values[node]
        if op in ("member", "load"):
            return int(value)
        return int(self._states[value]) if op == "x" else self._known.get(node, -1)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and self.member(node) >= 0


def _relation(program: Program, point: Point, value: int) -> bool:
    return bool(point.relations[value])


_FROM_POINT: dict[str, Any] = {
    "const": lambda program, point, value: value,
    "p": lambda program, point, value: float(point.values.parameter[value]),
    "z": lambda program, point, value: float(point.discrete[value]),
    "pre": lambda program, point, value: float(point.discrete[value]),
    "rel": _relation,
    "trel": lambda program, point, value: _relation(program, point, len(program.relations) + value),
    "time": lambda program, point, value: point.time,
    "initial": lambda program, point, value: False,
    "sample": lambda program, point, value: False,
}


class _Numbers:
    """Derivatives as numbers."""

    def const(self, value: float) -> Any:
        return value

    def is_const(self, a: Any, value: float) -> bool:
        return bool(a == value)

    def add(self, a: Any, b: Any) -> Any:
        return a + b

    def sub(self, a: Any, b: Any) -> Any:
        return a - b

    def mul(self, a: Any, b: Any) -> Any:
        return a * b

    def div(self, a: Any, b: Any) -> Any:
        return np.divide(a, b)

    def neg(self, a: Any) -> Any:
        return -a

    def where(self, condition: Any, a: Any, b: Any) -> Any:
        return a if condition else b

    def compare(self, op: str, a: Any, b: Any) -> Any:
        return applied(op, (a, b))

    def call(self, op: str, *args: Any) -> Any:
        return applied(op, args)


_NUMBERS = _Numbers()
