"""Impulses: what goes on as it was when an event sets a speed anew.

What an event sets anew moves at once; all other states go on from where they were. So which
variables are states decides about the motion behind: were the relative speed of a shaft one, the
disc at its other end would jump with the one that is struck, though no shaft, and no clutch,
passes on in no time what a blow does. It is the speeds of what has inertia that go on.
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
"""Wish for the speed of an inertia: above preferred relative speeds, below what is set anew."""


def keep_speeds(
    flat: Flat, aliased: Aliased, found: Offsets, entries: Entries, anew: Ints, priority: Floats
) -> None:
    """Let the speeds of inertias be states where an event sets one of them anew.

    A relative quantity that is asked for by name stays one.

    Parameters
    ----------
    flat, aliased, found, entries
        The model, and its equations of motion.
    anew : int array
        Variables that events set anew.
    priority : float array, shape (chains, orders)
        How much each is wanted as a state; this is what is changed.
    """
    if not len(anew):
        return
    d = found.d
    chain = inertias(flat, aliased, found, entries)
    # What constraints tie together; torques do not: a controller that is reset moves no disc.
    tie = found.c[entries.equation] > 0
    part = components(len(d) + len(found.c), entries.chain[tie], entries.equation[tie] + len(d))
    struck = np.isin(part[chain], part[aliased.chain[anew]])
    chain = chain[struck]
    speed = chain, d[chain] - 1
    priority[speed] = np.where(_is_wished(priority[speed]), priority[speed], _KEPT)


def _is_wished(priority: Floats) -> NDArray[np.bool_]:
    """Tell what is asked for by name, or not wanted: the rest is decided here."""
    return (priority >= FIRM / 2) | (priority < 0)
