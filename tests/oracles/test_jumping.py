"""Integrals of random expressions that jump, chain by chain, against exact ones.

Fixed numbers in CI; ``--long N`` tries N of them. One alone, or very many:
``python -m tests.oracles.jumping.trial --first 4711 --count 1``.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from tests.oracles.jumping.integrals import true_integral
from tests.oracles.jumping.trial import Way, random_case, try_case

pytestmark = pytest.mark.slow

_COUNT = int(os.environ.get("DRIVETRAIN_LONG", "0")) or 200
_PARTS = 4


@pytest.mark.parametrize("part", range(_PARTS))
def test_states_are_what_integrals_of_jumps_are(part: int) -> None:
    """Past values excepted: a few of those are off by 30 to 60 times a tolerance of 1e-8."""
    tried, off = 0, []
    for seed in range(part, _COUNT, _PARTS):
        case = random_case(seed)
        if case.way is Way.DELAYED:
            continue
        found = try_case(case)
        if found is not None:
            tried += 1
            off += list(found)
    assert not off, "\n".join(map(str, off))
    assert tried > 0.7 * _COUNT / _PARTS


def test_the_truth_itself_against_a_sum_by_hand() -> None:
    """Of floor(3 t) + |t - 1/2|, up to 2, by the numbers of the steps."""

    def function(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        low = np.floor(3.0 * t)
        return low + np.abs(t - 0.5), np.vstack([low, np.sign(t - 0.5)])

    truth = true_integral(function, 0.0, 2.0, np.ones_like)
    assert truth is not None
    assert truth.integral == pytest.approx(sum(range(6)) / 3.0 + 0.125 + 1.125, abs=1e-12)
    assert truth.jumps == pytest.approx(6.0, abs=1e-9)
    assert truth.breakpoints == 6 + 2  # at the end, too; a sign is 0 for an instant
