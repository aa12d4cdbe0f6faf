"""Translate: all passes in a row, from a model to machine code and the tables that go with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.acting import acting_states
from drivetrain.compiler.alias import Aliased, alias
from drivetrain.compiler.batch import LEAST_ROWS
from drivetrain.compiler.chained import ChainedJacobian, has_chain
from drivetrain.compiler.dependencies import DiscreteCircleError
from drivetrain.compiler.dependents import Dependents
from drivetrain.compiler.diagnose import assignments_of
from drivetrain.compiler.emit import Copy, Machine, Output, emit, emit_function
from drivetrain.compiler.feedback import fed_back
from drivetrain.compiler.flatten import Flat, flatten
from drivetrain.compiler.graph import distinct
from drivetrain.compiler.held import may_be_loose
from drivetrain.compiler.jacobian import LazyJacobian, pattern
from drivetrain.compiler.kinks import Kinks, kinks
from drivetrain.compiler.lower import Lowered, discrete_of, lower
from drivetrain.compiler.massless import massless_parts
from drivetrain.compiler.memory import lasting_memory
from drivetrain.compiler.mixed import mixed_systems
from drivetrain.compiler.names import own_variable, variable_name
from drivetrain.compiler.order import Ordered, order
from drivetrain.compiler.pace import table_arguments, table_phases
from drivetrain.compiler.program import Program
from drivetrain.compiler.quantities import quantities
from drivetrain.compiler.reduce import Reduced, check_branches, check_jumps, rates_in, reduce
from drivetrain.compiler.smooth import smooth_members
from drivetrain.compiler.states_behind import StatesBehind
from drivetrain.compiler.structure import Structure
from drivetrain.compiler.system import Group, system
from drivetrain.compiler.undefined import may_be_undefined
from drivetrain.compiler.values import Values, evaluate_values
from drivetrain.kernel.model import KernelModel
from drivetrain.kernel.tables import bending, curved, turning
from drivetrain.modeling.component import Component
from drivetrain.modeling.expression import INTEGER
from drivetrain.modeling.trace import trace

__all__ = ["Hold", "Translation", "translate"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_FIRST_VALUE = 2
"""Columns of a recorded row before the values: time and flag."""


class Hold(NamedTuple):
    """A speed that is zero while an element is locked.

    Attributes
    ----------
    locked, discrete : int
        Variable "locked" of the element, and its number among the discrete quantities.
    variable, speed : int
        Variable of the speed, and its value index.
    states : list of int
        States behind it that may be corrected.
    steady : bool
        Whether nothing else is behind it: no motion that is prescribed.
    """

    locked: int
    discrete: int
    variable: int
    speed: int
    states: list[int]
    steady: bool


@dataclass(frozen=True, eq=False)
class Translation:
    """A compiled model with everything that the passes found out about it.

    Attributes
    ----------
    column : int array, shape (variables,)
        Column of a recorded row that holds each variable, -1 for constantly zero ones.
    recorded : int array
        Chain members behind the columns `y`.
    member_column : int array
        Column of a recorded row that holds each chain member, -1 for none.
    holds : list of Hold
        What the kernel keeps at rest while elements are locked.
    seconds : dict
        Time spent in each pass.
    """

    flat: Flat
    values: Values
    aliased: Aliased
    groups: list[Group]
    reduced: Reduced
    ordered: Ordered
    lowered: Lowered
    machine: Machine
    kernel: KernelModel
    column: Ints
    recorded: Ints
    member_column: Ints
    holds: list[Hold]
    seconds: dict[str, float]

    def optimised(self) -> Translation:
        """Return the same with machine code that runs faster; the numbers stay the same."""
        machine = self.machine.optimised()
        if machine is self.machine:
            return self
        kernel = self.kernel.with_functions(
            machine.ode_address,
            machine.full_address,
            machine.prepare_address,
            machine.strips,
            machine,
        )
        return replace(self, machine=machine, kernel=kernel)

    @cached_property
    def acting(self) -> NDArray[np.bool_]:
        """Which states the motion depends on."""
        return acting_states(self.lowered)

    @cached_property
    def quantities(self) -> Ints:
        """A number for the unit of each variable, 0 for what has none."""
        return quantities(self.flat)

    @cached_property
    def structure(self) -> Structure:
        """For which other values of parameters the program holds."""
        return Structure(self.flat, self.aliased, self.reduced, self.values)

    @cached_property
    def dependents(self) -> Dependents:
        """What follows from other values of parameters."""
        return Dependents(self.flat, self.values)

    @property
    def n_equations(self) -> int:
        """Number of scalar equations before any simplification."""
        return self.flat.n_variables

    @property
    def mixed_systems(self) -> Ints:
        """Number of the mixed system of each relation, -1 for one that is in no loop."""
        return mixed_systems(self.program).system

    def parameters_of(self, parameters: Floats) -> Floats:
        """Return the parameters of a run, those that loops read side by side, and their masks.

        Parameters
        ----------
        parameters : float array, shape (n_parameters,) or (n_runs, n_parameters)
            Parameters of the model, in one or several runs.

        Returns
        -------
        float array, shape (n_given,) or (n_runs, n_given)
        """
        program = self.program
        if not program.runs:
            return parameters
        parts = [parameters[..., numbers] for numbers in program.side_by_side]
        masks = np.empty((*parameters.shape[:-1], len(program.runs)))
        given = np.concatenate([parameters, *parts, masks], axis=-1)
        bits = given.view(np.int64)
        for k, (first, count) in enumerate(program.runs):
            run = bits[..., first : first + count]
            alike = (run == run[..., :1]).all(axis=-1)
            bits[..., program.masks + k] = np.where(alike, 0, -1)
        return given

    def column_code(self, columns: Ints, places: Ints) -> tuple[int, Any]:
        """Compile a function that computes some columns of a row and nothing else.

        The code gives the same bits as that for complete rows.

        Parameters
        ----------
        columns : int array
            Columns of a row that hold neither states nor discrete values, each once.
        places : int array
            Where in `y` the function puts them.

        Returns
        -------
        address : int
            Where the code is.
        engine : object
            Has to be kept as long as the code is used.
        """
        wanted = self.recorded[columns - self.kernel.known_length]
        outputs = _member_outputs("y", wanted, self.lowered, places)
        constants = self.machine.constants
        return emit_function(self.program, "columns", outputs, constants, False, optimise=True)

    def value_in(self, number: int | Ints, rows: Floats) -> Floats:
        """Return what recorded rows hold of a variable, or of several; 0 without a column.

        Parameters
        ----------
        number : int or int array
            Which variables; of one row, or one variable of several rows.
        rows : float array
            A row, or several.
        """
        column = self.column[number]
        found = self.aliased.sign[number] * rows[..., np.maximum(column, 0)]
        return np.where(column < 0, 0.0, found)

    @property
    def program(self) -> Program:
        """The program."""
        return self.lowered.program


def translate(
    model: Component,
    overrides: Mapping[str, Any] | None = None,
    optimise: bool = False,
    loops: bool = True,
) -> Translation:
    """Compile a model.

    Parameters
    ----------
    model : Component
        The model.
    overrides : mapping, optional
        Parameter values; needed here only because a zero factor cannot be divided by.
    optimise : bool
        Spend time on machine code that runs faster, now instead of by `Translation.optimised`.
    loops : bool
        Let equations that are alike run as loops. Without, every model has a symbolic Jacobian.

    Raises
    ------
    ModelError
        If the model has no meaning; the message names component, source line and remedy.
    """
    with lasting_memory(trace(model).n_variables):
        return _translate(model, overrides, optimise, loops)


def _translate(
    model: Component, overrides: Mapping[str, Any] | None, optimise: bool, loops: bool
) -> Translation:
    clock = _Clock()
    variants: dict[str, Mapping[str, Any]] = {}
    while True:
        front = _front(clock, model, overrides, variants, loops)
        found = clock(
            "massless", massless_parts, front.flat, front.aliased, front.reduced, front.ordered,
            front.lowered, front.values,
        )  # fmt: skip
        if not found.keys() - variants.keys():
            return _back(clock, front, optimise)
        variants |= found


class _Front(NamedTuple):
    """What the passes up to the program made."""

    flat: Flat
    values: Values
    aliased: Aliased
    groups: list[Group]
    reduced: Reduced
    ordered: Ordered
    lowered: Lowered


def _front(
    clock: _Clock,
    model: Component,
    overrides: Mapping[str, Any] | None,
    variants: Mapping[str, Mapping[str, Any]],
    loops: bool,
) -> _Front:
    flat = clock("flatten", flatten, model, variants)
    values = clock("values", evaluate_values, flat, overrides)
    aliased = clock("alias", alias, flat)
    groups = clock("system", system, flat, aliased, values)
    reduced = clock("reduce", reduce, flat, aliased, groups, values, not variants)
    ordered = clock("order", order, reduced, values)
    lowered = clock("lower", lower, flat, aliased, reduced, ordered, loops)
    return _Front(flat, values, aliased, groups, reduced, ordered, lowered)


def _back(clock: _Clock, front: _Front, optimise: bool) -> Translation:
    flat, values, aliased, groups, reduced, ordered, lowered = front
    clock("jumps", check_jumps, flat, aliased, groups, reduced, values)
    clock("branches", check_branches, flat, aliased, groups)
    recorded = _recorded(flat, aliased, reduced, lowered.program)
    bends = clock("kinks", _kinks, lowered, values)
    lowered.phases += clock("kinks", _table_phases, lowered, values)
    lowered.arguments = clock("kinks", _table_arguments, lowered, values)
    try:
        machine = clock("emit", _emit, lowered, recorded, bends, optimise)
    except DiscreteCircleError as circle:
        found = aliased.discrete_representative[circle.numbers].tolist()
        shown = [number for number in found if not own_variable(flat.root, number).hidden]
        names = sorted(variable_name(flat.root, number) for number in shown)
        equations = assignments_of(flat, reduced.assignments, circle.numbers)
        raise DiscreteCircleError(circle.numbers, ", ".join(names), equations) from None
    member_column = _member_columns(reduced, lowered, recorded)
    column = _columns(aliased, reduced, lowered, member_column)
    holds = clock("holds", _holds, flat, aliased, lowered, column)
    smooth = clock(
        "smooth", smooth_members, flat, aliased, groups, values, reduced, lowered, recorded
    )
    kernel = clock(
        "tables", _kernel_model, flat, aliased, values, lowered, machine, recorded,
        bends, holds, smooth,
    )  # fmt: skip
    return Translation(
        flat, values, aliased, groups, reduced, ordered, lowered, machine, kernel, column,
        recorded, member_column, holds, clock.seconds,
    )  # fmt: skip


class _Clock:
    """Runs passes and keeps the time that each took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def __call__(self, name: str, function: Any, *args: Any) -> Any:
        begin = perf_counter()
        result = function(*args)
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begin
        return result


