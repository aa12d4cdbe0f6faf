"""A long shaft: nothing that grows with the square of its length, and no names nobody reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, simulate
from drivetrain.compiler import names
from drivetrain.modeling import fixed, parameter
from drivetrain.rotational import ConstantTorque, Inertia, SpringDamper
from drivetrain.simulation import initialise


class LongShaft(Model):
    """Discs joined by springs, all of them demanded to stand still at the start."""

    n = parameter(structural=True, kind="integer", doc="Number of discs")
    drive = ConstantTorque(tau_constant=1.0)
    disc: Any = Inertia.array(n, J=1.0, phi=fixed(0.0), w=fixed(0.0))
    link: Any = SpringDamper.array(n - 1, c=1000.0, d=0.1)

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.drive >> self.disc[0]
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def test_demands_that_hold_need_no_matrix_and_no_names(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any) -> Any:
        raise AssertionError("not needed")

    with monkeypatch.context() as patch:
        for maker in ("_descend", "_walk", "component_path"):
            patch.setattr(names, maker, refuse)
        for square in ("_Basis", "_jacobian"):
            patch.setattr(initialise, square, refuse)
        result = simulate(LongShaft(n=300), stop_time=1e-3, interval=1e-3)
    assert result.stats.states == 600
    assert result["disc[0].w"][-1] == pytest.approx(1e-3, rel=1e-3)
    assert np.abs(result["disc[299].w"]).max() < 1e-12
