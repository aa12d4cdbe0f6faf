"""Contact tables, from which the kernel decides which friction elements lock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.lower import Lowered
from drivetrain.kernel.description.contacts import Contacts
from drivetrain.modeling.tracing.trace import TracedContact

__all__ = ["contact_tables", "stated_contacts"]

Ints = NDArray[np.int64]


class _Contact(NamedTuple):
    """A force law with limits of one element, as indices into the tables of the kernel."""

    relations: tuple[int, int]
    discretes: tuple[int, int, int]
    values: list[int]
    factors: list[float]
    is_massless: bool
    jams: bool


def contact_tables(
    flat: Flat, aliased: Aliased, lowered: Lowered, column: Ints, holds: list[Lock]
) -> Contacts:
    """Return the contacts of a kernel model.

    Parameters
    ----------
    flat, aliased, lowered
        Results of the preceding passes.
    column : int array
        Column of a recorded row that contains each variable; -1: it is zero.
    holds : list of Lock
        Speeds that are zero while elements are locked.
    """
    speeds = {hold.variable: hold.speed for hold in holds}
    made = _Contacts(aliased, lowered, column, speeds)
    found = [made.of(*one) for one in stated_contacts(flat)]
    found = [one for one in found if max(one.relations) >= 0]
    return Contacts(
        rel=[number for one in found for number in one.relations],
        z=[number for one in found for number in one.discretes],
        value=[value for one in found for value in one.values],
        factor=[factor for one in found for factor in one.factors],
        massless=[one.is_massless for one in found],
        jams=[one.jams for one in found],
    )


def stated_contacts(flat: Flat) -> Iterator[tuple[TracedContact, int, int]]:
    """Yield the contacts of all instances, and where their variables and parameters begin."""
    for one in flat.instances:
        for contact in one.trace.contacts:
            for start, parameter in zip(one.variable.tolist(), one.parameter.tolist(), strict=True):
                yield contact, start, parameter


class _Contacts:
    """Maps the variables of contacts to values of the kernel."""

    def __init__(
        self, aliased: Aliased, lowered: Lowered, column: Ints, speeds: dict[int, int]
    ) -> None:
        self._aliased, self._lowered = aliased, lowered
        self._column, self._speeds = column, speeds

    def of(self, traced: TracedContact, start: int, parameter: int) -> _Contact:
        """Return a contact of the instance whose variables and parameters begin there."""
        quantities = [
            (slot - parameter, factor) if slot < -1 else self._quantity(start, slot, factor)
            for slot, factor in traced.quantities
        ]
        return _Contact(
            (self._relation(start, traced.forward), self._relation(start, traced.backward)),
            (
                self._discrete(start, traced.free),
                self._discrete(start, traced.trial),
                self._discrete(start, traced.given),
            ),
            [value for value, _ in quantities],
            [factor for _, factor in quantities],
            traced.is_massless,
            traced.jams,
        )

    def _quantity(self, start: int, slot: int, factor: float) -> tuple[int, float]:
        """Return the value index and the sign of a variable, or -1 and a constant."""
        if slot < 0:
            return -1, factor
        variable = start + slot
        value = self._speeds.get(variable, int(self._column[variable]) - FIRST_VALUE)
        return (value, float(self._aliased.sign[variable]) * factor) if value >= 0 else (-1, 0.0)

    def _relation(self, start: int, slot: int) -> int:
        """Return the relation that a Boolean variable equals; -1 if it is not one."""
        number = self._discrete(start, slot)
        if number < 0:
            return -1
        program, node = self._lowered.program, self._lowered.discrete[number]
        return int(program.values[node]) if program.ops[node] == "rel" else -1

    def _discrete(self, start: int, slot: int) -> int:
        return int(self._aliased.discrete[start + slot]) if slot >= 0 else -1
