"""Translate the sections of a class into its methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, TypeGuard

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.behaviour.algorithms import AlgorithmTranslator
from drivetrain.modelica.translation.behaviour.equations import EquationTranslator
from drivetrain.modelica.translation.behaviour.fixed_starts import initial_equations
from drivetrain.modelica.translation.behaviour.starts import set_at_events, start_of, starts_of
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMember
from drivetrain.modelica.translation.members.determined import without_determined
from drivetrain.modelica.translation.python_code import (
    attribute,
    call,
    constant,
    for_each,
    name,
    python_name,
)
from drivetrain.modelica.translation.structure.connections import ConnectionTranslator
from drivetrain.modelica.translation.structure.numbers import is_before
from drivetrain.modelica.translation.structure.parameter_attributes import bound_checks
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.references import EquationReader

__all__ = ["methods_of"]


def methods_of(context: ClassContext) -> list[ast.stmt]:
    """Return the methods of a class: its connections and equations, and those of the start."""
    reader = EquationReader(context)
    expressions = ExpressionTranslator(context, reader.read, in_equations=True)
    reader.expressions = expressions
    connections = ConnectionTranslator(context, expressions)
    equations = EquationTranslator(context, expressions, connections.translate)
    every = [one for section in context.body.sections for one in section.statements]
    context.set_at_events = {text.partition("[")[0] for text in set_at_events(every)}
    equations.starts = starts_of(context.body.sections)
    if context.body.external is not None:
        context.refuse(context.body.external.position, "external functions are not supported")
    always = [*_bindings(context, equations), *_section(context, equations, is_initial=False)]
    always += [_constant(context, one) for one in context.constant_unknowns]
    at_start = [
        *initial_equations(context, expressions),
        *_section(context, equations, is_initial=True),
    ]
    always += _checks_of_start(context, equations)
    always += bound_checks(context, expressions)
    found = []
    if always:
        found.append(_method(context, "equations", always))
    if at_start:
        found.append(_method(context, "initial_equations", at_start))
    return found


def _bindings(context: ClassContext, equations: EquationTranslator) -> Iterator[ast.stmt]:
    for of, value in context.bindings:
        with context.refusals.noted():
            made = list(equations.binding(of, value))
            test = context.binding_conditions.get(of)
            if test is None:
                yield from made
            else:
                yield ast.copy_location(ast.If(test, made, []), made[0])
    for one in context.record_defaults:
        with context.refusals.noted():
            yield equations.default(one)


def _section(
    context: ClassContext, equations: EquationTranslator, is_initial: bool
) -> list[ast.stmt]:
    made: list[ast.stmt] = []
    for section in context.body.sections:
        if section.is_initial != is_initial:
            continue
        if section.kind == "algorithm":
            algorithm = AlgorithmTranslator(context, equations)
            made += algorithm.section(_without_starts(section, equations))
        else:
            # What `pre(x)` is at the start is said where x is declared.
            told = _without_starts(section, equations).statements
            for one in told if is_initial else ():
                with context.refusals.noted():
                    _check_start(context, one)
            if is_initial:
                told = tuple(without_determined(told, context.members.determined))
                told = tuple(one for one in told if not (_is_start(one) or _is_check(one)))
            made += equations.translate(told)
    return made


def _without_starts(section: nodes.Section, equations: EquationTranslator) -> nodes.Section:
    """Return an initial section without what ``when`` says of the start."""
    if not section.is_initial or not equations.starts:
        return section
    left = [
        one for one in section.statements if (start_of(one) or ("",))[0] not in equations.starts
    ]
    return nodes.Section(
        section.kind,
        section.is_initial,
        tuple(left),
        section.annotations,
        position=section.position,
    )


def _checks_of_start(context: ClassContext, equations: EquationTranslator) -> Iterator[ast.stmt]:
    """Yield the checks among the initial equations, which count at the start only."""
    for section in context.body.sections:
        if not section.is_initial or section.kind == "algorithm":
            continue
        for one in section.statements:
            if _is_check(one):
                with context.refusals.noted():
                    at_start = call(context.names.function("initial"), [])
                    later = ast.UnaryOp(ast.Invert(), at_start)
                    made = ast.Expr(ast.Yield(equations.check(one.call, unless=later)))
                    yield context.at(one.position, made)


def _is_check(one: Any) -> TypeGuard[nodes.CallEquation]:
    return isinstance(one, nodes.CallEquation) and str(one.call.function) == "assert"


def _check_start(context: ClassContext, one: object) -> None:
    """Refuse ``pre(x[1]) = …`` and ``pre(part.x) = …``: whole variables of the class have a start.

    Raises
    ------
    ModelicaError
        If it is one of those.
    """
    if not isinstance(one, nodes.Equal) or not is_before(one.left):
        return
    of = one.left.arguments[0] if isinstance(one.left, nodes.Call) else None
    parts = of.parts if isinstance(of, nodes.Reference) else ()
    member = context.members.by_name.get(parts[0].name) if len(parts) == 1 else None
    if member is None or parts[0].subscripts or not member.is_declared_here:
        raise context.mistake(
            one.position,
            f"'{print_expression(one.left)} = …' is supported for a whole variable that the class "
            "declares itself; give others their start by '(start=…, fixed=true)'",
        )


def _is_start(one: object) -> bool:
    return isinstance(one, nodes.Equal) and is_before(one.left)


def _constant(context: ClassContext, one: ClassMember) -> ast.stmt:
    """Return the equation of a parameter that only the start determines: it does not change."""
    variable = attribute(name("self"), python_name(one.name))
    is_vector = bool(one.component.sizes or one.component.type_sizes)
    each = context.names.local("each") if is_vector else ""
    rate = call(context.names.function("der"), [name(each) if each else variable])
    made: ast.stmt = ast.Expr(ast.Yield(ast.Compare(rate, [ast.Eq()], [constant(0)])))
    if each:
        made = for_each([(ast.Name(each, ast.Store()), variable)], [made])
    return context.at(one.component.position, made)


def _method(context: ClassContext, key: str, statements: list[ast.stmt]) -> ast.stmt:
    arguments = ast.arguments([], [ast.arg("self")], None, [], [], None, [])
    made = ast.FunctionDef(key, arguments, statements, [], None)
    return context.at(context.stored.definition.position, made)
