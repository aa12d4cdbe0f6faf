"""Names and units of chain members, as states of linear models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.signals import Signals
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.report import member_name
from drivetrain.compiler.translation import Translation
from drivetrain.modeling.tracing.slots import OwnVariable
from drivetrain.simulation.results.row_layout import DeclaredTexts

__all__ = ["signals_of_members"]

Ints = NDArray[np.int64]

_NONE = np.iinfo(np.int64).max


def signals_of_members(t: Translation, members: Ints) -> Signals:
    """Return names and units of chain members; names are made on demand.

    Parameters
    ----------
    t : Translation
        The compiled model.
    members : int array
        The chain members.
    """
    variable, units, which = _best_variables(t)
    chosen = variable[members]
    code = np.where(chosen < _NONE, which[np.where(chosen < _NONE, chosen, 0)], 0)
    return Signals(
        "state", _MemberNames(t, members, chosen), DeclaredTexts(units, code.astype(np.int32))
    )


def _best_variables(t: Translation) -> tuple[Ints, list[str], Ints]:
    """Return the variable that names each member best, and the units of all variables."""
    n = t.flat.n_variables
    rank = np.full(n, _NONE, dtype=np.int64)
    which = np.zeros(n, dtype=np.int64)
    units = ["1"]
    for one in t.flat.instances:
        for own in one.trace.variables:
            numbers = one.variable + own.slot
            rank[numbers] = _rank(own)
            which[numbers] = len(units)
            units.append(own.declaration.unit)
    named = np.flatnonzero(t.aliased.chain >= 0)
    member = t.lowered.first[t.aliased.chain[named]] + t.aliased.order[named]
    order = np.lexsort((named, rank[named], member))
    found = np.full(t.reduced.n_members, _NONE, dtype=np.int64)
    found[member[order][::-1]] = named[order][::-1]
    return found, units, which


def _rank(own: OwnVariable) -> int:
    """Return how well a variable names a state: declared states first, then short names."""
    depth = own.name.count(".")
    select = own.declaration.state_select
    state = not isinstance(select, str) or select != "default"
    return 10**6 * own.hidden + 1000 * depth - 500 * state + len(own.name)


class _MemberNames(Sequence[str]):
    """Names of chain members."""

    def __init__(self, t: Translation, members: Ints, variable: Ints) -> None:
        self._t, self._members, self._variable = t, members, variable

    def __len__(self) -> int:
        return len(self._members)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        variable = int(self._variable[place])
        if variable < _NONE:
            return variable_name(self._t.flat.root, variable)
        return member_name(self._t, int(self._members[place]))

    def __iter__(self) -> Iterator[str]:
        return (self[k] for k in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)
