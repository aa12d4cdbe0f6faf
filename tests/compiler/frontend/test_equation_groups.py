"""Which slots of an equation are one quantity."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from drivetrain.compiler.frontend.equation_groups import _patterns, parametric_values
from drivetrain.modeling.expression import REAL, Expr


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("discrete", range(20))
def test_what_is_zero_is_like_no_discrete_quantity(order: int, discrete: int) -> None:
    group = SimpleNamespace(
        chain=np.array([[-1, -1, 3]]),
        order=np.array([[order, 0, 0]]),
        discrete=np.array([[-1, discrete, -1]]),
        sign=np.array([[1, 1, 1]]),
    )
    target, _ = _patterns(group, np.array([[True, False, False]]))
    assert target.tolist() == [[-1, 1, 2]]


def test_a_factor_that_is_nothing_but_rounding_is_zero() -> None:
    ratio, one, other = (Expr("par", (), k, REAL) for k in range(3))
    group = SimpleNamespace(n_rows=3, parameter=np.array([[0, 1, 2], [3, 1, 2], [4, 1, 2]]))
    factor = parametric_values(
        ratio - one - other, group, np.array([0.3, 0.1, 0.2, 0.3 + 1e-12, np.nan])
    )
    assert 0.3 - 0.1 - 0.2 != 0.0
    assert factor[0] == 0.0
    assert factor[1] == pytest.approx(1e-12, rel=1e-3)
    assert np.isnan(factor[2])
