"""Find motions with a highest derivative of their own, and the motions tied to them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.graph import Offsets

__all__ = ["Entries", "inertias", "tied"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Entries(NamedTuple):
    """Which chain occurs in which equation, and how often it is differentiated there."""

    equation: Ints
    chain: Ints
    order: Ints


def inertias(flat: Flat, aliased: Aliased, found: Offsets, entries: Entries) -> Ints:
    """Return the chains of motions that have inertia or are prescribed.

    An inertia shows as an equation with the highest derivative of something that also contains
    torques or prescribes a motion.

    Parameters
    ----------
    flat, aliased, found, entries
        The model, and its equations of motion.
    """
    d = found.d
    highest = (entries.order == d[entries.chain]) & (d[entries.chain] > 0)
    own = found.c[entries.equation] == 0
    acting = np.zeros(len(found.c), dtype=bool)
    flows = _flows(flat, aliased, len(d))
    acting[entries.equation[flows[entries.chain]]] = True
    given = found.chain_of_equation[entries.equation] == entries.chain
    chains: Ints = np.unique(entries.chain[highest & own & (acting[entries.equation] | given)])
    return chains


def tied(found: Offsets, entries: Entries, chains: Ints) -> Bools:
    """Mark the motions that follow from others by constraints, directly or in several steps.

    Relative motions between inertias do, through gears and rigid shafts too. Motions next to
    friction without inertia on one of its sides do not.

    Parameters
    ----------
    found, entries
        The equations of motion.
    chains : int array
        The motions from which the others follow.
    """
    known = np.zeros(len(found.d), dtype=bool)
    known[chains] = True
    n = len(found.c)
    beside = (entries.order > 0) | (found.d[entries.chain] < 2)
    constrains = (found.c > 0) & (np.bincount(entries.equation[beside], minlength=n) == 0)
    used = constrains[entries.equation]
    equation, chain = entries.equation[used], entries.chain[used]
    while True:
        missing = ~known[chain]
        alone = np.bincount(equation[missing], minlength=n) == 1
        follows = missing & alone[equation]
        if not follows.any():
            return known
        known[chain[follows]] = True


def _flows(flat: Flat, aliased: Aliased, n_chains: int) -> Bools:
    """Mark the chains that are torques, forces, or other flows of connectors."""
    found = np.zeros(n_chains, dtype=bool)
    for one in flat.instances:
        for variable in one.trace.variables:
            if variable.declaration.is_flow:
                chain = aliased.chain[one.variable + variable.slot]
                found[chain[chain >= 0]] = True
    return found
