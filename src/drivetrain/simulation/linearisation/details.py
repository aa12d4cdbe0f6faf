"""What a compiled model knows about its parts at an operating point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.linear.model_parts import (
    ELASTIC,
    KINETIC,
    OTHER,
    Conditions,
    StateMatrices,
    StoredEnergies,
    TransmittedPowers,
)
from drivetrain.analysis.modes.solution import eigenmodes_of
from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.expressions.template import Slots, Template, template_of
from drivetrain.compiler.frontend.flatten import Instances
from drivetrain.compiler.frontend.qualified_names import component_path, variable_name
from drivetrain.errors import AnalysisError
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.tracing.trace import Trace
from drivetrain.simulation.linearisation.altered_laws import AlteredAtRow, changes_of
from drivetrain.simulation.linearisation.conditions import conditions_of
from drivetrain.simulation.linearisation.omitted_terms import omitting
from drivetrain.simulation.linearisation.sensitivities import Sensitivities
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.slopes import Rows, Slopes
from drivetrain.simulation.slopes.system_slopes import SystemAtRow, SystemSlopes

__all__ = ["ModelDetails"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]

_SAME_VALUE = 1e-6
"""Relative difference of eigenvalues that are the same."""
_SPEEDS = ("rad/s", "m/s")
_MOTIONS = ("rad", "m")


def _as_they_are(rows: Rows) -> Rows:
    return rows


class ModelDetails:
    """Energies, powers, conditions and sensitivities of the parts of a model at a point.

    Parameters
    ----------
    system : SystemSlopes
        The equations of the model with its inputs.
    own : int
        Number of parameters of the model itself.
    points : sequence of Reached
        The operating point, or the positions over which it is averaged.
    slopes : Slopes
        Derivatives there.
    mixed : callable
        Returns slopes with respect to the inputs of the linear model from those with respect to
        their parameters.
    beside : callable, optional
        Returns the linear model where the states differ by a little.
    lifted : callable, optional
        Returns the linear model at the same point with no term omitted that depends on some
        parameters.
    """

    def __init__(
        self, system: SystemSlopes, own: int, points: Sequence[Reached], slopes: Slopes,
        mixed: Callable[[Rows], Rows] = _as_they_are,
        beside: Callable[[Floats], LinearModel] | None = None,
        lifted: Callable[[Sequence[str]], LinearModel] | None = None,
    ) -> None:  # fmt: skip
        self._system, self._own, self._points, self._slopes = system, own, points, slopes
        self._reached = points[0]
        self._t, self._mixed = system.translation, mixed
        self._beside, self._lifted = beside, lifted

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

    def altered(self, factors: Mapping[str, complex]) -> StateMatrices:
        """Return the matrices of laws with complex factors of parameters.

        Raises
        ------
        NameLookupError
            If the model has no such parameter.
        AnalysisError
            If a law is not linear in a parameter.
        """
        found = [self._state_matrices(at) for at in self._altered(factors)]
        return StateMatrices(*(sum(some) / len(some) for some in zip(*found, strict=True)))

    def _state_matrices(self, at: SystemAtRow) -> StateMatrices:
        rates, outputs = self._mixed(at.rates), self._mixed(at.outputs)
        return StateMatrices(rates.by_states, rates.by_inputs, outputs.by_states, outputs.by_inputs)

    def conditions(self, factors: Mapping[str, complex]) -> Conditions:
        """Return the conditions on which laws depend; see :meth:`altered` for the factors.

        Raises
        ------
        AnalysisError
            If the operating point is a mean: distances to a change vary within it.
        """
        if len(self._points) > 1:
            raise AnalysisError(
                "the operating point is averaged over revolutions, within which the distance to a "
                "change of contacts varies, so that there is no limit: linearise at an instant"
            )
        (at,) = self._altered(factors)
        return conditions_of(self._t, at, self._mixed)

    def _altered(self, factors: Mapping[str, complex]) -> list[SystemAtRow]:
        """Return the slopes of laws with complex factors of parameters, at every position."""
        directions = {name: self._sensitivities[0].direction(name) for name in factors}
        moved = np.zeros(len(self._reached.values.parameter), dtype=bool)
        for direction in directions.values():
            moved |= direction != 0
        if not self._system.equations.are_linear_in(moved):
            raise AnalysisError(
                f"a law of the model is not linear in {', '.join(factors)}, or in several of them "
                "together, so that it has no complex factor: name the stiffnesses themselves"
            )
        changes = changes_of(factors, directions)
        points = [self._system.point(one.solver, one.row, one.values) for one in self._points]
        return [AlteredAtRow(self._system, point, changes) for point in points]

    def beside(self, change: Floats) -> LinearModel:
        """Return the linear model where the states differ by a little.

        Raises
        ------
        AnalysisError
            If there is none.
        """
        if self._beside is None or len(self._points) > 1:
            raise AnalysisError("this point has no neighbours: linearise at an instant")
        return self._beside(change)

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
    def _sensitivities(self) -> list[Sensitivities]:
        return [Sensitivities(self._system, self._own, one) for one in self._points]

    def parameters(self, patterns: Sequence[str]) -> list[tuple[str, float, str]]:
        """Return names, values and units of the parameters that fit names or patterns."""
        return self._sensitivities[0].parameters(patterns)

    def eigenvalue_slopes(
        self, left: Numbers, right: Numbers, names: Sequence[str], follows: bool
    ) -> Numbers:
        """Return derivatives of eigenvalues, shape (n_modes, n_parameters)."""
        if follows and len(self._points) > 1:
            raise AnalysisError(
                "the operating point is averaged over revolutions, so how it follows a parameter "
                "is not known: leave out follows=True, or linearise for several values"
            )
        found = np.zeros((left.shape[1], len(names)), dtype=complex)
        lost = self._omitting(names)
        kept = [name for name in names if name not in lost]
        for one in self._sensitivities if kept else ():
            found[:, [name not in lost for name in names]] += one.eigenvalue_slopes(
                left, right, kept, follows
            ) / len(self._points)
        if lost:
            found[:, [name in lost for name in names]] = self._lost_slopes(
                left, right, lost, follows
            )
        return found

    def _omitting(self, names: Sequence[str]) -> list[str]:
        """Return the parameters on which terms depend that the program omits."""
        if self._lifted is None:
            return []
        return omitting(self._t, self._reached.values.parameter, names)

    def _lost_slopes(
        self, left: Numbers, right: Numbers, names: Sequence[str], follows: bool
    ) -> Numbers:
        """Return derivatives with respect to parameters on which omitted terms depend."""
        assert self._lifted is not None
        other = self._lifted(names)
        modes = eigenmodes_of(other)
        asked = np.einsum("nk,nk->k", left, self._slopes.rates.by_states @ right)
        distance = np.abs(asked[:, None] - modes.eigenvalue)
        places = distance.argmin(axis=1)
        if (distance.min(axis=1) > _SAME_VALUE * np.abs(asked)).any():
            raise AnalysisError(
                f"the model omits terms that depend on {', '.join(names)}, which are zero, and "
                "with them it has other eigenmodes: give small values instead of zero"
            )
        rows = modes.left[:, places], modes.right[:, places]
        return other.details.eigenvalue_slopes(*rows, names, follows)

    def matrix_slope(self, name: str) -> Any:
        """Return the derivative of the state matrix with respect to a parameter."""
        if self._omitting([name]):
            assert self._lifted is not None
            other = self._lifted([name])
            if len(other.states) != len(self._slopes.rates.values):
                raise AnalysisError(
                    f"with {name} other than zero the model has other states, so that its state "
                    "matrix has no derivative there"
                )
            return other.details.matrix_slope(name)
        return sum(one.matrix_slope(name) for one in self._sensitivities) / len(self._points)


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
