"""Free flight and contact in a gap."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import build, event_times, turning

from drivetrain import simulate
from drivetrain.rotational import ElastoBacklash, ElastoBacklash2, Fixed, Inertia


@pytest.mark.parametrize("element", [ElastoBacklash, ElastoBacklash2])
@pytest.mark.parametrize("tolerance", [1e-11])
def test_oscillation_in_a_gap(element: Any, tolerance: float):
    J, c, b, w0 = 2.0, 5000.0, 0.2, 1.5

    def equations(self: Any) -> Iterable[Any]:
        yield self.ground.flange >> self.gap >> self.mass

    model = build(
        equations,
        ground=Fixed(),
        gap=element(c=c, d=0.0, b=b),
        mass=Inertia(J=J, **turning(w0)),
    )
    result = simulate(model, stop_time=1.0, tolerance=tolerance)
    touch = math.pi * math.sqrt(J / c)
    half = b / w0 + touch
    contact = b / 2 / w0 + half * np.arange(6)
    expected = np.sort(np.concatenate([contact, contact + touch]))
    expected = expected[expected < 1.0]
    found = event_times(result)
    found = found[np.diff(found, prepend=-1.0) > 1e-6]
    np.testing.assert_allclose(found, expected, rtol=1e-8)
    deepest = b / 2 + w0 * math.sqrt(J / c)
    assert np.abs(result["mass.phi"]).max() == pytest.approx(deepest, rel=1e-4)
    free = np.abs(result["mass.phi"]) < 0.0999
    np.testing.assert_allclose(np.abs(result["mass.w"][free]), w0, rtol=1e-8)
