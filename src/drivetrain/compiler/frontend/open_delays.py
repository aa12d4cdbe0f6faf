"""Open the delays of a flat model: the argument of each becomes a variable, its value another one.

Nothing says any more how the value follows from the argument; whoever opens a delay closes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from drivetrain.compiler.frontend.flatten import Equations, Flat, Instances, traced_template
from drivetrain.compiler.frontend.qualified_names import (
    component_path,
    find_variable,
    own_variable,
    variable_name,
)
from drivetrain.modeling.expression import Expr, constant, walk
from drivetrain.modeling.tracing.slots import TracedEquation

__all__ = ["DelayPlace", "OpenDelay", "delays_of", "with_open_delays"]


class DelayPlace(NamedTuple):
    """A delayed expression of an instance.

    Attributes
    ----------
    name : str
        The variable that is equal to it, or the part and the expression.
    unit : str
        Unit of that variable; empty if there is none.
    is_fixed : bool
        Whether the delay time is a number or a parameter.
    """

    name: str
    unit: str
    is_fixed: bool


class OpenDelay(NamedTuple):
    """What stands for a delayed expression, by names of variables.

    Attributes
    ----------
    place : int
        Its place among the delayed expressions of the model, see :func:`delays_of`.
    argument, value, time : str
        Variables that nothing else determines, but for the value, which something does.
    """

    place: int
    argument: str
    value: str
    time: str


def delays_of(flat: Flat) -> list[DelayPlace]:
    """Return the delayed expressions within the equations of a model."""
    return [
        _described(flat, equations, row, node)
        for equations in flat.equations
        for row, node in _within(equations)
    ]


def _within(equations: Equations) -> Iterator[tuple[int, Expr]]:
    """Yield the delayed expressions of every instance."""
    nodes = _delayed(equations.traced)
    for row in range(len(equations.instances.variable) if nodes else 0):
        for node in nodes:
            yield row, node


def _delayed(traced: TracedEquation) -> list[Expr]:
    found = {id(n): n for side in (traced.lhs, traced.rhs) for n in walk(side) if n.op == "delay"}
    return list(found.values())


def _described(flat: Flat, equations: Equations, row: int, node: Expr) -> DelayPlace:
    """Return the name of a delayed expression: that of the variable it is, if there is one."""
    traced, one = equations.traced, equations.instances
    first, is_fixed = int(one.variable[row]), len(node.args) == 2
    for own, other in ((traced.lhs, traced.rhs), (traced.rhs, traced.lhs)):
        if other is node and own.op == "var" and own.value[1] == 0:
            number = first + int(own.value[0])
            unit = own_variable(flat.root, number).declaration.unit
            return DelayPlace(variable_name(flat.root, number), unit, is_fixed)
    path = component_path(flat.root, first, one.trace)
    return DelayPlace(f"{path}: {node}" if path else str(node), "", is_fixed)


def with_open_delays(flat: Flat, opened: tuple[OpenDelay, ...]) -> Flat:
    """Return a flat model in which delayed expressions are opened, all of them or none.

    Parameters
    ----------
    flat : Flat
        The model, with the variables for all delays.
    opened : tuple of OpenDelay
        What stands for them, in the order of :func:`delays_of`.
    """
    if not opened:
        return flat
    left = iter(opened)
    listed: list[Equations] = []
    for equations in flat.equations:
        nodes = _delayed(equations.traced)
        if not nodes:
            listed.append(equations)
            continue
        for row in range(len(equations.instances.variable)):
            listed += _opened(flat, equations, row, {id(node): next(left) for node in nodes})
    return replace(flat, equations=listed)


def _opened(
    flat: Flat, equations: Equations, row: int, pairs: dict[int, OpenDelay]
) -> list[Equations]:
    """Return an equation with variables for its delays, and what determines their arguments."""
    traced, one = equations.traced, equations.instances
    rows = np.array([row])
    here = Instances(one.trace, *(n[rows] for n in one[1:]))

    def variable(name: str) -> Expr:
        number = find_variable(flat.root, name)
        assert number is not None
        return Expr("var", (), (number - int(here.variable[0]), 0))

    values = {key: variable(pair.value) for key, pair in pairs.items()}
    known: dict[int, Expr] = {}
    sides = [_kept_apart(side, values, known) for side in (traced.lhs, traced.rhs)]
    made = [replace(traced, lhs=sides[0], rhs=sides[1])]
    for node in _delayed(traced):
        pair = pairs[id(node)]
        for name, operand in ((pair.argument, node.args[0]), (pair.time, node.args[1])):
            lhs, rhs = variable(name), _kept_apart(operand, values, known)
            made.append(TracedEquation(lhs, rhs, traced.where))
    return [Equations(*traced_template(equation), here, equation) for equation in made]


def _kept_apart(side: Expr, values: dict[int, Expr], known: dict[int, Expr]) -> Expr:
    """Return a side with variables for its delays; a delay alone does not become a mere alias.

    What is equal to another variable has no equation of its own that could be opened.
    """
    found = _with_values(side, values, known)
    return Expr("add", (found, constant(0.0))) if side.op == "delay" else found


def _with_values(e: Expr, values: dict[int, Expr], known: dict[int, Expr]) -> Expr:
    """Return an expression with variables for its delays."""
    if id(e) in values:
        return values[id(e)]
    if not e.args:
        return e
    if id(e) not in known:
        args = tuple(_with_values(arg, values, known) for arg in e.args)
        same = all(new is old for new, old in zip(args, e.args, strict=True))
        known[id(e)] = e if same else Expr(e.op, args, e.value, e.kind)
    return known[id(e)]
