"""FMUs for model exchange: exported models that are integrated as parts of others."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Gain, Sine, Step
from drivetrain.errors import FMUError, ParameterError
from drivetrain.modeling import RealInput, RealOutput, constant, der, pre, reinit, variable, when
from drivetrain.rotational import Clutch, Fixed, Inertia, Position, SpringDamper, Torque
from tests.fmi.imported import units

Export = Callable[..., Path]


@pytest.fixture(scope="module", params=[2, 3], ids=["fmi2", "fmi3"])
def export(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Export:
    """Return a function that exports a model for model exchange, once."""
    if not units.has_compiler():
        pytest.skip("needs the C compiler cc")
    folder, known = tmp_path_factory.mktemp("exchange"), {}

    def exported(model: type[dt.Model], **how: Any) -> Path:
        if model not in known:
            path = folder / f"{model.__name__}.fmu"
            known[model] = dt.export(model(), path, fmi=request.param, kinds=("me",), **how)
        return known[model]

    return exported


def difference(one: dt.Result, name: str, other: dt.Result, other_name: str) -> float:
    """Return the largest difference of two variables in parts of the range."""
    time = np.linspace(one.time[0], one.time[-1], 301)
    found, wanted = (
        np.interp(time, run.time, run[variable])
        for run, variable in ((one, name), (other, other_name))
    )
    return float(np.abs(found - wanted).max() / np.ptp(wanted))


class Shaft(dt.Model):
    """A shaft with a clutch that locks, driven by a torque."""

    motor = Inertia(J=0.3, phi=dt.fixed(0), w=dt.fixed(0))
    bar = SpringDamper(c=80.0, d=0.3)
    clutch = Clutch(fn_max=20, mu_pos=[[0, 0.5]])
    load = Inertia(J=0.4, phi=dt.fixed(0), w=dt.fixed(3))
    pedal = Step(start_time=0.4, height=1.0)
    t = RealInput("N.m")
    torque = Torque()

    def equations(self):
        yield self.t >> self.torque.tau
        yield self.torque.flange >> self.motor.flange_a
        yield self.motor >> self.bar >> self.clutch >> self.load
        yield self.pedal.y >> self.clutch.f_normalized


class DrivenShaft(dt.Model):
    """The shaft itself."""

    unit = Shaft()
    source = Sine(amplitude=5.0, f=2.0)

    def equations(self):
        yield self.source.y >> self.unit.t


def driven(path: Path) -> dt.Model:
    class Driven(dt.Model):
        """The exported shaft."""

        unit = dt.FMU(path, kind="me", record=["motor.w", "load.w", "bar.tau"])
        source = Sine(amplitude=5.0, f=2.0)

        def equations(self):
            yield self.source.y >> self.unit.t

    return Driven()


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_clutch_in_the_unit_locks_as_in_the_model(export: Export, solver: str) -> None:
    how: dict[str, Any] = {"stop_time": 2.0, "interval": 0.01, "tolerance": 1e-9, "solver": solver}
    ours, native = dt.simulate(driven(export(Shaft)), **how), dt.simulate(DrivenShaft(), **how)
    for name in ("motor.w", "load.w", "bar.tau"):
        assert difference(ours, f"unit.{name.replace('.', '_')}", native, f"unit.{name}") < 1e-8
    assert ours.stats.state_events == native.stats.state_events
    assert ours.stats.time_events == native.stats.time_events
    assert ours.units["unit.bar_tau"] == "N.m"


def test_parameters_are_those_of_the_run(export: Export) -> None:
    compiled = dt.compile(driven(export(Shaft)))
    ensemble = compiled.ensemble({"unit.load_J": [0.4, 0.8]}, stop_time=1.0)
    native = dt.compile(DrivenShaft()).ensemble({"unit.load.J": [0.4, 0.8]}, stop_time=1.0)
    for k in range(2):
        assert ensemble[k].final["unit.load_w"] == pytest.approx(
            native[k].final["unit.load.w"], rel=1e-6
        )


class Ball(dt.Model):
    """A ball that bounces."""

    h, v = variable("m"), variable("m/s")
    height = RealOutput("m")

    def equations(self):
        yield der(self.h) == self.v
        yield der(self.v) == -constant(9.81, "m/s2")
        yield self.height == self.h
        yield when(self.h < 0, reinit(self.v, -0.7 * pre(self.v)))

    def initial_equations(self):
        yield self.h == constant(1.0, "m")
        yield self.v == constant(0.0, "m/s")


def test_states_that_the_unit_sets_at_its_events(export: Export) -> None:
    path = export(Ball)

    class Two(dt.Model):
        """Two instances, each with events of its own."""

        one = dt.FMU(path)
        other = dt.FMU(path)

    result = dt.simulate(Two(), stop_time=2.0, tolerance=1e-9)
    fall = math.sqrt(2 / 9.81)
    second = fall + 2 * 0.7 * fall
    assert second < 1.5 < second + 2 * 0.49 * fall
    flown = 1.5 - second
    wanted = 0.49 * 9.81 * fall * flown - 9.81 / 2 * flown**2
    for name in ("one.h", "other.h", "one.height"):
        at = np.interp(1.5, result.time, result[name])
        assert at == pytest.approx(wanted, abs=1e-3)
    assert result.final["one.h"] == result.final["other.h"]
    assert result.final["one.h"] == pytest.approx(
        dt.simulate(Ball(), stop_time=2.0, tolerance=1e-9).final["h"], abs=1e-8
    )


class Rotor(dt.Model):
    """An inertia that is exported by its flange."""

    rotor = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(1))


class Bar(dt.Model):
    """A torsion bar that is exported by its flange."""

    wall = Fixed()
    bar = SpringDamper(c=8.0, d=0.1)

    def equations(self):
        yield self.wall.flange >> self.bar.flange_a


def oscillation(J: float, time: float) -> float:
    """Return the angle of an inertia on the bar, pushed with 1 rad/s."""
    decay = 0.1 / 2 / J
    frequency = math.sqrt(8 / J - decay**2)
    return math.exp(-decay * time) * math.sin(frequency * time) / frequency


def test_a_unit_that_takes_the_motion_of_a_flange(export: Export) -> None:
    path = export(Bar, flanges={"bar.flange_b": "motion in"})

    class Swing(dt.Model):
        """The bar is an FMU."""

        rotor = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(1))
        bar = dt.FMU(path, flanges={"shaft": "bar_flange_b"})

        def equations(self):
            yield self.rotor.flange_b >> self.bar.shaft

    result = dt.simulate(Swing(), stop_time=1.0, tolerance=1e-9)
    assert result.final["rotor.phi"] == pytest.approx(oscillation(0.5, 1.0), abs=1e-8)


def test_a_rigid_connection_is_a_loop_through_the_unit(export: Export) -> None:
    path = export(Rotor, flanges={"rotor.flange_b": "torque in"})

    class Swing(dt.Model):
        """The rotor is an FMU, and there is more inertia on its shaft."""

        wall = Fixed()
        bar = SpringDamper(c=8.0, d=0.1)
        more = Inertia(J=0.25)
        rotor = dt.FMU(path, flanges={"shaft": "rotor_flange_b"})

        def equations(self):
            yield self.wall.flange >> self.bar >> self.more >> self.rotor.shaft

    result = dt.simulate(Swing(), stop_time=1.0, tolerance=1e-9)
    assert result.final["more.phi"] == pytest.approx(oscillation(0.75, 1.0), abs=1e-8)
    assert result["more.a"] == pytest.approx(result["rotor.rotor_flange_b_a"], abs=1e-9)


class Follower(dt.Model):
    """Its output follows from its input at once: y = u + x, x' = -x + u."""

    u, y = RealInput(), RealOutput()
    x = variable(start=1.0)

    def equations(self):
        yield der(self.x) * constant(1.0, "s") == -self.x + self.u
        yield self.y == self.u + self.x

    def initial_equations(self):
        yield self.x == 1.0


