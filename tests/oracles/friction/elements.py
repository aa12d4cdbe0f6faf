"""The friction elements of a model, and what to call their variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.mechanics.friction import StickSlip
from drivetrain.rotational import OneWayClutch
from drivetrain.rotational.interfaces import Friction, FrictionWithTwoLimits

__all__ = ["Element", "elements", "with_two_limits"]

_TABLES: Final = ("mu_pos", "tau_pos", "f_pos")


@dataclass(frozen=True)
class Element:
    """A friction element between two surfaces whose speed is a state.

    Attributes
    ----------
    path : str
        Its dotted name.
    load, limit, speed, acceleration : str
        Names of its variables; the load is positive against positive speed.
    table : str
        Its table of friction over speed, among its own names.
    first : int
        Number of its first variable in the flat model.
    slots : dict of str
        Its own variables → number within the element.
    is_one_way : bool
        Whether it holds any load against backward motion.
    """

    path: str
    load: str
    limit: str
    speed: str
    acceleration: str
    table: str
    first: int
    slots: dict[str, int]
    is_one_way: bool

    def name(self, variable: str) -> str:
        """Return the full name of one of its variables."""
        return f"{self.path}.{variable}"

    def number(self, variable: str) -> int:
        """Return the number of one of its variables in the flat model."""
        return self.first + self.slots[variable]


def elements(flat: Flat) -> Iterator[Element]:
    """Yield the friction elements of a model whose law is drawn over the acceleration."""
    for one in flat.instances:
        cls, law = one.trace.cls, one.trace.structural.get("law")
        is_one_way = issubclass(cls, OneWayClutch)
        if law != "acceleration" or not (is_one_way or issubclass(cls, StickSlip)):
            continue
        names = ("tau", "tau0_max", "w_relfric", "a_relfric")
        if is_one_way:
            names = ("tau", "tau0_max", "w_rel", "a_rel")
        elif not issubclass(cls, Friction):
            names = ("f", "f0_max", "v_relfric", "a_relfric")
        slots = {own.name: own.slot for own in one.trace.variables}
        table = next((own.name for own in one.trace.tables if own.name in _TABLES), None)
        if table is None or not slots.keys() >= set(names):
            continue  # a mass between stops rests at these, too, whatever its friction is
        if issubclass(cls, FrictionWithTwoLimits):
            continue  # holds more in one direction than in the other
        for k in range(len(one.variable)):
            first = int(one.variable[k])
            path = component_path(flat.root, first, one.trace)
            yield Element(path, *names, table, first, slots, is_one_way)


def with_two_limits(flat: Flat) -> Iterator[tuple[str, bool]]:
    """Yield what holds more in one direction than in the other, and if it slides by other limits.

    Yields
    ------
    str
        Path of an element.
    bool
        Whether other torques than the largest ones at rest resist its sliding.
    """
    for one in flat.instances:
        cls, law = one.trace.cls, one.trace.structural.get("law")
        if law == "acceleration" and issubclass(cls, FrictionWithTwoLimits):
            other = cls.sliding_limits is not FrictionWithTwoLimits.sliding_limits
            yield from ((component_path(flat.root, int(k), one.trace), other) for k in one.variable)
