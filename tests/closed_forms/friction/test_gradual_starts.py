"""Two elements at rest that one motion pulls apart which begins without an acceleration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from tests.closed_forms.building import REST
from tests.sundials_reference import SECOND_OPINIONS

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.blocks import Ramp
from drivetrain.blocks.interfaces import SignalSource
from drivetrain.errors import SimulationError
from drivetrain.modeling import Component, Model, constant, maximum, parameter, sin, time
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    Fixed,
    Inertia,
    OneWayClutch,
    Position,
    Speed,
)
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import residuals

pytestmark = pytest.mark.slow

SOLVERS = ("bs5", "rodas", "auto")
RATE = constant(1.0, "1/s")
INERTIA = 0.5


def run(model: Model, **settings: Any) -> Result:
    """Run to the end; the model's own equations hold."""
    compiled = compile_model(model)
    result = compiled.simulate(**settings)
    assert residuals(compiled, result).worst <= 1e-9
    return result


class Cube(SignalSource):
    """The cube of a sine: after its start it has no acceleration at first, and no jerk either."""

    height = parameter(1.0)

    def equations(self) -> Iterable[Any]:
        beginning = sin((time - self.start_time) * RATE)
        yield self.y == self.after_start(self.height * beginning**3)


class QuietCube(SignalSource):
    """The same without an event at its start."""

    height = parameter(1.0)

    def equations(self) -> Iterable[Any]:
        beginning = maximum(sin((time - self.start_time) * RATE), 0.0)
        yield self.y == self.height * beginning**3


class Driven(Model):
    """A shaft at rest that something holds with up to 1 N·m, and a clutch pulls."""

    signal = Cube()
    motor = Speed(exact=True)
    clutch = Clutch(mu_pos=[[0, 1.0]], fn_max=5.0, f_normalized=1.0)
    shaft = Inertia(J=INERTIA, **REST)
    bearing = BearingFriction(tau_pos=[[0, 1.0]])

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.clutch >> self.shaft >> self.bearing


class Pulled(Driven):
    """The same by a given speed."""

    def equations(self) -> Iterable[Any]:
        yield self.signal.y >> self.motor.w_ref


class Turned(Driven):
    """The same by a given angle, which a filter of second order follows."""

    signal = Ramp(height=4.0, duration=2.0)
    motor = Position(f_crit=5.0)

    def equations(self) -> Iterable[Any]:
        yield self.signal.y >> self.motor.phi_ref


class PulledAgainstClutch(Pulled):
    """The same held by a second clutch, at the ground."""

    bearing = Clutch(mu_pos=[[0, 1.0]], fn_max=1.0, f_normalized=1.0)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.bearing >> self.ground


HOLDERS = {
    "bearing": Pulled,
    "brake": type(
        "Braked",
        (Pulled,),
        {"bearing": Brake(mu_pos=[[0, 1.0]], fn_max=1.0, f_normalized=1.0)},
    ),
    "clutch": PulledAgainstClutch,
}


def pulled(base: type[Model], clutch: float, **members: Component) -> Model:
    """Return the model with a clutch that transmits up to `clutch`, N·m."""
    limit = Clutch(mu_pos=[[0, 1.0]], fn_max=clutch, f_normalized=1.0)
    made: Model = type(base.__name__, (base,), {"clutch": limit, **members})()
    return made


def slope(t: float) -> float:
    """Return the derivative of the cube of a sine."""
    return float(3.0 * np.sin(t) ** 2 * np.cos(t))


def follows(times: Any, clutch: float) -> Any:
    """Return the speed of the shaft until the source is as fast as it ever gets.

    The clutch accelerates it by no more than (clutch - 1 N·m) / J; it slips from where the source
    asks for more.
    """
    most = max(clutch - 1.0, 0.0) / INERTIA
    since = np.maximum(times, 0.0)
    if most >= 1.2:  # more than the source asks for at any time
        return np.sin(since) ** 3
    if most == 0.0:
        return 0.0 * since
    slips = brentq(lambda t: slope(t) - most, 0.1, np.arctan(np.sqrt(2.0)))
    later = np.sin(slips) ** 3 + most * (since - slips)
    return np.where(since < slips, np.sin(since) ** 3, later)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("clutch", [0.5, 1.5, 5.0])
@pytest.mark.parametrize("holder", HOLDERS)
def test_a_motion_without_acceleration_at_first(holder: str, clutch: float, solver: str):
    result = run(pulled(HOLDERS[holder], clutch), stop_time=1.2, tolerance=1e-8, solver=solver)
    expected = follows(result.time, clutch)
    np.testing.assert_allclose(result["shaft.w"], expected, atol=1e-7)
    late = result.time > 0.01
    if clutch < 1.0:
        np.testing.assert_allclose(-result["clutch.tau"][late], clutch, rtol=1e-9)
        assert not result.events.times("bearing.mode", before="stuck").size
    else:
        (begins,) = result.events.times("bearing.mode", before="stuck")
        assert begins <= 2e-4  # speeds below 1e-12 rad/s are none


