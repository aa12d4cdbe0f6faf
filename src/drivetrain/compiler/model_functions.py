"""Outputs and machine code of the two functions that evaluate a model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.function_splitting import FAILING
from drivetrain.compiler.codegen.llvm import Copy, Machine, Output, emit
from drivetrain.compiler.graph import distinct
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import need_any
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.structure.batching import LEAST_ROWS

__all__ = ["member_outputs", "model_code"]

Ints = NDArray[np.int64]


def model_code(
    lowered: Lowered, recorded: Ints, bends: Discontinuities, optimise: bool, read: Ints
) -> Machine:
    """Compile the two functions of a model.

    Parameters
    ----------
    lowered : Lowered
        Program of the model.
    recorded : int array
        Chain members that rows contain in addition to states and discrete values.
    bends : Discontinuities
        Where derivatives are discontinuous without an event.
    optimise : bool
        Spend time on faster code.
    read : int array
        Values, in the order of rows, that the kernel reads; other variables are only recorded.
    """
    program = lowered.program
    n_states = len(lowered.states)
    ode = member_outputs("xdot", lowered.states + 1, lowered)
    ode += [Output("xdot", n_states + k, n) for k, n in enumerate(lowered.quadrature_rates)]
    ode += [Output("switching", k, node) for k, node in enumerate(bends.crossings)]
    ode += [Output("angle", k, node) for k, node in enumerate(lowered.watched)]
    early, late = _modes(program)
    full: list[Output | Copy] = [*early, *ode]
    full += [Output("z_out", k, node) for k, node in enumerate(lowered.discrete)]
    full += late
    for k, d in enumerate(program.delays):
        full += [Output("delay_value", k, d.value), Output("delay_time", k, d.time)]
    for k, (_, fire, value) in enumerate(lowered.reinits):
        full += [Output("reinit_on", k, fire), Output("reinit_value", k, value)]
    for k, (_, meets, restitution) in enumerate(lowered.impacts):
        full += [Output("impact_on", k, meets), Output("restitution", k, restitution)]
    full += [Output("assert_ok", k, node) for k, (node, *_) in enumerate(lowered.assertions)]
    if lowered.longest_step is not None:
        full.append(Output("longest_step", 0, lowered.longest_step))
    full += member_outputs("y", recorded, lowered)
    speeds = [
        Output("y", place, lowered.members[member])
        for place, member in enumerate(lowered.at_rest, len(recorded))
    ]
    full += speeds
    first = n_states + len(lowered.quadrature_rates) + len(lowered.discrete)
    return emit(program, ode, full, speeds, bends, optimise, set((read - first).tolist()))


def _modes(program: Program) -> tuple[list[Output], list[Output]]:
    """Return the operands of relations: those that need no loop, and those that do.

    The former are known even where a loop has failed, which may happen while a relation has the
    wrong value: a branch that should not be active may be infinite there.
    """
    found = [Output("g", k, r.crossing) for k, r in enumerate(program.relations)]
    found += [Output("t_event", k, r.instant) for k, r in enumerate(program.time_relations)]
    by_loops = need_any(program, [output.node for output in found], FAILING)
    pairs = list(zip(found, by_loops, strict=True))
    early = [output._replace(early=True) for output, by_loop in pairs if not by_loop]
    return early, [output for output, by_loop in pairs if by_loop]


def member_outputs(
    array: str, wanted: Ints, lowered: Lowered, places: Ints | None = None
) -> list[Output | Copy]:
    """Return how chain members are written to an array: one by one, or many by a loop.

    Speeds stopped by locked elements are zero there.

    Parameters
    ----------
    array : str
        Name of the array.
    wanted : int array
        The members.
    lowered : Lowered
        The program that computes them.
    places : int array, optional
        Their positions in the array; by default they fill it in order.
    """
    members = lowered.members
    at = np.arange(len(wanted)) if places is None else places
    batch, state = members.batch[wanted], members.state_number[wanted]
    outputs: list[Output | Copy] = []
    held = np.isin(wanted, list(lowered.at_rest))
    stored, copied = np.flatnonzero((batch >= 0) & ~held), np.flatnonzero(state >= 0)
    if len(stored):
        roots = tuple(distinct(batch[stored], len(lowered.program.ops)).tolist())
        outputs.append(Copy(array, at[stored], "s", wanted[stored], roots))
    if len(copied) < LEAST_ROWS:
        copied = copied[:0]
    else:
        outputs.append(Copy(array, at[copied], "x", state[copied], ()))
    rest = np.ones(len(wanted), dtype=bool)
    rest[stored] = rest[copied] = False
    for k in np.flatnonzero(rest).tolist():
        member = int(wanted[k])
        outputs.append(Output(array, int(at[k]), lowered.at_rest.get(member) or members[member]))
    return outputs
