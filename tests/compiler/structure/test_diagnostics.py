"""What is said of a model that cannot be solved names the parts concerned, and no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.errors import StructureError
from drivetrain.rotational import Inertia, OneWayClutch


class OpenFreewheel(dt.Model):
    """A freewheel pressed by a signal, with nothing behind it."""

    shaft = Inertia(J=1.0)
    freewheel = OneWayClutch(fn_max=10.0)
    wave = Sine(f=1.0, offset=2.0)

    def equations(self) -> Iterable[Any]:
        yield self.shaft.flange_b >> self.freewheel.flange_a
        yield self.freewheel.f_normalized == 0.5 * self.wave.y


def test_a_signal_is_no_part_that_asks_for_a_torque() -> None:
    with pytest.raises(StructureError) as refused:
        dt.compile(OpenFreewheel())
    told = str(refused.value)
    assert "a torque that nothing takes up at freewheel.flange_b:" in told  # flange_a is connected
    assert "freewheel (OneWayClutch)" in told
    assert "wave" not in told
