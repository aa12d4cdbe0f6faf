"""All compiler passes in order, from a model to machine code and the tables of the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.allocation import lasting_memory
from drivetrain.compiler.analysis.contacts import contact_tables
from drivetrain.compiler.analysis.continuous_motions import continuous_members
from drivetrain.compiler.analysis.driven_motions import with_absolute_states
from drivetrain.compiler.analysis.foreign_blocks import foreign_blocks
from drivetrain.compiler.analysis.load_limits import limit_loops
from drivetrain.compiler.analysis.lock_constraints import find_locks, speeds_at_rest
from drivetrain.compiler.analysis.massless_friction import massless_parts
from drivetrain.compiler.analysis.row_layout import (
    columns_of,
    derivative_columns,
    member_columns,
    recorded_members,
)
from drivetrain.compiler.frontend.alias_elimination import Aliased, alias
from drivetrain.compiler.frontend.equation_groups import Group, system
from drivetrain.compiler.frontend.flatten import Flat, flatten
from drivetrain.compiler.frontend.open_delays import OpenDelay, with_open_delays
from drivetrain.compiler.frontend.openings import Opening, with_openings
from drivetrain.compiler.frontend.qualified_names import own_variable, variable_name
from drivetrain.compiler.frontend.values import Values, evaluate_values
from drivetrain.compiler.kernel_tables import kernel_model, values_read
from drivetrain.compiler.lower import Lowered, lower
from drivetrain.compiler.model_functions import member_outputs, model_code
from drivetrain.compiler.passes import Clock, Progress, log_translation
from drivetrain.compiler.program.dataflow import DiscreteCircleError
from drivetrain.compiler.program.discontinuities import Discontinuities, find_discontinuities
from drivetrain.compiler.program.oscillations import table_angles, table_arguments
from drivetrain.compiler.structure.causalization import Ordered, order
from drivetrain.compiler.structure.diagnostics import assignments_of
from drivetrain.compiler.structure.index_reduction import check_branches, check_jumps, reduce
from drivetrain.compiler.structure.least_change import sharing_members
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.tables import bending, curved, turning
from drivetrain.modeling.component import Component
from drivetrain.modeling.tracing.trace import Trace, trace, with_variants

__all__ = ["discontinuities_of", "translate"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def translate(
    model: Component,
    overrides: Mapping[str, Any] | None = None,
    optimise: bool = False,
    loops: bool = True,
    progress: Progress | None = None,
    openings: tuple[Opening | OpenDelay, ...] = (),
    driven: bool = False,
) -> Translation:
    """Compile a model.

    Parameters
    ----------
    model : Component
        The model.
    overrides : mapping, optional
        Parameter values; needed here only because the program must not divide by a zero factor.
    optimise : bool
        Spend time on faster machine code now, rather than later by `Translation.optimised`.
    loops : bool
        Run equations of the same shape as loops. Without, every model has a symbolic Jacobian.
    progress : callable, optional
        Called after each pass with (fraction done, name of the pass).
    openings : tuple of Opening or OpenDelay
        Signals to which something can be added, and delays whose values are given.
    driven : bool
        Whether its environment drives the inputs of the model while it runs.

    Raises
    ------
    ModelError
        If the model is invalid; the message names component, source line and remedy.
    """
    clock = Clock(progress)
    root = clock("trace", trace, model)
    how = _How(overrides, loops, openings, driven)
    with lasting_memory(root.n_variables):
        front = _front_end(clock, model, root, how)
        found = _back_end(clock, front, optimise)
    log_translation(found)
    return found


class _Front(NamedTuple):
    """Results of the passes up to the program."""

    flat: Flat
    values: Values
    aliased: Aliased
    groups: list[Group]
    reduced: Reduced
    ordered: Ordered
    lowered: Lowered


class _How(NamedTuple):
    """Options of :func:`translate` for the passes up to the program."""

    overrides: Mapping[str, Any] | None
    loops: bool
    openings: tuple[Opening | OpenDelay, ...]
    driven: bool


def _front_end(clock: Clock, model: Component, root: Trace, how: _How) -> _Front:
    """Run the passes up to the program; repeat them where friction turns out to have no inertia.

    Which elements these are shows only in the matrices of the loops, that is, in the program. They
    then use another variant, whose equations differ from the first pass on.
    """
    variants: dict[str, Mapping[str, Any]] = {}
    while True:
        chosen = with_variants(root, variants) if variants else root
        front = _passes(clock, model, chosen, how, prefer_speeds=not variants)
        found = clock(
            "massless", massless_parts, front.flat, front.aliased, front.reduced, front.ordered,
            front.lowered, front.values,
        )  # fmt: skip
        if not found.keys() - variants.keys():
            return front
        variants |= found


def _opened(flat: Flat, openings: tuple[Opening | OpenDelay, ...]) -> Flat:
    """Open delays, then signals: one may be the value of the other."""
    delays = tuple(one for one in openings if isinstance(one, OpenDelay))
    signals = tuple(one for one in openings if isinstance(one, Opening))
    return with_openings(with_open_delays(flat, delays), signals)


def _passes(
    clock: Clock, model: Component, root: Trace, how: _How, *, prefer_speeds: bool
) -> _Front:
    flat = _opened(clock("flatten", flatten, model, root, driven=how.driven), how.openings)
    values = clock("values", evaluate_values, flat, how.overrides)
    aliased = clock("alias", alias, flat)
    groups = clock("system", system, flat, aliased, values)
    values = clock("inputs", with_absolute_states, flat, aliased, groups, values)
    reduced = clock("reduce", reduce, flat, aliased, groups, values, prefer_speeds)
    clock("branches", check_branches, flat, aliased, groups)
    sharing = sharing_members(flat, aliased, reduced)
    ordered = clock("order", order, reduced, values, sharing)
    lowered = clock("lower", lower, flat, aliased, reduced, ordered, how.loops)
    return _Front(flat, values, aliased, groups, reduced, ordered, lowered)


def _back_end(clock: Clock, front: _Front, optimise: bool) -> Translation:
    """Build the tables of the kernel and the machine code."""
    flat, values, aliased, groups, reduced, ordered, lowered = front
    clock("jumps", check_jumps, flat, aliased, groups, reduced, values)
    clock("limits", limit_loops, flat, aliased, lowered)
    recorded = recorded_members(flat, aliased, reduced, lowered.program)
    lowered = clock("discontinuities", _with_watched_tables, lowered, values)
    bends = clock("discontinuities", discontinuities_of, lowered, values)
    member_column = member_columns(reduced, lowered, recorded)
    column = columns_of(aliased, reduced, lowered, member_column)
    holds = clock("locks", find_locks, flat, aliased, lowered, len(recorded))
    lowered = replace(lowered, at_rest=clock("locks", speeds_at_rest, lowered, holds))
    try:
        smooth = clock(
            "continuous_motions", continuous_members, flat, aliased, groups, values, reduced,
            lowered, recorded,
        )  # fmt: skip
        contacts = clock("contacts", contact_tables, flat, aliased, lowered, column, holds)
        read = values_read(lowered, holds, contacts, smooth)
        machine = clock("emit", model_code, lowered, recorded, bends, optimise, read)
    except DiscreteCircleError as circle:
        raise _named(circle, flat, aliased, reduced) from None
    kernel = clock(
        "tables", kernel_model, flat, aliased, values, lowered, machine,
        recorded=recorded, bends=bends, holds=holds, smooth=smooth, contacts=contacts,
        pairs=derivative_columns(reduced, member_column),
        foreign=foreign_blocks(flat, aliased, lowered),
    )  # fmt: skip
    return Translation(
        flat=flat, values=values, aliased=aliased, groups=groups, reduced=reduced,
        ordered=ordered, lowered=lowered, machine=machine, kernel=kernel, column=column,
        recorded=recorded, member_column=member_column, holds=holds, bends=bends,
        seconds=clock.seconds, n_nodes=len(lowered.program.ops),
    )  # fmt: skip


def _named(
    circle: DiscreteCircleError, flat: Flat, aliased: Aliased, reduced: Reduced
) -> DiscreteCircleError:
    """Return the error for a cycle of discrete equations, with their names and lines."""
    found = aliased.discrete_representative[circle.numbers].tolist()
    shown = [number for number in found if not own_variable(flat.root, number).hidden]
    names = sorted(variable_name(flat.root, number) for number in shown)
    equations = assignments_of(flat, reduced.assignments, circle.numbers)
    return DiscreteCircleError(circle.numbers, ", ".join(names), equations)


def discontinuities_of(lowered: Lowered, values: Values) -> Discontinuities:
    """Find where derivatives, watched angles, or past values are discontinuous without an event.

    Parameters
    ----------
    lowered : Lowered
        The model, without loops over rows.
    values : Values
        Its tables.
    """
    outputs = member_outputs("xdot", lowered.states + 1, lowered)
    bent = np.flatnonzero(bending(values.tables, values.table_offset))
    roots = [root for output in outputs for root in output.roots]
    delayed = [delay.value for delay in lowered.program.delays]
    return find_discontinuities(
        lowered.program, [*roots, *lowered.watched], delayed, frozenset(bent.tolist())
    )


def _with_watched_tables(lowered: Lowered, values: Values) -> Lowered:
    """Add the arguments of tables to what the kernel watches within steps."""
    angles = [*lowered.angles, *_angles_of_tables(lowered, values)]
    return replace(lowered, angles=angles, arguments=_table_arguments(lowered, values))


def _angles_of_tables(lowered: Lowered, values: Values) -> list[int]:
    """Return the angles of tables that rise and fall and act on the motion or on events."""
    program = lowered.program
    turning_here = np.flatnonzero(turning(values.tables, values.table_offset))
    if not len(turning_here):
        return []
    crossings = [relation.crossing for relation in program.relations]
    delayed = [delay.value for delay in program.delays]
    roots = [*lowered.rates, *crossings, *delayed]
    return table_angles(program, roots, frozenset(turning_here.tolist()))


def _table_arguments(lowered: Lowered, values: Values) -> list[tuple[int, int, int]]:
    """Return where tables with curved pieces are read for the derivatives of the states."""
    found = np.flatnonzero(curved(values.tables, values.table_offset))
    if not len(found):
        return []
    return table_arguments(lowered.program, lowered.rates, frozenset(found.tolist()))
