"""Find given parameters without an effect: what follows from them is given a value as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.values import Sources
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.tracing.trace import OwnParameter, Trace

__all__ = ["IdleParameters", "parameter_slot"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class IdleParameters:
    """What parameters of a model are read by, apart from other parameters.

    Parameters
    ----------
    flat : Flat
        The model.
    sources : Sources
        Expressions by which its values follow from parameters.
    """

    def __init__(self, flat: Flat, sources: Sources) -> None:
        self._sources = sources
        self._is_read = np.zeros(flat.n_parameters, dtype=bool)
        for one in flat.instances:
            self._mark(one, _read_by_statements(one.trace))
        for one, expression in sources.others:
            self._mark(one, _slots(one.trace, expression))

    def among(self, given: Sequence[int]) -> dict[int, list[int]]:
        """Return the given parameters without an effect, and those given in their place.

        Parameters
        ----------
        given : sequence of int
            Numbers of parameters.
        """
        found = {}
        for number in given:
            reached, replaced = self._follow(number, given)
            if replaced and not self._is_read[reached].any():
                found[number] = replaced
        return found

    def _follow(self, number: int, given: Sequence[int]) -> tuple[Bools, list[int]]:
        """Return what follows from a parameter, and what would if it were not given."""
        reached = np.zeros(len(self._is_read), dtype=bool)
        reached[number] = True
        replaced: list[int] = []
        for source in self._sources.parameters:
            slots = sorted(_slots(source.one.trace, source.expression))
            reads = source.one.parameter[:, None] + np.array(slots, dtype=np.int64)
            rows = reached[reads].any(axis=1)
            target = source.target[rows][source.free[rows]]
            is_given = np.isin(target, given)
            reached[target[~is_given]] = True
            replaced += target[is_given].tolist()
        return reached, replaced

    def _mark(self, one: Instances, slots: Iterable[int]) -> None:
        self._is_read[one.parameter[:, None] + np.array(sorted(slots), dtype=np.int64)] = True


def parameter_slot(trace: Trace, leaf: Expr) -> int | None:
    """Return the slot of the parameter that a leaf stands for; None if it is something else."""
    if leaf.op == "par":
        return int(leaf.value)
    member = trace.members.get(leaf.value.name) if leaf.op == "decl" else None
    return member.slot if isinstance(member, OwnParameter) else None


def _read_by_statements(trace: Trace) -> set[int]:
    found: set[int] = set()
    for expression in _expressions(trace):
        found |= _slots(trace, expression)
    for contact in trace.contacts:
        found |= {-2 - place for place, _ in contact.quantities if place < -1}
    return found


def _expressions(trace: Trace) -> Iterator[Expr]:
    """Yield all expressions of a class but those that give values to parameters."""
    statements = (
        *trace.equations, *trace.initial_equations, *trace.reinits, *trace.assertions,
        *trace.impacts,
    )  # fmt: skip
    for statement in statements:
        yield from (value for value in vars(statement).values() if isinstance(value, Expr))
    yield from trace.monitors.values()


def _slots(trace: Trace, expression: Expr) -> set[int]:
    return {slot for node in walk(expression) if (slot := parameter_slot(trace, node)) is not None}
