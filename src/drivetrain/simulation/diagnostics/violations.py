"""Explain a violated assertion: what its values depend on, and which row of a table is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Equations
from drivetrain.compiler.frontend.qualified_names import (
    component_path,
    own_variable,
    variable_name,
)
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.tables import grid_of
from drivetrain.modeling.expression import REAL, Expr, walk
from drivetrain.modeling.tracing.trace import Trace
from drivetrain.simulation.diagnostics.point_evaluation import environment, values_in

__all__ = ["tables_behind"]

Floats = NDArray[np.float64]

_MOST_VALUES = 6


def tables_behind(
    t: Translation, solver: Solver, condition: Expr, start: int, klass: Trace, row: Floats
) -> Iterator[str]:
    """Yield where the tables behind a violated assertion were read, and which row is missing.

    Parameters
    ----------
    t : Translation
        The compiled model.
    solver : Solver
        The run: its parameters and tables.
    condition : Expr
        Condition of the assertion.
    start : int
        First variable of the instance.
    klass : Trace
        Its class.
    row : float array
        Values at the instant of failure.
    """
    slots = _slots(condition)
    told: dict[str, None] = {}
    for equations in t.flat.equations:
        one, traced = equations.instances, equations.traced
        rows = np.flatnonzero(one.variable == start)
        if one.trace is not klass or not len(rows):
            continue
        lhs, k = traced.lhs, int(rows[0])
        is_defined = lhs.op == "var" and lhs.value[0] in slots
        named = variable_name(t.flat.root, start + lhs.value[0]) if is_defined else ""
        env = environment(t, equations, solver, row, float(row[0]))
        nodes = [n for side in (lhs, traced.rhs) for n in _used(side, env, k)]
        lookups = [n for n in nodes if n.op == "lookup"]
        for node in lookups:
            if is_defined or _shares(node.args[1], condition):
                told |= _reading(t, equations, k, node, solver, row).told(named)
        if is_defined and not lookups and lhs.kind == REAL:
            told |= _follows(t, named, nodes[1:], start, klass, row)
    yield from told


def _shares(abscissa: Expr, condition: Expr) -> bool:
    """Return whether a condition reads a variable of an abscissa, or both read the time."""
    is_timed = all(any(n.op == "time" for n in walk(e)) for e in (abscissa, condition))
    return is_timed or bool(_slots(abscissa) & _slots(condition))


def _follows(
    t: Translation, named: str, nodes: list[Expr], start: int, klass: Trace, row: Floats
) -> dict[str, None]:
    """Return the values that a variable follows from."""
    values: dict[str, float] = {}
    for node in nodes:
        values |= dict(values_in(t, node, start, row)) if node.op == "var" else {}
    if not values or len(values) > _MOST_VALUES:
        return {}
    shown = [f"{name} = {v:.9g}{_unit(t, start, klass, name)}" for name, v in values.items()]
    return {f"{named} follows from {', '.join(shown)}.": None}


def _used(e: Expr, env: Environment, k: int) -> Iterator[Expr]:
    """Yield the nodes of an expression, without the branches that conditions exclude."""
    stack = [e]
    while stack:
        node = stack.pop()
        yield node
        if node.op != "where":
            stack += [arg for arg in node.args if isinstance(arg, Expr)]
            continue
        with np.errstate(all="ignore"):
            holds = np.asarray(evaluate(node.args[0], env))
        chosen = holds if holds.ndim == 0 else holds[k]
        stack.append(node.args[1] if chosen else node.args[2])


def _slots(e: Expr) -> set[int]:
    """Return the variables of its own class that an expression reads."""
    return {n.value[0] for n in walk(e) if n.op == "var" and not n.value[1]}


class _Reading(NamedTuple):
    """One use of a table: its name, the abscissa as text and number, what that is made of.

    `goes_on` says whether the table goes on beyond its rows with their slope.
    """

    table: str
    text: str
    at: float
    made_of: list[str]
    is_variable: bool
    first: float
    last: float
    goes_on: bool

    def told(self, defined: str) -> dict[str, None]:
        """Return the sentence; empty if the table has a row there and defines nothing concerned."""
        missing = self.missing() if self.goes_on or not defined else ""
        if not missing and not defined:
            return {}
        place = f"{self.text} = {self.at:.9g}"
        if self.is_variable:
            place = self.made_of[0]
        elif self.made_of:
            place += f", with {' and '.join(self.made_of)}"
        what = f"{defined} is read from {self.table}" if defined else f"{self.table} is read"
        return {f"{what} at {place}{missing}.": None}

    def missing(self) -> str:
        """Return which row is missing, if one is."""
        if self.at > self.last:
            return f"; its last row is at {self.last:.9g}: {self._row('more')} is missing"
        if self.at < self.first:
            return f"; its first row is at {self.first:.9g}: {self._row('less')} is missing"
        return ""

    def _row(self, way: str) -> str:
        end = self.last if way == "more" else self.first
        at = f"{self.at:.9g}"
        return "a row beyond it" if at == f"{end:.9g}" else f"a row for {at} or {way}"


def _reading(
    t: Translation, equations: Equations, k: int, node: Expr, solver: Solver, row: Floats
) -> _Reading:
    one = equations.instances
    start, abscissa = int(one.variable[k]), node.args[1]
    env = environment(t, equations, solver, row, float(row[0]))
    with np.errstate(all="ignore"):
        at = float(np.broadcast_to(evaluate(abscissa, env), one.variable.shape)[k])
    number = int(one.table[k]) + int(node.args[0].value) + int(node.value) - 2
    grid, extrapolation = grid_of(solver.table(number))
    path = component_path(t.flat.root, start, one.trace)
    prefix = f"{path}." if path else ""
    table = _table_name(one.trace, int(node.args[0].value))
    made_of = [
        f"{name} = {value:.9g}{_unit(t, start, one.trace, name)}"
        for name, value in values_in(t, abscissa, start, row)
    ]
    return _Reading(
        table=prefix + table if table else f"the table of {path or t.flat.root.title}",
        text=str(abscissa),
        at=at,
        made_of=made_of,
        is_variable=abscissa.op == "var",
        first=float(grid[0]),
        last=float(grid[-1]),
        goes_on=extrapolation == "last_two_points",
    )


def _table_name(klass: Trace, slot: int) -> str:
    """Return the name of a table; empty for one written as a literal."""
    literal = {ref.value for ref in klass.literals.values()}
    own = next((own for own in klass.tables if own.slot == slot), None)
    return "" if own is None or slot in literal else own.name


def _unit(t: Translation, start: int, klass: Trace, name: str) -> str:
    own = next((o for o in klass.variables if name.endswith(f".{o.name}") or name == o.name), None)
    unit = own_variable(t.flat.root, start + own.slot).declaration.unit if own else ""
    return f" {unit}" if unit and unit != "1" else ""
