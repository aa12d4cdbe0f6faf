"""Carry a row of a run over to another translation of the same model.

Variants of a model (with inputs, or without loops) have its variables under the same numbers, and
its relations in an order of their own. So the operating point is always one of the model itself,
found by the run that a user knows, with events at the same bits of time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError

__all__ = ["Transfer"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Transfer:
    """Carries rows over from one translation to another.

    Parameters
    ----------
    source, target : Translation
        The translation that made the rows; the one that is to read them.
    like : mapping of int to int
        Additional variables of the target → variables of the source with the same value.
    """

    def __init__(self, source: Translation, target: Translation, like: Mapping[int, int]) -> None:
        self._source, self._target = source, target
        known = np.arange(target.flat.n_variables)
        known[source.flat.n_variables :] = -1
        for new, old in like.items():
            known[new] = old
        self._variable = known

    @cached_property
    def states(self) -> tuple[Ints, Floats]:
        """Chain members of the source that are the states of the target, and their signs."""
        s, t = self._source, self._target
        chain = np.searchsorted(t.lowered.first, t.lowered.states, side="right") - 1
        order = t.lowered.states - t.lowered.first[chain]
        variable = self._variable[t.aliased.representative[chain]]
        base, raised = s.aliased.chain[variable], s.aliased.order[variable] + order
        if (variable < 0).any() or (base < 0).any() or (raised > s.reduced.d[base]).any():
            raise AnalysisError(
                f"{t.flat.root.title}: with these inputs the model has other states, so that its "
                "operating point cannot be carried over; choose other inputs"
            )
        return s.lowered.first[base] + raised, s.aliased.sign[variable].astype(float)

    @cached_property
    def _discrete(self) -> tuple[Ints, Floats]:
        """Discrete number of the source for each of the target, and the sign."""
        variable = self._variable[self._target.aliased.discrete_representative]
        sign = self._source.aliased.sign[variable].astype(float)
        return self._source.aliased.discrete[variable], sign

    @cached_property
    def _relations(self) -> Ints:
        """Number of the relation of the source for each of the target."""
        same = np.arange(self._source.flat.n_variables)
        known = {key: k for k, key in enumerate(_keys(self._source, self._source, same))}
        wanted = _keys(self._target, self._source, self._variable)
        found = np.array([known.get(key, -1) for key in wanted], dtype=np.int64)
        if (found < 0).any():
            raise AnalysisError(
                f"{self._target.flat.root.title}: with these inputs a condition of the model is "
                "another one, so that its contacts cannot be carried over; choose other inputs"
            )
        return found

    def row(self, row: Floats, members: Floats) -> Floats:
        """Return a row for the target.

        Parameters
        ----------
        row : float array
            Row of the source, with relations.
        members : float array
            Values of all chain members of the source there.
        """
        source, (place, sign), (number, turned) = self._source, self.states, self._discrete
        known = source.kernel.known_length
        first = FIRST_VALUE + len(source.lowered.states) + len(source.lowered.quadrature_rates)
        rates = np.zeros(len(self._target.lowered.quadrature_rates))
        parts = [row[:FIRST_VALUE], sign * members[place], rates]
        parts += [turned * row[first:known][number]] if len(number) else []
        parts += [row[known:][self._relations]] if len(self._relations) else []
        return np.concatenate(parts)


def _keys(t: Translation, source: Translation, variable: Ints) -> list[Any]:
    """Return what each relation compares, in terms of variables of the source."""
    program, described = t.program, _Descriptions(t, source, variable)
    found: list[Any] = [("value", described.of(r.crossing), r.strict) for r in program.relations]
    found += [("time", described.of(r.instant)) for r in program.time_relations]
    return found


class _Descriptions:
    """Describes nodes of a program by the variables and parameters that they read."""

    def __init__(self, t: Translation, source: Translation, variable: Ints) -> None:
        self._t, self._source, self._variable = t, source, variable
        self._known: dict[int, Any] = {}

    def of(self, number: int) -> Any:
        """Return the description of a node."""
        program, stack = self._t.program, [number]
        while stack:
            node = stack[-1]
            missing = [arg for arg in program.args[node] if arg not in self._known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in self._known:
                self._known[node] = self._description(node)
        return self._known[number]

    def _description(self, node: int) -> Any:
        program = self._t.program
        op, value = program.ops[node], program.values[node]
        if op == "x":
            return self._member(int(self._t.lowered.states[value]))
        if op == "member":
            return self._member(int(value))
        if op in ("z", "pre"):
            variable = int(self._t.aliased.discrete_representative[value])
            return op, int(self._source.aliased.discrete[self._variable[variable]])
        return op, value, *(self._known[arg] for arg in program.args[node])

    def _member(self, member: int) -> Any:
        first = self._t.lowered.first
        chain = int(np.searchsorted(first, member, side="right")) - 1
        order = member - int(first[chain])
        variable = int(self._variable[self._t.aliased.representative[chain]])
        aliased = self._source.aliased
        raised = int(aliased.order[variable]) + order
        return "member", int(aliased.chain[variable]), raised, int(aliased.sign[variable])
