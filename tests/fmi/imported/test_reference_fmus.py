"""The Reference FMUs of the Modelica Association against closed forms.

They are no part of this project: ``DRIVETRAIN_REFERENCE_FMUS`` names a folder with their
releases, ``fmi2/BouncingBall.fmu``, ``fmi3/StateSpace.fmu`` and so on.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("fmpy")

import fmpy
from scipy.integrate import solve_ivp

import drivetrain as dt
from drivetrain.blocks import Sine

FOLDER = os.environ.get("DRIVETRAIN_REFERENCE_FMUS", "")
VERSIONS = (2, 3)
KINDS = ("cs", "me")
Alone = Callable[..., dt.Model]

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="DRIVETRAIN_REFERENCE_FMUS names no folder with the Reference FMUs"
)


def reference(version: int, name: str) -> Path:
    path = Path(FOLDER) / f"fmi{version}" / f"{name}.fmu"
    if not path.is_file():
        pytest.skip(f"there is no {path}")
    return path


def alone(path: Path, **how: Any) -> dt.Model:
    class Alone(dt.Model):
        """The unit as the only part."""

        unit = dt.FMU(path, **how)

    return Alone()


def bounces(g: float, e: float, height: float) -> Iterator[tuple[float, float]]:
    """Yield the instants at which a ball rises again, and its speed there."""
    v = math.sqrt(2 * g * height)
    t = v / g
    while True:
        v *= e
        yield t, v
        t += 2 * v / g


def ball(time: float, g: float = 9.81, e: float = 0.7, height: float = 1.0) -> float:
    """Return the height of a ball that falls from 1 m."""
    begin, speed = 0.0, 0.0
    for instant, v in bounces(g, e, height):
        if instant > time:
            break
        begin, speed, height = instant, v, 0.0
    s = time - begin
    return height + speed * s - g * s**2 / 2


@pytest.mark.parametrize("version", VERSIONS)
def test_a_ball_bounces_as_it_has_to(version: int) -> None:
    path = reference(version, "BouncingBall")
    for e in (0.7, 0.8):
        result = dt.simulate(alone(path, kind="me", e=e), stop_time=1.5, tolerance=1e-10)
        assert result.final["unit.h"] == pytest.approx(ball(1.5, e=e), abs=1e-8)
    result = dt.simulate(alone(path, kind="cs", step=0.01, h=2.0), stop_time=0.6)
    assert result.final["unit.h"] == pytest.approx(2 - 9.81 * 0.18, abs=5e-3)  # Euler, 1 ms


@pytest.mark.parametrize("version", VERSIONS)
def test_dahlquist_decays(version: int) -> None:
    path = reference(version, "Dahlquist")
    for k in (1.0, 3.0):
        result = dt.simulate(alone(path, kind="me", k=k), stop_time=2.0, tolerance=1e-11)
        assert result.final["unit.x"] == pytest.approx(math.exp(-2 * k), rel=1e-8)
        result = dt.simulate(alone(path, kind="cs", step=0.1, k=k), stop_time=2.0)
        assert result.final["unit.x"] == pytest.approx((1 - 0.1 * k) ** 20, rel=1e-9)  # Euler


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("mu", [1.0, 5.0])
def test_van_der_pol_swings(version: int, mu: float) -> None:
    path = reference(version, "VanDerPol")
    result = dt.simulate(alone(path, kind="me", mu=mu), stop_time=5.0, tolerance=1e-10)
    wanted = solve_ivp(
        lambda _, x: [x[1], mu * (1 - x[0] ** 2) * x[1] - x[0]], (0, 5), [2, 0],
        method="DOP853", rtol=1e-12, atol=1e-13,
    ).y[:, -1]  # fmt: skip
    assert [result.final["unit.x0"], result.final["unit.x1"]] == pytest.approx(wanted, rel=1e-7)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_stair_rises_at_its_own_instants(version: int, kind: str) -> None:
    how = {"step": 0.2} if kind == "cs" else {}
    model = alone(reference(version, "Stair"), kind=kind, **how)
    result = dt.simulate(model, stop_time=5.5, interval=0.1)
    inside = np.abs(result.time - np.round(result.time)) > 0.01
    wanted = np.floor(result.time[inside]) + 1
    assert (result["unit.counter"][inside] == wanted).all()
    late = dt.simulate(model, stop_time=2.5, parameters={"unit.counter_start": 5})
    assert late.final["unit.counter"] == 7
    with pytest.raises(dt.DrivetrainError, match=r"end the run|terminateSimulation|discard"):
        dt.simulate(model, stop_time=11.0)


SIGNALS = {
    "Float64_continuous": 1.25, "Float64_discrete": -2.5, "Int32": -7, "Boolean": True,
    "Enumeration": 2,
}  # fmt: skip
WHOLE = ("Int8", "UInt8", "Int16", "UInt16", "UInt32", "Int64", "UInt64")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore:.*no signals here")
@pytest.mark.filterwarnings("ignore:.*has no source")
def test_values_of_each_type_pass(version: int, kind: str) -> None:
    given = dict(SIGNALS)
    if version == 3:
        given |= {name: 100 + k for k, name in enumerate(WHOLE)}
        given |= {"Float32_discrete": 0.5}
        given |= {"Float32_continuous": 0.25} if kind == "cs" else {}
    how: dict[str, Any] = {f"{name}_input": value for name, value in given.items()}
    how |= {"kind": kind} | ({"step": 0.1} if kind == "cs" else {})
    result = dt.simulate(alone(reference(version, "Feedthrough"), **how), stop_time=0.3)
    found = {name: result.final[f"unit.{name}_output"] for name in given}
    assert found == {name: float(value) for name, value in given.items()}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.filterwarnings("ignore:.*no signals here")
@pytest.mark.filterwarnings("ignore:.*has no source")
def test_a_signal_passes_at_each_instant(version: int) -> None:
    path = reference(version, "Feedthrough")

    class Fed(dt.Model):
        """A sine through the unit."""

        source = Sine(amplitude=1.0, f=1.0)
        unit = dt.FMU(path, kind="me")

        def equations(self):
            yield self.source.y >> self.unit["Float64_continuous_input"]

    result = dt.simulate(Fed(), stop_time=0.8, interval=0.05)
    wanted = np.sin(2 * np.pi * result.time)
    assert result["unit.Float64_continuous_output"] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_among_its_resources_is_found(version: int, kind: str) -> None:
    how = {"step": 0.5} if kind == "cs" else {}
    result = dt.simulate(alone(reference(version, "Resource"), kind=kind, **how), stop_time=1.0)
    assert result.final["unit.y"] == ord("a")


def test_clocks_are_refused_by_name() -> None:
    with pytest.raises(dt.DrivetrainError, match=r"Clocks\.fmu offers scheduled execution"):
        dt.FMU(reference(3, "Clocks"))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["BouncingBall", "Dahlquist", "VanDerPol"])
def test_ticks_have_the_bits_of_the_unit(version: int, name: str) -> None:
    path, step, ticks = reference(version, name), 0.125, 16
    result = dt.simulate(alone(path, kind="cs", step=step), stop_time=step * ticks, interval=step)
    names = {"BouncingBall": "h", "Dahlquist": "x", "VanDerPol": "x0"}
    rows = fmpy.simulate_fmu(
        str(path), fmi_type="CoSimulation", stop_time=step * ticks, output_interval=step,
        set_stop_time=False, output=[names[name]],
    )  # fmt: skip
    found = [result[f"unit.{names[name]}"][result.time == k * step][-1] for k in range(ticks + 1)]
    assert (np.array(found) == rows[names[name]]).all()


OSCILLATOR: dict[str, Any] = {
    "m": 1, "n": 2, "r": 1, "A": [[0, 1], [-4, 0]], "B": [[0], [1]], "C": [[1, 0]], "D": [[0.5]],
    "x0": 0.0,
}  # fmt: skip


def test_matrices_of_a_size_that_is_asked_for() -> None:
    path = reference(3, "StateSpace")
    model = alone(path, kind="me", u=2.0, **OSCILLATOR)
    result = dt.simulate(model, stop_time=2.0, tolerance=1e-10)
    wanted = 0.5 - 0.5 * math.cos(4)
    assert result.final["unit.x_1"] == pytest.approx(wanted, rel=1e-8)
    assert result.final["unit.y_1"] == pytest.approx(wanted + 1.0, rel=1e-8)
    euler = dt.simulate(alone(path, kind="cs", step=1.0, u=2.0, **OSCILLATOR), stop_time=3.0)
    wanted = 0.5 - 0.5 * math.cos(6)
    assert euler.final["unit.y_1"] == pytest.approx(wanted + 1.0, abs=5e-3)


def test_matrices_of_the_size_in_the_file() -> None:
    path = reference(3, "StateSpace")
    model = dt.compile(alone(path, kind="me", u=[1.0, 2.0, 3.0]))
    result = model.simulate(stop_time=1.0, tolerance=1e-10)  # x' = x + u, y = x + u
    found = [result.final[f"unit.y_{k}"] for k in (1, 2, 3)]
    assert found == pytest.approx([k * math.e for k in (1, 2, 3)], rel=1e-8)
    result = model.simulate(stop_time=1.0, tolerance=1e-10, parameters={"unit.A_2_2": -1.0})
    wanted = 2 * (1 - math.exp(-1)) + 2
    assert result.final["unit.y_2"] == pytest.approx(wanted, rel=1e-8)
