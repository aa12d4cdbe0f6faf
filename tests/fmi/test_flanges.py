"""Models cut at flanges: pieces coupled by their signals move as the whole does."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest
from fmpy.validation import validate_fmu

import drivetrain as dt
from drivetrain import Equations, Model, ModelWarning, fixed
from drivetrain.errors import NameLookupError, UsageError
from drivetrain.fmi.export.flanges import cut_at
from drivetrain.rotational import Inertia, SpringDamper
from drivetrain.thermal import HeatCapacitor, ThermalConductor
from drivetrain.translational import Mass
from tests.fmi.running import Running, opened


class Engine(Model):
    """A flywheel."""

    flywheel = Inertia(J=0.2, phi=fixed(0), w=fixed(10))

    def equations(self) -> Equations:
        return ()


class Vehicle(Model):
    """A shaft that drives an inertia."""

    shaft = SpringDamper(c=200.0, d=2.0, phi_rel=fixed(0))
    wheel = Inertia(J=1.0, phi=fixed(0), w=fixed(0))

    def equations(self) -> Equations:
        yield self.shaft >> self.wheel


class Whole(Model):
    """Both."""

    flywheel = Inertia(J=0.2, phi=fixed(0), w=fixed(10))
    shaft = SpringDamper(c=200.0, d=2.0)
    wheel = Inertia(J=1.0, phi=fixed(0), w=fixed(0))

    def equations(self) -> Equations:
        yield self.flywheel >> self.shaft >> self.wheel


def coupled(engine: Running, vehicle: Running, step: float, stop: float) -> float:
    """Return the speed of the wheel at the end, with values handed over at each step."""
    count = round(stop / step)
    for k in range(count):
        phi, w = engine.get(["flywheel_flange_b_phi", "flywheel_flange_b_w"])
        vehicle.set({"shaft_flange_a_phi": phi, "shaft_flange_a_w": w})
        engine.set({"flywheel_flange_b_tau": vehicle.get(["shaft_flange_a_tau"])[0]})
        engine.slave.doStep(k * step, step)
        vehicle.slave.doStep(k * step, step)
    return vehicle.get(["wheel.w"])[0]


@pytest.mark.parametrize("fmi", [2, 3])
def test_pieces_move_as_the_whole_does(fmi: int, tmp_path: Path) -> None:
    stop = 0.25
    expected = dt.simulate(Whole(), stop_time=stop, tolerance=1e-9)["wheel.w"][-1]
    one = dt.export(Engine(), tmp_path / "one.fmu", fmi=fmi, flanges=["flywheel.flange_b"])
    two = dt.export(Vehicle(), tmp_path / "two.fmu", fmi=fmi, flanges=["shaft.flange_a"])
    assert validate_fmu(str(one)) == validate_fmu(str(two)) == []
    errors = []
    for step in (1 / 2048, 1 / 4096, 1 / 8192):
        with (
            opened(one, tmp_path / f"one{step}") as engine,
            opened(two, tmp_path / f"two{step}") as vehicle,
        ):
            errors.append(abs(coupled(engine, vehicle, step, stop) - expected))
    order = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert errors[-1] < 1e-3 * abs(expected)
    assert np.all(order > 0.8), errors  # values are held between steps: order one


def test_terminals_name_what_belongs_together(tmp_path: Path) -> None:
    unit = dt.export(Engine(), tmp_path / "one.fmu", flanges={"flywheel.flange_b": "torque in"})
    with zipfile.ZipFile(unit) as pack:
        text = pack.read("terminalsAndIcons/terminalsAndIcons.xml").decode()
    for member, variable in (("phi", "phi"), ("w", "w"), ("tau", "tau")):
        assert f'variableName="flywheel_flange_b_{variable}" memberName="{member}"' in text
    assert 'memberName="tau" variableKind="outflow"' in text
    assert 'terminalKind="Modelica.Mechanics.Rotational.Interfaces.Flange"' in text


def test_torque_enters_where_there_is_inertia_and_motion_elsewhere() -> None:
    _, (cut,) = cut_at(Engine(), ["flywheel.flange_a"])
    assert cut.flow_in
    _, (cut,) = cut_at(Vehicle(), "shaft.flange_a")
    assert not cut.flow_in


def test_motion_of_an_inertia_is_warned_of() -> None:
    with pytest.warns(ModelWarning, match="'torque in' suits better"):
        cut_at(Engine(), {"flywheel.flange_b": "motion in"})


def test_unknown_flange_or_way_is_refused() -> None:
    with pytest.raises(NameLookupError, match=r"did you mean 'flywheel\.flange_b'"):
        cut_at(Engine(), ["flywheel.flange_c"])
    with pytest.raises(UsageError, match="choose torque in, motion in"):
        cut_at(Engine(), {"flywheel.flange_a": "torque out"})


def test_model_built_step_by_step_stays_as_it_is(tmp_path: Path) -> None:
    model = Model("Steps")
    model.add(disc=Inertia(J=2.0, w=fixed(0), phi=fixed(0)))
    unit = dt.export(model, tmp_path / "steps.fmu", flanges=["disc.flange_a"])
    assert not hasattr(model, "disc_flange_a_adaptor")
    with opened(unit, tmp_path / "steps") as running:
        running.set({"disc_flange_a_tau": -4.0})  # acts out of the unit
        running.slave.doStep(0.0, 0.5)
        speed, acceleration = running.get(["disc_flange_a_w", "disc_flange_a_a"])
    assert speed == pytest.approx(1.0, rel=1e-6)
    assert acceleration == pytest.approx(2.0, rel=1e-12)


class Rod(Model):
    """A mass."""

    mass = Mass(m=2.0, s=fixed(0), v=fixed(0))

    def equations(self) -> Equations:
        return ()


def test_force_acts_on_a_rod(tmp_path: Path) -> None:
    unit = dt.export(Rod(), tmp_path / "rod.fmu", flanges={"mass.flange_b": "force in"})
    with opened(unit, tmp_path / "rod") as running:
        running.set({"mass_flange_b_f": -4.0})
        running.slave.doStep(0.0, 0.5)
        assert running.get(["mass.v"])[0] == pytest.approx(1.0, rel=1e-6)


class Block(Model):
    """Something warm behind a conductor."""

    body = HeatCapacitor(C=10.0, T=fixed(300.0))
    wall = ThermalConductor(G=2.0)

    def equations(self) -> Equations:
        yield self.wall.port_b >> self.body.port


@pytest.mark.parametrize(
    ("path", "way", "name", "value"),
    [
        ("wall.port_a", "temperature in", "wall_port_a_T", 400.0),
        ("wall.port_a", "heat in", "wall_port_a_Q_flow", 20.0),
    ],
)
def test_heat_enters(path: str, way: str, name: str, value: float, tmp_path: Path) -> None:
    unit = dt.export(Block(), tmp_path / "block.fmu", flanges={path: way})
    with opened(unit, tmp_path / "block") as running:
        running.set({name: value})
        running.slave.doStep(0.0, 1.0)
        temperature = running.get(["body.T"])[0]
    expected = 302.0 if way == "heat in" else 400.0 - 100.0 * np.exp(-0.2)
    assert temperature == pytest.approx(expected, rel=1e-6)
