"""Limits of the linear answer against runs: below them contacts stay, above them they change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import turning

import drivetrain as dt
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError
from drivetrain.modeling import Component, exp, parameter, sin, time
from drivetrain.rotational import (
    BearingFriction,
    Clutch,
    ConstantTorque,
    ElastoBacklash,
    Fixed,
    Inertia,
    SpringDamper,
)
from drivetrain.rotational.interfaces import Flange


class Swelling(Component):
    """Harmonic torque whose amplitude grows slowly, so that transients stay small."""

    amplitude = parameter(unit="N.m", doc="Amplitude in the end")
    omega = parameter(unit="rad/s", doc="Angular frequency")
    rise = parameter(unit="s", doc="Time constant of the amplitude")
    flange = Flange()

    def equations(self) -> Iterator[Any]:
        share = 1 - exp(-time / self.rise)
        yield self.flange.tau == -self.amplitude * share * sin(self.omega * time)


class Launch(dt.Model):
    """A clutch that holds 100 N·m between an engine and a vehicle on a shaft."""

    engine = Inertia(J=1, **turning(10))
    clutch = Clutch(fn_max=200.0)
    gearbox = Inertia(J=0.1, **turning(10))
    shaft = SpringDamper(c=1000, d=5)
    vehicle = Inertia(J=5, **turning(10))
    pedal = Constant(k=1.0)

    def equations(self) -> Iterator[Any]:
        yield self.engine >> self.clutch >> self.gearbox >> self.shaft >> self.vehicle
        yield self.pedal.y >> self.clutch.f_normalized


class Excited(Launch):
    """The same with a harmonic torque."""

    push = Swelling(amplitude=1.0, omega=1.0, rise=4.0)

    def equations(self) -> Iterator[Any]:
        yield self.push.flange >> self.vehicle.flange_b


@pytest.fixture(scope="module")
def launch() -> LinearModel:
    return dt.linearise(Launch(), inputs=["engine", "vehicle"], outputs=["clutch.grip"])


@pytest.mark.parametrize("omega", [10.0, 31.0, 50.0])
def test_a_clutch_slips_beyond_the_limit(launch: LinearModel, omega: float) -> None:
    limit = launch.limit(omega)
    assert limit.ended_by("vehicle") == ["clutch: clutch.grip > clutch.tau0_max"]
    response = launch.frequency_response(omega)
    most = 100 / response.amplitude("vehicle", "clutch.grip")
    assert limit["vehicle"] == pytest.approx(most, rel=1e-9)
    model = dt.compile(Excited())
    for share, slips in ((0.97, False), (1.03, True)):
        given = {"push.amplitude": share * limit["vehicle"][0], "push.omega": omega}
        result = model.simulate(stop_time=30.0, parameters=given)
        assert (len(result.events.times("clutch.mode")) > 0) is slips


class Meshed(dt.Model):
    """A disc that a torque of 20 N·m keeps in contact with a clamped mesh with backlash."""

    ground = Fixed()
    mesh = ElastoBacklash(c=2000, d=2.0, b=0.02)
    disc = Inertia(J=0.5, phi=dt.fixed(0.02), w=dt.fixed(0))
    load = ConstantTorque(tau_constant=20.0)
    push = Swelling(amplitude=0.0, omega=1.0, rise=4.0)

    def equations(self) -> Iterator[Any]:
        yield self.ground.flange >> self.mesh.flange_a
        yield self.mesh >> self.disc
        yield self.load.flange >> self.disc.flange_b
        yield self.push.flange >> self.disc.flange_b


@pytest.mark.parametrize("omega", [20.0, 60.0, 90.0])
def test_a_tooth_lifts_beyond_the_limit(omega: float) -> None:
    """A contact never pulls: beyond the limit the torque stays at zero for a while."""
    model = dt.compile(Meshed())
    linear = model.linearise(inputs=["disc"], outputs=["mesh.tau"])
    assert linear.is_equilibrium
    limit = linear.limit(omega)
    assert limit.ended_by()[0].startswith("mesh: mesh.tau_c ")  # + or - mesh.tau_d < 0
    most = 0.01 * 2000 / np.abs((2000 + 2j * omega) / (2000 + 2j * omega - 0.5 * omega**2))
    assert limit["disc"] == pytest.approx(most, rel=1e-9)
    for share, lifts in ((0.97, False), (1.03, True)):
        given = {"push.amplitude": share * limit["disc"][0], "push.omega": omega}
        result = model.simulate(stop_time=36.0, parameters=given, interval=0.002)
        least = result["mesh.tau"][result.time > 30].min()
        assert (least > 0) == (not lifts)


def test_a_sliding_element_ends_where_its_speed_reverses() -> None:
    m = dt.Model("sliding")
    m.add(
        disc=Inertia(J=2.0, **turning(5)), bearing=BearingFriction(tau_pos=[[0, 1], [10, 3]]),
        drive=ConstantTorque(tau_constant=2.0),
    )  # fmt: skip
    m.connect(m.disc >> m.bearing)
    m.connect(m.drive.flange >> m.disc.flange_a)
    linear = dt.linearise(m, inputs=["disc"], outputs=["disc.w"])
    limit = linear.limit([0.01, 3.0])
    assert limit["disc"] == pytest.approx(5 * np.abs(0.2 + 2j * np.array([0.01, 3.0])), rel=1e-9)
    assert limit.ended_by() == ["bearing: bearing.w < 0"] * 2


def test_a_corner_of_a_table_ends_it_earlier() -> None:
    m = dt.Model("corner")
    m.add(
        disc=Inertia(J=2.0, **turning(5)),
        bearing=BearingFriction(tau_pos=[[0, 1], [6, 1.5], [10, 3]]),
        drive=ConstantTorque(tau_constant=1.0 + 2.5 / 6),
    )  # fmt: skip
    m.connect(m.disc >> m.bearing)
    m.connect(m.drive.flange >> m.disc.flange_a)
    linear = dt.linearise(m, inputs=["disc"], outputs=["disc.w"])
    limit = linear.limit(3.0)
    assert limit["disc"] == pytest.approx([abs(0.5 / 6 + 6j)], rel=1e-9)
    assert limit.ended_by() == ["bearing: bearing.w > 6 (a corner of bearing.tau_pos)"]


def test_nothing_ends_a_linear_model() -> None:
    m = dt.Model("linear")
    m.add(ground=Fixed(), shaft=SpringDamper(c=100, d=1), disc=Inertia(J=1))
    m.connect(m.ground.flange >> m.shaft.flange_a)
    m.connect(m.shaft >> m.disc)
    linear = dt.linearise(m, inputs=["disc"], outputs=["disc.w"])
    limit = linear.limit([1.0, 10.0])
    assert np.isinf(limit["disc"]).all()
    assert limit.ended_by() == ["nothing"] * 2
    assert linear.kinks == ()


def test_losses_raise_the_limit(launch: LinearModel) -> None:
    """At resonance a loss factor lowers what reaches the clutch; the limit says so."""
    own = launch.eigenmodes().omega[0]
    response = launch.frequency_response(own, hysteresis={"shaft.c": 0.2})
    found = response.limit()["vehicle"]
    most = 100 / response.amplitude("vehicle", "clutch.grip")
    assert found == pytest.approx(most, rel=1e-9)
    assert found[0] > 1.3 * launch.limit(own)["vehicle"][0]
    law = launch.limit(own, laws={"shaft.c": lambda w: 1 + 0.2j})
    assert law["vehicle"] == pytest.approx(found, rel=1e-9)


def test_tables_of_limits(launch: LinearModel) -> None:
    limit = launch.frequency_response([10.0, 20.0]).limit()
    assert list(limit) == ["engine", "vehicle"]
    assert list(limit.to_pandas().columns) == [
        "frequency [Hz]", "engine [N.m]", "engine ended by", "vehicle [N.m]", "vehicle ended by",
    ]  # fmt: skip
    assert "clutch.grip > clutch.tau0_max" in str(limit)
    alone = launch.limit(frequency=2.0, inputs=["engine"])
    assert list(alone.to_pandas().columns)[1:] == ["engine [N.m]", "ended by"]


def test_linear_models_without_their_model_have_no_limit(launch: LinearModel) -> None:
    with pytest.raises(AnalysisError, match="comes without its model"):
        launch.reduced(count=1).limit(1.0)


def test_kinks_are_named() -> None:
    """A mesh that just touches, and a disc at rest with quadratic drag."""
    m = dt.Model("touching")
    m.add(
        ground=Fixed(), mesh=ElastoBacklash(c=100, d=0.0, b=0.02),
        disc=Inertia(J=1, phi=dt.fixed(0.01), w=dt.fixed(0)),
    )  # fmt: skip
    m.connect(m.ground.flange >> m.mesh.flange_a)
    m.connect(m.mesh >> m.disc)
    linear = dt.linearise(m, inputs=["disc"])
    assert linear.kinks == ("mesh: mesh.phi_diff > mesh.b_max",)
    assert linear.limit(1.0)["disc"].tolist() == [0.0]


def test_a_locked_element_at_rest_is_no_kink(launch: LinearModel) -> None:
    assert launch.kinks == ()


def test_what_a_reader_has_to_know() -> None:
    """Two clutches side by side share a load; a disc that a torque accelerates is not at rest."""
    m = dt.Model("shared")
    m.add(
        a=Inertia(J=1, **turning(1)), one=Clutch(fn_max=100), two=Clutch(fn_max=100),
        b=Inertia(J=1, **turning(1)), pedal=Constant(k=1.0), drive=ConstantTorque(tau_constant=1.0),
        shaft=SpringDamper(c=100, d=1), ground=Fixed(),
    )  # fmt: skip
    for clutch in (m.one, m.two):
        m.connect(m.a >> clutch >> m.b)
        m.connect(m.pedal.y >> clutch.f_normalized)
    m.connect(m.drive.flange >> m.a.flange_a)
    m.connect(m.b >> m.shaft)
    m.connect(m.shaft.flange_b >> m.ground.flange)
    limit = dt.linearise(m, inputs=["a"]).limit(1.0)
    assert [note.partition(":")[0] for note in limit.notes()] == [
        "shared",
        "the point is no equilibrium",
    ]
    assert np.isfinite(limit["a"]).all()
