"""Expressions: types, text, and what is refused."""

from __future__ import annotations

import math
from inspect import signature

import pytest

from drivetrain.errors import ExpressionError
from drivetrain.modeling import (
    boolean,
    constant,
    der,
    edge,
    integer,
    no_event,
    parameter,
    pre,
    reinit,
    smooth,
    time,
    variable,
    where,
)
from drivetrain.modeling.expression import Expr, as_expr, walk


def declared(declaration, name):
    declaration.name = name
    return declaration


@pytest.fixture
def x():
    return declared(variable("rad"), "x")


@pytest.fixture
def b():
    return declared(boolean(), "b")


def test_text_has_brackets_only_where_they_are_needed(x):
    assert str((x + 1.0) * 2.0 - x**2) == "(x + 1.0) * 2.0 - x ** 2"
    assert str(x - (x - 1)) == "x - (x - 1)"
    assert str(where((x > 0) & ~(x > math.inf), x, -x)) == "where((x > 0) & ~(x > inf), x, -x)"


def test_kinds_follow_the_operands(x, b):
    n = declared(integer(), "n")
    assert (n + 1).kind == "integer"
    assert (n + 1.0).kind == "real"
    assert (n / 2).kind == "real"
    assert (x > n).kind == "boolean"
    assert where(b, 1, 2).kind == "integer"
    assert where(b, 1, x).kind == "real"
    assert where(b, b, ~b).kind == "boolean"


@pytest.mark.parametrize(
    "build",
    [
        lambda x, b: b + 1,
        lambda x, b: x & b,
        lambda x, b: ~x,
        lambda x, b: b == x,
        lambda x, b: where(x, 1, 2),
        lambda x, b: where(b, b, 1.0),
        lambda x, b: b > 0,
    ],
)
def test_mixed_types_are_refused(build, x, b):
    with pytest.raises(ExpressionError):
        build(x, b)


def test_truth_of_an_expression_is_refused_with_the_remedy(x):
    with pytest.raises(ExpressionError, match="where\\(condition, a, b\\)"):
        bool(x > 0)


def test_text_cannot_stand_in_an_equation(x):
    with pytest.raises(ExpressionError, match="'fast'"):
        x + "fast"


def test_a_constant_carries_its_unit():
    assert constant(2.0, "N.m").unit == "N.m"
    assert constant(2.0).op == "const"


def test_derivatives_are_taken_of_linear_expressions_only(x):
    with pytest.raises(ExpressionError, match="v == x \\* x"):
        der(x * x)


def test_pre_and_reinit_need_a_variable(x):
    for build in (lambda: pre(x + 1), lambda: reinit(x + 1, 0.0), lambda: edge(x > 0)):
        with pytest.raises(ExpressionError):
            build()


def test_relations_without_event(x):
    def literal(e):
        return [node.value for node in walk(e) if node.op in ("gt", "lt")]

    e = where(x > 0, x, where(x < -1, 1.0, 2.0))
    assert literal(e) == [None, None]
    assert literal(no_event(e)) == [True, True]
    assert literal(smooth(0, e)) == [None, None]
    assert literal(smooth(1, e)) == [True, True]
    with pytest.raises(ExpressionError):
        smooth(-1, e)


def test_walk_visits_a_shared_node_once(x):
    shared = x + 1
    assert sum(node is shared for node in walk(shared * shared)) == 1


def test_numbers_of_other_packages_are_taken():
    numpy = pytest.importorskip("numpy")
    assert as_expr(numpy.float64(2.5)).value == 2.5
    assert as_expr(True).kind == "boolean"
    assert str(time) == "time"


def test_a_parameter_takes_the_kind_of_its_default():
    assert parameter(True).kind == "boolean"
    assert parameter(1).kind == "real"
    assert parameter(1, kind="integer").kind == "integer"
    assert parameter(declared(parameter(True), "p")).kind == "boolean"


def test_inspection_of_a_quantity_states_no_equation(x):
    assert not signature(time).parameters
    assert "op" in signature(Expr).parameters
    with pytest.raises(ExpressionError, match="cannot be called like a function"):
        (x + 1)(2)
