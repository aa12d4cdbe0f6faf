"""Which slots of an equation are one quantity."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from drivetrain.compiler.system import _patterns


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
