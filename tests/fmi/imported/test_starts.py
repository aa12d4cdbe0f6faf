"""First instants at which a model and its FMUs have to agree."""

from collections.abc import Iterable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.rotational import Damper, Fixed, Inertia, SpeedSensor, Torque
from tests.fmi.imported.conftest import Make
from tests.fmi.imported.test_co_simulation import STEP


def test_a_steady_start_holds_with_what_the_unit_gives_there(make: Make) -> None:
    """The torque y = k w + x balances the damper: (k - d) w + x = 0 at the start."""

    class Steady(dt.Model):
        """A flywheel in balance from the first instant on."""

        wheel = Inertia(J=1.0, phi=dt.fixed(0))
        motor = Torque()
        sensor = SpeedSensor()
        drag = Damper(d=2.0)
        wall = Fixed()
        unit = dt.FMU(make(), step=STEP, k=0.5, x=3.0, on=False)

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.wheel >> self.drag >> self.wall
            yield self.wheel.flange_b >> self.sensor.flange
            yield self.sensor.w >> self.unit.u
            yield self.unit.y >> self.motor.tau

        def initial_equations(self) -> Iterable[Any]:
            yield self.wheel.a == 0

    result = dt.simulate(Steady(), stop_time=1.0)
    assert result["wheel.w"] == pytest.approx(2.0, rel=1e-5)
    assert result["unit.y"][0] == pytest.approx(4.0, rel=1e-5)
    assert len(result.events) == 8  # ticks only
