"""Loads that friction elements would carry if they held, from the equations as written.

Everything that is differentiated somewhere (angles, speeds, states of blocks) is as it is at the
instant; loads and accelerations change. So the untransformed equations, those of rigid motions
also in differentiated form, are a linear system for these changes, in which the elements in
question have the law "no acceleration". Neither the compiled program nor its modes take part. What
the system leaves open is not answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Instances
from drivetrain.compiler.frontend.qualified_names import own_variable, variable_names
from drivetrain.modeling.expression import REAL, walk
from drivetrain.modeling.tracing.trace import TracedEquation
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import _ConnectionSets, _is_affine, environment
from tests.oracles.friction.elements import Element, elements

__all__ = ["Equilibrium"]

Floats = NDArray[np.float64]
Member = tuple[int, int]
"""A variable by its number, and how often it is differentiated."""
Row = tuple[dict[Member, float], float]
"""Coefficients, and what the sum of the changes has to be."""

_SHIFTS: Final = {"rad": 2, "m": 2, "rad/s": 1, "m/s": 1}
"""How often equations between variables of a unit are differentiated, to speak of accelerations."""
_STEP: Final = 1e-4
_RANK: Final = 1e-9
_SOLVED: Final = 1e-6
"""Part of the right sides that a solution may miss, and part of a unit change that is open."""


@dataclass(eq=False)
class Equilibrium:
    """The equations of a model at one point of a result.

    Attributes
    ----------
    compiled : CompiledModel
        The model.
    result : Result
        A run of it.
    point : int
        Which of its rows.
    """

    compiled: CompiledModel
    result: Result
    point: int
    _values: dict[int, Any] = field(default_factory=dict)

    def held(
        self, holding: Collection[Element], asked: Collection[Element]
    ) -> dict[str, tuple[float, float]] | None:
        """Return load and acceleration of elements if some elements held.

        Parameters
        ----------
        holding : collection of Element
            Their law is that they do not accelerate; the others do what they do at the point.
        asked : collection of Element
            Which to tell of.

        Returns
        -------
        dict of str, or None
            By path; NaN where the equations leave it open. None if they contradict each other.
        """
        own = {row for e in holding for row in self._rows_of[e.path]}
        rows = [r for k, r in enumerate(self._all) if k not in own]
        rows += [r for e in holding for r in self._with_lock(e)]
        solution = _Solution(rows, self._fixed)
        if not solution.fits:
            return None
        return {
            e.path: (
                self._now(e, e.load) + solution.change((e.number(e.load), 0)),
                self._now(e, e.acceleration) + solution.change((e.number(e.acceleration), 0)),
            )
            for e in asked
        }

    def _now(self, e: Element, variable: str) -> float:
        return float(self._value(e.number(variable)))

    # -- rows -------------------------------------------------------------------------------------

    @cached_property
    def _all(self) -> list[Row]:
        return [row for _, row in self._own_rows] + list(self._connections())

    @cached_property
    def _own_rows(self) -> list[tuple[int, Row]]:
        """Rows of the components, each with the first number of its component."""
        found = []
        for traced, one, k in self._equations():
            row = self._row(traced, one, k, ())
            found += [(int(one.variable[k]), (r, 0.0)) for r in self._shifted(traced, row[0])]
        return found

    @cached_property
    def _rows_of(self) -> dict[str, list[int]]:
        firsts = [first for first, _ in self._own_rows]
        return {
            e.path: [k for k, first in enumerate(firsts) if first == e.first]
            for e in elements(self._flat)
        }

    def _with_lock(self, e: Element) -> Iterator[Row]:
        """Yield the equations of an element as if it were locked."""
        for traced, one, k in self._equations():
            if int(one.variable[k]) == e.first:
                _, free = self._row(traced, one, k, ())
                row, locked = self._row(traced, one, k, (e,))
                for number, shifted in enumerate(self._shifted(traced, row)):
                    yield shifted, (free - locked if number == 0 else 0.0)

    def _equations(self) -> Iterator[tuple[TracedEquation, Instances, int]]:
        for equations in self._flat.equations:
            if equations.traced.lhs.kind == REAL:
                for k in range(len(equations.instances.variable)):
                    yield equations.traced, equations.instances, k

    def _row(
        self, traced: TracedEquation, one: Instances, k: int, locked: Collection[Element]
    ) -> Row:
        """Return the slopes of left minus right side over its variables, and its value."""
        first = int(one.variable[k])
        leaves = {e.value for s in (traced.lhs, traced.rhs) for e in walk(s) if e.op == "var"}
        members = sorted((first + s, n) for s, n in leaves if self._is_real(first + s))
        base = np.array([self._value(n) if not order else 0.0 for n, order in members])
        steps = _STEP * (1.0 + np.abs(base))
        moved = np.vstack([base, base + np.diag(steps), base - np.diag(steps)])
        env = self._environment(one, k, {m: moved[:, j] for j, m in enumerate(members)}, locked)
        with np.errstate(all="ignore"):
            sides = (evaluate(s, env) for s in (traced.lhs, traced.rhs))
            value = np.subtract(*sides, dtype=float)
        value = np.broadcast_to(value, (len(moved),))
        n = len(members)
        slopes = (value[1 : n + 1] - value[n + 1 :]) / (2 * steps)
        found = dict(zip(members, slopes.tolist(), strict=True))
        return {m: slope for m, slope in found.items() if slope}, float(value[0])

    def _environment(
        self,
        one: Instances,
        k: int,
        moved: dict[Member, Floats],
        locked: Collection[Element],
    ) -> Environment:
        told = {e.number("locked"): True for e in locked}
        told |= {
            e.number(name): False
            for e in locked
            for name in ("start_forward", "start_backward")
            if name in e.slots
        }

        def read(number: int, order: int) -> Any:
            if number in told:
                return told[number]
            return moved[number, order] if (number, order) in moved else self._value(number)

        env = environment(self.compiled.translation.values, one, k, read, self.result.time[:1])
        env.time = self.result.time[self.point]
        env.relation = lambda e, apart, truth: np.ravel(truth)[0]  # as at the point itself
        env.delay = lambda e, now, late: np.ravel(now)[0]
        return env

    def _shifted(self, traced: TracedEquation, row: dict[Member, float]) -> Iterator[Any]:
        """Yield a row, and its derivatives if it ties motions rigidly."""
        yield row
        units = {own_variable(self._flat.root, n).declaration.unit for n, _ in row}
        if row and units <= _SHIFTS.keys() and _is_affine(traced):
            for more in range(1, min(_SHIFTS[unit] for unit in units) + 1):
                yield {(n, order + more): slope for (n, order), slope in row.items()}

    def _connections(self) -> Iterator[Row]:
        sets = _ConnectionSets(self._flat)
        for source, target in sets.signals:
            if self._is_real(source):
                yield {(source, 0): 1.0, (target, 0): -1.0}, 0.0
        for kind, nodes in sets.sets():
            for offset, declaration in enumerate(kind.variables()):
                numbers = [(sets.first[c] + offset, face) for c, face in nodes]
                if declaration.is_flow:
                    yield {(n, 0): (-1.0 if face else 1.0) for n, face in numbers}, 0.0
                    continue
                for number, _ in numbers[1:]:
                    for order in range(_SHIFTS.get(declaration.unit, 0) + 1):
                        yield {(numbers[0][0], order): 1.0, (number, order): -1.0}, 0.0

    @cached_property
    def _fixed(self) -> dict[int, int]:
        """Numbers of what is differentiated somewhere → how often at most."""
        found: dict[int, int] = {}
        for traced, one, k in self._equations():
            for side in (traced.lhs, traced.rhs):
                for e in walk(side):
                    if e.op == "var" and e.value[1]:
                        number = int(one.variable[k]) + e.value[0]
                        found[number] = max(found.get(number, 0), int(e.value[1]))
        return found

    # -- values -----------------------------------------------------------------------------------

    @property
    def _flat(self) -> Any:
        return self.compiled.translation.flat

    @cached_property
    def _names(self) -> list[str]:
        return variable_names(self._flat.root)

    def _is_real(self, number: int) -> bool:
        return bool(own_variable(self._flat.root, number).declaration.kind == REAL)

    def _value(self, number: int) -> Any:
        if number not in self._values:
            name, layout = self._names[number], self.result.layout
            row = self.result.rows[self.point : self.point + 1]
            if name in self.result:
                self._values[number] = layout.values(row, layout.position(name))[0]
            else:  # the condition of a `when` has no public name
                self._values[number] = row[0, int(self.compiled.translation.column[number])] != 0
        return self._values[number]


class _Solution:
    """Changes that solve rows, and which of them are determined."""

    def __init__(self, rows: list[Row], fixed: dict[int, int]) -> None:
        rows = [({m: f for m, f in r.items() if m[1] >= fixed.get(m[0], 0)}, b) for r, b in rows]
        self._names = _Names()
        rest = self._names.take([(r, b) for r, b in rows if r or b])
        self._at = {m: k for k, m in enumerate(sorted({m for r, _ in rest for m in r}))}
        matrix, right = np.zeros((len(rest), len(self._at))), np.zeros(len(rest))
        for k, (row, b) in enumerate(rest):
            size = max(map(abs, row.values()))
            for member, factor in row.items():
                matrix[k, self._at[member]] = factor / size
            right[k] = b / size
        left, scales, basis = np.linalg.svd(matrix, full_matrices=True)
        rank = int((scales > _RANK * scales.max(initial=0.0)).sum())
        self._changes = basis[:rank].T @ ((left[:, :rank].T @ right) / scales[:rank])
        self._open = np.abs(basis[rank:]).max(axis=0, initial=0.0) > _SOLVED
        missed = np.abs(matrix @ self._changes - right).max(initial=0.0)
        fits = missed <= _SOLVED * np.abs(right).max(initial=0.0) + 1e-300
        self.fits = bool(fits) and self._names.missed <= _SOLVED * self._names.largest

    def change(self, member: Member) -> float:
        """Return the change of a variable; NaN if it is open."""
        root, factor, more = self._names.find(member)
        if root is None or not factor:
            return more
        k = self._at.get(root)
        is_open = k is None or self._open[k]
        return float("nan") if is_open else factor * float(self._changes[k]) + more


class _Names:
    """Variables that rows of one or two terms make a number, or a multiple of another one."""

    def __init__(self) -> None:
        self._other: dict[Member, tuple[Member | None, float, float]] = {}
        self.missed, self.largest = 0.0, 1e-300

    def find(self, member: Member | None) -> tuple[Member | None, float, float]:
        """Return root, factor and summand: the variable is factor times root plus summand."""
        factor, more, path = 1.0, 0.0, []
        while member in self._other:
            path.append((member, factor, more))
            member, f, m = self._other[member]
            factor, more = factor * f, more + factor * m
        for name, f, m in path[:-1]:  # next time it is found at once
            self._other[name] = (member, factor / f, (more - m) / f) if f else self._other[name]
        return member, factor, more

    def take(self, rows: list[Row]) -> list[Row]:
        """Take up all rows of one or two terms, and return the others in terms of what is left."""
        self.largest = max([self.largest, *(abs(b) for _, b in rows)])
        while True:
            left = [row for row in map(self._inserted, rows) if not self._told(row)]
            if len(left) == len(rows):
                return left
            rows = left

    def _inserted(self, row: Row) -> Row:
        found: dict[Member, list[float]] = {}
        right = row[1]
        for member, slope in row[0].items():
            root, factor, more = self.find(member)
            right -= slope * more
            if root is not None and factor:
                found.setdefault(root, []).append(slope * factor)
        sums = {m: (sum(f), max(map(abs, f))) for m, f in found.items()}
        return {m: total for m, (total, most) in sums.items() if abs(total) > 1e-11 * most}, right

    def _told(self, row: Row) -> bool:
        """Take up a row of at most two terms."""
        terms, right = sorted(row[0].items(), key=lambda term: -abs(term[1])), row[1]
        if len(terms) > 2:
            return False
        if not terms:
            self.missed = max(self.missed, abs(right))
        elif len(terms) == 1:
            self._other[terms[0][0]] = None, 0.0, right / terms[0][1]
        else:
            (first, f), (second, g) = terms
            self._other[first] = second, -g / f, right / f
        return True
