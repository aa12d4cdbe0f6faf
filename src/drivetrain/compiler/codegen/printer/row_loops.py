"""Print loops over index tables, vectorised where rows are independent.

Independent rows are computed LANES at a time. The last vector then begins early enough to end with
the last row; the results that it computes again are the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.memory_layout import step_of
from drivetrain.compiler.codegen.printer.node_printer import NodePrinter
from drivetrain.compiler.codegen.printer.vector_loop import LANES, VECTOR, Bounds, Loop
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import BOOL, REAL, Program, Rows

__all__ = [
    "LastSum",
    "batch_loop",
    "close_sum",
    "copy_loop",
    "lanes_of",
    "last_sum",
    "own_columns",
    "partial_sum_loop",
    "sum_loop",
    "taken",
]

Ints = NDArray[np.int64]

_VECTOR_OPS = frozenset((
    "const", "in", "p", "time", "add", "sub", "mul", "div", "neg", "where", "gt", "ge", "lt", "le",
    "eq", "ne", "and", "or", "not", "beq", "bne", "sqrt", "abs", "floor", "ceil", "min", "max",
    "sign", "mod", "real", "bool",
))  # fmt: skip


def lanes_of(rows: Rows, place: Ints) -> int:
    """Return how many rows can be computed in parallel."""
    if rows.count < LANES:
        return 1
    if not all(_in_vectors(rows.body, n) for n in topological(rows.body, [rows.result], True)):
        return 1
    return 1 if own_columns(rows, place) else LANES


def own_columns(rows: Rows, place: Ints) -> list[int]:
    """Return the columns by which rows read results of other rows of the same batch."""
    if rows.target is None:
        return []
    first, last = int(place[rows.target].min()), int(place[rows.target].max())
    return [
        k
        for k, (kind, members) in rows.columns.items()
        if kind == "s" and ((place[members] >= first) & (place[members] <= last)).any()
    ]


def _in_vectors(body: Program, number: int) -> bool:
    if body.ops[number] == "pow":
        return body.is_const(body.args[number][1], 2.0)
    return body.ops[number] in _VECTOR_OPS


def batch_loop(
    outer: NodePrinter, tag: str, rows: Rows, place: Ints, bounds: Bounds | None = None
) -> None:
    """Print a loop in which every row stores one unknown."""
    assert rows.target is not None
    addend = _addend(rows, place)
    if addend is not None:
        _running_sum(outer, tag, rows, place, *addend)
        return
    loop = Loop(outer, tag, rows.count, lanes_of(rows, place), bounds)
    body = _RowBody(loop, rows, place)
    value = body.value()
    loop.store(value, *_where_to(outer, rows, place))
    for name, first in body.carried:
        loop.carry(name, "double", first, value)
    loop.close()


def _where_to(outer: NodePrinter, rows: Rows, place: Ints) -> tuple[str, Ints]:
    """Return the array in which rows store their unknowns, and the positions there."""
    assert rows.target is not None
    return (outer.array(rows.to[0]), rows.to[1]) if rows.to else (outer.work(), place[rows.target])


def _addend(rows: Rows, place: Ints) -> tuple[int, bool] | None:
    """Return what a row adds to the row before, and whether it is subtracted.

    None if rows do more than that, or are too few.
    """
    body, own = rows.body, own_columns(rows, place)
    if rows.target is None or rows.count < 2 * LANES or len(own) != 1:
        return None
    before = body.node("in", (), own[0])
    op, args = body.ops[rows.result], body.args[rows.result]
    if op not in ("add", "sub") or before not in args or args[1:] == (before,) * (op == "sub"):
        return None
    other = args[1] if args[0] == before else args[0]
    used = topological(body, [other], True)
    follows = _follows(place[rows.columns[own[0]][1]], place[rows.target])
    simple = follows and before not in used and all(_in_vectors(body, n) for n in used)
    return (other, op == "sub") if simple else None


def _follows(read: Ints, written: Ints) -> bool:
    """Return whether every row reads what the row before has written."""
    return np.array_equal(read[1:], written[:-1])


def _running_sum(
    outer: NodePrinter, tag: str, rows: Rows, place: Ints, addend: int, negative: bool
) -> None:
    """Print rows that add up along a shaft: vectors first, then the remaining rows one by one."""
    assert rows.target is not None
    last = last_sum(rows, place)
    if last:
        close_sum(outer, f"%{tag}.last", sum_loop(outer, tag, last.addends, place), last)
        return
    whole = rows.count - rows.count % LANES
    loop = Loop(outer, tag, whole, LANES)
    body = _RowBody(loop, rows, place)
    value = body.value(addend)
    if negative:
        value = body.line(f"{loop.name}.minus", f"fneg {VECTOR[REAL]} {value}")
    (own,) = own_columns(rows, place)
    first = int(place[rows.columns[own][1][0]])
    total = loop.running_sum(value, outer.work(), first)
    loop.store(total, *_where_to(outer, rows, place))
    loop.close()
    if whole < rows.count:
        if rows.to:
            _keep_last(outer, loop, int(place[rows.target[whole - 1]]))
        batch_loop(outer, f"{tag}.rest", taken(rows, slice(whole, None)), place)


def _keep_last(outer: NodePrinter, loop: Loop, place: int) -> None:
    """Print the store of the last running sum, for the rows that continue from it."""
    name = f"{loop.name}.end"
    value = outer.line(name, f"extractelement {VECTOR[REAL]} {loop.name}.last, i64 0")
    outer.line(f"{name}.p", f"getelementptr double, ptr {outer.work()}, i64 {place}")
    outer.body.append(f"  store double {value}, ptr {name}.p")


class LastSum(NamedTuple):
    """The last of the running sums along a shaft, when no other is used.

    Attributes
    ----------
    addends : Rows
        Values to be added up, in ascending order of what they read.
    negative : bool
        Whether their sum is subtracted.
    first, last : int
        Positions of the initial value and of the result.
    """

    addends: Rows
    negative: bool
    first: int
    last: int


def last_sum(rows: Rows, place: Ints) -> LastSum | None:
    """Return the last running sum of rows, if no other is used.

    None if rows do not add up, or others are used too.
    """
    addend = _addend(rows, place) if rows.only_last else None
    if addend is None:
        return None
    assert rows.target is not None
    (own,) = own_columns(rows, place)
    columns = {k: column for k, column in rows.columns.items() if k != own}
    addends = replace(rows, result=addend[0], columns=columns, target=None, only_last=False)
    steps = {step_of(numbers) for _, numbers in columns.values()}
    if -1 in steps and 1 not in steps:
        addends = taken(addends, slice(None, None, -1))
    first = int(place[rows.columns[own][1][0]])
    return LastSum(addends, addend[1], first, int(place[rows.target[-1]]))


def close_sum(outer: NodePrinter, name: str, total: str, last: LastSum) -> None:
    """Print the last of the running sums along a shaft, from the sum of all addends."""
    base = outer.work()
    outer.line(f"{name}.p", f"getelementptr double, ptr {base}, i64 {last.first}")
    outer.line(f"{name}.b", f"load double, ptr {name}.p")
    op = "fsub" if last.negative else "fadd"
    outer.line(f"{name}.v", f"{op} double {name}.b, {total}")
    outer.line(f"{name}.w", f"getelementptr double, ptr {base}, i64 {last.last}")
    outer.body.append(f"  store double {name}.v, ptr {name}.w")


def taken(rows: Rows, index: slice | Ints) -> Rows:
    """Return some of the rows, in this order."""
    return replace(
        rows,
        count=len(np.arange(rows.count)[index]),
        columns={k: (kind, numbers[index]) for k, (kind, numbers) in rows.columns.items()},
        parameters={k: numbers[index] for k, numbers in rows.parameters.items()},
        tables=[numbers[index] for numbers in rows.tables],
        target=None if rows.target is None else rows.target[index],
        to=None if rows.to is None else (rows.to[0], rows.to[1][index]),
    )


def sum_loop(outer: NodePrinter, tag: str, rows: Rows, place: Ints) -> str:
    """Print a loop that adds up the values of all rows; return the register of the sum."""
    loop = Loop(outer, tag, rows.count, lanes_of(rows, place))
    return loop.sum(_RowBody(loop, rows, place).value())


def partial_sum_loop(
    outer: NodePrinter, tag: str, rows: Rows, place: Ints, first: str, bounds: Bounds
) -> str:
    """Print a loop that adds values of some rows to sums lane by lane; return the sums."""
    loop = Loop(outer, tag, rows.count, lanes_of(rows, place), bounds)
    sums = loop.accumulate(_RowBody(loop, rows, place).value(), first)
    loop.close()
    return sums


def copy_loop(
    outer: NodePrinter, tag: str, to: str, places: Ints, base: str, read: Ints,
    bounds: Bounds | None = None,
) -> None:  # fmt: skip
    """Print a loop that copies entries of one array to another."""
    near = step_of(places) in (1, -1) and step_of(read) in (1, -1) and len(read) >= LANES
    loop = Loop(outer, tag, len(places), LANES if near else 1, bounds)
    loop.store(loop.load(f"{loop.name}.v", base, read), to, places)
    loop.close()


class _RowBody(NodePrinter):
    """Prints the body of a loop over rows, inside the function around it."""

    def __init__(self, loop: Loop, rows: Rows, place: Ints) -> None:
        outer = loop.outer
        super().__init__(rows.body, outer.head, True, outer.kept, {}, {})
        self.entry, self.body, self.arrays = outer.entry, outer.body, outer.arrays
        self.loop, self.rows, self.place = loop, rows, place
        self.carried: list[tuple[str, str]] = []
        if loop.lanes > 1:
            self.types, self.suffix = VECTOR, f"v{LANES}f64"

    def value(self, result: int | None = None) -> str:
        """Print all nodes needed by the result, or by another node; return its register."""
        wanted = self.rows.result if result is None else result
        for number in topological(self.program, [wanted], True):
            self.names[number] = self._node(number)
        return self.names[wanted]

    def register(self, number: int) -> str:
        """Return the name of a node's register."""
        return f"{self.loop.name}v{number}"

    def constant(self, value: float | bool, kind: str = REAL) -> str:
        """Return a constant, the same in every lane."""
        one = super().constant(value, kind)
        if self.loop.lanes == 1:
            return one
        of = "double" if kind == REAL else "i1"
        return f"<{', '.join([f'{of} {one}'] * self.loop.lanes)}>"

    def _node(self, number: int) -> str:
        op, value = self.program.ops[number], self.program.values[number]
        name = self.register(number)
        if op == "in":
            return self._quantity(name, *self.rows.columns[value])
        if op == "p":
            self.loop.load(name, self.array("p"), self.rows.parameters[value])
            if self.program.kinds[number] == BOOL:
                return self.line(
                    f"{name}.b", f"fcmp une {self.types[REAL]} {name}, {self.constant(0.0)}"
                )
            return name
        if op == "time" and self.loop.lanes > 1:
            return self.loop.spread(name, self.line(f"{name}.e", "load double, ptr %io"))
        return super()._node(number)

    def _quantity(self, name: str, kind: str, numbers: Ints) -> str:
        if kind == "x":
            return self.loop.load(name, self.array("x"), numbers)
        places, target = self.place[numbers], self.rows.target
        if target is not None and _follows(places, self.place[target]):
            return self._carried(name, int(places[0]))
        return self.loop.load(name, self.work(), places)

    def _carried(self, name: str, first: int) -> str:
        """Keep the value of the row before in a register."""
        loop = self.loop
        loop.entry += [
            f"  {name}.p = getelementptr double, ptr {self.work()}, i64 {first}",
            f"  {name}.f = load double, ptr {name}.p",
        ]
        self.carried.append((name, f"{name}.f"))
        return name

    def table_index(self, number: int, column: int) -> str:
        """Print the number of the table, which depends on the row."""
        return self.loop.index(f"t{number}", self.rows.tables[column])
