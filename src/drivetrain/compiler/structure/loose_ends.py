"""Find parts that a model can do without: open ends, and parts connected to nothing.

Such a model can be solved, but is hardly what was meant. An end of a shaft with inertia, or of a
brake, may be open; that of a damper, a spring or a gear may not, since then the part does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat, Instances, traced_template
from drivetrain.compiler.frontend.qualified_names import component_path, made_at
from drivetrain.compiler.structure.part_flanges import flanges_of, may_have_inertia
from drivetrain.modeling.tracing.slots import OwnConnector
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["loose_ends"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_SHOWN = 6
_OPEN = "does nothing: its {} {} open; connect it, to the ground by Fixed, or remove the part"


def loose_ends(flat: Flat, aliased: Aliased) -> list[str]:
    """Return a sentence for each part that does nothing, because of its connections.

    Parameters
    ----------
    flat, aliased
        Results of the passes of the compiler.

    Returns
    -------
    list of str
        What is open, and in which part; of many only the first, and their number.
    """
    is_open = _open_flows(flat)
    owner = _owners(flat)
    found = [
        *_unconnected(flat),
        *_open_ends(flat, aliased, is_open),
        *_bridged(flat, owner),
    ]
    more = len(found) - _SHOWN
    shown = [_told(flat, one, row, text) for one, row, text in found[:_SHOWN]]
    return [*shown, f"and {more} more parts like these"] if more > 0 else shown


_Found = tuple[Instances, int, str]
"""Instances, the row among them, and what is wrong there."""


def _open_flows(flat: Flat) -> Bools:
    """Return which flows are those of open connectors, also where only the container's is open."""
    is_open = np.zeros(flat.n_variables, dtype=bool)
    is_open[flat.zero] = True
    outer = np.zeros(flat.n_variables, dtype=bool)
    for one in flat.instances:
        if one.trace.subs:
            for slot in _flow_slots(one.trace.connectors):
                outer[one.variable + slot] = True
    a, b = flat.opposite_a, flat.opposite_b
    while True:
        inner = np.concatenate([b[is_open[a] & outer[a]], a[is_open[b] & outer[b]]])
        if is_open[inner].all():
            return is_open
        is_open[inner] = True


def _flow_slots(connectors: list[OwnConnector]) -> list[int]:
    return [
        own.slot + k
        for own in connectors
        for k, declared in enumerate(type(own.declaration).variables())
        if declared.is_flow
    ]


def _owners(flat: Flat) -> Ints:
    """Return a number for the part without parts to which each variable belongs, else -1."""
    owner = np.full(flat.n_variables, -1, dtype=np.int64)
    first = 0
    for one in flat.instances:
        if not one.trace.subs and one.trace.n_variables:
            rows = np.arange(len(one.variable))
            owner[one.variable[:, None] + np.arange(one.trace.n_variables)] = (first + rows)[
                :, None
            ]
            first += len(rows)
    return owner


def _unconnected(flat: Flat) -> Iterator[_Found]:
    """Yield the parts whose connectors are all open, unless their container has no others."""
    is_open = np.zeros(flat.n_variables, dtype=bool)
    is_open[flat.zero] = True
    for one in flat.instances[1:]:
        flows = _flow_slots(one.trace.connectors)
        if flows:
            alone = np.logical_and.reduce([is_open[one.variable + slot] for slot in flows])
            for row in np.flatnonzero(alone).tolist():
                if _is_missed(flat, one, row):
                    yield one, row, "is connected to nothing: connect it, or remove it"


def _is_missed(flat: Flat, one: Instances, row: int) -> bool:
    """Return whether a part was probably meant to be connected to others of its container.

    Where there are no connections at all, inertias and heat capacities are things of their own; and
    a part that an equation reads has its purpose.
    """
    here, first = flat.root, 0
    path = component_path(flat.root, int(one.variable[row]), one.trace).split(".")
    for name in path[:-1]:
        stem, _, inside = name.partition("[")
        sub = next(sub for sub in here.subs if sub.name == stem)
        first += sub.variable_start + int(inside.removesuffix("]") or 0) * sub.trace.n_variables
        here = sub.trace
    counts = [
        1 if sub.count is None else sub.count
        for sub in here.subs
        if _families(sub.trace) & _families(one.trace)
    ]
    stores = may_have_inertia(one.trace) or "stored_heat" in one.trace.monitors
    if sum(counts) < 2 or (stores and not here.connector_links):
        return False
    begin = int(one.variable[row]) - first
    given = {begin + own.slot for own in one.trace.variables if own.is_input}
    return not _is_read(here, set(range(begin, begin + one.trace.n_variables)) - given)


def _is_read(container: Trace, slots: set[int]) -> bool:
    """Return whether an equation of a class reads one of some variables."""
    return any(
        slot in slots
        for equation in container.equations
        for slot, _ in traced_template(equation)[1].variables
    )


def _families(t: Trace) -> set[type]:
    return {type(own.declaration).family() for own in t.connectors}


def _open_ends(flat: Flat, aliased: Aliased, is_open: Bools) -> Iterator[_Found]:
    """Yield parts without inertia that transmit nothing, because one of their ends is open."""
    for one in flat.instances:
        flanges = flanges_of(one.trace)
        if len(flanges) < 2 or one.trace.subs or may_have_inertia(one.trace):
            continue
        flows = np.array([one.variable + own.slot + 1 for own in flanges])
        free = is_open[flows]
        for row in np.flatnonzero(free.any(axis=0) & ~free.all(axis=0)).tolist():
            idle = bool(aliased.is_zero[flows[:, row]].all())
            loose = [
                own.name
                for own, here in zip(flanges, free[:, row], strict=True)
                if here and (idle or _moves_alone(one, row, own, flanges, aliased))
            ]
            if loose:
                yield one, row, _OPEN.format(" and ".join(loose), "are" if len(loose) > 1 else "is")


def _moves_alone(
    one: Instances, row: int, own: OwnConnector, flanges: list[OwnConnector], aliased: Aliased
) -> bool:
    """Return whether a flange is not rigidly one with another of its part."""
    start = int(one.variable[row])
    chain = aliased.chain
    others = [chain[start + other.slot] for other in flanges if other is not own]
    return chain[start + own.slot] not in others


def _bridged(flat: Flat, owner: Ints) -> Iterator[_Found]:
    """Yield parts with both ends on one shaft; a planetary locked as a whole is none of them."""
    a, b = flat.opposite_a, flat.opposite_b
    same = owner[a]
    numbers = set(same[(same >= 0) & (same == owner[b])].tolist())
    for sums in flat.flow_sums:
        there = np.sort(owner[sums.variable], axis=1)
        twice = (np.diff(there, axis=1) == 0) & (there[:, 1:] >= 0)
        numbers |= set(there[:, 1:][twice].tolist())
    first = 0
    for one in flat.instances:
        if not one.trace.subs and one.trace.n_variables:
            rows = sorted(n - first for n in numbers if first <= n < first + len(one.variable))
            first += len(one.variable)
            if len(flanges_of(one.trace)) == 2:
                for row in rows:
                    yield one, row, "does nothing: both its ends are connected to each other"


def _told(flat: Flat, one: Instances, row: int, text: str) -> str:
    start = int(one.variable[row])
    made = made_at(flat.root, start, one.trace)
    where = f" [{made}]" if made else ""
    return f"'{component_path(flat.root, start, one.trace)}' ({one.trace.title}) {text}{where}"
