"""Laws of contact: the damping that gives a coefficient of restitution."""

from __future__ import annotations

import math

import pytest

from drivetrain.mechanics.contact import hunt_crossley_damping


@pytest.mark.parametrize(
    ("restitution", "damping"), [(0.9, 0.1664820), (0.8, 0.3731462), (0.5, 1.4327505)]
)
def test_damping_of_hunt_and_crossley(restitution: float, damping: float) -> None:
    assert hunt_crossley_damping(restitution) == pytest.approx(damping, abs=5e-8)


@pytest.mark.parametrize("e", [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 0.99, 0.999, 0.9999])
def test_it_solves_the_relation_of_speeds(e: float) -> None:
    d = hunt_crossley_damping(e)
    # Of the root 0, which solves the relation as well, it is far away.
    assert d > 1.4 * (1.0 - e)
    assert d * (1.0 + e) == pytest.approx(math.log((1.0 + d) / (1.0 - e * d)), abs=1e-12)


def test_the_usual_damping_would_miss_what_is_asked() -> None:
    """D = 1.5 (1 - 0.8) is the damping for 0.833."""
    assert hunt_crossley_damping(0.8328698) == pytest.approx(0.3, abs=1e-7)


def test_without_loss_there_is_no_damping() -> None:
    assert hunt_crossley_damping(1.0) == 0.0
    assert hunt_crossley_damping(1.0 - 1e-6) == pytest.approx(1.5e-6 * (1.0 + 1e-6), rel=1e-9)


def test_small_losses_join_the_others() -> None:
    below, above = (hunt_crossley_damping(1.0 - 1e-4 * part) for part in (0.999999, 1.000001))
    assert above - below == pytest.approx(1.5e-4 * 2e-6, rel=1e-2)