def _recorded(flat: Flat, aliased: Aliased, reduced: Reduced, program: Program) -> Ints:
    """Return the members that are written in rows beside the states, in the order of their storage.

    These are the ones that have a name, or that initial equations read and nobody else.
    """
    named = aliased.chain >= 0
    member = reduced.member(aliased.chain[named], aliased.order[named])
    member = np.concatenate([member, *_read_at_start(flat, aliased, reduced)])
    found = distinct(member[~reduced.is_state[member]], reduced.n_members)
    return np.asarray(found[np.argsort(program.place[found], kind="stable")])


def _read_at_start(flat: Flat, aliased: Aliased, reduced: Reduced) -> Iterator[Ints]:
    """Yield the members that are derivatives in initial equations, those of states excepted."""
    for equations in flat.initial_equations:
        for slot, extra in rates_in(equations.traced.lhs, equations.traced.rhs):
            number = equations.instances.variable + slot
            number = number[aliased.chain[number] >= 0]
            member = reduced.member(aliased.chain[number], aliased.order[number] + extra)
            yield member[~reduced.is_state[member - 1]]


def _member_columns(reduced: Reduced, lowered: Lowered, recorded: Ints) -> Ints:
    n_states, n_quadratures = len(lowered.states), len(lowered.quadrature_rates)
    first_other = _FIRST_VALUE + n_states + n_quadratures + len(lowered.discrete)
    place = np.full(reduced.n_members, -1, dtype=np.int64)
    place[lowered.states] = _FIRST_VALUE + np.arange(n_states)
    place[recorded] = first_other + np.arange(len(recorded))
    return place


