"""Lower the statements of classes other than equations: energy, reinits, assertions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.expressions.template import Slots, Template, template_of
from drivetrain.compiler.frontend.equation_groups import alike_rows, signed_numbers
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.lower.batches import Batches, row_body
from drivetrain.compiler.lower.expressions import Environment, lower_expression
from drivetrain.compiler.lower.nodes import Nodes
from drivetrain.compiler.structure.batching import LEAST_ROWS, is_plain
from drivetrain.errors import StructureError
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.tracing.trace import Trace, TracedAssertion, TracedBlow

__all__ = ["IMPACT_LOSS", "IMPULSE", "SPEED_CHANGE", "Statements"]

_ENERGIES = ("dissipated_power", "supplied_power")
IMPULSE, IMPACT_LOSS, SPEED_CHANGE = "impulse", "impact_loss", "speed_change"
"""Quantities integrated over impacts alone: a load, its power, and the acceleration."""

_TEMPLATES: WeakKeyDictionary[Trace, dict[int, tuple[Template, Slots]]] = WeakKeyDictionary()


class Written(NamedTuple):
    """Nodes of the statements of classes other than equations; see `Lowered`."""

    quadrature_rates: list[int]
    quadratures: list[tuple[str, int, int]]
    struck: list[tuple[int, int]]
    impacts: list[tuple[tuple[int, int], int, int]]
    reinits: list[tuple[int, int, int]]
    assertions: list[tuple[int, TracedAssertion, int, Any]]


class Statements:
    """Lowers the statements of classes other than equations.

    Parameters
    ----------
    flat : Flat
        The model.
    nodes : Nodes
        Nodes of its quantities.
    batches : Batches
        Adds loops over rows to the program; None if everything is written out.
    """

    def __init__(self, flat: Flat, nodes: Nodes, batches: Batches | None) -> None:
        self._flat, self._nodes, self._batches = flat, nodes, batches
        self._rates: list[int] = []
        self._quadratures: list[tuple[str, int, int]] = []
        self._struck: list[tuple[int, int]] = []

    def write(self) -> Written:
        """Add energy integrals, reinits and assertions to the program; return their nodes."""
        for one in self._flat.instances:
            for key in _ENERGIES:
                e = one.trace.monitors.get(key)
                if e is not None and not (e.op == "const" and e.value == 0):
                    self._energy(key, e, one)
            for row in range(len(one.variable)):
                self._impulses(one, row)
        impacts, reinits = list(self._impacts()), list(self._reinits())
        # The first violated one counts: failures go before assertions that end the run as intended.
        assertions = sorted(self._assertions(), key=lambda one: one[1].ends)
        return Written(self._rates, self._quadratures, self._struck, impacts, reinits, assertions)

    def _node(self, e: Expr, one: Instances, row: int) -> int | None:
        """Lower an expression over the slots of one instance; None if a member is missing."""
        template, slots = _template(one.trace, e)
        nodes, found = self._nodes, []
        for slot, extra in slots.variables:
            node = nodes.variable(int(one.variable[row]) + slot, extra)
            if node is None:
                return None
            found.append(node)
        held = one.variable[row] + np.array(slots.previous, dtype=np.int64)
        previous = signed_numbers(nodes.aliased, held).tolist()
        parameters = [int(one.parameter[row]) + s for s in slots.parameters]
        tables = [int(one.table[row]) + s for s in slots.tables]
        env = Environment(found, found, previous, parameters, tables)
        return lower_expression(template.lhs, env, nodes.program, {})

    def _energy(self, key: str, e: Expr, one: Instances) -> None:
        """Add a power to be integrated, as one loop where many instances have the same shape."""
        alone: Iterable[int] = range(len(one.variable))
        many = self._batches is not None and len(one.variable) >= LEAST_ROWS
        many = many and not any(True for _ in _loads(one.trace))
        if many and is_plain(_template(one.trace, e)[0]):
            sums, alone = self._sums(e, one)
            self._rates += sums
            self._quadratures += [(key, id(one.trace), -1)] * len(sums)
        for row in alone:
            node = self._node(e, one, row)
            if node is not None:
                first = int(one.variable[row])
                node = self._without_trials(node, one.trace, first)
                self._rates.append(node)
                self._quadratures.append((key, id(one.trace), first))

    def _on_trial(self, blow: TracedBlow, first: int) -> int:
        """Return the node that says whether an impulse of a part is on trial."""
        return self._nodes.discrete(int(self._nodes.aliased.discrete[first + blow.on_trial]))

    def _without_trials(self, power: int, trace: Trace, first: int) -> int:
        """Return a power without the energy taken by impulses of the part itself."""
        program = self._nodes.program
        for _, blow in _loads(trace):
            power = program.where(self._on_trial(blow, first), program.const(0.0), power)
        return power

    def _impulses(self, one: Instances, row: int) -> None:
        """Add integrals that only impulses change: of loads, and of their powers."""
        nodes, program, first = self._nodes, self._nodes.program, int(one.variable[row])
        for number, blow in _loads(one.trace):
            at = first + one.trace.holds[number].speed
            load, speed = nodes.variable(first + blow.load, 0), nodes.variable(at, 0)
            acceleration = nodes.variable(at, 1)
            if load is None or speed is None or acceleration is None:
                continue
            on_trial, zero = self._on_trial(blow, first), program.const(0.0)
            rates = {
                IMPULSE: load,
                IMPACT_LOSS: program.mul(load, speed),
                SPEED_CHANGE: acceleration,
            }
            for key, rate in rates.items():
                self._rates.append(program.where(on_trial, rate, zero))
                self._quadratures.append((key, id(one.trace), first))
            self._struck.append((first + blow.load, at))

    def _impacts(self) -> Iterator[tuple[tuple[int, int], int, int]]:
        """Yield lock and speed of what rebounds, the condition of impact, and the restitution."""
        for one in self._flat.instances:
            for impact in one.trace.impacts:
                for row in range(len(one.variable)):
                    meets = self._node(impact.condition, one, row)
                    restitution = self._node(impact.restitution, one, row)
                    hold, first = one.trace.holds[impact.hold], int(one.variable[row])
                    if meets is not None and restitution is not None:
                        yield (first + hold.condition, first + hold.speed), meets, restitution

    def _sums(self, e: Expr, one: Instances) -> tuple[list[int], list[int]]:
        """Add up a power over all instances of a class that have the same shape.

        Returns
        -------
        sums : list of int
            Nodes.
        alone : list of int
            The remaining instances.
        """
        assert self._batches is not None
        nodes, (template, slots) = self._nodes, _template(one.trace, e)
        aliased, reduced = nodes.aliased, nodes.reduced
        variable = one.variable[:, None] + np.array([slot for slot, _ in slots.variables])
        order = aliased.order[variable] + np.array([more for _, more in slots.variables])
        chain, sign = aliased.chain[variable], aliased.sign[variable]
        usual = (chain >= 0).all(axis=1)
        usual &= (order <= reduced.d[np.maximum(chain, 0)]).all(axis=1)
        member = reduced.member(np.maximum(chain, 0), np.where(usual[:, None], order, 0))
        parameters = one.parameter[:, None] + np.array(slots.parameters, dtype=np.int64)
        tables = one.table[:, None] + np.array(slots.tables, dtype=np.int64)
        sums, alone = list[int](), list[int]()
        is_state = nodes.members.state_number[member] >= 0
        for rows in alike_rows(np.column_stack([usual, sign, is_state])):
            if len(rows) < LEAST_ROWS or not usual[rows[0]]:
                alone += rows.tolist()
                continue
            body, value = row_body(
                template.lhs, sign[rows[0]].tolist(), len(slots.parameters), len(slots.tables)
            )
            sums.append(
                self._batches.total(body, value, member[rows], parameters[rows], tables[rows])
            )
        return sums, sorted(alone)

    def _reinits(self) -> Iterator[tuple[int, int, int]]:
        for one in self._flat.instances:
            for reinit in one.trace.reinits:
                for row in range(len(one.variable)):
                    variable = int(one.variable[row]) + reinit.slot
                    state = self._state_behind(variable)
                    fire = self._node(reinit.fire, one, row)
                    value = self._node(reinit.value, one, row)
                    if state < 0 or fire is None or value is None:
                        raise _not_a_state(self._flat, variable, reinit.where)
                    if self._nodes.aliased.sign[variable] < 0:
                        value = self._nodes.program.neg(value)
                    yield state, fire, value

    def _state_behind(self, variable: int) -> int:
        nodes = self._nodes
        chain = int(nodes.aliased.chain[variable])
        if chain < 0:
            return -1
        member = int(nodes.reduced.first[chain] + nodes.aliased.order[variable])
        return int(nodes.members.state_number[member])

    def _assertions(self) -> Iterator[tuple[int, TracedAssertion, int, Trace]]:
        for one in self._flat.instances:
            for assertion in one.trace.assertions:
                for row in range(len(one.variable)):
                    node = self._node(assertion.condition, one, row)
                    if node is not None:
                        yield node, assertion, int(one.variable[row]), one.trace


def _loads(trace: Trace) -> Iterator[tuple[int, TracedBlow]]:
    """Yield the locks of a class that name the load that stops their motion."""
    for number, hold in enumerate(trace.holds):
        if hold.blow is not None and hold.blow.load >= 0:
            yield number, hold.blow


def _template(klass: Trace, e: Expr) -> tuple[Template, Slots]:
    """Return the template of an expression of a class; made once."""
    known = _TEMPLATES.setdefault(klass, {})
    if id(e) not in known:
        known[id(e)] = template_of(e, symbolic.ZERO, SourceLine("", 0), "statement")
    return known[id(e)]


def _not_a_state(flat: Flat, variable: int, where: SourceLine) -> StructureError:
    name = variable_name(flat.root, variable)
    return StructureError(
        f"{name} is to jump at an event: reinit({name}, …) [{where}]. But it is not a state: a "
        "rigid connection to other parts, or a source, determines it at every instant. Put an "
        "elastic part (SpringDamper) between them, or take a part that does not set its motion "
        "anew. In equations of your own, set a quantity that carries the motion (`drivetrain "
        "check` lists the states); of several that could, state_select='always' takes one"
    )
