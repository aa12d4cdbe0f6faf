"""Campbell diagrams: tracks over the speed, critical speeds, margins, vector sums."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError, NameLookupError, UsageError
from drivetrain.modeling import cos, der, parameter, sin, variable
from drivetrain.rotational import (
    Clutch,
    Flange,
    IdealGear,
    Inertia,
    QuadraticSpeedDependentTorque,
    SpringDamper,
)


class Pendulum(dt.Component):
    """A point mass that swings in the field of the centrifugal force of a rotor."""

    m = parameter(0.5, unit="kg", doc="Mass")
    R = parameter(0.2, unit="m", doc="Distance of the pivot from the axis")
    L = parameter(0.05, unit="m", doc="Length")
    flange = Flange()
    w = variable("rad/s", doc="Speed of the rotor")
    psi = variable("rad", start=0.0, doc="Angle of the pendulum to the radius")
    w_psi = variable("rad/s", start=0.0, doc="Its rate")
    momentum = variable("kg.m2/s", doc="Angular momentum about the axis")

    def equations(self) -> Iterable[Any]:
        m, R, L = self.m, self.R, self.L
        lever = L**2 + R * L * cos(self.psi)
        yield self.w == der(self.flange.phi)
        yield self.w_psi == der(self.psi)
        yield self.momentum == m * (
            (R**2 + L**2 + 2 * R * L * cos(self.psi)) * self.w + lever * self.w_psi
        )
        yield der(self.momentum) == self.flange.tau
        yield (
            m * L**2 * der(self.w_psi)
            + m * lever * der(self.w)
            + m * R * L * sin(self.psi) * self.w**2
            == 0
        )


@pytest.fixture(scope="module")
def geared() -> dt.CompiledModel:
    """A motor, a shaft and a gear 3 : 1 to a fan; two oscillations that no speed changes."""
    model = dt.Model("geared")
    model.add(
        motor=Inertia(J=0.5, w=dt.fixed(50.0)), shaft=SpringDamper(c=2000.0, d=0.5),
        gear=IdealGear(ratio=3.0), load=Inertia(J=3.0),
        fan=QuadraticSpeedDependentTorque(tau_nominal=-20.0, w_nominal=60.0),
        leaf=SpringDamper(c=800.0, d=0.02), absorber=Inertia(J=0.02),
    )  # fmt: skip
    model.connect(model.motor >> model.shaft >> model.gear >> model.load >> model.fan)
    model.connect(model.motor.flange_b >> model.leaf >> model.absorber)
    return dt.compile(model)


def test_critical_speeds_of_the_ship() -> None:
    """A sixth and a third of the natural frequencies; the sixth order excites, the third hardly."""
    ship = dt.compile(examples.find("machines.ShipShafting")())
    found = ship.campbell(
        "flywheel", orders=[3, 6], between=(3.0, 13.3), excitation="cylinder[*].tau",
        time=45.0, balance="load.height", operating={"service": ("115 rpm", "127 rpm")},
    )  # fmt: skip
    assert [(one.mode, one.order) for one in found.critical] == [(1, 6), (2, 6), (1, 3), (2, 3)]
    for one in found.critical:
        linear = ship.linearise(
            at="steady", time=45.0, speed={"flywheel.w": one.speed}, balance="load.height",
            average=2,
        )  # fmt: skip
        modes = linear.eigenmodes()
        assert modes.damped_omega[one.mode - 1] == pytest.approx(one.order * one.speed, rel=1e-9)
        assert modes.damping[one.mode - 1] == pytest.approx(one.damping, rel=1e-8)
    assert found.critical[0].speed == pytest.approx(4.42, abs=0.01)
    assert found.critical[0].vector_sum > 5.5  # all six cylinders swing together
    assert found.critical[2].vector_sum < 0.3
    margins = found.critical.margins(found.critical[3])
    assert margins == {"service": 0.0}
    assert found.critical.margins(found.critical[0])["service"] < -0.6
    assert "closer than 10 % to operating speeds: 4" in str(found)


def test_orders_of_several_shafts(geared: dt.CompiledModel) -> None:
    """The load turns at a third of the motor's speed; its fifth order meets at 3/5 of omega."""
    found = geared.campbell("motor", orders={"motor": [1, 2], "load": [5]}, between=(20.0, 320.0))
    modes = geared.linearise(at="steady", speed={"motor.w": 100.0}).eigenmodes()
    for one in found.critical:
        turns = one.order * (1 / 3 if one.shaft == "load" else 1)
        expected = float(modes.damped_omega[one.mode - 1]) / turns
        assert one.speed == pytest.approx(expected, rel=1e-3)  # the damping of the fan varies
    assert [one.number for one in found.critical] == list(range(1, len(found.critical) + 1))
    assert {(one.mode, one.shaft, one.order) for one in found.critical} == {
        (mode, shaft, order)
        for mode in (1, 2)
        for shaft, order in (("motor", 1), ("motor", 2), ("load", 5))
    }
    assert "of shaft" in found.critical.to_pandas().columns


def test_a_centrifugal_pendulum_keeps_its_order() -> None:
    """sqrt(R/L) sqrt(1 + m (R+L)^2 / J) = 2.031009601 at every speed: order 2 never meets it."""
    model = dt.Model("absorber")
    model.add(rotor=Inertia(J=1.0, w=dt.fixed(10.0)), pendulum=Pendulum())
    model.connect(model.rotor.flange_b, model.pendulum.flange)
    compiled = dt.compile(model)
    found = compiled.campbell("rotor", orders=[1, 2, 3], between=(10.0, 100.0))
    ratio = found.tracks.omega[:, 0] / found.speeds
    assert ratio == pytest.approx(np.full(len(ratio), 2.031009601), rel=1e-9)
    assert not len(found.critical)


