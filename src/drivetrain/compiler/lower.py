"""Lower: ordered equations → a program, algebraic loops with their symbolic Jacobians included."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.affine import Form, NotAffine, affine, affine_forms
from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.batch import LEAST_ROWS, Batch, is_plain, units
from drivetrain.compiler.dependencies import topological
from drivetrain.compiler.diagnose import assigned
from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.forward import sensitivities
from drivetrain.compiler.graph import distinct
from drivetrain.compiler.order import Block, Ordered
from drivetrain.compiler.pace import ONE_WAY, PEAKS, free_phases, longest_step, steep_phases
from drivetrain.compiler.program import BOOL, REAL, Delay, LargeBlock, Program, Residual, Rows
from drivetrain.compiler.reduce import Reduced
from drivetrain.compiler.regular import is_given, sizes_of, without_noise
from drivetrain.compiler.storage import step_of, storage
from drivetrain.compiler.system import Group, alike_rows, signed_numbers
from drivetrain.compiler.template import template_of
from drivetrain.kernel.blocks import BlockShape
from drivetrain.kernel.model import factors_size
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import (
    BINARY_FUNCTIONS,
    BOOLEAN,
    ORDERINGS,
    UNARY_FUNCTIONS,
    Expr,
)
from drivetrain.modeling.trace import TracedAssertion

__all__ = ["Environment", "Lowered", "Members", "discrete_of", "lower", "lower_expression"]

Ints = NDArray[np.int64]


@dataclass(eq=False)
class Environment:
    """What the leaves of a template stand for in one row.

    Inside relations that raise events and delays the slots are placeholders: the crossing function
    is evaluated when everything else is known, and equal relations are found to be equal.
    """

    slots: list[int]
    symbols: list[int]
    previous: list[int]
    parameters: list[int]
    tables: list[int]


@dataclass(eq=False)
class Lowered:
    """A program and the nodes that are its outputs.

    Attributes
    ----------
    states : int array
        Member number of each state.
    quadrature_rates : list of int
        Node of each energy integral's rate.
    members : Members
        Member number → node, states included.
    discrete : list of int
        Node of each discrete quantity.
    reinits : list of (state number, fire, value)
        Jumps of states.
    assertions : list of (node, message, component)
        Conditions.
    longest_step : int or None
        Node of what waves of time leave a step until the next event.
    phases : list of int
        Nodes of the angles of the other waves.
    arguments : list of (node, table, derivative)
        Where tables with curved pieces are read.
    peaks, one_way : list of int
        Nodes of the angles of what is steep in one place: peaks, and what goes one way there.
    """

    program: Program
    states: Ints
    members: Members
    discrete: list[int]
    quadrature_rates: list[int] = field(default_factory=list)
    quadratures: list[tuple[str, int, int]] = field(default_factory=list)
    reinits: list[tuple[int, int, int]] = field(default_factory=list)
    assertions: list[tuple[int, TracedAssertion, int, Any]] = field(default_factory=list)
    longest_step: int | None = None
    phases: list[int] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    one_way: list[int] = field(default_factory=list)
    arguments: list[tuple[int, int, int]] = field(default_factory=list)
    loops: list[Block] = field(default_factory=list)
    loop_kinds: list[str] = field(default_factory=list)
    first: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int64))

    def member_number(self, chain: int, order: int) -> int:
        """Return the number of a chain member."""
        return int(self.first[chain]) + order

    def rate_of(self, state: int) -> int:
        """Return the node of the derivative of a state."""
        return self.members[int(self.states[state]) + 1]

    @property
    def watched(self) -> list[int]:
        """Nodes of what the kernel watches within steps, in its order."""
        arguments = [node for node, *_ in self.arguments]
        return [*self.phases, *self.peaks, *self.one_way, *arguments]

    @cached_property
    def rates(self) -> list[int]:
        """Nodes of the derivatives of the states, those that are states themselves left out."""
        members = self.members
        wanted = self.states + 1
        wanted = wanted[members.state_number[wanted] < 0]
        batch = members.batch[wanted]
        stored = distinct(batch[batch >= 0], len(self.program.ops)).tolist()
        return [*stored, *(members[member] for member in wanted[batch < 0].tolist())]

    @cached_property
    def state_orders(self) -> list[int]:
        """Derivative order of each state within its chain."""
        chain = np.searchsorted(self.first, self.states, side="right") - 1
        orders: list[int] = (self.states - self.first[chain]).tolist()
        return orders


class Members(dict[int, int]):
    """Nodes of chain members: those written out by number, states and stored ones on demand."""

    def __init__(self, program: Program, states: Ints, n_members: int) -> None:
        super().__init__()
        self._program = program
        self.state_number = np.full(n_members, -1, dtype=np.int64)
        self.state_number[states] = np.arange(len(states))
        self.batch = np.full(n_members, -1, dtype=np.int64)

    def find(self, member: int) -> int:
        """Return the node of a member, -1 if it has none yet."""
        number = self.get(member, -1)
        if number >= 0:
            return number
        if self.state_number[member] >= 0:
            return self._program.node("x", (), int(self.state_number[member]))
        if self.batch[member] >= 0:
            return self._program.node("load", (int(self.batch[member]),), member)
        return -1

    def __missing__(self, member: int) -> int:
        number = self.find(member)
        if number < 0:
            raise KeyError(member)
        return number


def lower(
    flat: Flat, aliased: Aliased, reduced: Reduced, ordered: Ordered, loops: bool = True
) -> Lowered:
    """Write the program of a model.

    Parameters
    ----------
    flat, aliased, reduced, ordered
        What the passes before made.
    loops : bool
        Whether equations that are alike may run as loops.
    """
    return _Lowering(flat, aliased, reduced, ordered, loops).run()


_MOST_TORN = 64
"""Torn unknowns of a linear loop up to which their matrix is a dense one."""
_FUNCTIONS = UNARY_FUNCTIONS | BINARY_FUNCTIONS | {"pow"}


def lower_expression(e: Expr, env: Environment, program: Program, done: dict[int, int]) -> int:
    """Write the nodes of an expression; return the number of its value."""
    number = done.get(id(e))
    if number is None:
        number = done[id(e)] = _lower(e, env, program, done)
    return number


def _lower(e: Expr, env: Environment, program: Program, done: dict[int, int]) -> int:
    op = e.op
    if op == "slot":
        return int(env.slots[e.value])
    if op == "const":
        if e.kind == BOOLEAN:
            return program.node("const", (), bool(e.value), BOOL)
        return program.const(e.value)
    if op == "par":
        return _typed(program, "p", env.parameters[e.value], e.kind)
    if op == "pre":
        return _previous(program, env.previous[e.value], e.kind)
    if op == "time":
        return program.node("time")
    if op == "initial":
        return program.node("initial", (), None, BOOL)
    if op == "table":
        x = lower_expression(e.args[1], env, program, done)
        return program.node("table", (x,), (env.tables[e.args[0].value], e.value))
    if op in ORDERINGS and e.value is not True:
        return program.relation(op, *_lower_later(e.args, env, program))
    if op == "delay":
        value, time, *bound = _lower_later(e.args, env, program)
        past = Delay(value, time, bound[0] if bound else time, not bound)
        return program.delay(past, lower_expression(e.args[1], env, program, done))
    args = [lower_expression(arg, env, program, done) for arg in e.args]
    number: int = _OPERATIONS[op](program, op, args)
    return number


def _lower_later(args: tuple[Expr, ...], env: Environment, program: Program) -> list[int]:
    """Write nodes that are evaluated when everything else is known."""
    later = Environment(env.symbols, env.symbols, env.previous, env.parameters, env.tables)
    done: dict[int, int] = {}
    return [lower_expression(arg, later, program, done) for arg in args]


def _typed(program: Program, op: str, number: int, kind: str) -> int:
    return program.node(op, (), number, BOOL if kind == BOOLEAN else REAL)


def _previous(program: Program, number: int, kind: str) -> int:
    if number < 0:
        return program.neg(_typed(program, "pre", ~number, kind))
    return _typed(program, "pre", number, kind)


def _boolean(program: Program, op: str, args: list[int]) -> int:
    return program.node(op, tuple(args), None, BOOL)


def _function(program: Program, op: str, args: list[int]) -> int:
    return program.node(op, tuple(args))


def _equality(program: Program, op: str, args: list[int]) -> int:
    if program.kinds[args[0]] == BOOL:
        op = "beq" if op == "eq" else "bne"
    return program.node(op, tuple(args), None, BOOL)


def _sample(program: Program, op: str, args: list[int]) -> int:
    clock = (args[0], args[1])
    if clock not in program.samples:
        program.samples.append(clock)
    return program.node("sample", (), program.samples.index(clock), BOOL)


_OPERATIONS: dict[str, Callable[[Program, str, list[int]], int]] = {
    "add": lambda program, op, args: program.add(*args),
    "sub": lambda program, op, args: program.sub(*args),
    "mul": lambda program, op, args: program.mul(*args),
    "div": lambda program, op, args: program.div(*args),
    "neg": lambda program, op, args: program.neg(*args),
    "where": lambda program, op, args: program.where(*args),
    "not": lambda program, op, args: program.negate(*args),
    "motion": lambda program, op, args: args[0],
    "sample": _sample,
    "eq": _equality,
    "ne": _equality,
    **dict.fromkeys(("and", "or", *ORDERINGS), _boolean),
    **dict.fromkeys(_FUNCTIONS, _function),
}


def _held(flat: Flat, aliased: Aliased, reduced: Reduced) -> dict[int, list[int]]:
    """Return the accelerations that are zero while elements are locked, and these conditions."""
    found: dict[int, list[int]] = {}
    for one in flat.instances:
        for hold in one.trace.holds:
            for start in one.variable.tolist():
                chain = int(aliased.chain[start + hold.speed])
                order = int(aliased.order[start + hold.speed]) + 1
                member = int(reduced.first[chain]) + order
                if chain >= 0 and member < int(reduced.first[chain + 1]):
                    number = int(aliased.discrete[start + hold.condition])
                    found.setdefault(member, []).append(number)
    return found


def _sharing(flat: Flat, aliased: Aliased, reduced: Reduced) -> Ints:
    """Return the members that change least where the equations leave a choice."""
    found = [
        one.variable + v.slot
        for one in flat.instances
        for v in one.trace.variables
        if v.declaration.least_change
    ]
    number = np.concatenate([np.zeros(0, dtype=np.int64), *found])
    number = number[aliased.chain[number] >= 0]
    members: Ints = reduced.member(aliased.chain[number], aliased.order[number])
    return members


class _Lowering:
    """Walks the blocks and keeps what each quantity has become."""

    def __init__(
        self, flat: Flat, aliased: Aliased, reduced: Reduced, ordered: Ordered, loops: bool
    ) -> None:
        self.loops_allowed = loops
        self.flat, self.aliased, self.reduced, self.ordered = flat, aliased, reduced, ordered
        self.program = Program()
        self.states = _states(reduced)
        self.members = Members(self.program, self.states, reduced.n_members)
        self.discrete_kinds = _discrete_kinds(flat, aliased)
        self.rows = _RowTables(reduced.groups)
        self.loops: list[Block] = []
        self.loop_kinds: list[str] = []
        self.n_parameters = flat.n_parameters
        self.copied: dict[bytes, Ints] = {}
        self.sharing = _sharing(flat, aliased, reduced)
        self.held = _held(flat, aliased, reduced)

    def run(self) -> Lowered:
        equations, members = self.ordered.equation.tolist(), self.ordered.member.tolist()
        start = self.ordered.start.tolist()
        for unit in units(self.reduced, self.ordered, self.loops_allowed):
            if isinstance(unit, Batch):
                self._batch(unit)
            elif unit in self.ordered.loops:
                self._loop(self.ordered.loops[unit])
            else:
                self._step(equations[start[unit]], members[start[unit]])
        discrete = self._assignments()
        lowered = Lowered(self.program, self.states, self.members, discrete)
        lowered.loops, lowered.loop_kinds = self.loops, self.loop_kinds
        lowered.first = self.reduced.first
        self._monitors(lowered)
        self._reinits(lowered)
        self._assertions(lowered)
        self._resolve()
        crossings = [relation.crossing for relation in self.program.relations]
        delayed = [delay.value for delay in self.program.delays]
        roots = [*lowered.rates, *crossings, *delayed]
        lowered.longest_step = longest_step(self.program, roots, lowered.rate_of)
        lowered.phases = free_phases(self.program, roots, lowered.rate_of)
        lowered.peaks = steep_phases(self.program, roots, PEAKS)
        lowered.one_way = steep_phases(self.program, roots, ONE_WAY)
        self.program.place, self.program.work = storage(self.program, self.reduced.n_members)
        self.program.masks = self.n_parameters
        return lowered

    # -- continuous equations -------------------------------------------------------------------

    def _equation(self, number: int) -> tuple[Group, int]:
        group = self.reduced.groups[self.ordered.group_of[number]]
        return group, int(self.ordered.row_of[number])

    def _environment(self, number: int) -> tuple[Group, Environment]:
        group = int(self.ordered.group_of[number])
        row = int(self.ordered.row_of[number])
        return self.reduced.groups[group], self._row_environment(self.rows.row(group, row))

    def _row_environment(self, row: tuple[list[int], ...]) -> Environment:
        chain, order, discrete, sign, parameter, table, previous = row
        first = self.reduced.first
        slots, symbols = [], []
        for k in range(len(chain)):
            if chain[k] >= 0:
                member = int(first[chain[k]]) + order[k]
                slots.append(self._signed(self.members.find(member), member, sign[k]))
                symbols.append(self._signed(-1, member, sign[k]))
            else:
                slots.append(self._discrete(discrete[k], sign[k]))
                symbols.append(slots[-1])
        return Environment(slots, symbols, previous, parameter, table)

    def _signed(self, number: int, member: int, sign: int) -> int:
        """Return a member's node, or a placeholder if it has none yet (states always have)."""
        if number < 0:
            number = self._symbol(member)
        return number if sign > 0 else self.program.neg(number)

    def _symbol(self, member: int) -> int:
        if self.reduced.is_state[member]:
            return self.members[member]
        return self.program.node("member", (), member)

    def _discrete(self, number: int, sign: int = 1) -> int:
        node = self.program.node("z", (), number, self.discrete_kinds[number])
        return node if sign > 0 else self.program.neg(node)

    def _steps(self, block: Block) -> None:
        for equation, member in block.steps:
            self._step(equation, member)

    def _step(self, equation: int, member: int) -> None:
        group, env = self._environment(equation)
        place, sign = self._place(equation, member)
        solution = group.template.solution(place)
        assert solution is not None
        value = lower_expression(solution.expression, env, self.program, {})
        self.members[member] = value if sign > 0 else self.program.neg(value)

    def _place(self, equation: int, member: int) -> tuple[int, int]:
        """Find the slot of an equation that is this member."""
        group = int(self.ordered.group_of[equation])
        row = int(self.ordered.row_of[equation])
        chain, order, _, sign, *_ = self.rows.row(group, row)
        first = self.reduced.first
        for k in range(len(chain)):
            if chain[k] >= 0 and int(first[chain[k]]) + order[k] == member:
                return k, sign[k]
        raise AssertionError("an equation was matched with an unknown that it does not contain")

    def _batch(self, batch: Batch) -> None:
        batch = self._in_order(batch)
        group = self.reduced.groups[batch.group].take(batch.rows)
        solution = group.template.solution(batch.place)
        assert solution is not None
        body = Program()
        value = self._row_body(body, solution.expression, group)
        if group.sign[0, batch.place] < 0:
            value = body.neg(value)
        members = self.reduced.member(group.chain, group.order)
        rows = self._rows(body, value, members, group.parameter, group.table, batch.members)
        self.members.batch[batch.members] = self._run_rows("batch", rows)

    def _in_order(self, batch: Batch) -> Batch:
        """Put rows that do not need each other in the order of their unknowns."""
        group = self.reduced.groups[batch.group].take(batch.rows)
        members = self.reduced.member(group.chain, group.order)
        own = np.zeros(self.reduced.n_members, dtype=bool)
        own[batch.members] = True
        own = own[members]
        own[:, batch.place] = False
        if own.any():
            return batch
        order = np.argsort(batch.members, kind="stable")
        return replace(batch, rows=batch.rows[order], members=batch.members[order])

    def _row_body(self, body: Program, e: Expr, group: Group) -> int:
        slots = [
            body.node("in", (), k) if sign > 0 else body.neg(body.node("in", (), k))
            for k, sign in enumerate(group.sign[0].tolist())
        ]
        parameters = list(range(group.parameter.shape[1]))
        tables = list(range(group.table.shape[1]))
        return lower_expression(e, Environment(slots, slots, [], parameters, tables), body, {})

    def _rows(
        self, body: Program, result: int, members: Ints, parameters: Ints, tables: Ints,
        target: Ints | None,
    ) -> Rows:  # fmt: skip
        """Gather what a body needs, of which the columns tell where rows find their quantities."""
        used = topological(body, [result], True)
        columns: dict[int, tuple[str, Ints]] = {}
        for k in sorted(body.values[n] for n in used if body.ops[n] == "in"):
            states = self.members.state_number[members[:, k]]
            columns[k] = ("x", states) if states[0] >= 0 else ("s", members[:, k])
        numbers = {
            k: self._side_by_side(parameters[:, k])
            for k in sorted(body.values[n] for n in used if body.ops[n] == "p")
        }
        return Rows(body, result, len(members), columns, numbers, list(tables.T), target)

    def _side_by_side(self, numbers: Ints) -> Ints:
        """Return numbers of the same parameters that follow each other."""
        key, step = numbers.tobytes(), step_of(numbers)
        if step == 0:
            return numbers
        if key not in self.copied:
            self.copied[key] = numbers
            if step != 1:
                self.copied[key] = self.n_parameters + np.arange(len(numbers))
                self.n_parameters += len(numbers)
                self.program.side_by_side.append(numbers)
            self.program.runs.append((int(self.copied[key][0]), len(numbers)))
        return self.copied[key]

    def _run_rows(self, op: str, rows: Rows) -> int:
        """Add rows to the program, after all that they read."""
        program = self.program
        stored = [index for kind, index in rows.columns.values() if kind == "s"]
        reads = np.zeros(self.reduced.n_members, dtype=bool)
        for index in stored:
            reads[index] = True
        if rows.target is not None:
            reads[rows.target] = False
        needed = np.flatnonzero(reads)
        batch = self.members.batch[needed]
        before = distinct(batch[batch >= 0], len(program.ops)).tolist()
        single = needed[batch < 0].tolist()
        stores = [program.node("store", (self._stored(m),), m) for m in single]
        program.rows.append(rows)
        return program.node(op, (*before, *stores), len(program.rows) - 1)

    def _stored(self, member: int) -> int:
        number = self.members.find(member)
        return self._symbol(member) if number < 0 else number

    def _loop(self, block: Block) -> None:
        self.loops.append(block)
        number = len(self.loops) - 1
        solved = self._large(block, number) if self._is_large(block) else None
        solved = self._small(block, number) if solved is None else solved
        self.members.update(zip(block.tearing, solved, strict=True))
        self._steps(block)
        self._rest([*block.tearing, *(m for _, m in block.steps)])

    def _rest(self, members: list[int]) -> None:
        """Take rounding from accelerations of locked elements, which a loop makes zero."""
        for member in members:
            for locked in self.held.get(member, ()):
                zero, node = self.program.const(0.0), self.members[member]
                self.members[member] = self.program.where(self._discrete(locked), zero, node)

    def _is_large(self, block: Block) -> bool:
        return self.loops_allowed and len(block.tearing) > _MOST_TORN

    def _small(self, block: Block, number: int) -> list[int]:
        """Write a loop as a full system of its torn unknowns; return the nodes of these."""
        unknowns = self._unknowns(block.tearing)
        before = set(self.members)
        self._steps(block)
        residuals = [self._residual(equation) for equation in block.residual]
        for step in set(self.members) - before | {m for _, m in block.steps}:
            self.members.pop(step, None)
        try:
            matrix, rest = affine(self.program, residuals, unknowns)
            solved = self._linear(matrix, rest, unknowns, number)
            self.loop_kinds.append("linear")
        except NotAffine:
            solved = self._nonlinear(residuals, unknowns, number)
            self.loop_kinds.append("nonlinear")
        return solved

    def _unknowns(self, members: list[int]) -> list[int]:
        unknowns = [self.program.fresh("unknown", (), m) for m in members]
        self.members.update(zip(members, unknowns, strict=True))
        return unknowns

    def _large(self, block: Block, number: int) -> list[int] | None:
        """Write a loop as a sparse system of all its unknowns; None if it is not linear.

        Each equation holds a few of them; torn, every equation might hold most. From the torn ones
        the others follow step by step as in a small loop: what is at rest is so to the last bit.
        """
        program = self.program
        members = [*block.tearing, *(m for _, m in block.steps)]
        unknowns = self._unknowns(members)
        equations = [*block.residual, *(e for e, _ in block.steps)]
        residuals = [self._residual(equation) for equation in equations]
        for member in members:
            self.members.pop(member)
        try:
            forms = affine_forms(program, residuals, unknowns)
        except NotAffine:
            return None
        solve = self._system(forms, unknowns, len(block.tearing), number)
        self.loop_kinds.append("linear")
        return [program.node("entry", (solve,), k) for k in range(len(block.tearing))]

    def _system(self, forms: list[Form], unknowns: list[int], n_torn: int, number: int) -> int:
        """Return the node that solves a sparse system; the first unknowns are torn."""
        program = self.program
        column_of = {node: k for k, node in enumerate(unknowns)}
        entries = sorted(
            (column_of[u], row, factor)
            for row, (_, factors) in enumerate(forms)
            for u, factor in factors.items()
            if not program.is_const(factor, 0.0)
        )
        columns = np.array([column for column, _, _ in entries], dtype=np.int64)
        pointers = np.append(0, np.cumsum(np.bincount(columns, minlength=len(unknowns))))
        rows = np.array([row for _, row, _ in entries], dtype=np.int64)
        matrix = [without_noise(program, node) for _, _, node in entries]
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
        torn = np.array(self.loops[number].tearing, dtype=np.int64)
        sharing: Ints = np.flatnonzero(np.isin(torn, self.sharing))
        return sharing if len(sharing) else np.arange(len(torn))

    def _residual(self, equation: int) -> int:
        group, env = self._environment(equation)
        return lower_expression(group.template.residual, env, self.program, {})

    def _linear(
        self, matrix: list[list[int]], rest: list[int], unknowns: list[int], number: int
    ) -> list[int]:
        n, program = len(rest), self.program
        entries = [a for row in matrix for a in row]
        regular = all(is_given(program, a) for a in entries)
        right = [program.neg(r) for r in rest]
        sizes = sizes_of(program, entries, [] if regular else right, min(unknowns))
        program.sizes.append(sizes)
        shared = 0 if regular else sum(1 << k for k in self._shared(number).tolist())
        value = (n, program.memory, number, program.factors, shared, len(program.sizes) - 1)
        solve = program.node("solve", (*entries, *right, *sizes.known), value)
        program.memory += n
        program.factors += factors_size(n)
        return [program.node("get", (solve,), k) for k in range(n)]

    def _nonlinear(self, residuals: list[int], unknowns: list[int], number: int) -> list[int]:
        n, program = len(residuals), self.program
        inner = Program()
        known: list[int] = []
        copied = _copy(program, residuals, unknowns, inner, known)
        places = [inner.node("unknown", (), k) for k in range(n)]
        jacobian = sensitivities(inner, copied, places)
        program.residuals.append(
            Residual(inner, known, copied, [j for row in jacobian for j in row])
        )
        value = (n, program.memory, number, len(program.residuals) - 1)
        newton = program.node("newton", tuple(known), value)
        program.memory += n
        return [program.node("get", (newton,), k) for k in range(n)]

    # -- discrete equations ---------------------------------------------------------------------

    def _assignments(self) -> list[int]:
        nodes = [-1] * len(self.aliased.discrete_representative)
        table = _RowTables(self.reduced.assignments)
        for g, group in enumerate(self.reduced.assignments):
            for row in range(group.n_rows):
                number = assigned(group, row)
                assert number is not None
                lhs, rhs = group.template.lhs, group.template.rhs
                left = lhs.op == "slot" and group.discrete[row, lhs.value] == number
                env = self._row_environment(table.row(g, row))
                value = lower_expression(rhs if left else lhs, env, self.program, {})
                if group.sign[row, lhs.value if left else rhs.value] < 0:
                    value = self.program.neg(value)
                nodes[number] = self._cast(value, self.discrete_kinds[number])
        for number, node in enumerate(nodes):
            self.program.define(self._discrete(number), node)
        return nodes

    def _cast(self, number: int, kind: str) -> int:
        have = self.program.kinds[number]
        if have == kind:
            return number
        return self.program.node("real" if kind == REAL else "bool", (number,), None, kind)

    def _resolve(self) -> None:
        """Give every placeholder for an unknown its node."""
        program = self.program
        for number, op in enumerate(program.ops):
            if op == "member":
                program.define(number, self.members[program.values[number]])

    # -- energy, jumps, assertions ----------------------------------------------------------------

    def _statement(self, e: Expr, one: Any, row: int) -> int | None:
        """Lower an expression over the slots of one instance; None if a member is missing."""
        template, slots = _statement_template(e)
        variable = [int(one.variable[row]) + slot for slot, _ in slots.variables]
        env_slots = []
        for number, (_, extra) in zip(variable, slots.variables, strict=True):
            node = self._quantity(number, extra)
            if node is None:
                return None
            env_slots.append(node)
        held = one.variable[row] + np.array(slots.previous, dtype=np.int64)
        previous = signed_numbers(self.aliased, held).tolist()
        parameters = [int(one.parameter[row]) + s for s in slots.parameters]
        tables = [int(one.table[row]) + s for s in slots.tables]
        env = Environment(env_slots, env_slots, previous, parameters, tables)
        return lower_expression(template.lhs, env, self.program, {})

    def _quantity(self, variable: int, extra: int) -> int | None:
        a = self.aliased
        if a.is_zero[variable]:
            return self.program.const(0.0)
        if a.discrete[variable] >= 0:
            node = self._discrete(int(a.discrete[variable]), int(a.sign[variable]))
            return node if not extra else None
        chain = int(a.chain[variable])
        order = int(a.order[variable]) + extra
        if order > self.reduced.d[chain]:
            return None
        member = int(self.reduced.first[chain]) + order
        return self._signed(-1, member, int(a.sign[variable]))

    def _monitors(self, lowered: Lowered) -> None:
        for one in self.flat.instances:
            for key in ("dissipated_power", "supplied_power"):
                e = one.trace.monitors.get(key)
                if e is None or (e.op == "const" and e.value == 0):
                    continue
                many = self.loops_allowed and len(one.variable) >= LEAST_ROWS
                if many and is_plain(*_statement_template(e)[:1]):
                    self._summed(lowered, key, e, one)
                else:
                    self._integrals(lowered, key, e, one, range(len(one.variable)))

    def _integrals(
        self, lowered: Lowered, key: str, e: Expr, one: Any, rows: Iterable[int]
    ) -> None:
        for row in rows:
            node = self._statement(e, one, row)
            if node is not None:
                lowered.quadrature_rates.append(node)
                lowered.quadratures.append((key, id(one.trace), int(one.variable[row])))

    def _summed(self, lowered: Lowered, key: str, e: Expr, one: Any) -> None:
        """Add up an energy statement over all instances of a class that are alike."""
        template, slots = _statement_template(e)
        variable = one.variable[:, None] + np.array([slot for slot, _ in slots.variables])
        order = self.aliased.order[variable] + np.array([more for _, more in slots.variables])
        chain, sign = self.aliased.chain[variable], self.aliased.sign[variable]
        usual = (chain >= 0).all(axis=1)
        usual &= (order <= self.reduced.d[np.maximum(chain, 0)]).all(axis=1)
        member = self.reduced.member(np.maximum(chain, 0), np.where(usual[:, None], order, 0))
        pattern = np.column_stack([usual, sign, self.members.state_number[member] >= 0])
        single: list[int] = []
        for rows in alike_rows(pattern):
            if len(rows) < LEAST_ROWS or not usual[rows[0]]:
                single += rows.tolist()
                continue
            body = Program()
            places = [
                body.node("in", (), j) if sign[rows[0], j] > 0 else body.neg(body.node("in", (), j))
                for j in range(variable.shape[1])
            ]
            n_parameters, n_tables = len(slots.parameters), len(slots.tables)
            env = Environment(places, places, [], list(range(n_parameters)), list(range(n_tables)))
            value = lower_expression(template.lhs, env, body, {})
            parameters = one.parameter[rows, None] + np.array(slots.parameters, dtype=np.int64)
            tables = one.table[rows, None] + np.array(slots.tables, dtype=np.int64)
            summed = self._rows(body, value, member[rows], parameters, tables, None)
            lowered.quadrature_rates.append(self._run_rows("total", summed))
            lowered.quadratures.append((key, id(one.trace), -1))
        self._integrals(lowered, key, e, one, sorted(single))

    def _reinits(self, lowered: Lowered) -> None:
        for one in self.flat.instances:
            for reinit in one.trace.reinits:
                for row in range(len(one.variable)):
                    variable = int(one.variable[row]) + reinit.slot
                    state = self._state_behind(variable)
                    fire = self._statement(reinit.fire, one, row)
                    value = self._statement(reinit.value, one, row)
                    if state < 0 or fire is None or value is None:
                        raise _not_a_state(self.flat, variable, reinit.where)
                    if self.aliased.sign[variable] < 0:
                        value = self.program.neg(value)
                    lowered.reinits.append((state, fire, value))

    def _state_behind(self, variable: int) -> int:
        chain = int(self.aliased.chain[variable])
        if chain < 0:
            return -1
        member = int(self.reduced.first[chain] + self.aliased.order[variable])
        return int(self.members.state_number[member])

    def _assertions(self, lowered: Lowered) -> None:
        for one in self.flat.instances:
            for assertion in one.trace.assertions:
                for row in range(len(one.variable)):
                    node = self._statement(assertion.condition, one, row)
                    if node is not None:
                        start = int(one.variable[row])
                        lowered.assertions.append((node, assertion, start, one.trace))
        # The first that does not hold counts: a failure before an end that is wanted.
        lowered.assertions.sort(key=lambda one: one[1].ends)


