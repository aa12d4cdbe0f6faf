"""Simulations made step by step: what a step costs beyond the work in the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import drivetrain as dt
from benchmarks.comparison import Bar
from benchmarks.timing import repeat
from drivetrain.blocks import Constant
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.rotational import Inertia, SpringDamper, Torque

__all__ = ["stepping_bars"]

_STEPS = 2000


class Axis(dt.Model):
    """A motor with a torque that is set from outside, an elastic shaft, a load."""

    drive = Constant(k=0.0)
    motor = Torque()
    rotor = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=100.0, d=1.0)
    load = Inertia(J=2.0)

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.motor.tau
        yield self.motor >> self.rotor >> self.shaft >> self.load


def stepping_bars(times: int) -> Iterator[Bar]:
    """Print what a step costs; yield what was promised.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    print("\nstep by step: us per step, and steps per second")
    for model, watched, stop in ((Axis(), "load.w", 2.0), (CoupledClutches(), "J1.w", 1.5)):
        compiled = dt.compile(model)
        start = compiled.start(stop_time=stop, record=False)
        plain = repeat(
            partial(compiled.simulate, stop_time=stop, interval=stop / _STEPS), times
        ).minimum
        alone = repeat(partial(_walk, start, stop), times).minimum
        reading = repeat(partial(_read, start, stop, watched), times).minimum
        _say(f"{compiled.title}: step", alone)
        _say(f"{compiled.title}: step, read", reading)
        if isinstance(model, Axis):
            _say("Axis: set, step, read", repeat(partial(_drive, start, stop), times).minimum)
        cost = 1e6 * (reading - plain) / _STEPS
        yield Bar(compiled.title, "step + read beyond a plain run", 20.0, cost, unit=" us")


def _say(what: str, seconds: float) -> None:
    print(f"{what:<46}{1e6 * seconds / _STEPS:8.2f}{_STEPS / seconds:12.0f}")


def _walk(start: dt.Simulation, stop: float) -> None:
    simulation = start.copy()
    for k in range(1, _STEPS + 1):
        simulation.step(until=stop * k / _STEPS)


def _read(start: dt.Simulation, stop: float, watched: str) -> None:
    simulation = start.copy()
    read = simulation.reader(watched)
    for k in range(1, _STEPS + 1):
        simulation.step(until=stop * k / _STEPS)
        read()


def _drive(start: dt.Simulation, stop: float) -> None:
    simulation = start.copy()
    read = simulation.reader("rotor.w", "load.w")
    for k in range(1, _STEPS + 1):
        simulation.set(drive=5.0 - read()[1])
        simulation.step(until=stop * k / _STEPS)
