"""Machine code for forward sensitivities: slopes of what decides the steps and events of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.llvm import Output, emit_function
from drivetrain.compiler.jacobian.derivatives import TIME, Derivatives, derivatives
from drivetrain.compiler.jacobian.symbolic import Sensitivities
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.discontinuities import Discontinuities, switched_by
from drivetrain.compiler.program.program import Program

__all__ = ["Changes", "RunSlopes", "columns_of", "run_slopes"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Changes:
    """A matrix of changes with a row for each state, for time, and for each parameter.

    Attributes
    ----------
    n_states, n_rows : int
        Number of states; and including the quadratures that are differentiated.
    first : int
        Where generated code finds the matrix behind the parameters.
    numbers : tuple of int
        Numbers of the parameters.
    parameters : float array, shape (n_numbers, n_directions)
        Their rows.
    latched : tuple of int
        Numbers of the discrete reals whose changes follow.
    n_delayed : int
        Number of delayed values, whose changes follow these.
    """

    n_states: int
    n_rows: int
    first: int
    numbers: tuple[int, ...]
    parameters: Floats
    latched: tuple[int, ...]
    n_delayed: int = 0

    @property
    def count(self) -> int:
        """Number of directions."""
        return int(self.parameters.shape[1])

    @property
    def key(self) -> tuple[Any, ...]:
        """What generated code depends on."""
        kinds = np.where(self.parameters == 1.0, 1, 2 * (self.parameters != 0.0))
        return self.n_rows, self.numbers, self.latched, kinds.shape, kinds.tobytes()

    def state(self, program: Program, number: int) -> dict[int, int]:
        """Return the nodes of the changes of a state, by direction."""
        first = self.first + number * self.count
        return {d: program.node("p", (), first + d) for d in range(self.count)}

    def parameter(self, program: Program, place: int) -> dict[int, int]:
        """Return the nodes of the changes of a parameter that are not zero, by direction."""
        first = self.first + (self.n_rows + 1 + place) * self.count
        row = self.parameters[place]
        return {
            d: program.const(1.0) if row[d] == 1.0 else program.node("p", (), first + d)
            for d in np.flatnonzero(row).tolist()
        }

    def discrete(self, program: Program, place: int) -> dict[int, int]:
        """Return the nodes of the changes of a discrete real, by direction."""
        first = self.first + (self.n_rows + 1 + len(self.numbers) + place) * self.count
        return {d: program.node("p", (), first + d) for d in range(self.count)}

    def delayed(self, program: Program, number: int) -> dict[int, int]:
        """Return the nodes of the changes of a delayed value, by direction."""
        rows = self.n_rows + 1 + len(self.numbers) + 2 * len(self.latched) + number
        first = self.first + rows * self.count
        return {d: program.node("p", (), first + d) for d in range(self.count)}


class RunSlopes(NamedTuple):
    """Machine code for slopes.

    Attributes
    ----------
    rates : Derivatives
        Of the derivatives of the states, and of the quadratures if they are wanted.
    tangent : int
        Address of the code for the changes of these; 0: there are too many directions to pay.
    crossings : Derivatives
        Of the crossing functions of relations.
    events : Derivatives
        Of the instants of relations in time, the new values of states that are reset, the speeds of
        locks and the restitutions of impacts.
    latches : Derivatives
        Of the values that discrete reals are set to.
    switches : Derivatives
        Of what switching functions depend on.
    delays : Derivatives
        Of delayed expressions, then of their delays.
    engine : object
        Keeps the code of `tangent` alive.
    """

    rates: Derivatives
    tangent: int
    crossings: Derivatives
    events: Derivatives
    latches: Derivatives
    switches: Derivatives
    delays: Derivatives
    engine: object


def run_slopes(
    lowered: Lowered,
    constants: Mapping[int, int],
    bends: Callable[[], Discontinuities],
    locks: Sequence[int],
    changes: Changes,
) -> RunSlopes:
    """Compile the slopes along a run.

    Parameters
    ----------
    lowered : Lowered
        The model, without loops over rows.
    constants : mapping
        Node → position of the values that are constant during a run.
    bends : callable
        Returns where derivatives are discontinuous without an event, slopes included.
    locks : sequence of int
        Chain members that locks stop, in the order of the kernel.
    changes : Changes
        What changes.
    """
    program, members = lowered.program, lowered.members
    rates = [lowered.rate_of(state) for state in range(changes.n_states)]
    rates += lowered.quadrature_rates[: changes.n_rows - changes.n_states]
    events = [relation.instant for relation in program.time_relations]
    events += [value for _, _, value in lowered.reinits]
    events += [members[member] for member in locks]
    events += [restitution for *_, restitution in lowered.impacts]
    crossings = [relation.crossing for relation in program.relations]
    numbers, latched, n_delayed = changes.numbers, changes.latched, changes.n_delayed
    latches = [lowered.discrete[number] for number in latched]
    delays = [one.value for one in program.delays] + [one.time for one in program.delays]
    switches = switched_by(program, bends())
    address, engine = 0, None
    if changes.count <= changes.n_states:
        address, engine = _tangent(program, constants, bends, rates, changes)

    def of(nodes: Sequence[int], **options: Any) -> Derivatives:
        return derivatives(lowered, constants, nodes, numbers, latched, n_delayed, **options)

    return RunSlopes(
        of(rates, bends=bends, optimise=True), address, of(crossings), of(events), of(latches),
        of(switches, bends=bends), of(delays, bends=bends), engine,
    )  # fmt: skip


def _tangent(
    program: Program,
    constants: Mapping[int, int],
    bends: Callable[[], Discontinuities],
    rates: Sequence[int],
    changes: Changes,
) -> tuple[int, Any]:
    """Compile the changes of derivatives."""
    found = _Tangents(program, rates, changes)
    zero, k = program.const(0.0), changes.count
    outputs = [
        Output("y", row * k + d, found.rate[node].get(d, zero))
        for row, node in enumerate(rates)
        for d in range(k)
    ]
    return emit_function(program, "tangent", outputs, constants, optimise=True, bends=bends())


class _Tangents(Sensitivities):
    """Changes of nodes in some directions, from those of states and parameters."""

    def __init__(self, program: Program, roots: Iterable[int], changes: Changes) -> None:
        self._changes = changes
        self._places = {number: place for place, number in enumerate(changes.numbers)}
        self._kept = {number: place for place, number in enumerate(changes.latched)}
        super().__init__(program, roots)

    def slopes(self, number: int) -> dict[int, int]:
        """Return the changes of a node, given those of its operands: direction → node."""
        op, value = self.program.ops[number], self.program.values[number]
        if op == "x":
            return self._changes.state(self.program, int(value))
        if op == "time":
            return {}
        if op in ("z", "pre") and value in self._kept:
            return self._changes.discrete(self.program, self._kept[value])
        if op == "delay":
            return self._past(number)
        return super().slopes(number)

    def _past(self, number: int) -> dict[int, int]:
        """Return the changes of a delayed value: at a fixed instant, and as that moves."""
        program, zero = self.program, self.program.const(0.0)
        moves = self._by_rule(number)
        fixed = self._changes.delayed(program, int(program.values[number]))
        return {d: program.add(node, moves.get(d, zero)) for d, node in fixed.items()}

    def _parameter(self, number: int) -> dict[int, int]:
        place = self._places.get(number)
        return {} if place is None else self._changes.parameter(self.program, place)


def columns_of(code: Derivatives, changes: Changes) -> Ints:
    """Return the row of a matrix of changes that each slope is multiplied by.

    Parameters
    ----------
    code : Derivatives
        The slopes.
    changes : Changes
        What the matrix contains.
    """
    direction, n = code.direction, changes.n_states
    inner = np.where(direction < n, direction, changes.n_rows + 1 + direction - n)
    return np.where(direction == TIME, changes.n_rows, inner)
