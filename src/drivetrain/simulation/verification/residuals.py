"""Residuals of a result in the equations as they were written.

Every equation of every component, every connection and every open connector is evaluated with NumPy
at every point of a result, from the values available to a user. The compiled program is not
involved, so a wrong elimination, differentiation, ordering, mode or sign shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import (
    component_path,
    own_variable,
    variable_names,
)
from drivetrain.compiler.frontend.values import Values, evaluate_values
from drivetrain.compiler.pipeline import translate
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, walk
from drivetrain.modeling.tracing.trace import TracedEquation
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.ambiguous_relations import Relation, least_difference

__all__ = [
    "EquationResidual",
    "Residuals",
    "environment",
    "floored",
    "magnitude",
    "residuals",
]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_NOISE = 1e-8
"""Amount, relative to their terms, by which the sides of a relation may contradict its value …"""
_SHARED_NOISE = 512 * np.finfo(float).eps
"""… or this fraction of the largest terms of all equations at that instant: quantities solved
together cross zero together, within the rounding of the largest one. Absolutely, not more
than `_NOISE`: there may be a pole elsewhere."""
_FLOOR = 1e-2
"""Minimum scale: this fraction of the equation's largest terms in the run, and this absolutely …"""
_NEIGHBOURS = 1e-6
"""… and this fraction of the largest terms of all equations at that instant: equations solved
together share their rounding errors."""

_SETTLED = 1e-6
"""Admixture of others, or deficit of its own, up to which a fitted derivative is determined."""
_AROUND = 3
"""Minimum number of points before and after an earlier instant that indicate the value there:
from half as far on both sides as its two neighbours are apart, since points cluster at
events."""


@dataclass(frozen=True)
class EquationResidual:
    """The worst point of one equation of one component.

    Attributes
    ----------
    component : str
        Path of the component; empty for the model itself.
    equation : str
        The equation as written, or the condition imposed by a connection.
    time : float
        Instant of the largest scaled residual, s.
    value : float
        Left minus right side there; 1 if a Boolean differs.
    scaled : float
        `value` over the sum of the magnitudes of the terms.
    """

    component: str
    equation: str
    time: float
    value: float
    scaled: float

    def __str__(self) -> str:
        where = f"{self.component}: " if self.component else ""
        size = f"{self.scaled:.1e} ({self.value:.3g}) at t = {self.time:.9g} s"
        return f"{size}  {where}{self.equation}"


@dataclass(frozen=True)
class Residuals:
    """Residuals of all equations of a model, the largest first.

    Attributes
    ----------
    equations : tuple of EquationResidual
        Each with its worst point.
    points : array of float
        Largest scaled residual of any equation at each point of the result.
    fitted : dict of str
        Variables whose derivatives have no name → these derivatives as determined by the equations;
        NaN where they are undetermined. That they are the slopes of the variables is not among the
        equations.
    """

    equations: tuple[EquationResidual, ...]
    points: Floats = field(repr=False, compare=False)
    fitted: dict[str, Floats] = field(default_factory=dict, repr=False, compare=False)

    @property
    def worst(self) -> float:
        """Largest scaled residual: at rounding level, say 1e-12, if the result is correct."""
        return self.equations[0].scaled if self.equations else 0.0

    def __str__(self) -> str:
        lines = [f"{len(self.equations)} equations, largest scaled residual {self.worst:.1e}"]
        return "\n".join([*lines, *(f"    {e}" for e in self.equations[:10])])


class Translated(Protocol):
    """A translated model, such as a compiled model."""

    @property
    def translation(self) -> Translation: ...


