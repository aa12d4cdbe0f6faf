"""Tables through which the time loop of the kernel reads a model."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.delay_feedback import fed_back
from drivetrain.compiler.analysis.finiteness import may_be_undefined
from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.codegen.llvm import Machine
from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.jacobian.chain_rule import ChainedJacobian, is_made_of_slopes, is_too_dense
from drivetrain.compiler.jacobian.symbolic import LazyJacobian, pattern
from drivetrain.compiler.lower import Lowered, discrete_of
from drivetrain.compiler.lower.statements import IMPACT_LOSS
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.mixed_systems import mixed_systems
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.program.variability import may_vary_between_events
from drivetrain.kernel.description.contacts import Contacts
from drivetrain.kernel.description.impulses import Impulses
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.foreign.blocks import ForeignBlock
from drivetrain.modeling.expression import INTEGER

__all__ = ["jacobian_of", "kernel_model", "values_read"]

Ints = NDArray[np.int64]


def kernel_model(
    flat: Flat, aliased: Aliased, values: Values, lowered: Lowered, machine: Machine,
    recorded: Ints, bends: Discontinuities, holds: list[Lock], smooth: Ints,
    pairs: tuple[Ints, Ints], contacts: Contacts, foreign: list[ForeignBlock],
) -> KernelModel:  # fmt: skip
    """Gather the tables that the time loop needs.

    Parameters
    ----------
    flat, aliased, values, lowered, machine
        Results of the preceding passes.
    recorded : int array
        Chain members that rows contain in addition to states and discrete values.
    bends : Discontinuities
        Where derivatives are discontinuous without an event.
    holds : list of Lock
        Speeds that are zero while elements are locked.
    smooth : int array
        Members that never jump.
    pairs : two int arrays
        Columns of rows that contain members, and the columns of their derivatives.
    contacts : Contacts
        Elements with limited loads.
    foreign : list of ForeignBlock
        Blocks that other programs compute.
    """
    program = lowered.program
    pointers = np.cumsum([0, *(len(h.states) for h in holds)])
    systems = mixed_systems(program, lowered.discrete)
    return KernelModel(
        ode_address=machine.ode_address,
        full_address=machine.full_address,
        prepare_address=machine.prepare_address,
        speeds_address=machine.speeds_address,
        look_address=machine.look_address,
        tiles=machine.tiles,
        n_constant=machine.n_constant,
        n_factors=program.factors,
        blocks=[block.shape for block in program.blocks],
        switching_counts=bends.counts,
        switching_jumps=bends.jumps,
        switching_lasts=bends.lasts,
        switching_ptr=np.cumsum([0, *(len(after) for after in bends.after)]),
        switching_after=[k for after in bends.after for k in after],
        n_angle=len(lowered.watched),
        n_steep=len(lowered.peaks) + len(lowered.one_way),
        n_one_way=len(lowered.one_way),
        knot_table=[table for _, table, _ in lowered.arguments],
        knot_order=[order for *_, order in lowered.arguments],
        n_x=len(lowered.states),
        n_q=len(lowered.quadrature_rates),
        n_z=len(lowered.discrete),
        n_y=len(recorded) + len(lowered.at_rest),
        n_time_rel=len(program.time_relations),
        n_sample=len(program.samples),
        n_assert=len(lowered.assertions),
        n_memory=program.memory,
        n_work=program.work,
        repeatable=program.repeatable,
        may_be_undefined=may_be_undefined(lowered, recorded.tolist(), values),
        limits_oscillation=lowered.longest_step is not None,
        may_vary=may_vary_between_events(program, lowered.discrete),
        smooth=smooth,
        pair_value=pairs[0] - FIRST_VALUE,
        pair_rate=pairs[1] - FIRST_VALUE,
        whole=discrete_of(flat, aliased, INTEGER),
        strict=[r.strict for r in program.relations],
        strict_twin=_strict_twins(program),
        rel_block=systems.system,
        rel_level=systems.level,
        z_block=systems.decides,
        rate_state=[order > 0 for order in lowered.state_orders],
        reinit_state=[state for state, _, _ in lowered.reinits],
        shares=[
            kind == "linear"
            for loop, kind in zip(lowered.loops, lowered.loop_kinds, strict=True)
            for _ in loop.tearing
        ],
        lock_locked=[h.discrete for h in holds],
        lock_speed=[h.speed for h in holds],
        lock_steady=[h.steady for h in holds],
        lock_ptr=pointers,
        lock_state=[state for h in holds for state in h.states],
        impulses=_impulses(lowered, holds),
        contacts=contacts,
        foreign=foreign,
        delay_kind=[
            d.constant + (d.constant and again)
            for d, again in zip(program.delays, fed_back(lowered), strict=True)
        ],
        **_jacobian(lowered, machine),
    )


def values_read(lowered: Lowered, holds: list[Lock], contacts: Contacts, smooth: Ints) -> Ints:
    """Return the values, in the order of rows, that the time loop reads after it has looked.

    Parameters
    ----------
    lowered : Lowered
        The program.
    holds, contacts, smooth
        As for :func:`kernel_model`, or what it is made of.
    """
    first = len(lowered.states) + len(lowered.quadrature_rates) + len(lowered.discrete)
    speeds = [hold.speed for hold in holds]
    return np.concatenate([
        np.array(speeds, dtype=np.int64), np.array(contacts.value, dtype=np.int64).ravel(),
        first + np.asarray(smooth, dtype=np.int64),
    ])  # fmt: skip


def jacobian_of(lowered: Lowered, machine: Machine) -> LazyJacobian | ChainedJacobian | None:
    """Return the Jacobian of a model, to be compiled when it is first needed.

    Parameters
    ----------
    lowered : Lowered
        The program.
    machine : Machine
        Its code.
    """
    if not len(lowered.states):
        return None
    structure = pattern(lowered)
    if structure is not None:
        return LazyJacobian(lowered, structure, machine.constants)
    if not is_made_of_slopes(lowered) or is_too_dense(lowered):
        return None
    return ChainedJacobian(lowered, machine.constants)


def _jacobian(lowered: Lowered, machine: Machine) -> dict[str, Any]:
    """Return the Jacobian data that the kernel needs."""
    made = jacobian_of(lowered, machine)
    if made is None:
        return {"keep_alive": machine}
    given = {"keep_alive": (machine, made), "jacobian_address": made}
    if isinstance(made, ChainedJacobian):
        return given
    return {**given, "jac_ptr": made.structure.start, "jac_row": made.structure.row}


def _impulses(lowered: Lowered, holds: list[Lock]) -> Impulses:
    """Return the tables for elements that lock while moving, or that hit each other."""
    return Impulses(
        stops=[h.stops for h in holds],
        push=[h.push for h in holds],
        on_trial=[h.on_trial for h in holds],
        slides=[h.slides[0] for h in holds],
        backward=[h.slides[1] for h in holds],
        forward=[h.slides[2] for h in holds],
        impact=_holds_of_impacts(lowered, holds),
        loss=_quadratures(lowered, IMPACT_LOSS),
        dissipated=_quadratures(lowered, "dissipated_power"),
    )


def _quadratures(lowered: Lowered, kind: str) -> list[int]:
    """Return the numbers of the quadratures of a kind."""
    return [k for k, (key, *_) in enumerate(lowered.quadratures) if key == kind]


def _holds_of_impacts(lowered: Lowered, holds: list[Lock]) -> list[int]:
    """Return the lock whose speed each impact reverses; -1: none, the new speed is given."""
    lock_of = {(hold.locked, hold.variable): k for k, hold in enumerate(holds)}
    return [lock_of.get(lock, -1) for lock, *_ in lowered.impacts]


def _strict_twins(program: Program) -> list[int]:
    """Return, for each relation ``>=``, the relation ``>`` of the same operands; -1: none."""
    strict = {r.crossing: k for k, r in enumerate(program.relations) if r.strict}
    return [-1 if r.strict else strict.get(r.crossing, -1) for r in program.relations]
