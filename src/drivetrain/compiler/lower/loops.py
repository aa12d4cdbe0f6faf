"""Lower algebraic loops to dense, sparse or nonlinear systems."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.lower.equations import EquationNodes
from drivetrain.compiler.lower.extract import extract
from drivetrain.compiler.lower.nodes import Lock, Nodes
from drivetrain.compiler.program.affine_forms import Form, NotAffine, affine, affine_forms
from drivetrain.compiler.program.forward_differentiation import sensitivities
from drivetrain.compiler.program.nonsingular_loops import is_given, sizes_of, without_noise
from drivetrain.compiler.program.program import BOOL, LargeBlock, Program, Residual
from drivetrain.compiler.structure.causalization import Block
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.kernel.description.blocks import BlockShape
from drivetrain.kernel.description.model import factors_size

__all__ = ["Loops"]

Ints = NDArray[np.int64]

_MOST_TORN = 64
"""Largest number of torn unknowns for which the matrix of a linear loop is dense."""


class Loops:
    """Lowers the algebraic loops of a model.

    Attributes
    ----------
    blocks : list of Block
        The loops lowered so far.
    kinds : list of str
        For each, whether it is linear or nonlinear.
    """

    def __init__(
        self, flat: Flat, nodes: Nodes, equations: EquationNodes, sharing: Ints, allow_sparse: bool
    ) -> None:
        self.blocks: list[Block] = []
        self.kinds: list[str] = []
        self._nodes, self._equations = nodes, equations
        self._allow_sparse = allow_sparse
        self._sharing = sharing
        self._held = _held(flat, nodes.aliased, nodes.reduced)
        self._pushed = {
            member: pushed
            for member, locks in self._held.items()
            if (pushed := [lock for lock in locks if lock.push >= 0])
        }

    def add(self, block: Block) -> None:
        """Lower a loop, and the steps for its other unknowns."""
        self.blocks.append(block)
        number = len(self.blocks) - 1
        is_large = self._allow_sparse and len(block.tearing) > _MOST_TORN
        solved = self._large(block, number) if is_large else None
        solved = self._small(block, number) if solved is None else solved
        self._nodes.members.update(zip(block.tearing, solved, strict=True))
        self._equations.steps(block.steps)
        self._rest(block.members)

    def _rest(self, members: list[int]) -> None:
        """Remove rounding from accelerations that a loop makes zero because elements are locked."""
        nodes, program = self._nodes, self._nodes.program
        for member in members:
            for lock in self._held.get(member, ()):
                is_pushed = lock.push in nodes.pushed
                there = nodes.discrete(lock.push) if is_pushed else program.const(0.0)
                holds, node = nodes.discrete(lock.locked), nodes.members[member]
                if lock.trial >= 0:
                    tried = program.node("pre", (), lock.trial, BOOL)
                    holds = program.both(holds, program.negate(tried))
                nodes.members[member] = program.where(holds, there, node)

    def _small(self, block: Block, number: int) -> list[int]:
        """Lower a loop as a dense system of its torn unknowns; return their nodes."""
        program, members = self._nodes.program, self._nodes.members
        unknowns = self._unknowns(block.tearing)
        before = set(members)
        self._equations.steps(block.steps)
        pushed = self._pushed
        residuals = [self._equations.residual(equation, pushed) for equation in block.residual]
        for step in set(members) - before | {m for _, m in block.steps}:
            members.pop(step, None)
        try:
            matrix, rest = affine(program, residuals, unknowns)
            solved = self._linear(matrix, rest, unknowns, number)
            self.kinds.append("linear")
        except NotAffine:
            solved = self._nonlinear(residuals, unknowns, number)
            self.kinds.append("nonlinear")
        return solved

    def _unknowns(self, members: list[int]) -> list[int]:
        unknowns = [self._nodes.program.fresh("unknown", (), m) for m in members]
        self._nodes.members.update(zip(members, unknowns, strict=True))
        return unknowns

    def _large(self, block: Block, number: int) -> list[int] | None:
        """Lower a loop as a sparse system of all its unknowns; None if it is not linear.

        Each equation contains few of them; after tearing, every equation might contain most. From
        the torn unknowns the others follow step by step as in a small loop: what is at rest is
        exactly so.
        """
        program = self._nodes.program
        members = block.members
        unknowns = self._unknowns(members)
        equations = [*block.residual, *(e for e, _ in block.steps)]
        residuals = [self._equations.residual(equation, self._pushed) for equation in equations]
        for member in members:
            self._nodes.members.pop(member)
        try:
            forms = affine_forms(program, residuals, unknowns)
        except NotAffine:
            return None
        solve = self._system(forms, unknowns, len(block.tearing), number)
        self.kinds.append("linear")
        return [program.node("entry", (solve,), k) for k in range(len(block.tearing))]

    def _system(self, forms: list[Form], unknowns: list[int], n_torn: int, number: int) -> int:
        """Return the node that solves a sparse system; the torn unknowns come first."""
        program = self._nodes.program
        columns, rows, entries = _entries(program, forms, unknowns)
        pointers = np.append(0, np.cumsum(np.bincount(columns, minlength=len(unknowns))))
        matrix = [without_noise(program, node) for node in entries]
        first, right = program.factors, [program.neg(rest) for rest, _ in forms]
        fixed = [(p, n) for p, n in enumerate(matrix, first) if is_given(program, n)]
        done = {place for place, _ in fixed}
        shape = BlockShape(
            pointers, rows, np.arange(n_torn), len(fixed) == len(matrix), self._shared(number)
        )
        places = enumerate(matrix + right, first)
        puts = tuple(program.node("put", (n,), p) for p, n in places if p not in done)
        program.blocks.append(LargeBlock(shape, first, matrix, fixed, program.memory, number))
        program.factors += len(matrix) + len(right)
        program.memory += n_torn
        return program.node("block", puts, len(program.blocks) - 1)

    def _shared(self, number: int) -> Ints:
        """Return the torn unknowns of a loop that change least where it leaves a choice."""
        torn = np.array(self.blocks[number].tearing, dtype=np.int64)
        sharing: Ints = np.flatnonzero(np.isin(torn, self._sharing))
        return sharing if len(sharing) else np.arange(len(torn))

    def _linear(
        self, matrix: list[list[int]], rest: list[int], unknowns: list[int], number: int
    ) -> list[int]:
        n, program = len(rest), self._nodes.program
        entries = [a for row in matrix for a in row]
        regular = all(is_given(program, a) for a in entries)
        right = [program.neg(r) for r in rest]
        sizes = sizes_of(program, entries, [] if regular else right, min(unknowns))
        program.sizes.append(sizes)
        shared = 0 if regular else sum(1 << k for k in self._shared(number).tolist())
        value = (n, program.memory, number, program.factors, shared, len(program.sizes) - 1, -1)
        solve = program.node("solve", (*entries, *right, *sizes.known), value)
        program.memory += n
        program.factors += factors_size(n)
        return [program.node("get", (solve,), k) for k in range(n)]

    def _nonlinear(self, residuals: list[int], unknowns: list[int], number: int) -> list[int]:
        n, program = len(residuals), self._nodes.program
        inner = Program()
        known: list[int] = []
        copied = extract(program, residuals, unknowns, inner, known)
        places = [inner.node("unknown", (), k) for k in range(n)]
        jacobian = sensitivities(inner, copied, places)
        program.residuals.append(
            Residual(inner, known, copied, [j for row in jacobian for j in row])
        )
        value = (n, program.memory, number, len(program.residuals) - 1)
        newton = program.node("newton", tuple(known), value)
        program.memory += n
        return [program.node("get", (newton,), k) for k in range(n)]


def _entries(
    program: Program, forms: list[Form], unknowns: list[int]
) -> tuple[Ints, Ints, list[int]]:
    """Return columns, rows and nodes of the entries of a matrix, column by column."""
    column_of = {node: k for k, node in enumerate(unknowns)}
    entries = sorted(
        (column_of[u], row, factor)
        for row, (_, factors) in enumerate(forms)
        for u, factor in factors.items()
        if not program.is_const(factor, 0.0)
    )
    columns = np.array([column for column, _, _ in entries], dtype=np.int64)
    rows = np.array([row for _, row, _ in entries], dtype=np.int64)
    return columns, rows, [node for _, _, node in entries]


def _held(flat: Flat, aliased: Aliased, reduced: Reduced) -> dict[int, list[Lock]]:
    """Return the accelerations that are zero while elements are locked, with their locks.

    Where the load of a contact acts on the slip itself, it is the slip that is zero.
    """
    found: dict[int, list[Lock]] = {}
    for one in flat.instances:
        for hold in one.trace.holds:
            for start in one.variable.tolist():
                chain = int(aliased.chain[start + hold.speed])
                order = int(aliased.order[start + hold.speed]) + 1
                member = int(reduced.first[chain]) + order
                if chain >= 0 and member < int(reduced.first[chain + 1]):
                    locked = int(aliased.discrete[start + hold.condition])
                    push = int(aliased.discrete[start + hold.blow.push]) if hold.blow else -1
                    trial = int(aliased.discrete[start + hold.trial]) if hold.trial >= 0 else -1
                    found.setdefault(member, []).append(Lock(locked, push, trial))
        for contact in one.trace.contacts:
            slot, _ = contact.quantities.slip
            for start in one.variable.tolist() if contact.is_massless and slot >= 0 else ():
                chain, order = int(aliased.chain[start + slot]), int(aliased.order[start + slot])
                if chain >= 0:
                    locked = int(aliased.discrete[start + contact.locked])
                    trial = int(aliased.discrete[start + contact.trial])
                    member = int(reduced.first[chain]) + order
                    found.setdefault(member, []).append(Lock(locked, -1, trial))
    return found