def residuals(
    compiled: Translated,
    result: Result,
    parameters: Mapping[str, Any] | None = None,
    *,
    earlier: Result | None = None,
    noise: float = _NOISE,
) -> Residuals:
    """Evaluate the equations of a model, untransformed, at every point of a result.

    Equations with constant factors are also evaluated in differentiated form, as far as the
    derivatives have names.

    Parameters
    ----------
    compiled : CompiledModel
        The compiled model.
    result : Result
        Its result. Boolean and integer equations count as 1 where the sides differ; real ones as
        their difference relative to the magnitude of their terms.
    parameters : mapping, optional
        The `parameters` of the run.
    earlier : Result, optional
        The result with some points on the left of an event replaced by points a few last bits
        earlier: relations take their values from these. The time of an event is the first number
        beyond the crossing, and the modes on its left are the previous ones.
    noise : float
        A relation whose sides differ by less, relative to their terms, may be true or false.

    Returns
    -------
    Residuals
        One entry per equation, connection and open connector.

    Notes
    -----
    ``pre(z)`` is `z`, since an event has ended when a point is recorded. A derivative that is a
    variable with its own name is that variable. A derivative without a name is the value that best
    fits the equations that contain it, so only the redundant part of these is tested. Relations are
    frozen between events, therefore either value is accepted where the two sides are equal within
    noise. The history needed by a delay is known at the points of the result only, so any value is
    accepted that is not far outside the range of those nearby.
    """
    translation = compiled.translation
    values = evaluate_values(translation.flat, parameters)
    if not translation.guards.admits(values):  # the run also had other equations
        translation = translate(translation.flat.top, parameters)
        values = evaluate_values(translation.flat, parameters)
    if not len(result.time):
        return Residuals((), np.zeros(0))
    before = None if earlier is None else _Oracle(translation, values, earlier, noise)
    return _Oracle(translation, values, result, noise, before).run()


def environment(
    values: Values, one: Instances, k: int, read: Callable[[int, int], Any], time: Floats
) -> Environment:
    """Return the values of the leaves of traced expressions in one instance of a class.

    Parameters
    ----------
    values : Values
        Parameters and tables of the run.
    one : Instances
        The class.
    k : int
        Index of the instance.
    read : callable
        Trajectory of a variable by its index, with the derivative order as second argument.
    time : float array
        Instants, s.
    """
    first, parameter, table = (int(n[k]) for n in (one.variable, one.parameter, one.table))

    def look_up(slot: int, x: Any, derivative: int) -> Any:
        packed = values.tables[values.table_offset[table + slot] :]
        return evaluate_table(packed, np.atleast_1d(np.asarray(x, float)), derivative)

    leaf: dict[str, Callable[[Any], Any]] = {
        "var": lambda value: read(first + value[0], value[1]),
        "pre": lambda slot: read(first + slot, 0),
        "par": lambda slot: values.parameter[parameter + slot],
    }
    return Environment(leaf, look_up, time=time, initial=False)


@dataclass(eq=False)
class _Row:
    """One equation of one instance."""

    traced: TracedEquation
    one: Instances
    k: int
    unnamed: list[tuple[int, int]] = field(default_factory=list)
    delays: list[Expr] = field(default_factory=list)