def _states(reduced: Reduced) -> Ints:
    """Return the states: first all angles, then all speeds, so that loops find them in a row."""
    states = np.flatnonzero(reduced.is_state)
    chain = np.searchsorted(reduced.first, states, side="right") - 1
    return np.asarray(states[np.argsort(states - reduced.first[chain], kind="stable")])


def _not_a_state(flat: Flat, variable: int, where: SourceLine) -> Exception:
    from drivetrain.compiler.names import variable_name
    from drivetrain.errors import StructureError

    name = variable_name(flat.root, variable)
    return StructureError(
        f"{name} is to jump at an event: reinit({name}, …) [{where}]. But it is not a state: a "
        "rigid connection to other parts, or a source, determines it at every instant. Put an "
        "elastic part (SpringDamper) between them, or take a part that does not set its motion "
        "anew. In equations of your own, set a quantity that carries the motion (`drivetrain "
        "check` lists the states); of several that could, state_select='always' takes one"
    )


_LONG = 200


class _RowTables:
    """Rows of groups as plain lists: indexing arrays element by element is slow."""

    def __init__(self, groups: list[Group]) -> None:
        self._groups = groups
        self._lists: dict[int, tuple[list[list[int]], ...]] = {}

    def row(self, group: int, row: int) -> tuple[list[int], ...]:
        """Return the table entries of one row."""
        if self._groups[group].n_rows > _LONG:
            g = self._groups[group]
            columns = (g.chain, g.order, g.discrete, g.sign, g.parameter, g.table, g.previous)
            return tuple(column[row].tolist() for column in columns)
        lists = self._lists.get(group)
        if lists is None:
            g = self._groups[group]
            columns = (g.chain, g.order, g.discrete, g.sign, g.parameter, g.table, g.previous)
            lists = self._lists[group] = tuple(c.tolist() for c in columns)
        return tuple(column[row] for column in lists)


