"""What a compiled model knows about its parts at an operating point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import (
    ELASTIC,
    KINETIC,
    OTHER,
    Conditions,
    StoredEnergies,
    TransmittedPowers,
)
from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.expressions.template import Slots, Template, template_of
from drivetrain.compiler.frontend.flatten import Instances
from drivetrain.compiler.frontend.qualified_names import component_path, variable_name
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.tracing.trace import Trace
from drivetrain.simulation.linearisation.sensitivities import Sensitivities
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.slopes import Rows, Slopes
from drivetrain.simulation.slopes.system_slopes import SystemSlopes

__all__ = ["ModelDetails"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]

_SPEEDS = ("rad/s", "m/s")
_MOTIONS = ("rad", "m")


class ModelDetails:
    """Energies, powers, conditions and sensitivities of the parts of a model at a point.

    Parameters
    ----------
    system : SystemSlopes
        The equations of the model with its inputs.
    own : int
        Number of parameters of the model itself.
    reached : Reached
        The operating point.
    slopes : Slopes
        Derivatives there.
    """

    def __init__(self, system: SystemSlopes, own: int, reached: Reached, slopes: Slopes) -> None:
        self._system, self._own, self._reached, self._slopes = system, own, reached, slopes
        self._t = system.translation

    @cached_property
    def _parts(self) -> _Parts:
        return _Parts(self._t.flat.instances)

    @cached_property
    def _rows(self) -> tuple[Ints, Rows]:
        """Variables of energies and flanges, and their slopes."""
        numbers = np.unique(np.concatenate([*self._parts.variables(), np.empty(0, np.int64)]))
        return numbers, self._slopes.variables(numbers)

    def _places(self, numbers: Ints) -> Ints:
        return np.searchsorted(self._rows[0], numbers)

    def energies(self) -> StoredEnergies:
        """Return the stored energies."""
        numbers, rows = self._rows
        parts: list[str] = []
        terms: list[tuple[Ints, int, Ints, Ints, Floats]] = []
        for store in self._parts.stores:
            first = len(parts)
            parts += self._paths(store.one)
            part = first + np.arange(len(store.one.variable))
            for kind, i, j, slope in store.curvatures(self._reached.values.parameter, self._value):
                terms.append((part, kind, self._places(i), self._places(j), slope))
        return _stored(parts, terms, rows, len(numbers))

    def _value(self, numbers: Ints) -> Floats:
        return self._rows[1].values[self._places(numbers)]

    def _paths(self, one: Instances) -> list[str]:
        root = self._t.flat.root
        paths = (component_path(root, first, one.trace) for first in one.variable.tolist())
        return [path or root.title for path in paths]

    def powers(self) -> TransmittedPowers:
        """Return the powers at flanges."""
        _, rows = self._rows
        parts: list[str] = []
        part, motions, loads, turns = [], [], [], []
        for flanges in self._parts.flanges:
            first = len(parts)
            parts += self._paths(flanges.one)
            for motion, load, is_angle in flanges.slots:
                turns.append(np.full(len(flanges.one.variable), is_angle))
                part.append(first + np.arange(len(flanges.one.variable)))
                motions.append(self._places(flanges.one.variable + motion))
                loads.append(self._places(flanges.one.variable + load))
        none = np.empty(0, dtype=np.int64)
        at = [np.concatenate([none, *found]) for found in (part, motions, loads)]
        turning = np.concatenate([np.empty(0, dtype=bool), *turns])
        slopes = rows.by_states[at[1]], rows.by_states[at[2]]
        return TransmittedPowers(parts, *slopes, at[0], turning)

    def conditions(self) -> Conditions:
        """Return the conditions on which laws depend."""
        raise NotImplementedError

    def indeterminate(self) -> list[str]:
        """Return the variables that depend on how locked elements share a load."""
        reached, t = self._reached, self._t
        at = self._system.at(reached.solver, reached.row, reached.values)
        left_open = at.elimination.open_members
        chain, order = t.aliased.chain, t.aliased.order
        member = np.where(chain >= 0, t.lowered.first[np.maximum(chain, 0)] + order, -1)
        numbers = np.flatnonzero(np.isin(member, left_open))
        return [variable_name(t.flat.root, number) for number in numbers.tolist()]

    # -- sensitivities -------------------------------------------------------------------------

    @cached_property
    def _sensitivities(self) -> Sensitivities:
        return Sensitivities(self._system, self._own, self._reached)

    def parameters(self, patterns: Sequence[str]) -> list[tuple[str, float, str]]:
        """Return names, values and units of the parameters that fit names or patterns."""
        return self._sensitivities.parameters(patterns)

    def eigenvalue_slopes(
        self, left: Numbers, right: Numbers, names: Sequence[str], follows: bool
    ) -> Numbers:
        """Return derivatives of eigenvalues, shape (n_modes, n_parameters)."""
        return self._sensitivities.eigenvalue_slopes(left, right, names, follows)

    def matrix_slope(self, name: str) -> Any:
        """Return the derivative of the state matrix with respect to a parameter."""
        return self._sensitivities.matrix_slope(name)


def _stored(
    parts: list[str], terms: list[tuple[Ints, int, Ints, Ints, Floats]], rows: Rows, n: int
) -> StoredEnergies:
    none = np.empty(0, dtype=np.int64)
    part = np.concatenate([none, *(term[0] for term in terms)])
    kind = np.concatenate([none, *(np.full(len(term[0]), term[1]) for term in terms)])
    first, second = (np.concatenate([none, *(term[k] for term in terms)]) for k in (2, 3))
    slope = np.concatenate([np.empty(0), *(term[4] for term in terms)])
    kept = slope != 0
    return StoredEnergies(
        parts, rows.by_states, part[kept], kind[kept], first[kept], second[kept], slope[kept]
    )


class _Parts:
    """Which variables the energies of parts and the powers at their flanges depend on."""

    def __init__(self, instances: Sequence[Instances]) -> None:
        self.stores = [_Store(one, e) for one in instances if (e := _energy(one.trace)) is not None]
        found = ((one, list(_flange_slots(one.trace))) for one in instances)
        self.flanges = [_Flanges(one, slots) for one, slots in found if slots]

    def variables(self) -> Iterator[Ints]:
        for store in self.stores:
            for slot in store.used:
                yield store.one.variable + slot
        for flanges in self.flanges:
            for motion, load, _ in flanges.slots:
                yield flanges.one.variable + motion
                yield flanges.one.variable + load


class _Flanges(NamedTuple):
    """Slots of motion and load at the flanges of a class, and whether the motion is an angle."""

    one: Instances
    slots: list[tuple[int, int, bool]]


def _energy(trace: Trace) -> Expr | None:
    e = trace.monitors.get("stored_energy")
    return None if e is None or e.op == "const" else e


def _flange_slots(trace: Trace) -> Iterator[tuple[int, int, bool]]:
    """Yield what a flange of a class consists of, unless the class only consists of parts."""
    if trace.connector_links:
        return
    for own in trace.connectors:
        variables = list(type(own.declaration).variables())
        motion = [k for k, v in enumerate(variables) if v.is_potential and v.unit in _MOTIONS]
        loads = [k for k, v in enumerate(variables) if v.is_flow]
        if len(motion) == len(loads) == 1:
            is_angle = variables[motion[0]].unit == "rad"
            yield own.slot + motion[0], own.slot + loads[0], is_angle


class _Store:
    """The stored energy of a class of parts, and its second derivatives."""

    def __init__(self, one: Instances, e: Expr) -> None:
        self.one = one
        self._template, self._slots = _template(e)
        units = {own.slot: own.declaration.unit for own in one.trace.variables}
        self._units = [units[slot] for slot, _ in self._slots.variables]
        self._plain = all(order == 0 for _, order in self._slots.variables)
        self.used = [slot for slot, _ in self._slots.variables] if self._plain else []

    def curvatures(
        self, parameters: Floats, value: Any
    ) -> Iterator[tuple[int, Ints, Ints, Floats]]:
        """Yield kind, two variables and the second derivative, for all instances."""
        env = self._environment(parameters, value)
        for i in range(len(self.used)):
            slope = self._template.sensitivity(i)
            for j in range(len(self.used)):
                curvature = symbolic.partial(slope, j)
                if symbolic.is_constant(curvature, 0):
                    continue
                found = np.asarray(evaluate(curvature, env), dtype=float)
                shape = (len(self.one.variable),)
                first, second = (self.one.variable + self.used[k] for k in (i, j))
                yield self._kind(i, j), first, second, np.broadcast_to(found, shape).copy()

    def _kind(self, i: int, j: int) -> int:
        units = self._units[i], self._units[j]
        if all(unit in _SPEEDS for unit in units):
            return KINETIC
        return ELASTIC if all(unit in _MOTIONS for unit in units) else OTHER

    def _environment(self, parameters: Floats, value: Any) -> Environment:
        one, slots = self.one, self._slots
        return Environment(
            {
                "slot": lambda place: value(one.variable + slots.variables[place][0]),
                "par": lambda place: parameters[one.parameter + slots.parameters[place]],
            },
            relation=lambda node, difference, truth: truth,
        )


def _template(e: Expr) -> tuple[Template, Slots]:
    return template_of(e, symbolic.ZERO, SourceLine("", 0), "stored energy")
