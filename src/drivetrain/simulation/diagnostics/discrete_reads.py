"""What the updates of discrete values read: the motion, the ticks of clocks, and each other."""

from __future__ import annotations

from typing import NamedTuple

from drivetrain.compiler.frontend.qualified_names import own_variable
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.translation import Translation
from drivetrain.modeling.expression import REAL

__all__ = ["Reads", "clocked_values", "closure", "discrete_reads"]

_OF_MOTION = {"x", "rel", "get", "load", "total", "entry", "delay"}
"""Operations by which a value depends on the motion, and not on time alone."""


class Reads(NamedTuple):
    """What the update of a discrete value reads.

    Attributes
    ----------
    motion : bool
        Whether it depends on the motion.
    ticks : bool
        Whether it depends on the ticks of a clock.
    held : set of int
        Which discrete values it depends on, by number.
    """

    motion: bool
    ticks: bool
    held: set[int]


def discrete_reads(translation: Translation) -> list[Reads]:
    """Return what the update of each discrete value reads itself, not through others.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """
    program, found = translation.program, []
    for node in translation.lowered.discrete:
        read = topological(program, [node], discrete_known=True)
        operations = {program.ops[n] for n in read}
        held = {int(program.values[n]) for n in read if program.ops[n] in ("z", "pre")}
        found.append(Reads(bool(operations & _OF_MOTION), "sample" in operations, held))
    return found


def closure(reads: list[Reads], found: set[int], among: set[int] | None = None) -> set[int]:
    """Return some discrete values with all that read them, directly or not.

    Parameters
    ----------
    reads : list of Reads
        What each value reads.
    found : set of int
        The values to begin with.
    among : set of int, optional
        Values that may be added; by default all.
    """
    more = found
    while more:
        more = {
            k
            for k, one in enumerate(reads)
            if k not in found and one.held & found and (among is None or k in among)
        }
        found = found | more
    return found


def clocked_values(translation: Translation) -> list[int]:
    """Return the numbers of the real values that are read from the motion at ticks of a clock.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """
    reads = discrete_reads(translation)
    ticks = closure(reads, {k for k, one in enumerate(reads) if one.ticks})
    root, numbers = translation.flat.root, translation.aliased.discrete_representative
    real = {
        k
        for k, number in enumerate(numbers)
        if own_variable(root, int(number)).declaration.kind == REAL
    }
    moved = closure(reads, {k for k in real & ticks if reads[k].motion}, real & ticks)
    return sorted(moved)
