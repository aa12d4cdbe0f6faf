"""A driveline and its mirror image do the same.

Reversing all motion reverses the result of a component whose law knows no direction. Turning it
round as well is a reflection of the axis: relative angles and speeds stay what they are, whatever
the law, so this holds for everything whose flanges are alike.
"""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.modeling import Component
from tests.properties.classes import label
from tests.properties.facts import DIRECTED, HANDED, MIRROR_IMAGE
from tests.properties.rig import MECHANICAL, TURNABLE, Bench, bench, ends, run

REVERSIBLE = [cls for cls in MECHANICAL if label(cls) not in DIRECTED]
ALIKE = [cls for cls in TURNABLE if label(cls) not in HANDED]


@pytest.mark.parametrize("cls", REVERSIBLE, ids=label)
def test_reversed_excitation_gives_reversed_motion(cls: type[Component]) -> None:
    there, back = (ends(bench(cls), run(cls, sign=sign)) for sign in (1, -1))
    np.testing.assert_allclose(back, -there, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("cls", ALIKE, ids=label)
def test_the_mirror_image_does_the_same(cls: type[Component]) -> None:
    straight = ends(bench(cls), run(cls))
    mirrored = ends(bench(cls, turned=True), run(cls, turned=True, sign=-1))
    np.testing.assert_allclose(mirrored, -straight, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("cls", [c for c in TURNABLE if label(c) in MIRROR_IMAGE], ids=label)
def test_a_gear_with_the_inverse_ratio_is_a_gear_turned_round(cls: type[Component]) -> None:
    straight = ends(bench(cls), run(cls))
    turned = Bench(cls, turned=True, **MIRROR_IMAGE[label(cls)])
    np.testing.assert_allclose(ends(turned, turned.run(-1)), -straight, rtol=1e-6, atol=1e-7)