def _columns(aliased: Aliased, reduced: Reduced, lowered: Lowered, member_column: Ints) -> Ints:
    first_discrete = _FIRST_VALUE + len(lowered.states) + len(lowered.quadrature_rates)
    column = np.full(len(aliased.chain), -1, dtype=np.int64)
    named = aliased.chain >= 0
    column[named] = member_column[reduced.member(aliased.chain[named], aliased.order[named])]
    discrete = aliased.discrete >= 0
    column[discrete] = first_discrete + aliased.discrete[discrete]
    return column


def _kinks(lowered: Lowered, values: Values) -> Kinks:
    """Find where the derivatives of the states bend without an event."""
    outputs = _member_outputs("xdot", lowered.states + 1, lowered)
    bent = np.flatnonzero(bending(values.tables, values.table_offset))
    roots = [root for output in outputs for root in output.roots]
    return kinks(lowered.program, roots, frozenset(bent.tolist()))


def _table_phases(lowered: Lowered, values: Values) -> list[int]:
    """Return the angles of tables that go up and down and act on the motion or on events."""
    program = lowered.program
    turning_here = np.flatnonzero(turning(values.tables, values.table_offset))
    if not len(turning_here):
        return []
    crossings = [relation.crossing for relation in program.relations]
    delayed = [delay.value for delay in program.delays]
    roots = [*lowered.rates, *crossings, *delayed]
    return table_phases(program, roots, frozenset(turning_here.tolist()))


