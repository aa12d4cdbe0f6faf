"""Find the states on which the motion depends; all others only follow.

The angle of a freely rolling shaft drives nothing, nor does the accumulated slip of a clutch: such
states only follow. They do not need the same accuracy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import topological

__all__ = ["find_active_states"]


def find_active_states(lowered: Lowered) -> NDArray[np.bool_]:
    """Return, for each state, whether a derivative, an event or a past value depends on it.

    Parameters
    ----------
    lowered : Lowered
        A model.
    """
    program = lowered.program
    acting = np.zeros(len(lowered.states), dtype=np.bool_)
    own = lowered.members.state_number[lowered.states + 1]
    acting[own[own >= 0]] = True
    for number in topological(program, _roots(lowered), discrete_known=False):
        op, value = program.ops[number], program.values[number]
        if op == "x":
            acting[value] = True
        elif op in ("batch", "total"):
            for kind, numbers in program.rows[value].columns.values():
                if kind == "x":
                    acting[numbers] = True
    return acting


def _roots(lowered: Lowered) -> list[int]:
    """Return the nodes by which a state may be active."""
    program = lowered.program
    roots = [*lowered.rates, *lowered.discrete]
    roots += [relation.crossing for relation in program.relations]
    roots += [relation.instant for relation in program.time_relations]
    roots += [node for delay in program.delays for node in (delay.value, delay.time)]
    roots += [node for _, fire, value in lowered.reinits for node in (fire, value)]
    return roots
