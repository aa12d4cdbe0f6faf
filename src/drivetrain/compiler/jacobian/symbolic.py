"""Symbolic Jacobian of the state derivatives, for the stiff integrator.

Its sparsity pattern is determined for every model (which is cheap); the derivatives themselves
are made when the stiff integrator is first needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.llvm import Output, emit_function, function_text
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.forward_differentiation import rule
from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.kernel.description.model import Jacobian

__all__ = ["TIME", "LazyJacobian", "Pattern", "Sensitivities", "jacobian_outputs", "pattern"]

Ints = NDArray[np.int64]

TIME = -1
"""In place of the number of a state: time."""

_SUMS = frozenset(("add", "sub"))


@dataclass(frozen=True, eq=False)
class Pattern:
    """Sparsity pattern of the Jacobian: rows ``row[start[k]:start[k + 1]]`` for state k."""

    start: Ints
    row: Ints


def pattern(lowered: Lowered) -> Pattern | None:
    """Return which derivative depends on which state; None with batches or large loops."""
    program = lowered.program
    if program.rows or program.blocks:
        return None
    rates = [lowered.members[int(m) + 1] for m in lowered.states]
    mask: dict[int, int] = {}
    for number in topological(program, rates, discrete_known=True):
        if program.ops[number] == "x":
            mask[number] = 1 << program.values[number]
            continue
        joined = 0
        for arg in _operands(program, number):
            joined |= mask[arg]
        mask[number] = joined
    columns: list[list[int]] = [[] for _ in rates]
    for k, rate in enumerate(rates):
        bits, column = mask[rate], 0
        while bits:
            skip = (bits & -bits).bit_length() - 1
            column += skip
            columns[column].append(k)
            bits >>= skip + 1
            column += 1
    start = np.cumsum([0, *map(len, columns)])
    return Pattern(start, np.array([k for column in columns for k in column], dtype=np.int64))


def _operands(program: Program, number: int) -> tuple[int, ...]:
    if program.ops[number] == "member":
        return (program.definitions[number],)
    return program.args[number]


def jacobian_outputs(lowered: Lowered, structure: Pattern) -> list[Output]:
    """Build the derivatives and the outputs for them: ``jac`` by columns, and ``dfdt``."""
    program = lowered.program
    rates = [lowered.members[int(m) + 1] for m in lowered.states]
    found = Sensitivities(program, rates)
    zero = program.const(0.0)
    outputs = [Output("dfdt", k, found.rate[rate].get(TIME, zero)) for k, rate in enumerate(rates)]
    for column in range(len(rates)):
        for place in range(int(structure.start[column]), int(structure.start[column + 1])):
            row = int(structure.row[place])
            outputs.append(Output("jac", place, found.rate[rates[row]].get(column, zero)))
    return outputs


class LazyJacobian:
    """The Jacobian as a function for the kernel; compiled when it is first needed.

    Parameters
    ----------
    lowered : Lowered
        The model.
    structure : Pattern
        Which derivative depends on which state.
    constants : mapping
        Node → position of the values that are constant during a run.
    """

    def __init__(self, lowered: Lowered, structure: Pattern, constants: Mapping[int, int]) -> None:
        self._lowered, self._constants = lowered, constants
        self.structure = structure
        self._lock = Lock()
        self._address = 0
        self._engine: Any = None

    def __call__(self) -> Jacobian:
        """Return the function."""
        with self._lock:
            if not self._address:
                outputs = jacobian_outputs(self._lowered, self.structure)
                self._address, self._engine = emit_function(
                    self._lowered.program, "jacobian", outputs, self._constants
                )
        return Jacobian(self._address, self.structure.start, self.structure.row)

    def text(self) -> tuple[str, list[Ints], Jacobian]:
        """Return the function as LLVM IR, the tables it refers to, and its pattern."""
        outputs = jacobian_outputs(self._lowered, self.structure)
        ir, kept = function_text(self._lowered.program, "jacobian", outputs, self._constants)
        return ir, kept, Jacobian(0, self.structure.start, self.structure.row)


class Sensitivities:
    """Derivatives of nodes with respect to states and time, stored where they are not zero.

    Parameters
    ----------
    program : Program
        The model.
    roots : iterable of int
        Nodes to be differentiated.
    parameters : mapping, optional
        Number of a parameter → direction, to differentiate with respect to parameters as well.
    discretes : mapping, optional
        The same of discrete quantities: whether it is ``"z"``, the value, or ``"pre"``, that before
        the pass of an event, and its number.
    delays : mapping, optional
        The same of delayed values, at fixed instants of the past.
    """

    def __init__(
        self,
        program: Program,
        roots: Iterable[int],
        parameters: Mapping[int, int] | None = None,
        discretes: Mapping[tuple[str, int], int] | None = None,
        delays: Mapping[int, int] | None = None,
    ) -> None:
        self.program = program
        self.rate: dict[int, dict[int, int]] = {}
        self._parameters = parameters or {}
        self._discretes = discretes or {}
        self._delays = delays or {}
        self._loops: dict[int, list[dict[int, int]]] = {}
        roots = list(roots)
        order = topological(program, roots, discrete_known=True)
        self._uses = Counter([*roots, *(a for n in order for a in _operands(program, n))])
        for number in order:
            self.rate[number] = self.slopes(number)

    def slopes(self, number: int) -> dict[int, int]:
        """Return the derivatives of a node, given those of its operands: direction → node."""
        program = self.program
        op, value = program.ops[number], program.values[number]
        if op == "x":
            return {value: program.const(1.0)}
        if op == "time":
            return {TIME: program.const(1.0)}
        if op == "p":
            return self._parameter(int(value))
        if (op, value) in self._discretes:
            return {self._discretes[op, value]: program.const(1.0)}
        if op == "delay":
            return self._delayed(number)
        if op == "member":
            return self.rate[program.definitions[number]]
        if program.kinds[number] == BOOL:
            return {}
        if op in ("solve", "newton"):
            self._loops[number] = self._linear(number) if op == "solve" else self._newton(number)
            return {}
        if op == "get":
            return self._loops[program.args[number][0]][int(value)]
        return self._by_rule(number)

    def _parameter(self, number: int) -> dict[int, int]:
        direction = self._parameters.get(number)
        return {} if direction is None else {direction: self.program.const(1.0)}

    def _delayed(self, number: int) -> dict[int, int]:
        program = self.program
        past = program.node("delay_rate", program.args[number], program.values[number])
        found = self._by_rule(number)
        if program.values[number] in self._delays:
            found[self._delays[program.values[number]]] = program.const(1.0)
        found[TIME] = program.add(past, found.get(TIME, program.const(0.0)))
        return found

    def _by_rule(self, number: int) -> dict[int, int]:
        if self._goes_on(number):
            return self._sum(number)
        program, zero = self.program, self.program.const(0.0)
        inner = [self.rate[a] for a in program.args[number]]
        result = {}
        for direction in sorted(set().union(*inner)):
            slope = rule(program, number, [rate.get(direction, zero) for rate in inner])
            if slope != zero:
                result[direction] = slope
        return result

    def _goes_on(self, number: int) -> bool:
        """Return whether the first operand of a sum is a sum that nothing else needs."""
        program = self.program
        if program.ops[number] not in _SUMS:
            return False
        first, second = program.args[number]
        return program.ops[first] in _SUMS and self._uses[first] == 1 and first != second

    def _sum(self, number: int) -> dict[int, int]:
        """Return the slopes of such a sum, by updating those of its first operand in place.

        Copying them for each partial sum over all arms of a hub would take far too much memory.
        """
        program, zero = self.program, self.program.const(0.0)
        first, second = program.args[number]
        result = self.rate.pop(first)
        for direction, slope in sorted(self.rate[second].items()):
            both = rule(program, number, [result.get(direction, zero), slope])
            if both != zero:
                result[direction] = both
            else:
                result.pop(direction, None)
        return result

    def _linear(self, number: int) -> list[dict[int, int]]:
        """Return the slopes of a linear loop: ``A u = b`` gives ``A u' = b' - A' u``."""
        program = self.program
        n, _, loop, factors, _, sizes, _ = program.values[number]
        args, known = program.args[number], len(program.sizes[sizes].known)
        matrix, right = args[: n * n], args[n * n : n * n + n]
        sized = factors, sizes, args[n * n + n :][:known]
        unknown = [program.node("get", (number,), k) for k in range(n)]
        directions = sorted(set().union(*(self.rate[a] for a in (*matrix, *right))))
        result: list[dict[int, int]] = [{} for _ in range(n)]
        for direction in directions:
            side = []
            for i in range(n):
                total = self._slope(right[i], direction)
                for j in range(n):
                    change = program.mul(self._slope(matrix[i * n + j], direction), unknown[j])
                    total = program.sub(total, change)
                side.append(total)
            self._solve(loop, matrix, side, direction, result, sized)
        return result

    def _newton(self, number: int) -> list[dict[int, int]]:
        """Return the slopes of a loop: ``r(u, k) = 0`` gives ``dr/du u' = - dr/dk k'``."""
        program = self.program
        n, _, loop, which = program.values[number]
        law = program.residuals[which]
        unknown = [program.node("get", (number,), k) for k in range(n)]
        known = [program.args[number][k] for k in range(len(law.known))]
        place = _inline(law.program, [*law.residuals, *law.jacobian], known, unknown, program)
        local: dict[int, dict[int, int]] = {node: {} for node in unknown}
        for inner in sorted(place):
            node = place[inner]
            if node not in self.rate and node not in local:
                local[node] = self._local(node, local)
        residuals = [place[r] for r in law.residuals]
        matrix = tuple(place[j] for j in law.jacobian)
        slopes = [local.get(r, self.rate.get(r, {})) for r in residuals]
        result: list[dict[int, int]] = [{} for _ in range(n)]
        for direction in sorted(set().union(*slopes)):
            zero = program.const(0.0)
            side = [program.neg(slope.get(direction, zero)) for slope in slopes]
            self._solve(loop, matrix, side, direction, result)
        return result

    def _local(self, node: int, local: dict[int, dict[int, int]]) -> dict[int, int]:
        program, zero = self.program, self.program.const(0.0)
        if program.kinds[node] == BOOL:
            return {}
        if program.ops[node] == "p":
            return self._parameter(int(program.values[node]))
        inner = [local.get(a, self.rate.get(a, {})) for a in program.args[node]]
        directions = sorted(set().union(*inner)) if inner else []
        return {
            d: slope
            for d in directions
            if (slope := rule(program, node, [rate.get(d, zero) for rate in inner])) != zero
        }

    def _slope(self, node: int, direction: int) -> int:
        return self.rate[node].get(direction, self.program.const(0.0))

    def _solve(
        self,
        loop: int,
        matrix: tuple[int, ...],
        side: list[int],
        direction: int,
        result: list[dict[int, int]],
        sized: tuple[int, int, tuple[int, ...]] = (-1, -1, ()),
    ) -> None:
        """Add the slopes in a direction; a linear loop has factors, and sizes of its terms."""
        program, n = self.program, len(side)
        if all(node == program.const(0.0) for node in side):
            return
        factors, sizes, known = sized
        value = (n, loop, factors, sizes)
        solve = program.node("slopes", (*matrix, *side, *known), value)
        for k in range(n):
            result[k][direction] = program.node("get", (solve,), k)


def _inline(
    source: Program, roots: list[int], known: list[int], unknown: list[int], target: Program
) -> dict[int, int]:
    """Copy the body of a loop into the surrounding program."""
    place: dict[int, int] = {}
    for number in topological(source, roots, discrete_known=True):
        op, value = source.ops[number], source.values[number]
        if op == "known":
            place[number] = known[value]
        elif op == "unknown":
            place[number] = unknown[value]
        else:
            args = tuple(place[a] for a in source.args[number])
            place[number] = target.node(op, args, value, source.kinds[number])
    return place