def test_an_algebraic_loop_of_signals(export: Export) -> None:
    path = export(Follower)

    class Loop(dt.Model):
        """u = -y, so that u = -x / 2 and x' = -3 x / 2."""

        unit = dt.FMU(path)
        back = Gain(k=-1.0)

        def equations(self):
            yield self.unit.y >> self.back.u
            yield self.back.y >> self.unit.u

    result = dt.simulate(Loop(), stop_time=1.0, tolerance=1e-9)
    assert result.final["unit.x"] == pytest.approx(math.exp(-1.5), rel=1e-8)


def test_what_cannot_be_is_refused_by_name(export: Export) -> None:
    path = export(Shaft)
    with pytest.raises(ParameterError, match="a step belongs to co-simulation"):
        dt.FMU(path, step=1e-3)
    with pytest.raises(FMUError, match=r"offers model exchange.*asked is co-simulation"):
        dt.FMU(path, kind="cs", step=1e-3)
    compiled = dt.compile(driven(path))
    with pytest.raises(dt.DrivetrainError, match="'unit' is computed by a program of its own"):
        compiled.linearise()


def test_an_output_is_not_differentiated(export: Export) -> None:
    path = export(Follower)

    class Driven(dt.Model):
        """An inertia moves as an output of the unit says."""

        unit = dt.FMU(path, u=0.0)
        position = Position(exact=True)
        inertia = Inertia(J=0.25)

        def equations(self):
            yield self.unit.y >> self.position.phi_ref
            yield self.position.flange >> self.inertia.flange_a

    with pytest.raises(dt.DrivetrainError, match=r"Follower\.fmu: .* would have to be differ"):
        dt.simulate(Driven(), stop_time=1.0)
