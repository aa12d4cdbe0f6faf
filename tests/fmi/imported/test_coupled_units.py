"""Two units that belong together, an engine and a vehicle with its clutch, against one piece."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fmpy")

import drivetrain as dt
from drivetrain.blocks import Constant, Ramp
from drivetrain.rotational import Clutch, Inertia, SpringDamper, Torque
from tests.fmi.imported import units
from tests.fmi.running import opened

STOP = 0.4
J_ENGINE, J_VEHICLE = 0.2, 0.8
STEPS = (8e-4, 4e-4, 2e-4)
MOTION = ("phi", "w", "a")


class Engine(dt.Model):
    """A flywheel that a torque drives."""

    force = Constant(k=40.0)
    torque = Torque()
    flywheel = Inertia(J=J_ENGINE, phi=dt.fixed(0), w=dt.fixed(60))

    def equations(self):
        yield self.force.y >> self.torque.tau
        yield self.torque >> self.flywheel


class Vehicle(dt.Model):
    """An elastic shaft, a clutch that closes, and a mass behind it."""

    shaft = SpringDamper(c=200.0, d=1.0, phi_rel=dt.fixed(0))
    clutch = Clutch(fn_max=400.0, mu_pos=[[0, 0.4]], cgeo=1.0)
    pedal = Ramp(height=1.0, duration=0.1)
    mass = Inertia(J=J_VEHICLE, phi=dt.fixed(0), w=dt.fixed(0))
    between = Inertia(J=0.05, phi=dt.fixed(0), w=dt.fixed(60))

    def equations(self):
        yield self.shaft >> self.between >> self.clutch >> self.mass
        yield self.pedal.y >> self.clutch.f_normalized


class Whole(dt.Model):
    """Both in one piece."""

    engine = Engine()
    vehicle = Vehicle()

    def equations(self):
        yield self.engine.flywheel.flange_b >> self.vehicle.shaft.flange_a


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return both units, in FMI 2.0 and for both kinds."""
    if not units.has_compiler():
        pytest.skip("needs the C compiler cc")
    folder, both = tmp_path_factory.mktemp("pair"), ("cs", "me")
    engine = dt.export(
        Engine(), folder / "engine.fmu", fmi=2, kinds=both,
        flanges={"flywheel.flange_b": "torque in"}, outputs=["flywheel.w"],
    )  # fmt: skip
    vehicle = dt.export(
        Vehicle(), folder / "vehicle.fmu", fmi=2, kinds=both,
        flanges={"shaft.flange_a": "motion in"}, outputs=["mass.w"],
    )  # fmt: skip
    return {"engine": engine, "vehicle": vehicle}


def energy(engine: float, vehicle: float) -> float:
    """Return the kinetic energy of both ends at their speeds, J."""
    return (J_ENGINE * engine**2 + J_VEHICLE * vehicle**2) / 2


@pytest.fixture(scope="module")
def whole() -> float:
    """Return the energy of the model in one piece at its end."""
    result = dt.simulate(Whole(), stop_time=STOP, tolerance=1e-10)
    return energy(result.final["engine.flywheel.w"], result.final["vehicle.mass.w"])


def by_hand(pair: dict[str, Path], folder: Path, step: float) -> float:
    """Couple them as FMPy users do: both go on with what the other had at the last point."""
    with (
        opened(pair["engine"], folder / "engine") as engine,
        opened(pair["vehicle"], folder / "vehicle") as vehicle,
    ):
        for k in range(round(STOP / step)):
            motion = engine.get([f"flywheel_flange_b_{name}" for name in MOTION])
            torque = vehicle.get(["shaft_flange_a_tau"])[0]
            vehicle.set({f"shaft_flange_a_{n}": v for n, v in zip(MOTION, motion, strict=True)})
            engine.set({"flywheel_flange_b_tau": torque})
            engine.slave.doStep(k * step, step)
            vehicle.slave.doStep(k * step, step)
        return energy(engine.get(["flywheel.w"])[0], vehicle.get(["mass.w"])[0])


