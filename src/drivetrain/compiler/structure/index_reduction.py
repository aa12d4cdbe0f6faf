"""Index reduction by differentiation, and selection of states."""

from __future__ import annotations

import numpy as np

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group, concatenated
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.structure.diagnostics import (
    check_meaning,
    describe_row,
    jumping,
    locked_up,
    uncounted,
    vacuous,
)
from drivetrain.compiler.structure.discontinuous_inputs import find_jump
from drivetrain.compiler.structure.kinematic_lock_up import find_lock_up
from drivetrain.compiler.structure.occurrences import assigns, motions
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.compiler.structure.state_choice import StateChoice
from drivetrain.compiler.structure.state_priorities import grant
from drivetrain.compiler.structure.vacuous_branches import find_empty_branches
from drivetrain.modeling.component import Experiment

__all__ = ["check_branches", "check_jumps", "reduce"]


def reduce(
    flat: Flat,
    aliased: Aliased,
    groups: list[Group],
    values: Values,
    prefer_speeds: bool = True,
) -> Reduced:
    """Differentiate equations as often as necessary and select the states.

    Parameters
    ----------
    flat, aliased, groups, values
        Results of the preceding passes.
    prefer_speeds : bool
        Whether all speeds may be states. Next to a friction element without inertia, only those
        of inertias, or given by constraints, may be: locked, the element ties the others to each
        other; sliding, the torques do.

    Raises
    ------
    StructureError
        If equations and unknowns do not match; the message names components.
    """
    check_meaning(flat, aliased, groups, values)
    choice = StateChoice.of(flat, aliased, groups, values, prefer_speeds)
    reduced = grant(choice, flat, aliased, values)
    if reduced.c.any():
        moving, (equation, chain, _) = motions(flat, aliased), choice.entries
        jam = find_lock_up(
            choice.real, values, aliased, moving, reduced.c, equation, chain, choice.coefficient
        )
        if jam is not None:
            raise locked_up(flat, aliased, choice.real, jam)
    uncounted(flat, aliased, reduced.assignments)
    return reduced


def check_jumps(
    flat: Flat, aliased: Aliased, groups: list[Group], reduced: Reduced, values: Values
) -> None:
    """Refuse signals that jump although a motion follows them exactly.

    Raises
    ------
    StructureError
        For the first of them, with time and size. Jumps before the start time of the model do not
        count.
    """
    if not reduced.constraints:
        return
    start = getattr(flat.top, "experiment", Experiment()).start_time
    moving = np.append(motions(flat, aliased), False)
    for first, group in concatenated([g for g in groups if not assigns(g)]):
        here, times = group, reduced.c[first : first + group.n_rows]
        for level in range(1, int(times.max(initial=0)) + 1):
            follows = moving[here.chain].any(axis=1) if here.chain.size else np.False_
            keep = np.flatnonzero((times >= level) & follows)
            here, times = here.take(keep), times[keep]
            jump = find_jump(here, values, start)
            if jump is not None:
                raise jumping(describe_row(flat, here, jump.row), jump, level)
            here = here.derivative()


def check_branches(flat: Flat, aliased: Aliased, groups: list[Group]) -> None:
    """Refuse equations that contain no unknown in some branch.

    Raises
    ------
    StructureError
        The message names them, or the open flanges.
    """
    real = [group for group in groups if not assigns(group)]
    found = find_empty_branches(real)
    if len(found):
        raise vacuous(flat, aliased, real, found.tolist())
