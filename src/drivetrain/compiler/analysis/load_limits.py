"""Bound the loads of shared locks where equilibrium leaves them indeterminate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from drivetrain.compiler.analysis.contacts import stated_contacts
from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.affine_forms import Form, NotAffine, combined
from drivetrain.compiler.program.program import BOOL, Program, Sizes
from drivetrain.modeling.tracing.contacts import UNLIMITED
from drivetrain.modeling.tracing.trace import TracedContact

__all__ = ["limit_loops"]


class _Row(NamedTuple):
    """A sum of unknowns of a loop with a lower and an upper bound, as nodes."""

    low: int
    high: int
    factors: list[int]


def limit_loops(flat: Flat, aliased: Aliased, lowered: Lowered) -> None:
    """Add limits of the loads to linear loops with several contacts.

    Parameters
    ----------
    flat, aliased
        Results of the preceding passes.
    lowered : Lowered
        The program; its loops are modified.
    """
    program = lowered.program
    solves = {
        program.values[number][2]: number for number, op in enumerate(program.ops) if op == "solve"
    }
    blocks = {
        program.blocks[program.values[number]].loop: number
        for number, op in enumerate(program.ops)
        if op == "block"
    }
    for loop, stated in _contacts_of_loops(flat, aliased, lowered).items():
        contacts = [_Contact(aliased, lowered, *one) for one in stated]
        if len(contacts) > 1 and loop in solves:
            _limit(program, solves[loop], contacts)
        elif len(contacts) > 1 and loop in blocks:
            block = lowered.loops[loop]
            unknowns = {member: k for k, member in enumerate(block.members)}
            _limit_large(program, blocks[loop], contacts, unknowns)


def _contacts_of_loops(
    flat: Flat, aliased: Aliased, lowered: Lowered
) -> dict[int, list[tuple[TracedContact, int, int]]]:
    """Return the contacts whose loads each loop determines, and where their numbers begin."""
    loop_of = {
        member: number for number, block in enumerate(lowered.loops) for member in block.members
    }
    found: dict[int, list[tuple[TracedContact, int, int]]] = defaultdict(list)
    for contact, start, parameter in stated_contacts(flat):
        load = start + contact.quantities.load[0]
        if aliased.chain[load] < 0:
            continue
        chain, order = int(aliased.chain[load]), int(aliased.order[load])
        loop = loop_of.get(lowered.member_number(chain, order), -1)
        if loop >= 0:
            found[loop].append((contact, start, parameter))
    return found


def _limit(program: Program, solve: int, contacts: list[_Contact]) -> None:
    """Add the limits of its loads to the operands of a loop."""
    n = program.values[solve][0]
    forms = _Forms(program, solve)
    rows = [row for contact in contacts for row in contact.rows(forms, n)]
    inner, known = Program(), list[int]()
    nodes = []
    for node in (node for row in rows for node in (row.low, row.high, *row.factors)):
        if program.ops[node] == "const":
            nodes.append(inner.const(program.values[node]))
        else:
            nodes.append(inner.node("known", (), len(known)))
            known.append(node)
    program.sizes.append(Sizes(inner, known, nodes))
    program.args[solve] += tuple(known)
    program.values[solve] = (*program.values[solve][:-1], len(program.sizes) - 1)


def _limit_large(
    program: Program, solve: int, contacts: list[_Contact], unknowns: dict[int, int]
) -> None:
    """Store the limits of loads that are unknowns of a sparse loop next to its system.

    Limits that depend on unknowns of the loop are left to the decision about contacts.
    """
    forms = _Forms(program, solve)
    found = dict[int, tuple[int, int]]()
    for contact in contacts:
        unknown = unknowns.get(contact.member)
        bounds = contact.bounds(forms)
        if unknown is not None and bounds is not None:
            found[unknown] = bounds
    if len(found) < 2:
        return
    number = program.values[solve]
    block = program.blocks[number]
    nodes = [node for bounds in found.values() for node in bounds]
    shape = replace(
        block.shape,
        bounded=np.array(list(found), dtype=np.int64),
        bounds=program.factors - block.right,
    )
    program.blocks[number] = replace(block, shape=shape)
    places = enumerate(nodes, program.factors)
    program.args[solve] += tuple(program.node("put", (n,), p) for p, n in places)
    program.factors += len(nodes)


class _Contact:
    """A contact in a loop: its load and its limits at rest, as nodes."""

    def __init__(
        self,
        aliased: Aliased,
        lowered: Lowered,
        traced: TracedContact,
        start: int,
        parameter: int,
    ) -> None:
        self._aliased, self._lowered = aliased, lowered
        self._start, self._parameter = start, parameter
        self._program = lowered.program
        load = traced.quantities.load
        self._load = self._node(*load)
        self._low = self._node(*traced.quantities.low)
        self._high = self._node(*traced.quantities.high)
        variable = start + load[0]
        self.member = lowered.member_number(
            int(aliased.chain[variable]), int(aliased.order[variable])
        )
        self._factor = int(aliased.sign[variable]) * load[1]
        locked = aliased.discrete[start + traced.locked]
        trial = aliased.discrete[start + traced.trial]
        program = self._program
        self._holds = program.both(
            program.node("z", (), int(locked), BOOL),
            program.negate(program.node("pre", (), int(trial), BOOL)),
        )

    def rows(self, forms: _Forms, n: int) -> Iterator[_Row]:
        """Yield the limits as bounds on the unknowns; nothing if they are not linear in these."""
        p = self._program
        least, most = p.const(-UNLIMITED), p.const(UNLIMITED)
        for limit, is_upper in ((self._high, True), (self._low, False)):
            try:
                rest, factors = forms.of(p.sub(self._load, limit))
            except NotAffine:
                continue
            row = [factors.get(k, p.const(0.0)) for k in range(n)]
            bound = p.where(self._holds, p.neg(rest), most if is_upper else least)
            yield _Row(least, bound, row) if is_upper else _Row(bound, most, row)

    def bounds(self, forms: _Forms) -> tuple[int, int] | None:
        """Return the nodes of the bounds on the member; None if they depend on unknowns."""
        p = self._program
        try:
            (low, of_low), (high, of_high) = forms.of(self._low), forms.of(self._high)
        except NotAffine:
            return None
        if not all(p.is_const(factor, 0.0) for factor in (*of_low.values(), *of_high.values())):
            return None
        if self._factor < 0:
            low, high = p.neg(high), p.neg(low)
        below, above = p.const(-UNLIMITED), p.const(UNLIMITED)
        return p.where(self._holds, low, below), p.where(self._holds, high, above)

    def _node(self, slot: int, factor: float) -> int:
        program, a = self._program, self._aliased
        if slot == -1:
            return program.const(factor)
        if slot < -1:
            node = program.node("p", (), self._parameter - 2 - slot)
            return node if factor > 0 else program.neg(node)
        variable = self._start + slot
        if a.is_zero[variable]:
            return program.const(0.0)
        member = self._lowered.member_number(int(a.chain[variable]), int(a.order[variable]))
        node = self._lowered.members[member]
        return node if a.sign[variable] * factor > 0 else program.neg(node)


class _Forms:
    """Converts nodes to affine forms of the unknowns of a loop, placeholders resolved."""

    def __init__(self, program: Program, solve: int) -> None:
        self._program, self._solve = program, solve
        self._unknown = "get" if program.ops[solve] == "solve" else "entry"
        self._known: dict[int, Form] = {}

    def of(self, root: int) -> tuple[int, dict[int, int]]:
        """Return the constant part of a node, and its factors by number of the unknown.

        Raises
        ------
        NotAffine
            If it is not linear in the unknowns.
        """
        stack, open_ = [root], set[int]()
        while stack:
            number = stack[-1]
            if number in self._known:
                stack.pop()
                continue
            args = self._arguments(number)
            missing = [a for a in args if a not in self._known]
            if missing:
                if number in open_:
                    raise NotAffine
                open_.add(number)
                stack.extend(missing)
            else:
                self._known[number] = self._form(number, args)
        return self._known[root]

    def _arguments(self, number: int) -> tuple[int, ...]:
        program = self._program
        if number in program.definitions:
            return (program.definitions[number],)
        if program.ops[number] == self._unknown and program.args[number][0] == self._solve:
            return ()
        return program.args[number]

    def _form(self, number: int, args: tuple[int, ...]) -> Form:
        program = self._program
        if number in program.definitions:
            rest, factors = self._known[args[0]]
            return (rest, factors) if factors else (number, {})
        if program.ops[number] == self._unknown and program.args[number][0] == self._solve:
            return program.const(0.0), {program.values[number]: program.const(1.0)}
        return combined(program, number, [self._known[a] for a in args])