_STATEMENTS: dict[int, Any] = {}


def _statement_template(e: Expr) -> Any:
    known = _STATEMENTS.get(id(e))
    if known is None:
        from drivetrain.compiler import symbolic
        from drivetrain.modeling.component import SourceLine

        known = (e, template_of(e, symbolic.ZERO, SourceLine("", 0), "statement"))
        _STATEMENTS[id(e)] = known
    return known[1]


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


def _copy(
    source: Program, roots: list[int], unknowns: list[int], target: Program, known: list[int]
) -> list[int]:
    """Copy the part of a program between unknowns and roots; what it needs becomes known."""
    place = {number: target.node("unknown", (), k) for k, number in enumerate(unknowns)}
    depends = _dependent_nodes(source, roots, set(unknowns))
    for number in sorted(depends):
        if number in place:
            continue
        args = []
        for arg in source.args[number]:
            if arg not in depends:
                place[arg] = _outside(source, arg, target, known)
            args.append(place[arg])
        place[number] = target.node(
            source.ops[number], tuple(args), source.values[number], source.kinds[number]
        )
    return [place[r] if r in place else _outside(source, r, target, known) for r in roots]


def _outside(source: Program, number: int, target: Program, known: list[int]) -> int:
    if source.ops[number] == "const":
        return target.node("const", (), source.values[number], source.kinds[number])
    if number not in known:
        known.append(number)
    return target.node("known", (), known.index(number), source.kinds[number])


def _dependent_nodes(program: Program, roots: list[int], unknowns: set[int]) -> set[int]:
    """Return the nodes above `unknowns` that `roots` need."""
    low = min(unknowns)
    needed, stack = set(roots), list(roots)
    while stack:
        for arg in program.args[stack.pop()]:
            if arg >= low and arg not in needed:
                needed.add(arg)
                stack.append(arg)
    depends = set(unknowns)
    for number in sorted(needed):
        if number in unknowns or any(arg in depends for arg in program.args[number]):
            depends.add(number)
    return depends
