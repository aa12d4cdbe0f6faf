"""Slopes of the equations of a model with respect to all its quantities and parameters.

The equations are those left by index reduction, template by template: each slope is a symbolic
expression that is evaluated for all rows of a template at once. So the cost does not grow with the
number of classes times the number of parts, and a shaft of a hundred thousand discs takes less than
a second. Relations, discrete quantities and branches are those recorded at the point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.expressions.template import Template
from drivetrain.compiler.frontend.equation_groups import Group, concatenated
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.jacobian.frozen_relations import FrozenRelations
from drivetrain.compiler.lower.nodes import Nodes
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr

__all__ = ["EquationSlopes", "Point"]

_TIME = 1 << 30
"""In place of the number of a slot: time."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]
"""Real or complex numbers."""


@dataclass(frozen=True, eq=False)
class Point:
    """Where the equations are differentiated.

    Attributes
    ----------
    time : float
        Instant, s.
    members : float array
        Value of every chain member.
    discrete : float array
        Discrete quantities; before the instant they have the same values.
    relations : float array
        Recorded truth of all relations, those on time last.
    values : Values
        Parameters and tables.
    """

    time: float
    members: Floats
    discrete: Floats
    relations: Floats
    values: Values


class EquationSlopes:
    """Differentiates the equations of a model.

    Parameters
    ----------
    reduced : Reduced
        The equations. Their chain members must be those of the program.
    nodes : Nodes
        Quantities of the program, for the numbers of its relations.
    """

    def __init__(self, reduced: Reduced, nodes: Nodes) -> None:
        self._n_members = reduced.n_members
        relations = FrozenRelations(nodes)
        self._groups = [
            _Rows(first, group, _members(reduced, group), relations)
            for first, group in concatenated(reduced.groups)
        ]
        self.n_equations = sum(group.n_rows for group in reduced.groups)

    def by_members(self, point: Point) -> sparse.csr_array:
        """Return the slopes with respect to chain members, shape (n_equations, n_members)."""
        parts = (part for rows in self._groups for part in rows.by_members(point))
        return _assembled(parts, (self.n_equations, self._n_members))

    def by_parameters(self, point: Point) -> sparse.csc_array:
        """Return the slopes with respect to parameters, shape (n_equations, n_parameters)."""
        parts = (part for rows in self._groups for part in rows.by_parameters(point))
        shape = self.n_equations, len(point.values.parameter)
        return _assembled(parts, shape).tocsc()

    def by_time(self, point: Point) -> Floats:
        """Return the explicit dependence on time, shape (n_equations,)."""
        found = np.zeros(self.n_equations)
        for rows in self._groups:
            rows.by_time(point, found)
        return found

    def bilinear(self, point: Point, left: Numbers, right: Numbers) -> tuple[Numbers, Numbers]:
        """Return how ``left @ slopes @ right`` changes with chain members and parameters.

        Parameters
        ----------
        point : Point
            Where the equations are differentiated.
        left : array, shape (n_equations,)
            Weights of the equations.
        right : array, shape (n_members,)
            Change of the chain members.

        Returns
        -------
        by_members, by_parameters : array
            Second derivatives of the equations, summed with these weights.
        """
        kind = np.result_type(left, right, float)
        members = np.zeros(self._n_members, dtype=kind)
        parameters = np.zeros(len(point.values.parameter), dtype=kind)
        for rows in self._groups:
            rows.bilinear(point, left, right, members, parameters)
        return members, parameters

    def changed(self, point: Point, members: Floats, parameters: Floats) -> sparse.csr_array:
        """Return the change of the slopes by members in one direction.

        Parameters
        ----------
        point : Point
            Where the equations are differentiated.
        members, parameters : float array
            Change of all chain members and parameters.
        """
        parts = (part for rows in self._groups for part in rows.changed(point, members, parameters))
        return _assembled(parts, (self.n_equations, self._n_members))

    def changed_by_parameters(self, point: Point, parameters: Floats) -> sparse.csc_array:
        """Return the change of the slopes by parameters in a direction of the parameters.

        Parameters
        ----------
        point : Point
            Where the equations are differentiated.
        parameters : float array
            Change of all parameters.
        """
        parts = (p for rows in self._groups for p in rows.changed_by_parameters(point, parameters))
        return _assembled(parts, (self.n_equations, len(parameters))).tocsc()

    def are_linear_in(self, moved: NDArray[np.bool_]) -> bool:
        """Return whether all slopes are linear in some parameters, wherever they are taken.

        Parameters
        ----------
        moved : bool array
            The parameters.
        """
        return all(rows.are_linear_in(moved) for rows in self._groups)


_Entries = tuple[Ints, Ints, Floats]


def _assembled(parts: Iterator[_Entries], shape: tuple[int, int]) -> sparse.csr_array:
    found = list(parts)
    if not found:
        return sparse.csr_array(shape)
    row, column, value = (np.concatenate(list(one)) for one in zip(*found, strict=True))
    return sparse.coo_array((value, (row, column)), shape=shape).tocsr()


