"""Find torque and force sources that act against nothing: nothing there has inertia or a hold.

Such a source makes a model unsolvable in a way that numbers of equations describe badly: the torque
is prescribed, and has to be zero too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import (
    component_path,
    made_at,
    own_variable,
    variable_name,
)
from drivetrain.compiler.structure.part_flanges import flanges_of

__all__ = ["idle_sources", "open_flanges"]

Bools = NDArray[np.bool_]

_SHOWN = 6
_WORDS = {"N.m": "torque", "N": "force"}


def idle_sources(flat: Flat, aliased: Aliased, chains: Iterable[int]) -> list[str]:
    """Return what to say of the sources that act where nothing determines the motion.

    Parameters
    ----------
    flat, aliased
        Results of the preceding passes.
    chains : iterable of int
        The motions that nothing determines.

    Returns
    -------
    list of str
        Sentences: sources, shafts, open flanges, remedy; empty if there is no such source.
    """
    loose = np.isin(aliased.chain, np.array([int(chain) for chain in chains], dtype=np.int64))
    found = {
        number: source
        for one in flat.instances
        if "supplied_power" in one.trace.monitors
        for number, source in _sources(flat, one, loose)
    }
    if not found:
        return []
    names = list(dict.fromkeys(found.values()))
    acts = f"{_listed(names)} {'act' if len(names) > 1 else 'acts'} against nothing"
    if all(_is_alone(flat, aliased, number) for number in found):
        flanges = _listed([_flange(flat, number) for number in found])
        verb = "are" if len(found) > 1 else "is"
        bare = _listed([name.split(" ")[0] for name in names])
        return [
            f"{acts}: {flanges} {verb} connected to nothing.",
            f"Connect what is open to the part that it is to drive, or remove {bare}.",
        ]
    return [
        f"{acts}: {_without_inertia(flat, aliased, list(found))}",
        *(unconnected := open_flanges(flat, aliased, chains)),
        f"Connect {'what is open' if unconnected else 'it'} to a part with inertia (Inertia, "
        "Mass), or to an elastic part, a damper or a brake that leads to one or to the ground.",
    ]


def _without_inertia(flat: Flat, aliased: Aliased, numbers: list[int]) -> str:
    """Return the half sentence on the shafts on which sources act."""
    shafts = list(dict.fromkeys(_shaft(flat, aliased, number) for number in numbers))
    word = _WORDS.get(own_variable(flat.root, numbers[0] + 1).declaration.unit, "load")
    return f"no part on {_listed(shafts)} has inertia, or takes up the {word}."


def _sources(flat: Flat, one: Instances, loose: Bools) -> Iterator[tuple[int, str]]:
    """Yield the potentials of loose flanges of sources, and the source with its line."""
    for own in flanges_of(one.trace):
        for start in one.variable[loose[one.variable + own.slot]].tolist():
            path = component_path(flat.root, start, one.trace)
            made = made_at(flat.root, start, one.trace)
            where = f" [{made}]" if made else ""
            yield start + own.slot, f"{path or flat.root.title} ({one.trace.title}){where}"


def _flange(flat: Flat, number: int) -> str:
    return variable_name(flat.root, number).rpartition(".")[0]


def _is_alone(flat: Flat, aliased: Aliased, number: int) -> bool:
    return len(_flanges_there(flat, aliased, number)) == 1


def _flanges_there(flat: Flat, aliased: Aliased, number: int) -> list[str]:
    same = (aliased.chain == aliased.chain[number]) & (aliased.order == aliased.order[number])
    there = np.flatnonzero(same).tolist()
    return [_flange(flat, k) for k in there if own_variable(flat.root, k).declaration.is_potential]


def _shaft(flat: Flat, aliased: Aliased, number: int) -> str:
    flanges = _flanges_there(flat, aliased, number)
    return " = ".join([*flanges[:_SHOWN], *["…"] * (len(flanges) > _SHOWN)])


def open_flanges(flat: Flat, aliased: Aliased, chains: Iterable[int]) -> list[str]:
    """Return a sentence on the unconnected flanges among those with given motions, if any.

    Parameters
    ----------
    flat, aliased
        Results of the preceding passes.
    chains : iterable of int
        The motions.
    """
    wanted = {int(chain) for chain in chains}
    found = [
        _flange(flat, flow) for flow in flat.zero.tolist() if int(aliased.chain[flow - 1]) in wanted
    ]
    verb = "are" if len(found) > 1 else "is"
    return [f"{_listed(found)} {verb} connected to nothing."] if found else []


def _listed(names: list[str]) -> str:
    """Return ``a, b and c``."""
    if len(names) > _SHOWN:
        names = [*names[:_SHOWN], f"{len(names) - _SHOWN} more"]
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
