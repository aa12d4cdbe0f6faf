"""What follows from the parameters of a unit, as a program: parameters, starts, sizes, clocks.

A unit recomputes it when parameters are set. Parameters of something that it cannot recompute are
fixed at export, and so are those that the compiler relies on for more than a factor being zero, and
those from which nothing follows: setting them would do nothing without a word.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Instances
from drivetrain.compiler.frontend.idle_parameters import parameter_slot
from drivetrain.compiler.frontend.qualified_names import parameter_names
from drivetrain.compiler.frontend.values import Source, find_sources
from drivetrain.compiler.lower.expressions import lower_operation
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import BOOL, REAL, Program
from drivetrain.compiler.translation import Translation
from drivetrain.fmi.binary.parameters_read import parameters_read
from drivetrain.modeling.expression import BOOLEAN, Expr, walk
from drivetrain.simulation.initialisation.reached import Reached

__all__ = ["Derived", "ParameterProgram", "Place", "Reliance"]

Ints = NDArray[np.int64]

_PLAIN = frozenset(("add", "sub", "mul", "div", "neg", "const"))


class Place(IntEnum):
    """Where a derived number belongs: ``dt_fmu_place``."""

    PARAMETER = 0
    STATE = 1
    DISCRETE = 2
    CLOCK_START = 3
    CLOCK_INTERVAL = 4
    DELAY = 5
    CONDITION = 7
    NOMINAL = 8


@dataclass(frozen=True)
class Derived:
    """A number that follows from parameters, as a node of the program."""

    node: int
    place: Place
    index: int


@dataclass(frozen=True)
class Reliance:
    """A factor that equations rely on being zero, or on not being zero.

    It is a parameter, or else a node of the program.
    """

    parameter: int | None
    node: int
    zero: bool
    text: str


class _OpaqueError(Exception):
    """An expression that is not a function of parameters for a unit."""


@dataclass(eq=False)
class ParameterProgram:
    """What follows from the parameters of a model.

    Parameters
    ----------
    translation : Translation
        The model.
    reached : Reached
        Its start.

    Attributes
    ----------
    program : Program
        Nodes that read parameters only.
    derived : list of Derived
        What follows.
    reliances : list of Reliance
        What equations rely on.
    computed : bool array
        Which parameters follow from others.
    obstacle : dict
        Why a parameter cannot be set, by its number.
    """

    translation: Translation
    reached: Reached
    program: Program = field(default_factory=Program)
    derived: list[Derived] = field(default_factory=list)
    reliances: list[Reliance] = field(default_factory=list)
    obstacle: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Follow the parameters through everything that reads them."""
        flat = self.translation.flat
        self.computed = np.zeros(flat.n_parameters, dtype=bool)
        self._node: dict[int, int] = {}
        self._roots: dict[int, frozenset[int]] = {}
        self._mark_final()
        sources = find_sources(flat)
        for source in sources.parameters:
            self._follow(source)
        for source in sources.starts:
            self._follow_start(source)
        self._follow_nominals(sources.nominals)
        self._follow_instants()
        self._find_reliances()
        self._block_equations()
        self._block_idle()

    @property
    def settable(self) -> NDArray[np.bool_]:
        """Which parameters can be set in a unit."""
        found = ~self.computed
        found[list(self.obstacle)] = False
        for one in self.translation.inputs:
            found[list(one.parameters)] = False
        return found

    # -- nodes ----------------------------------------------------------------------------------

    def _leaf(self, number: int, kind: str) -> int:
        node = self._node.get(number)
        if node is None:
            return self.program.node("p", (), number, kind)
        if self.program.kinds[node] != kind:
            raise _OpaqueError
        return node

    def _roots_of(self, numbers: list[int]) -> frozenset[int]:
        """Return the parameters from which these follow that follow from none themselves."""
        return frozenset().union(*(self._roots.get(n, frozenset((n,))) for n in numbers))

    def _lower(self, e: Expr, numbers: dict[int, int]) -> int:
        """Return the node of an expression; `numbers` are those of the leaves by their identity."""
        if id(e) in numbers:
            return self._leaf(numbers[id(e)], BOOL if e.kind == BOOLEAN else REAL)
        if e.op == "const":
            if e.kind == BOOLEAN:
                return self.program.node("const", (), bool(e.value), BOOL)
            return self.program.const(e.value)
        args = [self._lower(arg, numbers) for arg in e.args]
        try:
            return lower_operation(self.program, e.op, args)
        except KeyError:
            raise _OpaqueError from None

    def _mark_final(self) -> None:
        """Parameters that a class computes for itself are not for others to set."""
        for one in self.translation.flat.instances:
            for own in one.trace.parameters:
                if own.declaration.final:
                    self.computed[one.parameter + own.slot] = True

    # -- values ---------------------------------------------------------------------------------

    def _rows(self, source: Source) -> Iterator[tuple[list[int], int | None, list[int]]]:
        """Yield the targets, the node, and the parameters that are read, instance by instance.

        The node is None if the value cannot be computed in a unit.
        """
        leaves = list(_leaves(source.one, source.expression))
        for row in range(len(source.target)):
            targets = source.target[row][source.free[row]].tolist()
            numbers = {key: int(source.one.parameter[row]) + slot for key, slot in leaves}
            if not targets or not numbers:
                continue
            node: int | None = None
            with suppress(_OpaqueError):
                node = self._lower(source.expression, numbers)
            yield targets, node, sorted(set(numbers.values()))

    def _follow(self, source: Source) -> None:
        for targets, node, read in self._rows(source):
            roots = self._roots_of(read)
            if node is None:
                self._block(roots, "what follows from it is looked up in a table")
            for number in targets:
                self.computed[number] = True
                self._roots[number] = roots
                if node is not None:
                    self._node[number] = node
                    self.derived.append(Derived(node, Place.PARAMETER, number))

    def _follow_start(self, source: Source) -> None:
        for targets, node, read in self._rows(source):
            for variable in targets:
                place = self._place(variable)
                if place is None:
                    continue
                if node is None or place[0] is None:
                    self._block(self._roots_of(read), "the start of the run follows from it")
                    continue
                t = self.translation
                signed = node if t.aliased.sign[variable] > 0 else self.program.neg(node)
                self.derived.append(Derived(signed, place[0], place[1]))

    def _follow_nominals(self, sources: list[Source]) -> None:
        """Sizes of states, of which the tolerances of a run are multiples."""
        found: dict[int, tuple[int | None, list[int]]] = {}
        for source in sources:
            for targets, node, read in self._rows(source):
                found |= dict.fromkeys(targets, (node, read))
        size = self.translation.values.nominal
        for state, told in self._names_of_states(found).items():
            roots = self._roots_of([number for n in told for number in found.get(n, (0, []))[1]])
            nodes = [found[n][0] if n in found else self.program.const(size[n]) for n in told]
            if any(node is None for node in nodes):
                self._block(roots, "the size of a state follows from it")
            else:
                node = self._last_told([node for node in nodes if node is not None])
                self.derived.append(Derived(node, Place.NOMINAL, state))

    def _names_of_states(self, found: Container[int]) -> dict[int, list[int]]:
        """Return the variables that tell the size of a state, for those that some of these do."""
        t = self.translation
        state_of = t.column - FIRST_VALUE
        named: dict[int, list[int]] = {}
        for number in np.flatnonzero((state_of >= 0) & (state_of < len(t.lowered.states))).tolist():
            if number in found or t.values.nominal[number] != 1.0:
                named.setdefault(int(state_of[number]), []).append(number)
        return {k: told for k, told in named.items() if any(n in found for n in told)}

    def _last_told(self, nodes: list[int]) -> int:
        """Return the last number that is not 1, which means that nothing was said."""
        chosen, one = nodes[0], self.program.const(1.0)
        for node in nodes[1:]:
            is_told = lower_operation(self.program, "ne", [node, one])
            chosen = self.program.where(is_told, node, chosen)
        return chosen

    def _place(self, variable: int) -> tuple[Place | None, int] | None:
        """Return where the start of a variable belongs: None if nowhere, (None, 0) if unknown."""
        t, said = self.translation, self.reached.said
        if t.aliased.discrete[variable] >= 0:
            same = t.aliased.discrete == t.aliased.discrete[variable]
            alone = np.count_nonzero(same & ~np.isnan(t.values.start)) == 1
            return (Place.DISCRETE if alone else None), int(t.aliased.discrete[variable])
        state = int(t.column[variable]) - FIRST_VALUE
        if 0 <= state < len(said.x) and self.reached.settled[state] == variable:
            return Place.STATE, state
        held = np.flatnonzero(self.reached.held.variable == variable)
        if len(held):
            return Place.CONDITION, int(held[0])
        asked = np.append(said.demanded.variable, said.proposed.variable)
        is_state = 0 <= state < len(said.x)
        return (None, 0) if variable in asked or is_state else None

    def _follow_instants(self) -> None:
        """Clocks and delays: numbers given by parameters when a run begins."""
        program = self.translation.program
        wanted = [
            (node, place, k)
            for k, clock in enumerate(program.samples)
            for node, place in zip(clock, (Place.CLOCK_START, Place.CLOCK_INTERVAL), strict=True)
        ]
        wanted += [(delay.longest, Place.DELAY, k) for k, delay in enumerate(program.delays)]
        for node, place, k in wanted:
            read: set[int] = set()
            try:
                found = self._copied(node, read)
            except _OpaqueError:
                self._block(self._roots_of(sorted(read)), "the instants of a clock follow from it")
                continue
            if read:
                self.derived.append(Derived(found, place, k))

    def _copied(self, number: int, read: set[int]) -> int:
        """Return a node of the model's program as one of this program."""
        program = self.translation.program
        op = program.ops[number]
        if op == "p":
            read.add(int(program.values[number]))
            # what follows from others is written before, so that the model's own node reads it
            return self._leaf(int(program.values[number]), program.kinds[number])
        if op not in _PLAIN:
            raise _OpaqueError
        if op == "const":
            return self.program.const(program.values[number])
        return lower_operation(
            self.program, op, [self._copied(arg, read) for arg in program.args[number]]
        )

    # -- what equations rely on -----------------------------------------------------------------

    def _find_reliances(self) -> None:
        names = parameter_names(self.translation.flat.root)
        known: set[tuple[bool, int, bool]] = set()
        values = self.translation.values.parameter
        for signed, numbers, zero in self.translation.guards.factors():
            factor = _without_sign(signed)
            leaves = [(id(node), node.value) for node in walk(factor) if node.op == "par"]
            for row in range(len(numbers)):
                own = {key: int(numbers[row, place]) for key, place in leaves}
                read, expected = sorted(set(own.values())), bool(zero[row])
                alone = read[0] if factor.op == "par" else None
                try:
                    node = self._lower(factor, own) if alone is None else -1
                    if _is_zero(factor, numbers[row], values) != expected:
                        raise _OpaqueError
                except _OpaqueError:
                    self._block(self._roots_of(read), "the form of the equations follows from it")
                    continue
                key = (alone is None, node if alone is None else alone, expected)
                if key in known or (alone is None and self.program.ops[node] == "const"):
                    continue
                known.add(key)
                factors = " and ".join(names[n] for n in read)
                self.reliances.append(
                    Reliance(alone, node, expected, _in_words(factors, alone is not None, expected))
                )

    def _block_equations(self) -> None:
        """Block what initial equations read: they are solved when a unit is made."""
        for equations in self.translation.flat.initial_equations:
            traced, one = equations.traced, equations.instances
            for node in (n for side in (traced.lhs, traced.rhs) for n in walk(side)):
                if node.op == "par":
                    for number in (one.parameter + node.value).tolist():
                        self._block(self._roots_of([number]), "an initial equation reads it")

    def _block_idle(self) -> None:
        """Block what neither the equations nor a start, a size or an instant follow from."""
        nodes = [one.node for one in self.derived if one.place is not Place.PARAMETER]
        nodes += [one.node for one in self.reliances if one.parameter is None]
        used = topological(self.program, nodes, True)
        read = {self.program.values[n] for n in used if self.program.ops[n] == "p"}
        read |= {one.parameter for one in self.reliances if one.parameter is not None}
        read |= parameters_read(self.translation.program)
        acting = read.union(*(self._roots[number] for number in read if number in self._roots))
        given = frozenset(np.flatnonzero(~self.computed).tolist())
        self._block(given - acting, "nothing follows from it in this model")

    def _block(self, numbers: frozenset[int], why: str) -> None:
        for number in numbers:
            self.obstacle.setdefault(number, why)


def _leaves(one: Instances, e: Expr) -> Iterator[tuple[int, int]]:
    """Yield the identity and the slot of each parameter in an expression."""
    for node in walk(e):
        slot = parameter_slot(one.trace, node)
        if slot is not None:
            yield id(node), slot


def _is_zero(factor: Expr, numbers: Ints, values: NDArray[np.float64]) -> bool:
    """Return whether a factor is zero, as a unit computes it."""
    env = Environment({"par": lambda place: values[numbers[place]]})
    with np.errstate(all="ignore"):
        return bool(evaluate(factor, env) == 0)


def _without_sign(e: Expr) -> Expr:
    """Return an expression that is zero where this one is."""
    while e.op == "neg":
        (e,) = e.args
    return e


def _in_words(names: str, alone: bool, zero: bool) -> str:
    if alone:
        return f"{names} {'is zero' if zero else 'is not zero'}"
    return f"a factor made of {names} {'vanishes' if zero else 'does not vanish'}"