def _table_arguments(lowered: Lowered, values: Values) -> list[tuple[int, int, int]]:
    """Return where tables with curved pieces are read for the derivatives of the states."""
    found = np.flatnonzero(curved(values.tables, values.table_offset))
    if not len(found):
        return []
    return table_arguments(lowered.program, lowered.rates, frozenset(found.tolist()))


def _emit(lowered: Lowered, recorded: Ints, bends: Kinks, optimise: bool) -> Machine:
    program = lowered.program
    n_states = len(lowered.states)
    ode = _member_outputs("xdot", lowered.states + 1, lowered)
    ode += [Output("xdot", n_states + k, n) for k, n in enumerate(lowered.quadrature_rates)]
    ode += [Output("kink", k, node) for k, node in enumerate(bends.crossings)]
    ode += [Output("phase", k, node) for k, node in enumerate(lowered.watched)]
    full: list[Output | Copy] = list(ode)
    full += [Output("z_out", k, node) for k, node in enumerate(lowered.discrete)]
    full += [Output("g", k, r.crossing) for k, r in enumerate(program.relations)]
    full += [Output("t_event", k, r.instant) for k, r in enumerate(program.time_relations)]
    for k, d in enumerate(program.delays):
        full += [Output("delay_value", k, d.value), Output("delay_time", k, d.time)]
    for k, (_, fire, value) in enumerate(lowered.reinits):
        full += [Output("reinit_on", k, fire), Output("reinit_value", k, value)]
    full += [Output("assert_ok", k, node) for k, (node, *_) in enumerate(lowered.assertions)]
    if lowered.longest_step is not None:
        full.append(Output("longest_step", 0, lowered.longest_step))
    full += _member_outputs("y", recorded, lowered)
    return emit(program, ode, full, bends.place, optimise)


def _member_outputs(
    array: str, wanted: Ints, lowered: Lowered, places: Ints | None = None
) -> list[Output | Copy]:
    """Return how chain members get into an array: one by one, or many by a loop.

    They fill it in their order, unless their places are given.
    """
    members = lowered.members
    at = np.arange(len(wanted)) if places is None else places
    batch, state = members.batch[wanted], members.state_number[wanted]
    outputs: list[Output | Copy] = []
    stored, copied = np.flatnonzero(batch >= 0), np.flatnonzero(state >= 0)
    if len(stored):
        roots = tuple(distinct(batch[stored], len(lowered.program.ops)).tolist())
        outputs.append(Copy(array, at[stored], "s", wanted[stored], roots))
    if len(copied) < LEAST_ROWS:
        copied = copied[:0]
    else:
        outputs.append(Copy(array, at[copied], "x", state[copied], ()))
    rest = np.ones(len(wanted), dtype=bool)
    rest[stored] = rest[copied] = False
    outputs += [
        Output(array, int(at[k]), members[int(wanted[k])]) for k in np.flatnonzero(rest).tolist()
    ]
    return outputs