@pytest.mark.parametrize("solver", [*SOLVERS, *SECOND_OPINIONS])
@pytest.mark.parametrize("clutch", [0.5, 1.5, 5.0])
@pytest.mark.parametrize("source", [Cube, QuietCube])
def test_a_motion_that_begins_later(source: type[SignalSource], clutch: float, solver: str):
    """With an event at its start, and without one."""
    model = pulled(Pulled, clutch, signal=source(start_time=1.0))
    # Others take ever shorter steps along a speed that is held within their rounding.
    ends = 1.6 if clutch < 1.0 and solver not in SOLVERS else 2.2
    result = run(model, stop_time=ends, tolerance=1e-8, solver=solver)
    np.testing.assert_allclose(result["shaft.w"], follows(result.time - 1.0, clutch), atol=1e-7)
    if clutch < 1.0:  # whatever slips beside it, what is held stands still
        assert np.abs(result["shaft.w"]).max() <= (2e-13 if solver in SOLVERS else 1e-12)
    slipping = "clutch" if clutch < 1.0 else "bearing"
    begins = result.events.times(f"{slipping}.mode", before="stuck")
    assert begins[0] == pytest.approx(1.0, abs=2e-4)


@pytest.mark.parametrize("clutch", [0.5, 5.0])
def test_a_motion_that_begins_backward(clutch: float):
    model = pulled(Pulled, clutch, signal=Cube(height=-1.0))
    result = run(model, stop_time=1.2, tolerance=1e-8)
    np.testing.assert_allclose(result["shaft.w"], -follows(result.time, clutch), atol=1e-7)


def lagging(times: Any, f_crit: float) -> Any:
    """Return what a filter of first order makes of a ramp of 2 rad/s²."""
    rate, since = 2.0 * np.pi * f_crit, np.maximum(times, 0.0)
    return 2.0 * since + 2.0 / rate * np.expm1(-rate * since)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("clutch", [0.5, 1.5, 5.0])
@pytest.mark.parametrize("start", [0.0, 1.0])
def test_a_motion_through_a_filter(start: float, clutch: float, solver: str):
    """It accelerates by 2 (1 - exp(-ωt)) rad/s²; the clutch of 1.5 N·m slips at half of that."""
    ramp = Ramp(height=4.0, duration=2.0, start_time=start)
    model = pulled(Pulled, clutch, signal=ramp, motor=Speed(f_crit=5.0))
    result = run(model, stop_time=start + 1.0, tolerance=1e-8, solver=solver)
    since = result.time - start
    expected = lagging(since, 5.0)
    if clutch < 1.0:
        expected = 0.0 * since
    elif clutch < 2.0:
        slips = np.log(2.0) / (2.0 * np.pi * 5.0)
        expected = np.where(since < slips, expected, lagging(slips, 5.0) + (since - slips))
        assert result.events.times("clutch.mode", before="stuck")[0] == pytest.approx(
            start + slips, abs=1e-5
        )
    np.testing.assert_allclose(result["shaft.w"], expected, atol=1e-6)


@pytest.mark.parametrize("solver", [*SOLVERS, *SECOND_OPINIONS])
@pytest.mark.parametrize("clutch", [0.5, 5.0])
def test_an_angle_through_a_filter(clutch: float, solver: str):
    """The filter of second order lets the angle begin with neither speed nor acceleration."""
    result = run(pulled(Turned, clutch), stop_time=1.0, tolerance=1e-8, solver=solver)
    if clutch < 1.0:
        np.testing.assert_allclose(result["shaft.w"], 0.0, atol=1e-9)
    else:
        assert result["shaft.w"][-1] == pytest.approx(2.0, abs=1e-3)


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_nothing_lets_go_of_is_refused(solver: str):
    """A freewheel to the ground lets a shaft turn one way only, however gradually it begins."""

    class Jammed(Model):
        signal = Cube(height=-1.0, start_time=0.5)
        motor = Speed(exact=True)
        freewheel = OneWayClutch(fn_max=0.0, f_normalized=1.0)
        ground = Fixed()

        def equations(self) -> Iterable[Any]:
            yield self.signal.y >> self.motor.w_ref
            yield self.ground >> self.freewheel >> self.motor.flange

    with pytest.raises(SimulationError, match=r"at t = 0\.5.*no single one"):
        simulate(Jammed(), stop_time=1.0, solver=solver)
