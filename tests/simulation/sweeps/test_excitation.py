"""Orders of a model's own sources."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError, NameLookupError, UsageError
from drivetrain.modeling import maximum, parameter, sin, variable
from drivetrain.rotational import Inertia, LinearSpeedDependentTorque, PartialTorque, SpringDamper


class Pump(PartialTorque):
    """Rectified sine over the angle: its orders are known in closed form."""

    size = parameter(3.0, unit="N.m", doc="Peak")
    shift = parameter(0.0, unit="rad", doc="Angle at which it begins")
    ratio = parameter(1.0, doc="Cycles in a revolution")
    tau = variable("N.m", doc="Torque")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.size * maximum(sin(self.ratio * (self.phi - self.shift)), 0)
        yield self.flange.tau == self.tau


def pumping(**pump: Any) -> dt.CompiledModel:
    model = dt.Model("pumping")
    model.add(
        motor=LinearSpeedDependentTorque(tau_nominal=5.0, w_nominal=100.0),
        rotor=Inertia(J=0.5, phi=dt.fixed(0.3), w=dt.fixed(50.0)),
        shaft=SpringDamper(c=1e4, d=1.0, phi_rel=dt.fixed(0), w_rel=dt.fixed(0)),
        wheel=Inertia(J=0.1),
        pump=Pump(**pump),
    )
    model.connect(model.motor >> model.rotor >> model.shaft >> model.wheel >> model.pump)
    return dt.compile(model)


def test_the_ship_has_the_orders_it_was_given() -> None:
    """The harmonics of its cylinders over their mean, later by their firing angles."""
    model = examples.find("machines.ShipShafting")()
    ship = dt.compile(model)
    table = ship.excitation(
        "cylinder[*].tau", shaft="flywheel", time=45.0, parameters={"load.height": 0.11}
    )
    harmonics = [2.2, 1.8, 1.3, 0.95, 0.65, 0.45, 0.3, 0.2, 0.12]
    assert table.orders.tolist() == list(range(1, 10))
    assert table.mean == pytest.approx(np.full(6, 0.11 * 714e3 / 6), rel=1e-9)
    twist = [ship.linearise(
        at="steady", time=45.0, speed={"flywheel.w": 4.25}, average=1, only=None,
        parameters={"load.height": 0.11}, outputs=["throw[0].phi", "flywheel.phi"],
    )][0]  # fmt: skip
    assert twist.outputs.index("throw[0].phi") >= 0
    for cylinder, angle in enumerate(np.radians([60 * k for k in (0, 4, 2, 3, 1, 5)])):
        for order, size in enumerate(harmonics, start=1):
            value = table[f"cylinder[{cylinder}].tau", order] / table.mean[cylinder]
            assert abs(value) == pytest.approx(size, rel=1e-9)
            late = value / (-1j * size * np.exp(-1j * order * angle))
            assert abs(np.angle(late)) < 2e-3 * order  # static twist of the crankshaft


def test_a_rectified_sine_in_closed_form() -> None:
    """Mean 1/pi, order 1 with 1/2, even orders 2/(pi (o^2 - 1)), of its peak."""
    compiled = pumping()
    table = compiled.excitation("pump.tau", shaft="wheel", speed=50.0, highest=8)
    assert table.orders.tolist() == [1, 2, 4, 6, 8]
    assert table.mean[0] == pytest.approx(3 / math.pi, rel=1e-5)
    assert table["pump.tau", 1] == pytest.approx(-1.5j, rel=1e-9)
    for order in (2, 4, 6, 8):
        assert table["pump.tau", order] == pytest.approx(
            -2 * 3 / math.pi / (order**2 - 1), rel=1e-4
        )
    assert "with half as many" in str(table)


def test_half_orders_appear_when_they_exist() -> None:
    table = pumping(ratio=0.5).excitation("pump.tau", shaft="wheel", highest=3)
    assert table.orders.tolist() == [0.5, 1, 2, 3]


def test_the_zero_of_the_angle_is_that_of_the_shaft() -> None:
    """The rotor starts at 0.3 rad; orders do not depend on that."""
    own = pumping().excitation("pump.tau", shaft="wheel.phi", highest=2)
    late = pumping(shift=0.5).excitation("pump.tau", shaft="wheel.w", highest=2)
    assert late["pump.tau", 1] == pytest.approx(own["pump.tau", 1] * np.exp(-0.5j), rel=1e-9)


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"sources": "pumps.tau"}, NameLookupError, "did you mean 'pump.tau'"),
        ({"sources": []}, UsageError, "sources"),
        ({"shaft": "wheels"}, NameLookupError, "did you mean 'wheel'"),
        ({"shaft": 3}, UsageError, "name of a part"),
        ({"shaft": "shaft"}, NameLookupError, "angle phi and a speed w"),
        ({"speed": -3.0}, UsageError, "above zero"),
        ({"revolutions": 0}, dt.DrivetrainError, "revolutions"),
        ({"highest": -1}, dt.DrivetrainError, "highest"),
        ({"sources": ["pump.tau", "wheel.w"]}, AnalysisError, "differ in kind"),
        ({"parameters": {"pump.ratio": 0.3}}, AnalysisError, "does not repeat after 2"),
        ({"parameters": {"rotor.w.start": 0.0}, "speed": None}, UsageError, "give the speed"),
    ],
)
def test_refused(asked: dict[str, Any], error: type[Exception], said: str) -> None:
    how = {"sources": "pump.tau", "shaft": "wheel", "speed": 50.0, **asked}
    with pytest.raises(error, match=said):
        pumping().excitation(**how)


def test_signals_excite_too() -> None:
    model = dt.Model("constant")
    model.add(source=Constant(k=2.0), rotor=Inertia(J=1.0, w=dt.fixed(3.0)))
    table = dt.compile(model).excitation("source.y", shaft="rotor")
    assert not len(table.orders)
    assert table.mean.tolist() == [2.0]
