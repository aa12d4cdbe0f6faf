"""A heat port receives exactly the loss, and switching it on changes no motion."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.modeling import Component
from tests.properties.classes import label
from tests.properties.facts import DEPENDS_ON_TEMPERATURE, HEATS_LESS_THAN_IT_LOSES
from tests.properties.rig import HEATED, bench, ends, run

heated = pytest.mark.parametrize("cls", HEATED, ids=label)


@heated
def test_the_port_receives_exactly_the_loss(cls: type[Component]) -> None:
    result = run(cls, heated=True)
    received, loss = -result["part.heat_port.Q_flow"], result["part.loss_power"]
    assert np.abs(loss).max() > 0
    np.testing.assert_allclose(received, loss, rtol=4e-16, atol=0)


@heated
def test_the_loss_arrives_as_heat(cls: type[Component]) -> None:
    result = run(cls, heated=True)
    gained = 10.0 * (result["heat_heat_port.T"] - 300.0)
    lost = sum(e for path, e in result.energy.dissipated_by.items() if path.startswith("part"))
    if label(cls) in HEATS_LESS_THAN_IT_LOSES:
        assert np.all(gained < lost + 1e-4)
    else:
        np.testing.assert_allclose(gained, lost, rtol=1e-6, atol=1e-6)


@heated
def test_heat_does_not_change_the_motion(cls: type[Component]) -> None:
    cold, warm = ends(bench(cls), run(cls)), ends(bench(cls), run(cls, heated=True))
    if label(cls) in DEPENDS_ON_TEMPERATURE:
        assert np.abs(cold - warm).max() > 1e-6
    else:
        np.testing.assert_allclose(warm, cold, rtol=1e-5, atol=1e-6)