class _Oracle:
    def __init__(
        self,
        translation: Translation,
        values: Values,
        result: Result,
        noise: float,
        before: _Oracle | None = None,
    ) -> None:
        self.translation, self.values, self.result = translation, values, result
        self.noise, self.before = noise, before
        self.flat: Flat = translation.flat
        self.names = variable_names(self.flat.root)
        self.known: dict[int, Any] = {}
        self.unnamed: dict[tuple[int, int], Any] = {}
        self.settled: dict[tuple[int, int], Any] = {}
        self.largest = np.zeros(len(result.time))
        self.points = np.zeros(len(result.time))

    def run(self) -> Residuals:
        found = sorted(self._equations(), key=lambda one: -one.scaled)
        return Residuals(tuple(found), self.points, dict(self._fitted()))

    def _fitted(self) -> Iterator[tuple[str, Floats]]:
        sign = self.translation.aliased.sign
        for (chain, order), rate in self.unnamed.items():
            base = self._named.get((chain, order - 1))
            if base is not None:
                known = np.where(self.settled[chain, order], rate, np.nan)
                yield self.names[base], sign[base] * self._spread(known)

    def _equations(self) -> Iterator[EquationResidual]:
        rows = list(self._rows())
        for oracle in filter(None, (self.before, self)):
            oracle._fit([row for row in rows if row.unnamed and not row.delays])
        # A quantity determined only by an equation with a delay would fit it in any case.
        rows = [row for row in rows if self.unnamed.keys() >= set(row.unnamed)]
        self.largest = np.zeros(len(self.result.time))
        for row in rows:
            if row.traced.lhs.kind == REAL:
                terms = np.where(np.isfinite(terms := self._terms(row)), terms, 0.0)
                self.largest = np.maximum(self.largest, terms)
        yield from self._connections()
        for row in rows:
            yield self._worst(row)
            if row.traced.lhs.kind == REAL and _is_affine(row.traced):
                yield from self._rates(row)

    # -- values -----------------------------------------------------------------------------------

    def variable(self, number: int) -> Any:
        """Return the trajectory of a variable as a user reads it."""
        if number not in self.known:
            name = self.names[number]
            if name in self.result:
                self.known[number] = self.result[name]
            else:  # an internal variable of a statement has no public name
                found = self.translation.value_in(number, self.result.rows)
                is_boolean = own_variable(self.flat.root, number).declaration.kind == BOOLEAN
                self.known[number] = found != 0 if is_boolean else found
        return self.known[number]

    def derivative(self, number: int, order: int) -> Any:
        """Return a derivative from the variable that is its name, or as fitted."""
        chain, order, sign = self._member(number, order)
        if chain < 0:
            return 0.0
        same = self._named.get((chain, order))
        if same is not None:
            return sign * self.translation.aliased.sign[same] * self.variable(same)
        return sign * self.unnamed[chain, order]

    @cached_property
    def _named(self) -> dict[tuple[int, int], int]:
        a = self.translation.aliased
        found = np.flatnonzero(a.chain >= 0).tolist()
        return {(int(a.chain[v]), int(a.order[v])): v for v in reversed(found)}

    def _member(self, number: int, extra: int) -> tuple[int, int, float]:
        a = self.translation.aliased
        return int(a.chain[number]), int(a.order[number]) + extra, float(a.sign[number])

    def _environment(self, row: _Row) -> Environment:
        def read(number: int, order: int) -> Any:
            return self.derivative(number, order) if order else self.variable(number)

        env = environment(self.values, row.one, row.k, read, self.result.time)
        if self.before is not None:
            env.relation = lambda e, difference, truth: self._frozen(row, e, truth)
        return env

    def _frozen(self, row: _Row, e: Expr, truth: Any) -> Any:
        """Return the value of a relation; on the left of an event, that a few last bits earlier."""
        return truth if self.before is None else evaluate(e, self.before._environment(row))

    # -- equations --------------------------------------------------------------------------------

    def _rows(self) -> Iterator[_Row]:
        for equations in self.flat.equations:
            one, traced = equations.instances, equations.traced
            leaves = [e for side in (traced.lhs, traced.rhs) for e in walk(side)]
            delays = [e for e in leaves if e.op == "delay"]
            rates = [e.value for e in leaves if e.op == "var" and e.value[1]]
            for k in range(len(one.variable)):
                members = [self._member(int(one.variable[k]) + s, n)[:2] for s, n in rates]
                missing = {m for m in members if m[0] >= 0 and m not in self._named}
                yield _Row(traced, one, k, sorted(missing), delays)

    def _fit(self, rows: list[_Row]) -> None:
        """Find the derivatives without a name by least squares, instant by instant."""
        members = sorted({m for row in rows for m in row.unnamed})
        if not members:
            return
        zero = np.zeros(len(self.result.time))
        self.unnamed = dict.fromkeys(members, zero)
        constant = np.stack([self._difference(row) for row in rows], axis=1)
        matrix = np.empty((*constant.shape, len(members)))
        # Linear in the derivatives: a step of one could only be lost next to large terms.
        step = 1.0 + np.abs(np.where(np.isfinite(constant), constant, 0.0)).max(axis=1)
        for j, member in enumerate(members):
            self.unnamed[member] = step
            moved = np.stack([self._difference(row) for row in rows], axis=1)
            matrix[:, :, j] = (moved - constant) / step[:, None]
            self.unnamed[member] = zero
        broken = ~np.isfinite(constant) | ~np.isfinite(matrix).all(axis=2)
        constant[broken], matrix[broken] = 0.0, 0.0
        size = np.maximum(np.abs(matrix).max(axis=2, keepdims=True), 1e-300)
        inverse = np.linalg.pinv(matrix / size)
        fitted = inverse @ (-constant[:, :, None] / size)
        self.unnamed = {member: fitted[:, j, 0] for j, member in enumerate(members)}
        settled = np.abs(inverse @ (matrix / size) - np.eye(len(members))).max(axis=2) < _SETTLED
        self.settled = {member: settled[:, j] for j, member in enumerate(members)}

    def _difference(self, row: _Row) -> Floats:
        env = self._environment(row)
        left, right = evaluate(row.traced.lhs, env), evaluate(row.traced.rhs, env)
        return self._spread(np.subtract(left, right, dtype=float))

    def _spread(self, value: Any) -> Floats:
        return np.broadcast_to(np.asarray(value, dtype=float), self.result.time.shape)

    def _worst(self, row: _Row) -> EquationResidual:
        traced = row.traced
        path = component_path(self.flat.root, int(row.one.variable[row.k]), row.one.trace)
        with np.errstate(all="ignore"):
            difference = self._with_past(row) if row.delays else self._least_difference(row)
        if traced.lhs.kind != REAL:
            return self._report(path, str(traced), difference, None)
        return self._report(path, str(traced), difference, self._terms(row))

    def _rates(self, row: _Row) -> Iterator[EquationResidual]:
        """Evaluate the derivatives of an equation with constant factors as far as they have names.

        In this way speeds and accelerations on the two sides of a rigid coupling are compared too.
        """
        sides = (row.traced.lhs, row.traced.rhs)
        slots = {e.value for side in sides for e in walk(side) if e.op == "var"}
        first = int(row.one.variable[row.k])
        path = component_path(self.flat.root, first, row.one.trace)
        for extra in (1, 2):
            members = [self._member(first + slot, order + extra)[:2] for slot, order in slots]
            if not members or not all(m[0] < 0 or m in self._named for m in members):
                return
            rate = self._environment(row)
            rate.leaf["var"] = lambda value: self.derivative(first + value[0], value[1] + extra)  # noqa: B023
            rest = self._environment(row)
            rest.leaf["var"] = lambda value: 0.0
            value = [self._spread(evaluate(s, rate)) - evaluate(s, rest) for s in sides]
            size = self._spread(sum(magnitude(side, rate) for side in sides))
            text = f"d/dt ({row.traced})" if extra == 1 else f"d²/dt² ({row.traced})"
            yield self._report(path, text, value[0] - value[1], size)

    def _terms(self, row: _Row) -> Floats:
        env = self._environment(row)
        with np.errstate(all="ignore"):
            sides = (row.traced.lhs, row.traced.rhs)
            return self._spread(sum(magnitude(side, env) for side in sides))

    def _report(
        self, path: str, text: str, difference: Floats, terms: Floats | None
    ) -> EquationResidual:
        """Scale a difference; that of Booleans and integers, without terms, stays unchanged."""
        scale = 1.0 if terms is None else floored(terms) + _NEIGHBOURS * self.largest
        scaled = np.abs(difference) / scale
        scaled = np.where(np.isnan(scaled), np.inf, scaled)
        self.points = np.maximum(self.points, scaled)
        at = int(np.argmax(scaled))
        time, value = float(self.result.time[at]), float(difference[at])
        return EquationResidual(path, text, time, value, float(scaled[at]))

    def _least_difference(self, row: _Row) -> Floats:
        """Return left minus right side for the best-fitting values of ambiguous relations."""
        env = self._environment(row)

        def noisy(e: Expr, apart: Any) -> Bools:
            scale = floored(self._spread(magnitude(e.args[0], env) + magnitude(e.args[1], env)))
            noise = self.noise * scale + np.minimum(_SHARED_NOISE * self.largest, _NOISE)
            return np.asarray(self._spread(np.abs(apart)) <= noise)

        def usual(e: Expr, apart: Any, truth: Any) -> Any:
            return self._frozen(row, e, truth)

        return least_difference(partial(self._sides, row), noisy, usual)

    def _with_past(self, row: _Row) -> Floats:
        """Return left minus right side for the best-fitting history; zero if one between fits."""
        low = high = None
        for choice in product((0, 1), repeat=min(len(row.delays), 4)):
            bound = {id(e): side for e, side in zip(row.delays, choice, strict=False)}
            env = self._environment(row)
            env.delay = lambda e, now, late: self._past(now, late)[bound.get(id(e), 0)]  # noqa: B023
            left, right = evaluate(row.traced.lhs, env), evaluate(row.traced.rhs, env)
            difference = self._spread(np.subtract(left, right, dtype=float))
            low = difference if low is None else np.minimum(low, difference)
            high = difference if high is None else np.maximum(high, difference)
        assert low is not None
        assert high is not None
        return np.where(low > 0, low, np.where(high < 0, high, 0.0))

    def _past(self, now: Any, late: Any) -> tuple[Floats, Floats]:
        """Return the minimum and maximum of an expression around an earlier instant."""
        t, value = self.result.time, self._spread(now)
        then = np.maximum(t - late, t[0])
        ranges, value = _around(t, then).ravel(), np.append(value, value[-1])
        low, high = (extreme.reduceat(value, ranges)[::2] for extreme in (np.minimum, np.maximum))
        between = (high - low) / 2  # an extremum between two points lies outside their range
        low, high = low - between, high + between
        at_start = then == t[0]
        return np.where(at_start, value[0], low), np.where(at_start, value[0], high)

    def _sides(self, row: _Row, relation: Relation) -> Floats:
        """Return left minus right side, with the given values of relations."""
        env = self._environment(row)
        env.relation = relation
        left, right = evaluate(row.traced.lhs, env), evaluate(row.traced.rhs, env)
        if row.traced.lhs.kind == REAL:
            return self._spread(np.subtract(left, right, dtype=float))
        return self._spread(np.not_equal(left, right))

    # -- connections ------------------------------------------------------------------------------

    def _connections(self) -> Iterator[EquationResidual]:
        """Rebuild the connection sets from the links as written and evaluate them."""
        sets = _ConnectionSets(self.flat)
        for source, target in sets.signals:
            yield self._equal(source, target)
        for kind, nodes in sets.sets():
            for offset, declaration in enumerate(kind.variables()):
                numbers = [(sets.first[c] + offset, face) for c, face in nodes]
                if declaration.is_flow:
                    yield self._balance(numbers)
                else:
                    for number, _ in numbers[1:]:
                        yield self._equal(numbers[0][0], number)

    def _equal(self, a: int, b: int) -> EquationResidual:
        left, right = (np.asarray(self.variable(n), dtype=float) for n in (a, b))
        text = f"{self.names[a]} == {self.names[b]}"
        return self._report("", text, left - right, np.abs(left) + np.abs(right))

    def _balance(self, numbers: list[tuple[int, int]]) -> EquationResidual:
        total = np.zeros(len(self.result.time))
        size = np.zeros(len(self.result.time))
        text = ""
        for number, face in numbers:
            value = self.variable(number)
            total = total - value if face else total + value
            size = size + np.abs(value)
            text += f" {'-' if face else '+'} {self.names[number]}"
        return self._report("", f"{text.lstrip(' +')} == 0", total, size)