def _members(reduced: Reduced, group: Group) -> Ints:
    """Return the chain member behind each slot, -1 for a discrete one."""
    chain = np.maximum(group.chain, 0)
    return np.where(group.chain >= 0, reduced.member(chain, group.order), -1)


class _Rows:
    """The equations of one template."""

    def __init__(self, first: int, group: Group, members: Ints, relations: FrozenRelations) -> None:
        self._group, self._members = group, members
        self._equation = first + np.arange(group.n_rows)
        self._sign = group.sign.astype(float)
        self._relations = relations
        self._moving = [
            place
            for place in sorted(group.template.free_slots)
            if place < members.shape[1] and (members[:, place] >= 0).any()
        ]
        self._varying = range(group.parameter.shape[1])

    def by_members(self, point: Point) -> Iterator[_Entries]:
        env, done = self._environment(point), dict[int, Any]()
        for place in self._moving:
            slope = self._evaluated(self._group.template.sensitivity(place), env, done)
            yield self._entries(place, slope)

    def _entries(self, place: int, slope: Floats) -> _Entries:
        members, live = self._members[:, place], self._members[:, place] >= 0
        value = slope * self._sign[:, place]
        return self._equation[live], members[live], value[live]

    def by_parameters(self, point: Point) -> Iterator[_Entries]:
        env, done = self._environment(point), dict[int, Any]()
        for place in self._varying:
            e = parameter_slope(self._group.template, place)
            if not symbolic.is_constant(e, 0):
                slope = self._evaluated(e, env, done)
                yield self._equation, self._group.parameter[:, place], slope

    def by_time(self, point: Point, found: Floats) -> None:
        e = time_slope(self._group.template)
        if not symbolic.is_constant(e, 0):
            found[self._equation] = self._evaluated(e, self._environment(point), {})

    def bilinear(
        self, point: Point, left: Numbers, right: Numbers, members: Numbers, parameters: Numbers
    ) -> None:
        """Add the second derivatives of these equations."""
        env, done, weight = self._environment(point), dict[int, Any](), left[self._equation]
        template, n = self._group.template, self._group.template.n_slots
        for place in self._moving:
            sensitivity = template.sensitivity(place)
            if sensitivity.op == "const":
                continue
            behind = np.maximum(self._members[:, place], 0)
            moved = np.where(self._members[:, place] >= 0, right[behind], 0.0)
            moved = moved * self._sign[:, place] * weight
            for other in self._moving:
                e = _second(template, place, other)
                if not symbolic.is_constant(e, 0):
                    change = self._evaluated(e, env, done) * self._sign[:, other] * moved
                    live = self._members[:, other] >= 0
                    np.add.at(members, self._members[live, other], change[live])
            for other in self._varying:
                e = _second(template, place, n + other)
                if not symbolic.is_constant(e, 0):
                    change = self._evaluated(e, env, done) * moved
                    np.add.at(parameters, self._group.parameter[:, other], change)

    def changed(self, point: Point, members: Floats, parameters: Floats) -> Iterator[_Entries]:
        """Yield the changes of the slopes by members."""
        env, done = self._environment(point), dict[int, Any]()
        template, n = self._group.template, self._group.template.n_slots
        for place in self._moving:
            if template.sensitivity(place).op == "const":
                continue
            total = np.zeros(self._group.n_rows)
            for other in self._moving:
                e = _second(template, place, other)
                if not symbolic.is_constant(e, 0):
                    live = self._members[:, other] >= 0
                    moved = np.where(live, members[np.maximum(self._members[:, other], 0)], 0.0)
                    total += self._evaluated(e, env, done) * self._sign[:, other] * moved
            for other in self._varying:
                e = _second(template, place, n + other)
                if not symbolic.is_constant(e, 0):
                    moved = parameters[self._group.parameter[:, other]]
                    total += self._evaluated(e, env, done) * moved
            yield self._entries(place, total)

    def changed_by_parameters(self, point: Point, parameters: Floats) -> Iterator[_Entries]:
        """Yield the changes of the slopes by parameters, for fixed chain members."""
        env, done = self._environment(point), dict[int, Any]()
        for place in self._varying:
            total = np.zeros(self._group.n_rows)
            for other in self._varying:
                e = _second_by_parameters(self._group.template, place, other)
                if not symbolic.is_constant(e, 0):
                    moved = parameters[self._group.parameter[:, other]]
                    total += self._evaluated(e, env, done) * moved
            if total.any():
                yield self._equation, self._group.parameter[:, place], total

    def are_linear_in(self, moved: NDArray[np.bool_]) -> bool:
        """Return whether the slopes are linear in some parameters."""
        template, n = self._group.template, self._group.template.n_slots
        moves = moved[self._group.parameter]
        here = [place for place in self._varying if moves[:, place].any()]
        for place in here:
            slopes = [_second(template, other, n + place) for other in self._moving]
            slopes += [_second_by_parameters(template, other, place) for other in self._varying]
            together = [k for k in here if (moves[:, place] & moves[:, k]).any()]
            bends = (symbolic.partial(e, n + other) for e in slopes for other in together)
            if not all(symbolic.is_constant(bend, 0) for bend in bends):
                return False
        return True

    def _evaluated(self, e: Expr, env: Environment, done: dict[int, Any]) -> Floats:
        with np.errstate(all="ignore"):
            value = evaluate(e, env, done)
        return np.broadcast_to(np.asarray(value, dtype=float), (self._group.n_rows,))

    def _environment(self, point: Point) -> Environment:
        group, values, n = self._group, point.values, self._group.template.n_slots

        def parameter(place: int) -> Floats:
            return values.parameter[group.parameter[:, place]]

        def slot(place: int) -> Any:
            if place == _TIME:
                return point.time
            if place >= n:  # a parameter, with respect to which an expression is differentiated
                return parameter(place - n)
            member, number = self._members[:, place], group.discrete[:, place]
            moving = point.members[np.maximum(member, 0)]
            known = point.discrete[np.maximum(number, 0)] if len(point.discrete) else 0.0
            return np.where(member >= 0, moving, known) * self._sign[:, place]

        def previous(place: int) -> Floats:
            number = group.previous[:, place]
            value = point.discrete[np.where(number < 0, ~number, number)]
            return np.where(number < 0, -value, value)

        return Environment(
            {"slot": slot, "par": parameter, "pre": previous},
            table=self._look_up(values),
            time=point.time,
            relation=self._truth(point),
        )

    def _look_up(self, values: Values) -> Callable[[int, Any, int], Floats]:
        def look_up(place: int, x: Any, order: int) -> Floats:
            numbers = self._group.table[:, place]
            argument = np.broadcast_to(np.asarray(x, dtype=float), numbers.shape)
            found = np.empty(len(numbers))
            for number in np.unique(numbers).tolist():
                rows = numbers == number
                packed = values.tables[values.table_offset[number] :]
                found[rows] = evaluate_table(packed, argument[rows], order)
            return found

        return look_up

    def _truth(self, point: Point) -> Callable[[Expr, Any, Any], Any]:
        def truth(e: Expr, difference: Any, literal: Any) -> Any:
            return self._relations.of(self._group, e, point.relations, literal)

        return truth


