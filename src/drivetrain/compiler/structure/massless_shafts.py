"""Say of friction elements on a shaft without inertia what holds them, and what to do.

A lossy gear between two springs has no inertia to overcome. While it slides, friction that does not
depend on the speed says nothing of how fast it turns, so that a run fails at an algebraic loop.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import component_path, made_at
from drivetrain.compiler.structure.part_flanges import flanges_of, may_have_inertia

__all__ = ["massless_shafts", "undamped_friction"]

Ints = NDArray[np.int64]


def undamped_friction(flat: Flat, aliased: Aliased) -> list[str]:
    """Return a sentence for each friction element that only springs and sources act on.

    Parameters
    ----------
    flat, aliased
        Results of the passes of the compiler.
    """
    return [
        _told(flat, one, row, beside)
        for one, row in _massless(flat)
        if (beside := _beside(flat, aliased, one, row)) and all(_is_soft(n) for n, _ in beside)
    ]


def massless_shafts(flat: Flat, aliased: Aliased, variables: set[int]) -> list[str]:
    """Return a sentence for each friction element without inertia among some parts.

    Parameters
    ----------
    flat, aliased
        Results of the passes of the compiler.
    variables : set of int
        First variables of the parts.
    """
    return [
        _told(flat, one, row, beside)
        for one, row in _massless(flat)
        if int(one.variable[row]) in variables
        and (beside := _beside(flat, aliased, one, row))
        and not any(may_have_inertia(neighbour.trace) for neighbour, _ in beside)
    ]


def _massless(flat: Flat) -> Iterator[tuple[Instances, int]]:
    """Yield the friction elements in their variant without inertia."""
    for one in flat.instances:
        if any(contact.is_massless for contact in one.trace.contacts):
            yield from ((one, row) for row in range(len(one.variable)))


def _beside(flat: Flat, aliased: Aliased, one: Instances, row: int) -> list[tuple[Instances, int]]:
    """Return the parts on the shafts of a part."""
    start = int(one.variable[row])
    chains = [aliased.chain[start + own.slot] for own in flanges_of(one.trace)]
    found = []
    for other in flat.instances:
        if other.trace.subs:
            continue
        there = np.zeros(len(other.variable), dtype=bool)
        for own in flanges_of(other.trace):
            there |= np.isin(aliased.chain[other.variable + own.slot], chains)
        found += [
            (other, k) for k in np.flatnonzero(there).tolist() if other is not one or k != row
        ]
    return found


def _is_soft(one: Instances) -> bool:
    """Return whether a part neither damps, nor carries inertia, nor is rigid."""
    t = one.trace
    if t.holds or t.contacts or may_have_inertia(t) or "dissipated_power" in t.monitors:
        return False
    is_damped = any(own.name == "loss_power" for own in t.variables)
    is_elastic = "stored_energy" in t.monitors and len(flanges_of(t)) > 1
    return not is_damped and (is_elastic or len(flanges_of(t)) == 1)


def _told(flat: Flat, one: Instances, row: int, beside: list[tuple[Instances, int]]) -> str:
    names = [f"{_path(flat, *part)} ({part[0].trace.title})" for part in beside]
    start = int(one.variable[row])
    made = made_at(flat.root, start, one.trace)
    where = f" [{made}]" if made else ""
    return (
        f"'{_path(flat, one, row)}' ({one.trace.title}) is on a shaft without inertia: beside it "
        f"are only {' and '.join(names)}, so that nothing but its own friction says how fast it "
        f"turns while it slides. Add an inertia: Inertia or Mass between it and "
        f"{_path(flat, *beside[0])}{where}"
    )


def _path(flat: Flat, one: Instances, row: int) -> str:
    return component_path(flat.root, int(one.variable[row]), one.trace)
