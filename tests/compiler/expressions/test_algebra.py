"""Algebra on expressions."""

from __future__ import annotations

import pytest

from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.modeling.expression import REAL, Expr


def par(number: int) -> Expr:
    return Expr("par", (), number, REAL)


def size(e: Expr, *values: float) -> float:
    terms = symbolic.size_of_terms(e)
    assert terms is not None
    return float(evaluate(terms, Environment({"par": lambda number: values[number]})))


A, B, C = (par(k) for k in range(3))


@pytest.mark.parametrize(
    ("sum_", "expected"),
    [
        (A - B, 5.0),
        (1.0 - (1.0 - A) - A, 6.0),
        (-(A + B) * C, 20.0),
        ((A - B) / C, 5.0 / 4.0),
        ((A - B) * (A - C), 30.0),
        (symbolic.where(A > B, A - B, C), 4.0),
        (symbolic.where(A < B, A - B, C), 5.0),
    ],
)
def test_the_size_of_a_sum_is_that_of_its_terms(sum_, expected):
    assert size(sum_, 2.0, 3.0, -4.0) == expected


def test_the_sign_of_terms_does_not_matter():
    assert size(A - B * C, 2.0, 3.0, 4.0) == size(A - B * C, -2.0, 3.0, -4.0) == 14.0


@pytest.mark.parametrize("product", [A, A * B, -A / B, symbolic.where(A > B, A, B)])
def test_what_is_no_sum_has_no_terms_that_cancel(product):
    assert symbolic.size_of_terms(product) is None
