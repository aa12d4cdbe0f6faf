"""Recompute only what depends on changed parameters.

Evaluating all values of a model takes longer than many runs of it. Most runs differ in a few
parameters on which little depends: only that is evaluated and checked, for many runs at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.forward import derivative
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.idle_parameters import IdleParameters, parameter_slot
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import (
    Source,
    Sources,
    Values,
    evaluate_values,
    find_sources,
    is_moderate,
    parameter_declaration,
)
from drivetrain.errors import AnalysisError
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling.argument_values import checked_value, dimensions
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.members import Parameter
from drivetrain.modeling.tracing.trace import OwnParameter, OwnTable, Trace

__all__ = ["Consequences", "ParameterUpdates"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_TABLES = frozenset(("table", "lookup", "matches"))
_MOST_KNOWN = 100
_LEAST_GIVEN = 2


class ParameterUpdates:
    """The dependencies of values on the parameters of a model.

    Parameters
    ----------
    flat : Flat
        The model.
    values : Values
        Its own values.
    """

    def __init__(self, flat: Flat, values: Values) -> None:
        self._flat = flat
        self._own = values
        self._known: dict[tuple[str, ...], Consequences | None] = {}
        self._idle: dict[tuple[str, ...], dict[str, list[str]]] = {}

    @cached_property
    def _sources(self) -> Sources:
        return find_sources(self._flat)

    @cached_property
    def _readers(self) -> IdleParameters:
        return IdleParameters(self._flat, self._sources)

    def idle(self, names: tuple[str, ...]) -> dict[str, list[str]]:
        """Return given parameters without an effect, and those given in their place.

        Parameters
        ----------
        names : tuple of str
            Dotted names that are given values.
        """
        known = self._idle
        if names not in known:
            if len(known) >= _MOST_KNOWN:
                known = self._idle = {}
            known[names] = self._find_idle(names)
        return known[names]

    def _find_idle(self, names: tuple[str, ...]) -> dict[str, list[str]]:
        numbers = {find_parameter(self._flat.root, name): name for name in names}
        numbers.pop(None, None)
        if len(numbers) < _LEAST_GIVEN:
            return {}
        idle = self._readers.among([number for number in numbers if number is not None])
        return {numbers[one]: [numbers[k] for k in others] for one, others in idle.items()}

    def values(self, overrides: Mapping[str, Any]) -> Values:
        """Return the same as :func:`evaluate_values`, which is called to report errors.

        Parameters
        ----------
        overrides : mapping
            Values by dotted names.
        """
        follow = self.of(tuple(overrides))
        if follow and not any(map(dimensions, overrides.values())):
            parameters, fit = follow.parameters(follow.checked(overrides))
            if fit:
                return replace(self._own, parameter=parameters)
        return evaluate_values(self._flat, overrides)

    def of(self, names: tuple[str, ...]) -> Consequences | None:
        """Return the values that depend on some parameters.

        Parameters
        ----------
        names : tuple of str
            Dotted names.

        Returns
        -------
        Consequences or None
            None if these are not only parameters, or if start values, nominal values, tables or the
            arguments of table look-ups depend on them.
        """
        known = self._known
        if names not in known:
            if len(known) >= _MOST_KNOWN:
                known = self._known = {}  # others may be reading the former
            known[names] = self._find(names)
        return known[names]

    def slopes(self, number: int, parameters: Floats) -> dict[int, float]:
        """Return how all parameters change with one of them: number → derivative.

        Parameters
        ----------
        number : int
            The parameter.
        parameters : float array
            Values of all parameters.

        Raises
        ------
        AnalysisError
            If a table is looked up at a value that changes with it.
        """
        if not self._sources.parameters:
            return {number: 1.0}
        changes = np.zeros(self._flat.n_parameters)
        changes[number] = 1.0
        for source in self._sources.parameters:
            rows = _rows_reading(source.one, source.expression, changes != 0)
            if len(rows):
                step = _Step.of(source, rows, np.array([number]), self._own)
                step.differentiate(parameters, changes)
        found = np.flatnonzero(changes)
        return dict(zip(found.tolist(), changes[found].tolist(), strict=True))

    def overridden(
        self, names: Sequence[str], read: Bools
    ) -> Iterator[tuple[str, list[str], bool]]:
        """Yield given parameters on which other given ones would depend, were they not given.

        Parameters
        ----------
        names : sequence of str
            Dotted names of what is given; start values are not looked at.
        read : bool array
            Which parameters equations read.

        Yields
        ------
        name : str
            The parameter.
        cut : list of str
            Given parameters whose bindings to it, directly or through others, have no effect.
        acts : bool
            Whether it has an effect all the same.
        """
        numbers = {find_parameter(self._flat.root, name): name for name in names}
        given = [number for number in numbers if number is not None]
        for number in given if len(given) > 1 else ():
            affected, cut = self._reach(number, given)
            if cut:
                others = self._sources.others
                starts = any(len(_rows_reading(one, e, affected)) for one, e in others)
                acts = starts or bool((affected & read).any())
                yield numbers[number], [numbers[k] for k in cut], acts

    def _reach(self, number: int, given: Sequence[int]) -> tuple[Bools, list[int]]:
        """Return what follows from a parameter, and which given ones would."""
        affected = np.zeros(self._flat.n_parameters, dtype=bool)
        affected[number] = True
        cut: list[int] = []
        fixed = np.array([k for k in given if k != number], dtype=np.int64)
        for source in self._sources.parameters:
            rows = _rows_reading(source.one, source.expression, affected)
            targets = source.target[rows][source.free[rows]]
            held = np.isin(targets, fixed)
            cut += [k for k in targets[held].tolist() if k not in cut]
            affected[targets[~held]] = True
        return affected, cut

    def _find(self, names: tuple[str, ...]) -> Consequences | None:
        found = [find_parameter(self._flat.root, name) for name in names]
        numbers = np.array([number for number in found if number is not None], dtype=np.int64)
        declarations = [parameter_declaration(self._flat, n) for n in numbers.tolist()]
        if len(numbers) < len(names) or any(one.final for one in declarations):
            return None
        declared = dict(zip(names, declarations, strict=True))
        affected = np.zeros(self._flat.n_parameters, dtype=bool)
        affected[numbers] = True
        steps = []
        for source in self._sources.parameters:
            rows = _rows_reading(source.one, source.expression, affected)
            if not len(rows):
                continue
            if not all(
                _is_constant(node) for node in walk(source.expression) if node.op in _TABLES
            ):
                return None
            step = _Step.of(source, rows, numbers, self._own)
            affected[step.target] = True
            steps.append(step)
        if any(len(_rows_reading(one, e, affected)) for one, e in self._sources.others):
            return None
        bounds = list(_bounds(self._flat, affected))
        return Consequences(self._own.parameter, numbers, declared, steps, bounds, affected)


class Consequences:
    """The values that depend on some parameters.

    Parameters
    ----------
    own : float array
        All parameters of the model.
    numbers : int array
        Parameters that are changed.
    declared : dict of Parameter
        Their names and declarations.
    steps : list
        Expressions to be evaluated in order.
    bounds : list
        Conditions to be checked afterwards.
    affected : bool array
        Which parameters may change.
    """

    def __init__(
        self,
        own: Floats,
        numbers: Ints,
        declared: dict[str, Parameter],
        steps: list[_Step],
        bounds: list[_Bound],
        affected: Bools,
    ) -> None:
        self._own, self._numbers, self._declared = own, numbers, declared
        self._steps, self._bounds = steps, bounds
        self._affected = np.flatnonzero(affected)

    def checked(self, given: Mapping[str, Any]) -> Floats:
        """Return given parameter values as numbers.

        Parameters
        ----------
        given : mapping
            By name one value, or one per run.

        Returns
        -------
        float array, shape (n_given,) or (n_runs, n_given)

        Raises
        ------
        ParameterError, UnitError
            If a value has the wrong type, or a unit of another kind.
        """
        values = [
            checked_value(given[name], name, one.unit, one.kind)
            for name, one in self._declared.items()
        ]
        return np.array(values, dtype=float).T

    @property
    def numbers(self) -> Ints:
        """Numbers of the changed parameters, in the order of their names."""
        return self._numbers

    @property
    def alone(self) -> bool:
        """Whether no other value follows from them."""
        return not self._steps

    def slopes(self, number: int, parameters: Floats) -> Floats:
        """Return how all parameters change with one of these, the others of which stay.

        Parameters
        ----------
        number : int
            The parameter.
        parameters : float array, shape (n_parameters,)
            Values of all parameters.
        """
        changes = np.zeros(len(parameters))
        changes[number] = 1.0
        with np.errstate(all="ignore"):  # the caller sees what is undefined
            for step in self._steps:
                step.differentiate(parameters, changes)
        return changes

    def change(self, parameters: Floats, given: Floats) -> bool:
        """Change these parameters alone in place; return False, without a change, if out of bounds.

        Parameters
        ----------
        parameters : float array
            All parameters of a run.
        given : float array
            Values of those that change.
        """
        before = parameters[self._numbers]
        parameters[self._numbers] = given
        fit = is_moderate(given).all() and all(bound.holds(parameters) for bound in self._bounds)
        if not fit:
            parameters[self._numbers] = before
        return bool(fit)

    def parameters(self, given: Floats) -> tuple[Floats, Bools]:
        """Return all parameters of one or several runs.

        Parameters
        ----------
        given : float array, shape (n_given,) or (n_runs, n_given)
            Values of the changed parameters.

        Returns
        -------
        parameters : float array, shape (n_parameters,) or (n_runs, n_parameters)
        fit : bool array, shape () or (n_runs,)
            Whether they are within their bounds.
        """
        parameters = np.empty((*given.shape[:-1], len(self._own)))
        parameters[:] = self._own
        parameters[..., self._numbers] = given
        with np.errstate(all="ignore"):  # every value is checked
            for step in self._steps:
                step.take(parameters)
            fit = is_moderate(parameters[..., self._affected]).all(axis=-1)
            for bound in self._bounds:
                fit = fit & bound.holds(parameters)
        return parameters, np.asarray(fit)


class _Step(NamedTuple):
    """An expression that is evaluated in some instances, and the parameters that it determines."""

    first: Ints
    trace: Trace
    expression: Expr
    target: Ints
    origin: Ints
    """Instance of each target."""
    look_up: Callable[[int, float], Floats]
    """Values of tables, by slot, in all of the instances."""

    @staticmethod
    def of(source: Source, rows: Ints, given: Ints, own: Values) -> _Step:
        """Return the part of a source that must be evaluated."""
        target, one = source.target[rows], source.one
        origin, slot = np.nonzero(source.free[rows] & ~np.isin(target, given))
        return _Step(
            one.parameter[rows],
            one.trace,
            source.expression,
            target[origin, slot],
            origin,
            _looked_up(own, one.table[rows]),
        )

    def take(self, parameters: Floats) -> None:
        """Set the dependent parameters."""
        value = _evaluated(self.expression, self.trace, self.first, parameters, self.look_up)
        parameters[..., self.target] = value[..., self.origin]

    def differentiate(self, parameters: Floats, changes: Floats) -> None:
        """Set the changes of the dependent parameters from those of all others."""
        for node in walk(self.expression):
            if node.op in _TABLES and not _is_constant(node):
                raise AnalysisError(
                    f"'{self.expression}' looks up a table at a value that changes with this "
                    "parameter: its derivative is not available"
                )

        def of_leaf(leaf: Expr) -> Any:
            slot = parameter_slot(self.trace, leaf)
            return 0.0 if slot is None else changes[self.first + slot]

        env = _environment(self.trace, self.first, parameters, self.look_up)
        value = derivative(self.expression, env, of_leaf)
        value = np.broadcast_to(np.asarray(value, dtype=float), (len(self.first),))
        changes[self.target] = value[self.origin]


class _Bound(NamedTuple):
    """Bounds of a parameter in some instances."""

    first: Ints
    own: OwnParameter
    trace: Trace

    def holds(self, parameters: Floats) -> Bools:
        """Return whether it is satisfied."""
        declaration = self.own.declaration
        value = parameters[..., self.first + self.own.slot]
        good = (value != 0) | (not declaration.nonzero)
        for bound, compare in (
            (declaration.minimum, np.greater_equal),
            (declaration.maximum, np.less_equal),
        ):
            if bound is not None:
                limit = bound
                if isinstance(bound, Expr):
                    limit = _evaluated(bound, self.trace, self.first, parameters)
                good = good & compare(value, limit)
        return np.asarray(good.all(axis=-1))


def _bounds(flat: Flat, affected: Bools) -> Iterator[_Bound]:
    """Yield the bounds of affected parameters, and bounds that are affected themselves."""
    for one in flat.instances:
        for own in one.trace.parameters:
            declaration = own.declaration
            limits = [m for m in (declaration.minimum, declaration.maximum) if m is not None]
            if not (limits or declaration.nonzero):
                continue
            concerned = affected[one.parameter + own.slot]
            for limit in limits:
                if isinstance(limit, Expr):
                    concerned[_rows_reading(one, limit, affected)] = True
            if concerned.any():
                yield _Bound(one.parameter[concerned], own, one.trace)


def _rows_reading(one: Instances, e: Expr, affected: Bools) -> Ints:
    """Return the instances in which an expression reads affected parameters."""
    slots = {slot for node in walk(e) if (slot := parameter_slot(one.trace, node)) is not None}
    reads = one.parameter[:, None] + np.array(sorted(slots), dtype=np.int64)
    return np.flatnonzero(affected[reads].any(axis=1))


def _is_constant(node: Expr) -> bool:
    """Return whether a table is looked up at a constant."""
    return node.op == "lookup" and node.args[1].op == "const"


def _looked_up(own: Values, first: Ints) -> Callable[[int, float], Floats]:
    """Return a function that looks up the values of tables in some instances."""

    @cache
    def look_up(slot: int, x: float) -> Floats:
        packed = (own.tables[begin:] for begin in own.table_offset[first + slot].tolist())
        return np.array([evaluate_table(table, np.array([x]), 0)[0] for table in packed])

    return look_up


def _evaluated(
    e: Expr,
    trace: Trace,
    first: Ints,
    parameters: Floats,
    look_up: Callable[[int, float], Floats] | None = None,
) -> Floats:
    """Evaluate an expression of parameters in some instances, in all runs."""
    value = evaluate(e, _environment(trace, first, parameters, look_up))
    return np.broadcast_to(np.asarray(value, float), (*parameters.shape[:-1], len(first)))


def _environment(
    trace: Trace,
    first: Ints,
    parameters: Floats,
    look_up: Callable[[int, float], Floats] | None = None,
) -> Environment:
    def parameter(slot: int) -> Floats:
        return np.asarray(parameters[..., first + slot])

    def declared(declaration: Any) -> Any:
        member = trace.members[declaration.name]
        return member.slot if isinstance(member, OwnTable) else parameter(member.slot)

    env = Environment({"par": parameter, "decl": declared})
    if look_up is not None:
        env.table = lambda slot, x, _: look_up(slot, float(x))
    return env
