"""Pictures of responses: axes, units, roofs, eigenfrequencies, files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import turning

import drivetrain as dt
from drivetrain import plotting
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError, NameLookupError, ResultError, UsageError
from drivetrain.rotational import Clutch, Inertia, SpringDamper


class Launch(dt.Model):
    """A clutch that holds between an engine and a vehicle on a shaft."""

    engine = Inertia(J=1, **turning(10))
    clutch = Clutch(fn_max=200.0)
    gearbox = Inertia(J=0.1, **turning(10))
    shaft = SpringDamper(c=1000, d=5)
    vehicle = Inertia(J=5, **turning(10))
    pedal = Constant(k=1.0)

    def equations(self) -> Iterator[Any]:
        yield self.engine >> self.clutch >> self.gearbox >> self.shaft >> self.vehicle
        yield self.pedal.y >> self.clutch.f_normalized


@pytest.fixture(scope="module")
def launch() -> LinearModel:
    outputs = ["shaft.tau", "clutch.flange_b.tau", "vehicle.w"]
    return dt.linearise(Launch(), inputs=["engine", "vehicle"], outputs=outputs)


def labels(axes: Any) -> list[str]:
    found: list[str] = axes.get_legend_handles_labels()[1]
    return found


def test_amplitudes_by_unit_and_phases(launch: LinearModel) -> None:
    response = launch.frequency_response(between=("1 Hz", "50 Hz"), inputs=["engine"])
    torque, speed, phase = response.plot(limit=False).axes
    assert torque.get_ylabel() == "amplitude in N·m"
    assert speed.get_ylabel() == "amplitude in rad/s"
    assert labels(torque) == ["shaft.tau", "clutch.flange_b.tau"]
    assert (phase.get_ylabel(), phase.get_xlabel()) == ("phase in °", "frequency in Hz")
    assert phase.get_xlim() == pytest.approx((1.0, 50.0))
    assert torque.get_title(loc="left") == "Launch at the start: engine ± 1 N·m"
    line = torque.lines[0]
    assert line.get_xdata() == pytest.approx(response.frequency)
    assert line.get_ydata() == pytest.approx(response.amplitude("shaft.tau"))
    assert np.radians(phase.lines[0].get_ydata()) == pytest.approx(response.phase("shaft.tau"))


@pytest.mark.parametrize(("unit", "factor"), [("rad/s", 1.0), ("rpm", 30 / np.pi)])
def test_units_of_frequencies(launch: LinearModel, unit: str, factor: float) -> None:
    response = launch.frequency_response([10.0, 20.0, 40.0])
    *_, phase = response.plot("vehicle.w", frequency=unit).axes
    assert phase.lines[0].get_xdata() == pytest.approx(factor * response.omega)
    assert unit in phase.get_xlabel()
    with pytest.raises(UsageError, match="choose one of Hz, rad/s, rpm"):
        response.plot(frequency="kHz")


def test_units_of_outputs(launch: LinearModel) -> None:
    response = launch.frequency_response([10.0, 20.0], inputs=["engine"])
    with dt.display_units.using({"rad/s": "rpm"}):
        speed, _ = response.plot("vehicle.w", limit=False).axes
    assert speed.get_ylabel() == "amplitude in rpm"
    expected = response.amplitude("vehicle.w") * 30 / np.pi
    assert speed.lines[0].get_ydata() == pytest.approx(expected)


def test_eigenfrequencies_are_marked(launch: LinearModel) -> None:
    response = launch.frequency_response(between=(5, 100), inputs=["engine"])
    torque, phase = response.plot("shaft.tau", limit=False, frequency="rad/s").axes
    own = launch.eigenmodes().omega[0]
    for axes in (torque, phase):
        marks = [np.ravel(line.get_xdata()) for line in axes.lines]
        assert any(len(mark) == 2 and mark[0] == pytest.approx(own) for mark in marks)
    assert [text.get_text() for text in torque.texts] == ["1"]


def test_the_limit_is_a_roof(launch: LinearModel) -> None:
    """The output may rise to what it is at the largest amplitude of the input."""
    response = launch.frequency_response([10.0, 20.0, 40.0], inputs=["engine"])
    torque, _ = response.plot("shaft.tau", amplitude=50.0).axes
    most = response.limit()["engine"] * response.amplitude("shaft.tau")
    (roof,) = (line for line in torque.lines if "holds below" in str(line.get_label()))
    assert roof.get_ydata() == pytest.approx(most)
    assert "clutch.grip > clutch.tau0_max" in str(roof.get_label())
    assert torque.lines[0].get_ydata() == pytest.approx(50 * response.amplitude("shaft.tau"))
    assert torque.get_title(loc="left").endswith("engine ± 50 N·m")
    both, _ = response.plot("*.tau", amplitude=500.0).axes
    assert "does not hold" in labels(both)
    assert "does not hold" not in labels(response.plot("*.tau").axes[0])


def test_pictures_need_no_limit(launch: LinearModel) -> None:
    """It is left out where it cannot be told, unless it is asked for."""
    small = launch.reduced(count=1).frequency_response([10.0, 20.0], inputs=["engine"])
    torque, _ = small.plot("shaft.tau").axes
    assert labels(torque) == ["shaft.tau"]
    with pytest.raises(AnalysisError, match="comes without its model"):
        small.plot("shaft.tau", limit=True)


def test_responses_beside_each_other(launch: LinearModel) -> None:
    response = launch.frequency_response([10.0, 20.0], inputs=["engine"])
    soft = dt.linearise(
        Launch(), inputs=["engine"], outputs=["shaft.tau"], parameters={"shaft.c": 300.0}
    ).frequency_response([10.0, 30.0])
    torque, _ = response.plot("shaft.tau", label="stiff", beside={"soft": soft}).axes
    assert labels(torque) == ["shaft.tau, stiff", "shaft.tau, soft"]
    assert torque.lines[1].get_ydata() == pytest.approx(soft.amplitude("shaft.tau"))


def test_limits_name_what_ends_them(launch: LinearModel, tmp_path: Path) -> None:
    limit = launch.limit([10.0, 20.0, 40.0])
    figure = limit.plot(path=tmp_path / "limit.svg", title="Limits")
    engine, vehicle = figure.axes
    assert engine.get_title(loc="left") == "Limits"
    assert engine.get_ylabel() == "engine in N·m"
    assert labels(vehicle) == ["clutch.grip > clutch.tau0_max"]
    assert (tmp_path / "limit.svg").stat().st_size > 1000


def test_responses_over_the_time(launch: LinearModel, tmp_path: Path) -> None:
    response = launch.step_response(np.linspace(0, 1, 50), inputs=["engine"])
    torque, speed = response.plot(path=tmp_path / "step.png").axes
    assert torque.get_title(loc="left") == "step response of Launch"
    assert (torque.get_ylabel(), speed.get_ylabel()) == ("N·m", "rad/s")
    assert speed.get_xlabel() == "time after the step in s"
    assert speed.lines[0].get_ydata() == pytest.approx(response["vehicle.w"])


def test_what_cannot_be_drawn_is_refused(launch: LinearModel, tmp_path: Path) -> None:
    response = launch.frequency_response([10.0, 20.0])
    with pytest.raises(NameLookupError, match="did you mean"):
        response.plot("shaft.tu")
    with pytest.raises(UsageError, match="give the amplitude of the inputs"):
        response.plot(amplitude=-1.0)
    with pytest.raises(ResultError, match=r"suffix '\.bmp2'"):
        response.plot(path=tmp_path / "a.bmp2")
    with pytest.raises(AttributeError, match="plot_nothing"):
        plotting.analysis.plot_nothing  # noqa: B018
