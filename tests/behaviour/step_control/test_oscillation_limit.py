"""Sources that oscillate faster than the motion: no wave is passed over, and none costs in vain."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import Model, edition2002, fixed, simulate
from drivetrain.blocks import (
    BooleanPulse,
    FixedDelay,
    Gain,
    Pulse,
    Ramp,
    SampleTrigger,
    SawTooth,
    Sine,
    SineVariableFrequencyAndAmplitude,
    Switch,
    Trapezoid,
)
from drivetrain.errors import ParameterError, SimulationError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.modeling import (
    Component,
    boolean,
    constant,
    cos,
    der,
    integer,
    minimum,
    mod,
    parameter,
    pre,
    sin,
    tan,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import Inertia, Torque

SECOND = constant(1.0, "s")


class Shaken(Model):
    """A mass under a torque that oscillates; its speed is known."""

    wave = Sine(amplitude=50.0, f=3.0)
    motor = Torque()
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.mass


@pytest.mark.parametrize("f", [50.0, 1000.0, 3000.0])
def test_the_motion_is_the_one_that_mechanics_says(f: float) -> None:
    result = drivetrain.compile(Shaken()).simulate(parameters={"wave.f": f})
    w = 2 * math.pi * f
    exact = 50.0 * (1 - np.cos(w * result.time)) / w
    assert result["mass.w"] == pytest.approx(exact, abs=1e-3 * 50.0 / w)
    assert result.stats.steps >= 8 * f


def test_a_source_whose_phase_is_a_state() -> None:
    class Steered(Shaken):
        wave = SineVariableFrequencyAndAmplitude(
            use_constant_amplitude=True, constant_amplitude=50.0,
            use_constant_frequency=True, constant_frequency=3000.0,
        )  # fmt: skip

    result = simulate(Steered(), interval=7e-5)
    assert result.stats.steps >= 8 * 3000
    assert result["mass.w"].max() == pytest.approx(2 * 50.0 / (6000 * math.pi), rel=1e-2)


def test_every_opening_of_a_clutch_is_seen() -> None:
    compiled = drivetrain.compile(CoupledClutches())
    ends = []
    for f in (200.0, 1000.0):
        result = compiled.simulate(parameters={"sin2.f": f})
        assert result.stats.state_events >= 2 * 1.5 * f
        ends.append([result[f"J{k}.w"][-1] for k in (1, 2, 3, 4)])
    assert ends[0] == pytest.approx(ends[1], abs=2e-5)


class Unused(Model):
    """A fast wave that drives nothing."""

    wave = Sine(f=1e9)
    gain = Gain(k=2.0)
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.gain.u


def test_a_wave_that_drives_nothing_costs_nothing() -> None:
    result = simulate(Unused())
    assert result.stats.steps < 100
    assert result["gain.y"] == pytest.approx(2 * np.sin(2e9 * math.pi * result.time), abs=1e-5)


def test_a_wave_counts_from_its_start_on() -> None:
    result = drivetrain.compile(Shaken()).simulate(
        parameters={"wave.f": 1000.0, "wave.start_time": 0.9}
    )
    assert 800 <= result.stats.steps <= 1200


class Switched(Model):
    """A slow wave; a fast one only for a while."""

    slow = Sine(f=1.0)
    fast = Sine(f=1000.0)
    switch = Switch()
    on = boolean()
    motor = Torque()
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.on == ((time > 0.4 * SECOND) & (time < 0.5 * SECOND))
        yield self.switch.u2 == self.on
        yield self.fast.y >> self.switch.u1
        yield self.slow.y >> self.switch.u3
        yield self.switch.y >> self.motor.tau
        yield self.motor >> self.mass


def test_a_wave_counts_while_it_is_switched_on() -> None:
    assert 800 <= simulate(Switched()).stats.steps <= 1300


class Written(Model):
    """Waves that a user writes: one in the derivative, others in conditions, one a saw tooth."""

    f = parameter(300.0, unit="Hz")
    angle = variable()
    x = variable(start=fixed(0.0))
    n = integer()
    m = integer()

    def equations(self) -> Iterable[Any]:
        yield self.angle == 2 * math.pi * self.f * time
        yield SECOND * der(self.x) == 100 * cos(self.angle)
        yield when(sin(self.angle) > 0.5, self.n == pre(self.n) + 1)
        yield when(mod(time * self.f, 1.0) > 0.5, self.m == pre(self.m) + 1)


def test_waves_in_equations_of_the_user() -> None:
    for f in (10.0, 300.0, 777.7):
        result = drivetrain.compile(Written()).simulate(parameters={"f": f})
        assert result["n"][-1] == math.floor(f + 11 / 12)
        assert result["m"][-1] == math.floor(f + 0.5)
        exact = 100 * np.sin(2 * math.pi * f * result.time) / (2 * math.pi * f)
        assert result["x"] == pytest.approx(exact, abs=2e-4)


def test_a_row_of_waves() -> None:
    class Wave(Component):
        f = parameter(1.0, unit="Hz")
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield SECOND * der(self.x) == 30 * sin(2 * math.pi * self.f * time)

    class Row(Model):
        wave = Wave.array(40, f=np.linspace(1.0, 400.0, 40))

    assert simulate(Row()).stats.steps >= 8 * 400


def test_a_second_opinion_sees_it_too() -> None:
    pytest.importorskip("sksundae")
    result = drivetrain.compile(Shaken()).simulate(solver="cvode", parameters={"wave.f": 500.0})
    assert result.stats.steps >= 8 * 500


def test_a_wave_for_which_no_run_is_long_enough() -> None:
    with pytest.raises(SimulationError, match="goes round so often") as caught:
        drivetrain.compile(Shaken()).simulate(parameters={"wave.f": 1e12})
    assert "wave: 'sin(" in str(caught.value)
    assert "with a period of 1e-12 s" in str(caught.value)


@pytest.mark.parametrize("phase", [0.0, -1e60])
def test_a_phase_that_outweighs_the_time_hides_no_wave(phase: float) -> None:
    with pytest.raises(SimulationError, match=r"wave: 'sin\(.* with a period of 1e-30 s"):
        drivetrain.compile(Shaken()).simulate(parameters={"wave.f": 1e30, "wave.phase": phase})


def test_a_wave_of_another_variable_is_named() -> None:
    class Steady(Model):
        """One wave is written in the time, the faster one is not."""

        angle = variable()
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.angle == constant(1e15, "rad/s") * time
            yield SECOND * der(self.x) == cos(self.angle) + sin(constant(2.0, "rad/s") * time)

    with pytest.raises(SimulationError, match=r"one of the waves of .*: Steady: 'cos\(angle\)' \["):
        simulate(Steady())


def test_a_tangent_is_a_wave_too() -> None:
    class Steep(Model):
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            steep = tan(constant(1e12, "rad/s") * time)
            yield SECOND * der(self.x) == minimum(steep, 1.0)

    with pytest.raises(SimulationError, match=r"'tan\(.* with a period of 3.142e-12 s"):
        simulate(Steep())


def test_where_is_used() -> None:
    """A wave inside a branch that a parameter rules out counts for nothing."""

    class Ruled(Model):
        on = parameter(False)
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            fast = sin(constant(1e12, "rad/s") * time)
            yield SECOND * der(self.x) == where(self.on, fast, 1.0)

    assert simulate(Ruled())["x"][-1] == pytest.approx(1.0)


class Cogging(Model):
    """A mass whose torque changes with its angle: energy is conserved."""

    teeth = parameter(1e4)
    height = parameter(50.0, unit="N.m")
    motor = Torque()
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield self.motor.tau == self.height * sin(self.teeth * self.mass.phi)
        yield self.motor >> self.mass


@pytest.mark.parametrize("solver", ["dopri5", "rodas"])
def test_a_wave_of_an_angle_that_moves_freely(solver: str) -> None:
    result = simulate(Cogging(), solver=solver, interval=1e-5)
    assert result.stats.steps >= 8 * 1e4 / (2 * math.pi)
    stored = 50.0 / 1e4 * np.cos(1e4 * result["mass.phi"])
    energy = result["mass.w"] ** 2 / 2 + stored
    assert np.ptp(energy) < 1e-2 * np.ptp(stored)


def test_a_wave_so_weak_that_the_tolerance_takes_no_notice() -> None:
    result = simulate(Cogging(height=1e-6), interval=1e-4)
    assert result.stats.steps >= 8 * 1e4 / (2 * math.pi)


def test_every_turn_of_a_shaft_is_counted() -> None:
    class Counted(Model):
        teeth = parameter(500.0)
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(30.0))
        n = integer()
        m = integer()

        def equations(self) -> Iterable[Any]:
            angle = self.teeth * self.mass.phi
            yield when(sin(angle) > 0.5, self.n == pre(self.n) + 1)
            yield when(mod(angle, 2 * math.pi) > 3.0, self.m == pre(self.m) + 1)

    final = simulate(Counted()).final
    turns = 500 * 30 / (2 * math.pi)
    assert final["n"] == math.floor(turns + 11 / 12)
    assert final["m"] == math.floor(turns + 1 - 3 / (2 * math.pi))


def test_a_frequency_that_is_a_signal() -> None:
    class Swept(Shaken):
        sweep = Ramp(height=1000.0, duration=1.0)
        wave = SineVariableFrequencyAndAmplitude(
            use_constant_amplitude=True, constant_amplitude=50.0
        )

        def equations(self) -> Iterable[Any]:
            yield self.sweep.y >> self.wave.f

    result = simulate(Swept())
    assert 8 * 500 <= result.stats.steps < 12 * 500
    exact = simulate(Swept(), tolerance=1e-11)
    assert result["mass.w"] == pytest.approx(exact["mass.w"], abs=30e-6)  # 30 times the tolerance


def test_a_wave_that_comes_out_of_a_delay() -> None:
    class Late(Model):
        wave = Sine(amplitude=50.0, f=1000.0)
        delay = FixedDelay(delay_time=0.1)
        motor = Torque()
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.wave.y >> self.delay.u
            yield self.delay.y >> self.motor.tau
            yield self.motor >> self.mass

    result = simulate(Late())
    w = 2 * math.pi * 1000.0
    exact = np.where(result.time > 0.1, 50.0 * (1 - np.cos(w * (result.time - 0.1))) / w, 0.0)
    assert result["mass.w"] == pytest.approx(exact, abs=1e-3 * 50.0 / w)


def test_a_second_opinion_follows_an_angle() -> None:
    pytest.importorskip("sksundae")
    result = simulate(Cogging(teeth=100.0, height=1e-6), solver="cvode")
    assert result.stats.steps >= 8 * 100 / (2 * math.pi)


@pytest.mark.parametrize("teeth", [1e12, 1e30])
def test_an_angle_for_which_no_run_is_long_enough(teeth: float) -> None:
    with pytest.raises(SimulationError, match="goes round so often") as caught:
        simulate(Cogging(teeth=teeth))
    assert "Cogging: 'sin(teeth * mass.phi)'" in str(caught.value)


class Ticking(Model):
    """Sources that repeat, and a clock."""

    square = Pulse(period=1e-3)
    saw = SawTooth(period=1e-3)
    trapezoid = Trapezoid(period=1e-3)
    old = edition2002.Pulse(period=[1e-3])
    clock = SampleTrigger(period=1e-3)
    switch = BooleanPulse(period=1e-3)

    def equations(self) -> Iterable[Any]:
        return ()


@pytest.mark.parametrize("name", ["square", "saw", "trapezoid", "clock", "switch"])
def test_a_run_with_more_ticks_than_could_be_gone_through_is_refused(name: str) -> None:
    compiled = drivetrain.compile(Ticking())
    with pytest.raises(ParameterError) as caught:
        compiled.simulate(parameters={f"{name}.period": 1e-9})
    assert f"{name}: 'sample(start_time, period)' ticks every 1e-09 s, 1e+09 times" in str(
        caught.value
    )
    assert "a longer period, or an earlier stop_time" in str(caught.value)


def test_clocks_count_together_and_only_while_they_tick() -> None:
    fast = {"square.period": 1.5e-8, "clock.period": 1.5e-8}
    compiled = drivetrain.compile(Ticking())
    with pytest.raises(ParameterError, match=r"clocks tick 1\.33e\+08 times"):
        compiled.simulate(parameters=fast)
    late = {"square.period": 1e-9, "square.start_time": 2.0}
    assert compiled.simulate(parameters=late).time[-1] == 1.0


def test_sources_of_2002_tick_too() -> None:
    with pytest.raises(ParameterError, match="ticks every 1e-09 s"):
        drivetrain.compile(Ticking()).simulate(parameters={"old.period[0]": 1e-9})
