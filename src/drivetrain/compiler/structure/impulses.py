"""State priorities that keep the speeds of inertias continuous when an event reinitialises one.

A reinitialised variable jumps at once; all other states continue from their values. So the choice
of states decides the motion that follows: if the relative speed of a shaft were one, the disc at
its other end would jump with the one that is struck, although neither a shaft nor a clutch
transmits a blow instantaneously. What continues are the speeds of inertias.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.graph import FIRM, Offsets, components
from drivetrain.compiler.structure.inertias import Entries, inertias

__all__ = ["keep_speeds"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_KEPT = 0.75 * FIRM
"""Priority of the speed of an inertia: above preferred relative speeds, below reinitialised."""


def keep_speeds(
    flat: Flat, aliased: Aliased, found: Offsets, entries: Entries, anew: Ints, priority: Floats
) -> None:
    """Make the speeds of inertias states where an event reinitialises one of them.

    A relative quantity that is requested by name remains a state.

    Parameters
    ----------
    flat, aliased, found, entries
        The model, and its equations of motion.
    anew : int array
        Variables that events reinitialise.
    priority : float array, shape (chains, orders)
        How strongly each is wanted as a state; modified in place.
    """
    if not len(anew):
        return
    d = found.d
    chain = inertias(flat, aliased, found, entries)
    # Constraints couple speeds; torques do not: resetting a controller moves no disc.
    tie = found.c[entries.equation] > 0
    part = components(len(d) + len(found.c), entries.chain[tie], entries.equation[tie] + len(d))
    struck = np.isin(part[chain], part[aliased.chain[anew]])
    chain = chain[struck]
    speed = chain, d[chain] - 1
    priority[speed] = np.where(_is_wished(priority[speed]), priority[speed], _KEPT)


def _is_wished(priority: Floats) -> NDArray[np.bool_]:
    """Mark what is requested by name, or unwanted: the rest is decided here."""
    return (priority >= FIRM / 2) | (priority < 0)