def parameter_slope(template: Template, place: int) -> Expr:
    """Return the derivative of the residual of a template with respect to a parameter."""
    return _cached(
        template,
        ("by parameter", place),
        lambda: symbolic.partial(_open_residual(template), template.n_slots + place),
    )


def time_slope(template: Template) -> Expr:
    """Return the explicit derivative of the residual of a template with respect to time."""

    def slope() -> Expr:
        return symbolic.partial(_with_slots(template.residual, {"time": _TIME}), _TIME)

    return _cached(template, ("by time",), slope)


def _second(template: Template, place: int, other: int) -> Expr:
    """Return a second derivative of the residual; parameters follow the slots."""
    first, second = sorted((place, other))

    def slope() -> Expr:
        sensitivity = _opened(template.sensitivity(first), template.n_slots)
        return symbolic.partial(sensitivity, second)

    return _cached(template, ("second", first, second), slope)


def _second_by_parameters(template: Template, place: int, other: int) -> Expr:
    """Return a second derivative of the residual with respect to two parameters."""
    first, second = sorted((place, other))

    def slope() -> Expr:
        return symbolic.partial(parameter_slope(template, first), template.n_slots + second)

    return _cached(template, ("second by parameters", first, second), slope)


def _open_residual(template: Template) -> Expr:
    return _cached(template, ("opened",), lambda: _opened(template.residual, template.n_slots))


def _opened(e: Expr, n_slots: int) -> Expr:
    """Return an expression in which parameters are slots behind the others."""
    return _with_slots(e, {"par": n_slots})


def _with_slots(e: Expr, first: dict[str, int]) -> Expr:
    """Return an expression in which leaves of some kinds are slots from these numbers on.

    Conditions stay as they are: they are not differentiated.
    """
    done: dict[int, Expr] = {}
    for node in symbolic.operands_first(e, lambda n: () if n.kind == BOOLEAN else n.args):
        if node.kind == BOOLEAN:
            done[id(node)] = node
        elif not node.args:
            begin = first.get(node.op)
            known = begin is not None and node.kind == REAL
            number = 0 if begin is None else begin + (node.value or 0)
            done[id(node)] = Expr("slot", (), number, REAL) if known else node
        else:
            args = tuple(done[id(arg)] for arg in node.args)
            same = all(a is b for a, b in zip(args, node.args, strict=True))
            done[id(node)] = node if same else Expr(node.op, args, node.value, node.kind)
    return done[id(e)]


def _cached(template: Template, key: tuple[Any, ...], make: Callable[[], Expr]) -> Expr:
    cache = template._cache
    if key not in cache:
        cache[key] = make()
    found: Expr = cache[key]
    return found