class _ConnectionSets:
    """Connection sets implied by the links, found connector by connector.

    A node is (connector index, face), face 1 being the inside of a component's own connector.
    """

    def __init__(self, flat: Flat) -> None:
        self.first: dict[int, int] = {}
        self.kind: dict[int, Any] = {}
        self.signals: list[tuple[int, int]] = []
        self._parent: dict[tuple[int, int], tuple[int, int]] = {}
        for one in flat.instances:
            for k in range(len(one.variable)):
                self._declare(one, k)
        for one in flat.instances:
            for k in range(len(one.variable)):
                self._connect(one, k)

    def _declare(self, one: Instances, k: int) -> None:
        for own in one.trace.connectors:
            number = int(one.connector[k]) + own.index
            self.first[number] = int(one.variable[k]) + own.slot
            self.kind[number] = type(own.declaration).family()
            self._parent[number, 0] = number, 0  # an open connector has zero flow

    def _connect(self, one: Instances, k: int) -> None:
        begin, slot = int(one.connector[k]), int(one.variable[k])
        for link, _ in one.trace.connector_links:
            for left, right in zip(link.left.tolist(), link.right.tolist(), strict=True):
                a = self._root((begin + left, link.left_face))
                self._parent[a] = self._root((begin + right, link.right_face))
        for signal, _ in one.trace.signal_links:
            self.signals.append((slot + signal.source.slot, slot + signal.target.slot))

    def _root(self, node: tuple[int, int]) -> tuple[int, int]:
        path = [node]
        while self._parent.setdefault(path[-1], path[-1]) != path[-1]:
            path.append(self._parent[path[-1]])
        for one in path:
            self._parent[one] = path[-1]
        return path[-1]

    def sets(self) -> Iterator[tuple[Any, list[tuple[int, int]]]]:
        """Yield the connector class and the members of every connection set."""
        grouped: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for node in list(self._parent):
            grouped.setdefault(self._root(node), []).append(node)
        for nodes in grouped.values():
            yield self.kind[nodes[0][0]], nodes


