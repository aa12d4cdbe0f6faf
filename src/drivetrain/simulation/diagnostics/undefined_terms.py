"""Find the term of an equation that is not finite although its operands are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import evaluate
from drivetrain.compiler.frontend.flatten import Equations
from drivetrain.compiler.frontend.qualified_names import component_path, parameter_name, place_of
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.modeling.expression import REAL, Expr, walk
from drivetrain.simulation.diagnostics.point_evaluation import environment, values_in

__all__ = ["undefined_terms"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def undefined_terms(translation: Translation, solver: Solver, row: Floats) -> Iterator[str]:
    """Yield the terms that are infinite or undefined in a row of values, with their operands.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    solver : Solver
        The run: its parameters and tables.
    row : float array
        Values at the instant of failure.
    """
    for equations in translation.flat.equations:
        if equations.template.kind == REAL:
            yield from _terms(translation, equations, solver, row)


def _terms(t: Translation, equations: Equations, solver: Solver, row: Floats) -> Iterator[str]:
    one, traced, parameters = equations.instances, equations.traced, solver.parameters
    env = environment(t, equations, solver, row, float(row[0]))
    done: dict[int, Floats] = {}
    with np.errstate(all="ignore"):
        for side in (traced.lhs, traced.rhs):
            evaluate(side, env, done)
    chosen: dict[int, Bools] = {}
    for side in (traced.lhs, traced.rhs):
        _choose(side, np.ones(one.variable.shape, dtype=bool), done, chosen)
    for node in (n for side in (traced.lhs, traced.rhs) for n in walk(side) if n.args):
        args = [arg for arg in node.args if arg.op != "tab"]
        if node.kind != REAL or any(id(arg) not in done for arg in args):
            continue
        bad = chosen.get(id(node), False) & ~np.isfinite(
            np.broadcast_to(done[id(node)], one.variable.shape)
        )
        for arg in (arg for arg in args if arg.op != "par"):
            bad = bad & np.isfinite(np.broadcast_to(done[id(arg)], one.variable.shape))
        for k in np.flatnonzero(bad).tolist():
            yield _told(t, equations, k, node, parameters, row)


def _choose(node: Expr, here: Bools, values: dict[int, Floats], chosen: dict[int, Bools]) -> None:
    """Mark the instances in which a node counts: not in the branch that a `where` excludes."""
    before = chosen.get(id(node), np.zeros_like(here))
    if not (here & ~before).any():
        return
    chosen[id(node)] = here | before
    condition = values.get(id(node.args[0])) if node.op == "where" else None
    for place, arg in enumerate(node.args):
        side = here
        if condition is not None and place > 0:
            holds = np.broadcast_to(condition, here.shape) != 0
            side = here & (holds if place == 1 else ~holds)
        _choose(arg, side, values, chosen)


def _told(
    t: Translation, equations: Equations, k: int, node: Expr, parameters: Floats, row: Floats
) -> str:
    one, traced = equations.instances, equations.traced
    start = int(one.variable[k])
    path = component_path(t.flat.root, start, one.trace) or t.flat.root.title
    made_of = [f"{name} = {_written(value)}" for name, value in values_in(t, node, start, row)]
    where = place_of(t.flat.root, start, traced.where, one.trace)
    made_of += [
        f"{parameter_name(t.flat.root, number)} = {parameters[number]:g}"
        for number in sorted({int(one.parameter[k]) + n.value for n in walk(node) if n.op == "par"})
        if not np.isfinite(parameters[number])
    ]
    values = f", with {', '.join(made_of)}" if made_of else ""
    return f"{path}: '{node}' in '{traced}' has no finite value{values} [{where}]."


def _written(value: float) -> str:
    """Return a number with nine digits, or with all if it is close to a round one."""
    short = f"{value:.9g}"
    return repr(value) if float(short).is_integer() and float(short) != value else short
