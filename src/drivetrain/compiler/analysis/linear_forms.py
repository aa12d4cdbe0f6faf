"""Express values of a program as linear combinations of states, for the data of one run."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.program import Program, Rows

__all__ = ["Form", "LinearForms"]

Form = tuple[float, dict[int, float]]
"""Constant part and, per state, its factor."""

_NOTHING: Mapping[int, int] = {}
_ARITHMETIC = ("add", "sub", "neg", "mul", "div")


class LinearForms:
    """Finds the linear forms of chain members, as far as the program adds and scales.

    Parameters
    ----------
    lowered : Lowered
        The program.
    parameters : float array
        Parameters of the run, including the contiguous copies for loops.
    """

    def __init__(self, lowered: Lowered, parameters: NDArray[np.float64]) -> None:
        self._lowered, self._program, self._parameters = lowered, lowered.program, parameters
        self._known: dict[int, Form | None] = {}
        self._nodes: dict[int, Form | None] = {}
        self._places: dict[int, dict[int, int]] = {}

    def factors(self, member: int) -> dict[int, float] | None:
        """Return state → factor of a chain member; None if it is not linear or needs a loop."""
        stack = [member]
        while stack:
            missing = [m for m in self._needs(stack[-1]) if m not in self._known]
            if missing:
                stack.extend(missing)
            else:
                last = stack.pop()
                self._known[last] = self._member(last)
        form = self._known[member]
        return None if form is None else form[1]

    def definition(self, member: int) -> Form | None:
        """Return the linear form of a chain member over states and members; None if not linear.

        Other members are numbered from the number of states on.
        """

        def other(number: int) -> Form:
            return 0.0, {self.column(number): 1.0}

        return self._written(member, other, {}, self._named)

    def column(self, member: int) -> int:
        """Return the number of a chain member in definitions: that of a state, or beyond them."""
        state = self._state(member)
        return state if state >= 0 else len(self._lowered.states) + member

    def is_state(self, column: int) -> bool:
        """Return whether a number in definitions is that of a state."""
        return column < len(self._lowered.states)

    def member(self, column: int) -> int:
        """Return the chain member of such a number, which is not that of a state."""
        return column - len(self._lowered.states)

    @cached_property
    def _named(self) -> dict[int, int]:
        """Members by the nodes that compute them."""
        return {node: member for member, node in self._lowered.members.items()}

    def _state(self, member: int) -> int:
        return int(self._lowered.members.state_number[member])

    def _rows(self, member: int) -> tuple[Rows, int] | None:
        """Return the rows that compute a member, and the number of its row."""
        batch = int(self._lowered.members.batch[member])
        if batch < 0:
            return None
        number = self._program.values[batch]
        rows = self._program.rows[number]
        assert rows.target is not None
        if number not in self._places:
            self._places[number] = {int(m): k for k, m in enumerate(rows.target.tolist())}
        return rows, self._places[number][member]

    def _needs(self, member: int) -> list[int]:
        """Return the other members from which a member is computed."""
        if self._state(member) >= 0:
            return []
        found = self._rows(member)
        if found is not None:
            rows, row = found
            return [int(m[row]) for kind, m in rows.columns.values() if kind == "s"]
        ops, values = self._program.ops, self._program.values
        node = self._lowered.members.find(member)
        sums = _sums(self._program, node, self._nodes) if node >= 0 else []
        return [int(values[node]) for node in sums if ops[node] in ("member", "load")]

    def _member(self, member: int) -> Form | None:
        state = self._state(member)
        if state >= 0:
            return 0.0, {state: 1.0}
        return self._written(member, self._known.get, self._nodes)

    def _written(
        self,
        member: int,
        of: Callable[[int], Form | None],
        forms: dict[int, Form | None],
        named: Mapping[int, int] = _NOTHING,
    ) -> Form | None:
        """Return the form of a member that is not a state, given those of the members it needs.

        Forms of nodes are kept in `forms`. Nodes in `named` are treated as members, in addition to
        those read as such.
        """
        found = self._rows(member)
        if found is None:
            node = self._lowered.members.find(member)
            if node < 0:
                return None
            return _form(self._program, node, partial(self._leaf, of), forms, named)
        rows, row = found
        return _form(rows.body, rows.result, partial(self._row_leaf, rows, row, of), {})

    def _leaf(self, of: Callable[[int], Form | None], op: str, value: Any) -> Form | None:
        if op == "x":
            return 0.0, {int(value): 1.0}
        if op == "p":
            return float(self._parameters[value]), {}
        return of(int(value)) if op in ("member", "load") else None

    def _row_leaf(
        self, rows: Rows, row: int, of: Callable[[int], Form | None], op: str, value: Any
    ) -> Form | None:
        if op == "p":
            return float(self._parameters[rows.parameters[value][row]]), {}
        if op != "in":
            return None
        kind, index = rows.columns[value]
        number = int(index[row])
        return (0.0, {number: 1.0}) if kind == "x" else of(number)


def _form(
    program: Program,
    node: int,
    leaf: Callable[[str, Any], Form | None],
    forms: dict[int, Form | None],
    named: Mapping[int, int] = _NOTHING,
) -> Form | None:
    """Return the form of a node, given those of the leaves; intermediate forms go to `forms`."""
    for number in _sums(program, node, named if named else forms):
        op, value = program.ops[number], program.values[number]
        if number in forms:
            continue
        if number in named and number != node:
            forms[number] = leaf("member", named[number])
        elif op in _ARITHMETIC:
            operands = [forms[arg] for arg in program.args[number]]
            forms[number] = _combined(op, operands[0], operands[-1])
        else:
            forms[number] = (float(value), {}) if op == "const" else leaf(op, value)
    return forms[node]


def _sums(program: Program, node: int, ends: Container[int]) -> list[int]:
    """Return the nodes from which one follows by sums, products and quotients, up to the ends.

    Operands come first. A train of gears is too deep a sum for recursion.
    """
    order, begun, stack = list[int](), set[int](), [node]
    while stack:
        number = stack.pop()
        if number < 0:
            order.append(~number)
        elif number not in begun:
            begun.add(number)
            stack.append(~number)
            if program.ops[number] in _ARITHMETIC and (number == node or number not in ends):
                stack.extend(reversed(program.args[number]))
    return order


def _combined(op: str, a: Form | None, b: Form | None) -> Form | None:
    """Return the form of a sum, product or quotient; of `a` alone for a negation."""
    if a is None or b is None:
        return None
    if op == "neg":
        return _scaled(a, -1.0)
    if op in ("add", "sub"):
        b = b if op == "add" else _scaled(b, -1.0)
        both = {k: a[1].get(k, 0.0) + b[1].get(k, 0.0) for k in a[1] | b[1]}
        return a[0] + b[0], both
    if op == "div":
        return _scaled(a, 1.0 / b[0]) if not b[1] and b[0] else None
    if a[1] and b[1]:
        return None
    return _scaled(a, b[0]) if not b[1] else _scaled(b, a[0])


def _scaled(form: Form, factor: float) -> Form:
    return form[0] * factor, {k: v * factor for k, v in form[1].items()}
