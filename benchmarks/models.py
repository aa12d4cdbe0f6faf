"""Models that are only measured: the chain, a rigid train and a stiff one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import drivetrain as dt
from benchmarks import chain
from drivetrain.blocks import Sine, Step
from drivetrain.modeling import parameter
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    Damper,
    ElastoBacklash,
    Fixed,
    IdealGear,
    Inertia,
    SpringDamper,
    Torque,
)

__all__ = [
    "BACKLASH",
    "BearingTrain",
    "BrakeTrain",
    "Chain",
    "ClutchStack",
    "RigidTrain",
    "StiffGearTrain",
    "chain_names",
]


BACKLASH = 1e-5
"""Gap between the teeth in rad: so small that bouncing does not make the motion chaotic."""


class Chain(dt.Model):
    """A row of inertias joined by springs with dampers; a sine drives the first one."""

    n = parameter(20, structural=True, kind="integer", doc="Number of inertias")
    wave = Sine(amplitude=chain.AMPLITUDE, f=1.0)
    drive = Torque()
    disc: Any = Inertia.array(n, J=chain.J, phi=dt.fixed(0.0), w=dt.fixed(0.0))
    link: Any = SpringDamper.array(n - 1, c=chain.C, d=chain.D)

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.wave.y >> self.drive.tau
        yield self.drive >> self.disc[0]
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def chain_names(n: int) -> list[str]:
    """Return the names of angles, speeds and torques of a chain.

    Parameters
    ----------
    n : int
        Number of inertias.
    """
    return [
        *(f"disc[{i}].phi" for i in range(n)),
        *(f"disc[{i}].w" for i in range(n)),
        *(f"link[{i}].tau" for i in range(n - 1)),
    ]


class RigidTrain(dt.Model):
    """Many pairs of gears with inertias between them: one degree of freedom.

    Every other pair slows down by 1.02, the others speed up by it.
    """

    n = parameter(150, structural=True, kind="integer", doc="Half the number of gear pairs")
    wave = Sine(amplitude=10.0, f=1.0)
    drive = Torque()
    down: Any = IdealGear.array(n, ratio=1.02)
    up: Any = IdealGear.array(n, ratio=1 / 1.02)
    first = Inertia(J=0.01, phi=dt.fixed(0.0), w=dt.fixed(0.0))
    middle: Any = Inertia.array(n, J=0.01)
    last: Any = Inertia.array(n, J=0.01)

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.wave.y >> self.drive.tau
        yield self.drive >> self.first >> self.down[0]
        yield self.down >> self.middle >> self.up >> self.last
        yield self.last[:-1] >> self.down[1:]


class ClutchStack(dt.Model):
    """Discs in a row with a clutch between each two: one algebraic loop for all their torques."""

    n = parameter(300, structural=True, kind="integer", doc="Number of clutches")
    motor = Torque(tau=5.0)
    disc: Any = Inertia.array(n + 1, J=1.0)
    clutch: Any = Clutch.array(n, fn_max=100.0)
    pedal = Step(start_time=0.01)

    def equations(self) -> Iterable[Any]:
        """Join them in a row; one pedal closes all."""
        yield self.motor >> self.disc[0]
        yield self.disc[:-1] >> self.clutch >> self.disc[1:]
        yield from (self.pedal.y >> clutch.f_normalized for clutch in self.clutch)


class BearingTrain(dt.Model):
    """Elastic shafts whose discs have a bearing with friction each, driven to and fro."""

    n = parameter(400, structural=True, kind="integer", doc="Number of discs")
    wave = Sine(amplitude=5.0, f=2.0)
    motor = Torque()
    disc: Any = Inertia.array(n, J=0.1, phi=dt.fixed(0.0), w=dt.fixed(0.0))
    bearing: Any = BearingFriction.array(n, tau_pos=[[0, 0.1]])
    shaft: Any = SpringDamper.array(n - 1, c=1e3, d=1.0)

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.disc[0]
        yield self.disc >> self.bearing
        yield self.disc[:-1] >> self.shaft >> self.disc[1:]


class BrakeTrain(dt.Model):
    """Elastic shafts whose discs turn at one speed until a brake at each of them closes."""

    n = parameter(1000, structural=True, kind="integer", doc="Number of discs")
    force = parameter(1.0, doc="Normalised force of the brakes from 0.01 s on")
    disc: Any = Inertia.array(n, J=0.1, phi=dt.fixed(0.0), w=dt.fixed(10.0))
    brake: Any = Brake.array(n, fn_max=10.0)
    shaft: Any = SpringDamper.array(n - 1, c=1e3, d=1.0)
    pedal = Step(height=force, start_time=0.01)

    def equations(self) -> Iterable[Any]:
        """Join them in a row; one pedal closes all brakes."""
        yield self.disc >> self.brake
        yield self.disc[:-1] >> self.shaft >> self.disc[1:]
        yield from (self.pedal.y >> brake.f_normalized for brake in self.brake)


class StiffGearTrain(dt.Model):
    """Three stages of gears with stiff teeth and backlash, under a load that changes its sign.

    The teeth ring at some thousand Hz after each change of the flank, then follow the load.
    """

    wave = Sine(amplitude=50.0, f=2.0)
    motor = Torque()
    rotor = Inertia(J=0.01, phi=dt.fixed(0.0), w=dt.fixed(0.0))
    gear1 = IdealGear(ratio=3.0)
    mesh1 = ElastoBacklash(c=1e8, d=1e3, b=BACKLASH, phi_rel=dt.fixed(0.0), w_rel=dt.fixed(0.0))
    shaft1 = Inertia(J=0.05)
    gear2 = IdealGear(ratio=4.0)
    mesh2 = ElastoBacklash(c=1e8, d=1e3, b=BACKLASH, phi_rel=dt.fixed(0.0), w_rel=dt.fixed(0.0))
    shaft2 = Inertia(J=0.5)
    gear3 = IdealGear(ratio=5.0)
    mesh3 = ElastoBacklash(c=1e8, d=1e3, b=BACKLASH, phi_rel=dt.fixed(0.0), w_rel=dt.fixed(0.0))
    load = Inertia(J=5.0)
    brake = Damper(d=10.0)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.rotor >> self.gear1 >> self.mesh1 >> self.shaft1
        yield self.shaft1 >> self.gear2 >> self.mesh2 >> self.shaft2
        yield (
            self.shaft2 >> self.gear3 >> self.mesh3 >> self.load >> self.brake >> self.ground.flange
        )
