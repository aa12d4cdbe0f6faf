"""Nodes of the chain members, discrete quantities and variables of a model."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.lower.expressions import Environment
from drivetrain.compiler.lower.lowered import Members
from drivetrain.compiler.program.program import BOOL, REAL, Program
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.modeling.expression import BOOLEAN

__all__ = ["Lock", "Nodes", "Row", "RowTables", "discrete_of"]

Ints = NDArray[np.int64]
Row = tuple[list[int], ...]
"""A row of a group for its template: chain, order, discrete quantity, … of each slot."""

_LONG = 200


class Lock(NamedTuple):
    """Discrete quantities of an element; -1: none.

    Whether it is locked, its trial push, and whether its load is temporarily prescribed.
    """

    locked: int
    push: int
    trial: int = -1


class Nodes:
    """The nodes of chain members, discrete quantities and variables.

    An unknown without a node, because its equation comes later, is a placeholder until
    :meth:`resolve`.

    Parameters
    ----------
    flat, aliased, reduced
        Results of the preceding passes.
    made : Program and Members, optional
        A finished program and its nodes, to look up what stands for other expressions in it.
    """

    def __init__(
        self,
        flat: Flat,
        aliased: Aliased,
        reduced: Reduced,
        made: tuple[Program, Members] | None = None,
    ) -> None:
        self.aliased, self.reduced = aliased, reduced
        self.first = reduced.first.data  # elements of a memoryview are plain numbers
        self._is_state = reduced.is_state.data
        self.states = _states(reduced)
        if made is None:
            program = Program()
            made = program, Members(program, self.states, reduced.n_members)
        self.program, self.members = made
        self.discrete_kinds = _discrete_kinds(flat, aliased)
        self.pushed: set[int] = set()

    def environment(self, row: Row) -> Environment:
        """Return the nodes of the leaves of a template in a row of its table."""
        chain, order, discrete, sign, parameter, table, previous = row
        first = self.first
        slots, symbols = [], []
        for k in range(len(chain)):
            if chain[k] >= 0:
                member = first[chain[k]] + order[k]
                slots.append(self._signed(self.members.find(member), member, sign[k]))
                symbols.append(self._signed(-1, member, sign[k]))
            else:
                slots.append(self.discrete(discrete[k], sign[k]))
                symbols.append(slots[-1])
        return Environment(slots, symbols, previous, parameter, table)

    def member(self, member: int) -> int:
        """Return a member's node, or a placeholder if it has none yet."""
        number = self.members.find(member)
        return self._symbol(member) if number < 0 else number

    def discrete(self, number: int, sign: int = 1) -> int:
        """Return the node of a discrete quantity or of its negative."""
        node = self.program.node("z", (), number, self.discrete_kinds[number])
        return node if sign > 0 else self.program.neg(node)

    def while_locked(self, lock: Lock, pushed: int, otherwise: int) -> int:
        """Return ``where(locked, a, b)`` with another `a`, and record that it is pushed.

        Any other node is returned unchanged.
        """
        program, locked = self.program, self.discrete(lock.locked)
        if program.ops[otherwise] == "neg" == program.ops[pushed]:
            inner = self.while_locked(lock, program.args[pushed][0], program.args[otherwise][0])
            return program.neg(inner)
        choices = program.ops[otherwise] == "where" == program.ops[pushed]
        if not choices or program.args[otherwise][0] != locked:
            return otherwise
        self.pushed.add(lock.push)
        return program.where(locked, program.args[pushed][1], program.args[otherwise][2])

    def variable(self, variable: int, extra: int) -> int | None:
        """Return the node of a variable, differentiated `extra` times; None if there is none."""
        a = self.aliased
        if a.is_zero[variable]:
            return self.program.const(0.0)
        if a.discrete[variable] >= 0:
            node = self.discrete(int(a.discrete[variable]), int(a.sign[variable]))
            return node if not extra else None
        chain = int(a.chain[variable])
        order = int(a.order[variable]) + extra
        if order > self.reduced.d[chain]:
            return None
        member = self.first[chain] + order
        return self._signed(-1, member, int(a.sign[variable]))

    def resolve(self) -> None:
        """Resolve every placeholder for an unknown."""
        program = self.program
        for number, op in enumerate(program.ops):
            if op == "member":
                program.define(number, self.members[program.values[number]])

    def _signed(self, number: int, member: int, sign: int) -> int:
        """Return a member's node, or a placeholder if it has none yet (states always have)."""
        if number < 0:
            number = self._symbol(member)
        return number if sign > 0 else self.program.neg(number)

    def _symbol(self, member: int) -> int:
        if self._is_state[member]:
            return self.members[member]
        return self.program.node("member", (), member)


def _states(reduced: Reduced) -> Ints:
    """Return the states: all angles, then all speeds, so that loops find them contiguous."""
    states = np.flatnonzero(reduced.is_state)
    chain = np.searchsorted(reduced.first, states, side="right") - 1
    return np.asarray(states[np.argsort(states - reduced.first[chain], kind="stable")])


def _discrete_kinds(flat: Flat, aliased: Aliased) -> list[str]:
    return [BOOL if is_boolean else REAL for is_boolean in discrete_of(flat, aliased, BOOLEAN)]


def discrete_of(flat: Flat, aliased: Aliased, kind: str) -> NDArray[np.bool_]:
    """Mark the discrete quantities that are declared as variables of this type."""
    found = np.zeros(len(aliased.discrete_representative), dtype=bool)
    for one in flat.instances:
        slots = [v.slot for v in one.trace.variables if v.declaration.kind == kind]
        if slots:
            found[aliased.discrete[one.variable[:, None] + np.array(slots)]] = True
    return found


class RowTables:
    """Rows of groups as plain lists: indexing arrays element by element is slow."""

    def __init__(self, groups: list[Group]) -> None:
        self._groups = groups
        self._lists: dict[int, tuple[list[list[int]], ...]] = {}

    def row(self, group: int, row: int) -> Row:
        """Return the table entries of one row."""
        if self._groups[group].n_rows > _LONG:
            return tuple(column[row].tolist() for column in _columns(self._groups[group]))
        lists = self._lists.get(group)
        if lists is None:
            lists = self._lists[group] = tuple(c.tolist() for c in _columns(self._groups[group]))
        return tuple(column[row] for column in lists)


def _columns(g: Group) -> tuple[NDArray[np.integer[Any]], ...]:
    return g.chain, g.order, g.discrete, g.sign, g.parameter, g.table, g.previous