def _around(t: Floats, then: Floats) -> NDArray[np.intp]:
    """Return for earlier instants the first of the points around them, and the end of the range."""
    after = np.clip(np.searchsorted(t, then, side="right"), 1, len(t) - 1)
    reach = (t[after] - t[after - 1]) / 2
    first = np.searchsorted(t, t[after - 1] - reach, side="right") - 1
    end = np.searchsorted(t, t[after] + reach, side="left") + 1
    ends = np.minimum(first, after - _AROUND), np.maximum(end, after + _AROUND)
    found: NDArray[np.intp] = np.clip(np.stack(ends, axis=1), 0, len(t))
    return found


def floored(size: Floats) -> Floats:
    """Return a scale that is nowhere small relative to the largest terms of the run."""
    finite = size[np.isfinite(size)]
    return np.asarray(size + _FLOOR * (float(finite.max(initial=0.0)) + 1.0))


def _is_affine(traced: TracedEquation) -> bool:
    """Tell whether an equation is a sum of variables times constants."""
    known: dict[int, int | None] = {}
    degrees = [_degree(side, known) for side in (traced.lhs, traced.rhs)]
    return all(degree is not None for degree in degrees) and max(degrees) == 1  # type: ignore[type-var]


def _degree(e: Expr, known: dict[int, int | None]) -> int | None:
    """Return 0 for a constant, 1 for an affine expression of variables, None for others."""
    if id(e) not in known:
        known[id(e)] = _degree_of(e, [_degree(arg, known) for arg in e.args])
    return known[id(e)]


def _degree_of(e: Expr, args: list[int | None]) -> int | None:
    if e.op in ("const", "par"):
        return 0
    if e.op == "var":
        return 1
    if None in args or e.op not in ("add", "sub", "neg", "mul", "div"):
        return None
    degree = sum(n or 0 for n in args) if e.op == "mul" else max(n or 0 for n in args)
    constant_divisor = e.op != "div" or args[1] == 0
    return degree if degree <= 1 and constant_divisor else None


def magnitude(e: Expr, env: Environment) -> Any:
    """Return the sum of the magnitudes of the terms of an expression."""
    if e.op in ("add", "sub"):
        return magnitude(e.args[0], env) + magnitude(e.args[1], env)
    if e.op == "mul":
        return magnitude(e.args[0], env) * magnitude(e.args[1], env)
    if e.op == "div":
        return magnitude(e.args[0], env) / np.abs(evaluate(e.args[1], env))
    if e.op in ("neg", "abs"):
        return magnitude(e.args[0], env)
    if e.op == "where" and e.kind == REAL:
        condition = evaluate(e.args[0], env)
        return np.where(condition, magnitude(e.args[1], env), magnitude(e.args[2], env))
    return np.abs(np.asarray(evaluate(e, env), dtype=float))