@pytest.mark.parametrize(("inertia", "crosses"), [(5e4, True), (50.0, False)])
def test_modes_that_cross_or_veer(inertia: float, crosses: bool) -> None:
    """A pendulum of order 2 meets an oscillator of 30 rad/s: a heavy rotor lets them pass."""
    model = dt.Model("meeting")
    model.add(
        rotor=Inertia(J=inertia, w=dt.fixed(10.0)), pendulum=Pendulum(),
        spring=SpringDamper(c=900.0, d=0.0), disc=Inertia(J=1.0),
    )  # fmt: skip
    model.connect(model.rotor.flange_b, model.pendulum.flange)
    model.connect(model.rotor.flange_a >> model.spring >> model.disc)
    found = dt.compile(model).campbell("rotor", orders=[2], between=(5.0, 30.0))
    first, last = found.tracks.frequency[0], found.tracks.frequency[-1]
    assert first[0] < first[1]
    assert (last[0] > last[1]) == crosses
    assert [round(one.speed, 3) for one in found.critical] == [15.0]


def test_contacts_that_change_are_no_critical_speeds() -> None:
    """Above 272 rad/s the clutch slips: modes jump across orders without meeting them."""
    model = dt.Model("slipping")
    model.add(
        motor=Inertia(J=0.5, w=dt.fixed(50.0)), pedal=Constant(k=1.0),
        clutch=Clutch(fn_max=400.0, mu_pos=[[0, 0.4], [400, 0.36]]), disc=Inertia(J=0.05),
        shaft=SpringDamper(c=2000.0, d=0.5), load=Inertia(J=0.5),
        fan=QuadraticSpeedDependentTorque(tau_nominal=-160.0, w_nominal=272.0),
    )  # fmt: skip
    model.connect(model.motor >> model.clutch >> model.disc >> model.shaft >> model.load)
    model.connect(model.load >> model.fan)
    model.connect(model.pedal.y >> model.clutch.f_normalized)
    found = dt.compile(model).campbell("motor", orders=[0.4, 0.7], between=(200.0, 320.0))
    assert {"clutch.mode: stuck", "clutch.mode: backward"} == set(found.tracks.contacts)
    assert any("jumps across" in one for one in found.remarks)
    assert all(one.omega == pytest.approx(one.order * one.speed) for one in found.critical)


def test_pictures_and_files(geared: dt.CompiledModel, tmp_path: Path) -> None:
    found = geared.campbell("motor", orders=[1, 2], between=(20.0, 320.0), operating=(90, 110))
    figure = found.plot(path=tmp_path / "campbell.png", speed="rad/s", frequency="rad/s")
    (axes,) = figure.axes
    texts = [one.get_text() for one in axes.texts]
    assert [str(one.number) for one in found.critical] == [t for t in texts if t.isdigit()]
    assert {"order 1", "order 2"} <= set(texts)
    assert axes.get_xlabel() == "speed of motor in rad/s"
    assert axes.get_ylabel() == "angular frequency in rad/s"
    assert (tmp_path / "campbell.png").stat().st_size > 1000
    again = pickle.loads(pickle.dumps(found))
    assert str(again) == str(found)
    assert again.critical[0][:-1] == found.critical[0][:-1]
    found.critical.save(tmp_path / "critical.csv")
    assert "speed [rpm]" in (tmp_path / "critical.csv").read_text()
    assert found._repr_html_()


@pytest.mark.parametrize(
    ("changed", "error", "said"),
    [
        ({"shaft": "mottor"}, NameLookupError, "did you mean 'motor'"),
        ({"orders": []}, UsageError, "orders"),
        ({"orders": [-1]}, dt.DrivetrainError, "orders"),
        ({"orders": {}}, UsageError, "orders"),
        ({"orders": {"gears": [1]}}, NameLookupError, "gears"),
        ({"between": (1.0,)}, UsageError, "two speeds"),
        ({"between": (10.0, 5.0)}, UsageError, "ascend"),
        ({"between": None}, UsageError, "give speeds"),
        ({"between": None, "speeds": [5.0]}, UsageError, "two speeds at least"),
        ({"operating": (3.0, 2.0)}, dt.DrivetrainError, "lower one first"),
        ({"operating": {"x": "5 kg"}}, dt.DrivetrainError, "kg"),
        ({"excitation": "leaf.taw"}, NameLookupError, "did you mean 'tau'"),
        ({"balance": "fan.w_nominals"}, NameLookupError, "'w_nominal'"),
        ({"average": -1}, dt.DrivetrainError, "average"),
    ],
)
def test_refused(
    geared: dt.CompiledModel, changed: dict[str, Any], error: type[Exception], said: str
) -> None:
    asked: dict[str, Any] = {"shaft": "motor", "orders": [1], "between": (20.0, 30.0), **changed}
    with pytest.raises(error, match=said):
        geared.campbell(asked.pop("shaft"), **asked)


def test_what_depends_on_the_angle_has_to_be_averaged() -> None:
    ship = dt.compile(examples.find("machines.ShipShafting")())
    with pytest.raises(AnalysisError, match="average="):
        ship.campbell("flywheel", orders=[6], between=(3.0, 5.0), time=45.0)
