"""What flows into a component changes its momentum, and nothing else: torques and forces balance.

Housings are on seats that move, so their reaction counts like every other flow.
"""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.modeling import Component, Connector
from tests.properties.classes import label
from tests.properties.facts import ON_THE_GROUND
from tests.properties.rig import FAMILIES, MECHANICAL, bench, flanges, run

STANDING = [cls for cls in MECHANICAL if label(cls) in ON_THE_GROUND]
CLOSED = [cls for cls in MECHANICAL if cls not in STANDING]


def imbalance(cls: type[Component], family: type[Connector]) -> float:
    """Return the largest impulse that vanishes, over the largest that flows."""
    result, made = run(cls, "seats"), bench(cls, "seats")
    impulses, momentum = made.impulses(result, family), made.momentum(result, family)
    size = 1.0 + max(np.abs(one).max() for one in impulses)
    return float(np.abs(sum(impulses) - (momentum - momentum[0])).max() / size)


@pytest.mark.parametrize("cls", CLOSED, ids=label)
def test_impulses_balance(cls: type[Component]) -> None:
    for family in set(flanges(cls).values()):
        assert imbalance(cls, family) < 1e-8


@pytest.mark.parametrize("cls", CLOSED, ids=label)
def test_flows_of_parts_without_inertia_balance_at_every_point(cls: type[Component]) -> None:
    result, made = run(cls, "seats"), bench(cls, "seats")
    for family in set(flanges(cls).values()):
        if not made.momentum(result, family).any():
            flows = made.flows(result, family)
            size = 1.0 + max(np.abs(one).max() for one in flows)
            assert np.abs(sum(flows)).max() <= 1e-13 * size


@pytest.mark.parametrize("cls", STANDING, ids=label)
def test_what_stands_on_the_ground_has_it_take_the_rest(cls: type[Component]) -> None:
    assert max(imbalance(cls, family) for family in set(flanges(cls).values())) > 1e-3


def test_every_family_of_flanges_is_on_the_bench() -> None:
    assert {family for cls in MECHANICAL for family in flanges(cls).values()} == set(FAMILIES)
