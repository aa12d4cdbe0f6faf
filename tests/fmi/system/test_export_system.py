"""Systems of units: read back, refused where ports do not fit, and run as the whole machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from fmpy.ssp.simulation import simulate_ssp
from fmpy.ssp.ssd import find_connectors, get_connections, read_ssd

import drivetrain as dt
from drivetrain.errors import NameLookupError, UsageError
from tests.fmi.test_flanges import Engine, Vehicle, Whole

JOINED = [("engine.flywheel.flange_b", "vehicle.shaft.flange_a")]


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("units")
    return {
        "engine": dt.export(Engine(), folder / "a.fmu", fmi=2, outputs=["flywheel.w"],
                            flanges={"flywheel.flange_b": "torque in"}),
        "vehicle": dt.export(Vehicle(), folder / "b.fmu", fmi=2, outputs=["wheel.w"],
                             flanges={"shaft.flange_a": "motion in"}),
    }  # fmt: skip


def test_it_reads_back(units: dict[str, Path], tmp_path: Path) -> None:
    file = dt.export_system(tmp_path / "launch.ssp", units, JOINED, stop_time=2.0)
    system = read_ssd(str(file)).system
    assert (system.name, [one.name for one in system.elements]) == ("launch", ["engine", "vehicle"])
    joined = {(a.parent.name, a.name, b.parent.name, b.name) for a, b in get_connections(system)}
    torque = ("vehicle", "shaft_flange_a_tau", "engine", "flywheel_flange_b_tau")
    motion = {
        ("engine", f"flywheel_flange_b_{key}", "vehicle", f"shaft_flange_a_{key}")
        for key in ("phi", "w")
    }
    assert joined >= {torque, *motion}
    assert len(find_connectors(system)) >= 2 * len(joined)
    before = file.read_bytes()
    assert dt.export_system(file, units, JOINED, stop_time=2.0).read_bytes() == before


def test_it_moves_as_the_whole_machine(units: dict[str, Path], tmp_path: Path) -> None:
    file = dt.export_system(tmp_path / "launch.ssp", units, JOINED)
    wanted = dt.simulate(Whole(), stop_time=0.2).final["wheel.w"]
    missed = []
    for step in (2e-3, 1e-3):
        run = simulate_ssp(str(file), stop_time=0.2, step_size=step)
        missed.append(abs(run["vehicle.wheel.w"][-1] - wanted))
    assert missed[1] < 0.1
    assert missed[1] < 0.7 * missed[0], "the error of the coupling is of first order"


@pytest.mark.parametrize(
    ("joined", "error", "message"),
    [
        (("motor.flange", "vehicle.shaft.flange_a"), NameLookupError, "no unit 'motor'"),
        (("engine.flywheel.flange_c", "vehicle.shaft.flange_a"), NameLookupError,
         "did you mean 'flywheel_flange_b'"),
        (("engine.flywheel.flange_b", "engine.flywheel.flange_b"), UsageError, "are both"),
        (("engine.flywheel.w", "vehicle.shaft.flange_a"), UsageError, "of the same kind"),
        (("engine.flywheel.flange_b",), UsageError, "no two ports"),
    ],
)  # fmt: skip
def test_ports_that_do_not_fit(
    units: dict[str, Path], tmp_path: Path, joined: tuple[str, ...], error: type[Exception],
    message: str,
) -> None:  # fmt: skip
    with pytest.raises(error, match=message):
        dt.export_system(tmp_path / "a.ssp", units, [joined])  # type: ignore[list-item]


def test_an_input_is_set_once(units: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="set twice"):
        dt.export_system(tmp_path / "a.ssp", units, [*JOINED, *JOINED])
    with pytest.raises(UsageError, match="is no name"):
        dt.export_system(tmp_path / "a.ssp", {"a b": units["engine"]})


def test_inputs_that_nothing_sets_are_those_of_the_system(
    units: dict[str, Path], tmp_path: Path
) -> None:
    file = dt.export_system(tmp_path / "alone.ssp", {"engine": units["engine"]})
    names = [one.name for one in read_ssd(str(file)).system.connectors]
    assert names == ["engine_flywheel_flange_b_tau"]


def test_values_of_parameters_are_written_and_read_back(
    units: dict[str, Path], tmp_path: Path
) -> None:
    values = {"engine.flywheel.J": "300 kg.cm2", "vehicle.wheel.w": 2.5}
    file = dt.export_system(tmp_path / "launch.ssp", units, JOINED, parameters=values)
    system = read_ssd(str(file)).system  # checked by the schemas
    found = {
        (unit.name, one.name): (one.type, float(one.value))
        for unit in system.elements
        for binding in unit.parameterBindings
        for given in binding.parameterValues
        for one in given.parameters
    }
    assert found == {
        ("engine", "flywheel.J"): ("Real", pytest.approx(0.03)),
        ("vehicle", "wheel.w"): ("Real", 2.5),
    }


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"motor.J": 1.0}, "no unit 'motor'"),
        ({"engine.flywheel.K": 1.0}, r"no 'engine\.flywheel\.K'.*did you mean 'flywheel\.J'"),
        ({"engine.flywheel.J": "3 m"}, r"parameters: engine\.flywheel\.J"),
        ({"vehicle.shaft_flange_a_tau": 1.0}, "is computed"),
    ],
)
def test_values_that_do_not_fit_are_refused(
    units: dict[str, Path], tmp_path: Path, values: dict[str, object], message: str
) -> None:
    with pytest.raises(dt.DrivetrainError, match=message):
        dt.export_system(tmp_path / "launch.ssp", units, JOINED, parameters=values)
