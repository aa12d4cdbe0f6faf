"""A housing that is fixed by a connection is a housing that is fixed."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.modeling import Component
from tests.properties.classes import label
from tests.properties.rig import HOUSED, run


@pytest.mark.parametrize("cls", HOUSED, ids=label)
def test_an_explicit_ground_changes_nothing(cls: type[Component]) -> None:
    plain, mounted = run(cls, "none"), run(cls, "ground")
    np.testing.assert_allclose(mounted.time, plain.time, rtol=0, atol=1e-12)
    for name in plain:
        if plain[name].dtype == float and name in mounted:
            size = 1.0 + np.abs(plain[name]).max()
            np.testing.assert_allclose(
                mounted[name], plain[name], rtol=0, atol=1e-11 * size, err_msg=name
            )
