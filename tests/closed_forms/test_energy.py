"""The energy of a whole run adds up, the better the tighter the tolerance."""

from __future__ import annotations

import pytest

from drivetrain import compile as compile_model
from drivetrain.examples.coupled_clutches import CoupledClutches


@pytest.fixture(scope="module")
def compiled():
    return compile_model(CoupledClutches())


def test_coupled_clutches_close_to_the_tolerance(compiled):
    assert compiled.simulate(tolerance=1e-6).energy.relative_error <= 1e-6


def test_imbalance_falls_with_the_tolerance(compiled):
    errors = [
        compiled.simulate(tolerance=10.0**-k).energy.relative_error for k in (4, 5, 6, 7, 8, 9)
    ]
    assert all(b < a for a, b in zip(errors[::2], errors[2::2], strict=False)), errors
    assert errors[-1] <= 1e-8