def by_container(pair: dict[str, Path], folder: Path, step: float) -> float:
    """Couple them in a container, and use this as a part."""
    signals = [("engine", "flywheel_flange_b", "vehicle", "shaft_flange_a", n) for n in MOTION]
    signals.append(("vehicle", "shaft_flange_a", "engine", "flywheel_flange_b", "tau"))
    lines = ["rule;from_fmu;from_port;to_fmu;to_port"]
    lines += [f"FMU;{name}.fmu;;;" for name in pair]
    lines += [f"LINK;{a}.fmu;{x}_{n};{b}.fmu;{y}_{n}" for a, x, b, y, n in signals]
    lines += ["OUTPUT;engine.fmu;flywheel.w;;engine_w", "OUTPUT;vehicle.fmu;mass.w;;vehicle_w"]
    for path in pair.values():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "launch.csv").write_text("\n".join(lines))
    code = "from fmu_manipulation_toolbox.cli.fmucontainer import fmucontainer as run; run()"
    words = ["-fmu-directory", str(folder), "-container", f"launch.csv:{step}"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert (folder / "launch.fmu").is_file(), done.stdout + done.stderr

    class Launch(dt.Model):
        """The container as the only part."""

        unit = dt.FMU(folder / "launch.fmu", step=step, kind="cs")

    result = dt.simulate(Launch(), stop_time=STOP)
    return energy(result.final["unit.engine_w"], result.final["unit.vehicle_w"])


def by_parts(pair: dict[str, Path], folder: Path, step: float) -> float:
    """Couple them as parts of a model."""
    result = dt.simulate(coupled(pair, step=step, kind="cs"), stop_time=STOP)
    return energy(result.final["engine.flywheel_w"], result.final["vehicle.mass_w"])


def coupled(pair: dict[str, Path], **how: object) -> dt.Model:
    class Coupled(dt.Model):
        """Signals from one unit to the other."""

        engine = dt.FMU(pair["engine"], **how)
        vehicle = dt.FMU(pair["vehicle"], **how)

        def equations(self):
            for name in MOTION:
                given = self.engine[f"flywheel_flange_b_{name}"]
                yield given >> self.vehicle[f"shaft_flange_a_{name}"]
            yield self.vehicle["shaft_flange_a_tau"] >> self.engine["flywheel_flange_b_tau"]

    return Coupled()


@pytest.mark.parametrize("couple", [by_hand, by_container, by_parts])
def test_the_error_of_energy_falls_with_the_step(
    pair: dict[str, Path], whole: float, couple: Callable[..., float], tmp_path: Path
) -> None:
    if couple is by_container:
        pytest.importorskip("fmu_manipulation_toolbox")
    found = []
    for number, step in enumerate(STEPS):
        folder = tmp_path / str(number)
        folder.mkdir()
        found.append(couple(pair, folder, step) - whole)
    errors = np.abs(found)
    orders = np.log2(errors[:-1] / errors[1:])
    assert errors[-1] < 0.05 * whole, (found, whole)
    assert (orders > 0.8).all(), (orders, found, whole)


def test_model_exchange_is_as_exact_as_one_piece(pair: dict[str, Path], whole: float) -> None:
    result = dt.simulate(coupled(pair, kind="me"), stop_time=STOP, tolerance=1e-10)
    found = energy(result.final["engine.flywheel_w"], result.final["vehicle.mass_w"])
    assert found == pytest.approx(whole, rel=1e-8)


def behind_a_flange(path: Path, **how: object) -> dt.Model:
    class Behind(dt.Model):
        """An engine of the package, and the vehicle as a unit."""

        engine = Engine()
        vehicle = dt.FMU(
            path, flanges={"shaft": tuple(f"shaft_flange_a_{n}" for n in ("tau", *MOTION))}, **how
        )

        def equations(self):
            yield self.engine.flywheel.flange_b >> self.vehicle.shaft

    return Behind()


@pytest.mark.parametrize("isolated", [False, True])
def test_a_flange_goes_on_turning_within_a_step(
    version: int, isolated: bool, whole: float, tmp_path: Path
) -> None:
    if not units.has_compiler():
        pytest.skip("needs the C compiler cc")
    path = dt.export(
        Vehicle(), tmp_path / "vehicle.fmu", fmi=version,
        flanges={"shaft.flange_a": "motion in"}, outputs=["mass.w"],
    )  # fmt: skip
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        result = dt.simulate(behind_a_flange(path, step=step, isolated=isolated), stop_time=STOP)
        found = energy(result.final["engine.flywheel.w"], result.final["vehicle.mass_w"])
        errors.append(abs(found - whole))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert errors[-1] < 2e-4 * whole  # held, the angle was wrong by half a step: 8 %
    assert (orders > 1.4).all(), (orders, errors)
