"""Equations of a model as written, prepared for checking rows of a run.

Every equation of every component, every flow balance and every lock is included; nothing is taken
from the compiled program except the columns of the variables in the rows. If a class has very many
components, a sample of them is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import component_path, variable_name
from drivetrain.compiler.lower.statements import IMPACT_LOSS, IMPULSE, SPEED_CHANGE
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.verification import Equation, Verification
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, walk
from drivetrain.modeling.tracing.slots import Trace
from drivetrain.modeling.tracing.trace import TracedEquation
from drivetrain.simulation.verification.equation_code import (
    ClassCode,
    Leaf,
    code_of,
    code_of_equation,
    code_of_sum,
)

__all__ = ["LARGEST_GAP", "Place", "WrittenEquations"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

LARGEST_GAP: Final = 1e-6
"""Difference of the sides of an equation, relative to its terms, that counts as rounding: ten
times the value found with the largest ratios and the stiffest springs of random models."""

_MOST_INSTANCES = 256
"""Instances of one class that are checked; if there are more, they are sampled evenly."""

_ZERO, _UNKNOWN = -1, -2
"""In place of a column: a variable that is always zero, and one that is not recorded."""

_AT_REST = "what is locked is at rest"


def _takes_blows(one: Instances) -> bool:
    """Tell whether impulses in parts of a class may take energy that is not accounted for."""
    return any(hold.blow is not None and hold.blow.load < 0 for hold in one.trace.holds)


class Place(NamedTuple):
    """Position of an equation.

    Attributes
    ----------
    component : str
        Path; empty for the model itself.
    equation : str
        As written, or the condition imposed by a connection.
    """

    component: str
    equation: str


_Named: TypeAlias = tuple[ClassCode, TracedEquation | str]
"""An equation and its name, as written or in words."""


class _Label(NamedTuple):
    """Name of an equation of the kernel: its instances, and its text."""

    instances: Instances | None
    chosen: Ints
    text: TracedEquation | str


class WrittenEquations:
    """The equations of a model, for checking rows of its runs.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """

    def __init__(self, translation: Translation) -> None:
        self._t = translation
        self._labels: list[_Label] = []
        self._equations: list[Equation] = []
        for label, equation in self._all():
            self._labels.append(label)
            self._equations.append(equation)
        first = 2 + len(translation.lowered.states)
        columns: dict[str, list[int]] = {"supplied_power": [], "dissipated_power": []}
        columns[IMPACT_LOSS] = columns["dissipated_power"]
        columns[IMPULSE] = columns[SPEED_CHANGE] = []
        for k, (key, _, _) in enumerate(translation.lowered.quadratures):
            columns[key].append(first + k)
        self.verification = Verification(
            self._equations,
            list(self._stored()),
            np.array(columns["supplied_power"], dtype=np.int32),
            np.array(columns["dissipated_power"], dtype=np.int32),
            any(one.trace.reinits or _takes_blows(one) for one in translation.flat.instances),
            LARGEST_GAP,
        )

    @cached_property
    def own_classes(self) -> tuple[str, ...]:
        """Names of the user's own classes with equations that involve flanges."""
        return tuple(dict.fromkeys(trace.title for trace in self._own_traces()))

    @cached_property
    def unaudited(self) -> tuple[str, ...]:
        """Names of those that define no energy, so that their balance is unknown."""
        silent = (trace for trace in self._own_traces() if not trace.monitors)
        return tuple(dict.fromkeys(trace.title for trace in silent))

    def _own_traces(self) -> Iterator[Trace]:
        for one in self._t.flat.instances:
            if not one.trace.cls.__module__.startswith("drivetrain.") and self._has_power(one):
                yield one.trace

    def _has_power(self, one: Instances) -> bool:
        """Tell whether equations of a class read or set variables of connectors with a flow."""
        if not len(one.variable):  # an array without parts
            return False
        leaves = (e for eq in one.trace.equations for side in (eq.lhs, eq.rhs) for e in walk(side))
        slots = [e.value[0] for e in leaves if e.op == "var"]
        numbers = int(one.variable[0]) + np.array(slots, dtype=np.int64)
        return bool(np.isin(numbers, self._connected).any())

    @cached_property
    def _connected(self) -> Ints:
        """Variables of all connectors that have a flow and so transmit power."""
        found = [np.empty(0, dtype=np.int64)]
        for one in self._t.flat.instances:
            for own in one.trace.connectors:
                variables = type(own.declaration).variables()
                if any(variable.is_flow for variable in variables):
                    found += [one.variable + own.slot + k for k in range(len(variables))]
        return np.concatenate(found)

    def place(self, equation: int, instance: int) -> Place:
        """Return the position of an equation of the kernel.

        Parameters
        ----------
        equation, instance : int
            Its index, and the index of the instance.
        """
        label = self._labels[equation]
        if label.instances is None:
            return Place("", self._balance(int(label.chosen[instance])))
        first = int(label.instances.variable[label.chosen[instance]])
        path = component_path(self._t.flat.root, first, label.instances.trace)
        return Place(path, str(label.text))

    def _balance(self, code: int) -> str:
        """Return the text of a flow balance; codes are numbered across sets of all sizes."""
        flat = self._t.flat
        for sums in flat.flow_sums:
            if code < len(sums.variable):
                terms = zip(sums.variable[code].tolist(), sums.sign[code].tolist(), strict=True)
                signed = (
                    f"{'-' if sign < 0 else '+'} {variable_name(flat.root, number)}"
                    for number, sign in terms
                )
                return f"{' '.join(signed).lstrip('+ ')} == 0"
            code -= len(sums.variable)
        raise IndexError(code)

    # -- equations --------------------------------------------------------------------------------

    def _all(self) -> Iterator[tuple[_Label, Equation]]:
        flat = self._t.flat
        for one in flat.instances:
            found: list[tuple[ClassCode | None, TracedEquation | str]] = []
            found += [(code_of_equation(e), e) for e in _of_the_model(one.trace)]
            found += [(_lock_code(h.speed, h.condition), _AT_REST) for h in one.trace.holds]
            codes = [(code, name) for code, name in found if code is not None]
            yield from self._of_instances(one, codes)
        yield from self._balances(flat)

    def _of_instances(
        self, one: Instances, codes: list[_Named], every: bool = False
    ) -> Iterator[tuple[_Label, Equation]]:
        """Yield equations of a class, with the indices for the places of each of its instances."""
        chosen = np.arange(len(one.variable))
        if len(chosen) > _MOST_INSTANCES and not every:
            chosen = np.linspace(0, len(chosen) - 1, _MOST_INSTANCES).astype(np.int64)
        leaves = list(dict.fromkeys(leaf for code, _ in codes for leaf in code.leaves))
        number = {leaf: k for k, leaf in enumerate(leaves)}
        filled = self._filled(one, chosen, leaves)
        for code, text in codes:
            place = filled[:, np.array([number[leaf] for leaf in code.leaves], dtype=np.int64)]
            known = (place != _UNKNOWN).all(axis=1)
            if known.any():
                yield _Label(one, chosen[known], text), Equation(code.code, _packed(place[known]))

    def _filled(self, one: Instances, chosen: Ints, leaves: list[Leaf]) -> Ints:
        """Return the indices for leaves in the selected instances, shape (instances, leaves)."""
        found = np.empty((len(chosen), len(leaves)), dtype=np.int64)
        first = {"parameter": one.parameter, "table": one.table, "variable": one.variable}
        for kind, starts in first.items():
            at = [k for k, leaf in enumerate(leaves) if leaf.kind == kind]
            slots = np.array([leaves[k].slot for k in at], dtype=np.int64)
            found[:, at] = starts[chosen, None] + slots
        at = [k for k, leaf in enumerate(leaves) if leaf.kind == "variable"]
        order = np.array([leaves[k].order for k in at], dtype=np.int64)
        found[:, at] = self._columns(found[:, at], order)
        return found

    def _columns(self, number: Ints, order: Ints) -> Ints:
        """Return the columns of variables, or of their derivatives, in the code of the kernel."""
        t, sign = self._t, self._t.aliased.sign[number]
        plain = _coded(t.column[number], sign)
        if not order.any():
            return plain
        chain = t.aliased.chain[number]
        member = t.reduced.first[np.maximum(chain, 0)] + t.aliased.order[number] + order
        exists = (chain >= 0) & (member < t.reduced.first[np.maximum(chain, 0) + 1])
        column = t.member_column[np.where(exists, member, 0)]
        rate = np.where(exists & (column >= 0), _coded(column, sign), _UNKNOWN)
        return np.where(order == 0, plain, np.where(chain < 0, _ZERO, rate))

    def _balances(self, flat: Flat) -> Iterator[tuple[_Label, Equation]]:
        """Yield the flow balances of connections; those of two flows make them one variable."""
        first = 0
        for sums in flat.flow_sums:
            count, size = sums.variable.shape
            code = code_of_sum(range(size))
            chosen = np.arange(count)
            if count > _MOST_INSTANCES:
                chosen = np.linspace(0, count - 1, _MOST_INSTANCES).astype(np.int64)
            number = sums.variable[chosen]
            sign = self._t.aliased.sign[number] * sums.sign[chosen]
            place = _coded(self._t.column[number], sign)
            yield _Label(None, first + chosen, ""), Equation(code.code, _packed(place))
            first += count

    # -- energy -----------------------------------------------------------------------------------

    def _stored(self) -> Iterator[Equation]:
        for one in self._t.flat.instances:
            energy = one.trace.monitors.get("stored_energy")
            code = None if energy is None else code_of(energy)
            if code is not None:
                for _, equation in self._of_instances(one, [(code, "")], every=True):
                    yield equation


def _of_the_model(trace: Trace) -> Iterator[TracedEquation]:
    """Yield the equations except those that only provide a number for the kernel.

    Such a number, e.g. a slip of 1e10 rad/s that counts as zero, is no suitable scale for other
    terms.
    """
    named = {v.slot for v in trace.variables if v.hidden and v.declaration.kind == REAL}
    for e in trace.equations:
        if not (e.lhs.op == "var" and e.lhs.value[0] in named):
            yield e


@cache
def _lock_code(speed: int, condition: int) -> ClassCode | None:
    """Return the operations of ``where(locked, speed, 0) == 0``."""
    zero = Expr("const", (), 0.0, REAL)
    locked = Expr("var", (), (condition, 0), BOOLEAN)
    return code_of(Expr("where", (locked, Expr("var", (), (speed, 0), REAL), zero), None), zero)


def _packed(place: Ints) -> NDArray[np.int32]:
    return np.ascontiguousarray(place, dtype=np.int32)


def _coded(column: Ints, sign: NDArray[np.int8]) -> Ints:
    """Return columns and signs as one number each; -1 for a variable that is always zero."""
    return np.where(column < 0, _ZERO, 2 * column + (sign < 0))