def _kernel_model(
    flat: Flat, aliased: Aliased, values: Values, lowered: Lowered, machine: Machine,
    recorded: Ints, bends: Kinks, holds: list[Hold], smooth: Ints,
) -> KernelModel:  # fmt: skip
    program = lowered.program
    pointers = np.cumsum([0, *(len(h.states) for h in holds)])
    systems = mixed_systems(program, lowered.discrete)
    return KernelModel(
        ode_address=machine.ode_address,
        full_address=machine.full_address,
        prepare_address=machine.prepare_address,
        strips=machine.strips,
        n_constant=len(machine.constants),
        n_factors=program.factors,
        blocks=[block.shape for block in program.blocks],
        n_kink=len(bends.crossings),
        n_phase=len(lowered.watched),
        n_steep=len(lowered.peaks) + len(lowered.one_way),
        n_one_way=len(lowered.one_way),
        knot_table=[table for _, table, _ in lowered.arguments],
        knot_order=[order for *_, order in lowered.arguments],
        n_x=len(lowered.states),
        n_q=len(lowered.quadrature_rates),
        n_z=len(lowered.discrete),
        n_y=len(recorded),
        n_time_rel=len(program.time_relations),
        n_sample=len(program.samples),
        n_assert=len(lowered.assertions),
        n_memory=program.memory,
        n_work=program.work,
        repeatable=program.repeatable,
        fragile=may_be_undefined(lowered, recorded.tolist(), values),
        has_pace=lowered.longest_step is not None,
        loose=may_be_loose(program, lowered.discrete),
        smooth=smooth,
        whole=discrete_of(flat, aliased, INTEGER),
        strict=[r.strict for r in program.relations],
        strict_twin=_strict_twins(program),
        rel_block=systems.system,
        rel_level=systems.level,
        z_block=systems.decides,
        reinit_state=[state for state, _, _ in lowered.reinits],
        shares=[
            kind == "linear"
            for loop, kind in zip(lowered.loops, lowered.loop_kinds, strict=True)
            for _ in loop.tearing
        ],
        hold_locked=[h.discrete for h in holds],
        hold_speed=[h.speed for h in holds],
        hold_steady=[h.steady for h in holds],
        hold_ptr=pointers,
        hold_state=[state for h in holds for state in h.states],
        delay_kind=[
            d.constant + (d.constant and again)
            for d, again in zip(program.delays, fed_back(lowered), strict=True)
        ],
        **_jacobian(lowered, machine),
    )


def _jacobian(lowered: Lowered, machine: Machine) -> dict[str, Any]:
    """Return what the kernel has to know of the Jacobian."""
    if not len(lowered.states):
        return {"keep_alive": machine}
    structure = pattern(lowered)
    if structure is None:
        if not has_chain(lowered):
            return {"keep_alive": machine}
        chained = ChainedJacobian(lowered, machine.constants)
        return {"keep_alive": (machine, chained), "jacobian_address": chained}
    lazy = LazyJacobian(lowered, structure, machine.constants)
    return {
        "keep_alive": (machine, lazy),
        "jacobian_address": lazy,
        "jac_ptr": structure.start,
        "jac_row": structure.row,
    }


def _holds(flat: Flat, aliased: Aliased, lowered: Lowered, column: Ints) -> list[Hold]:
    found = []
    depends: dict[int, tuple[list[int], bool]] = {}
    behind = StatesBehind(lowered)
    orders = np.array(lowered.state_orders, dtype=np.int64)
    for one in flat.instances:
        for hold in one.trace.holds:
            for start in one.variable.tolist():
                speed, locked = start + hold.speed, start + hold.condition
                if column[speed] < 0:
                    continue
                place = int(column[speed])
                if place not in depends:
                    chain, order_ = int(aliased.chain[speed]), int(aliased.order[speed])
                    of_speed = behind.of(lowered.member_number(chain, order_))
                    rates = of_speed.states[orders[of_speed.states] >= 1]
                    states = rates if len(rates) else of_speed.states
                    depends[place] = states.tolist(), of_speed.steady
                speeds, steady = depends[place]
                if speeds:
                    number = int(aliased.discrete[locked])
                    value = place - _FIRST_VALUE
                    steady = steady or value < len(lowered.states)
                    found.append(Hold(locked, number, speed, value, speeds, steady))
    return found


def _strict_twins(program: Program) -> list[int]:
    """Return of each relation ``>=`` that relation ``>`` which compares the same; -1: none."""
    strict = {r.crossing: k for k, r in enumerate(program.relations) if r.strict}
    return [-1 if r.strict else strict.get(r.crossing, -1) for r in program.relations]
