"""A dog clutch engages a gear."""

from __future__ import annotations

from collections.abc import Iterable
from math import radians
from typing import Any

from drivetrain import clutches
from drivetrain.blocks import Pulse
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Damper, Fixed, Inertia, SpringDamper
from drivetrain.translational import ElastoGap, Force, Mass
from drivetrain.translational import Fixed as Housing

__all__ = ["DogClutch"]


class DogClutch(Model):
    """A sleeve is pushed against a wheel that turns more slowly, and its teeth engage.

    The tips meet and rub, `clutch.engagement` and `clutch.f_tip`, until a gap passes. Then the
    flanks bring both sides to the same speed, `input.w` and `wheel.w`, with impacts softened by the
    shaft to the load, `clutch.tau`. At 0.3 s the sleeve is pulled out again.
    """

    experiment = Experiment(stop_time=0.5, interval=5e-4)

    input = Inertia(J=0.02, phi=fixed(0.0), w=fixed(16.0))
    clutch = clutches.DogClutch(
        teeth=12,
        b=radians(4.0),
        c=2e4,
        d=5.0,
        undercut=radians(2.0),
        radius=0.04,
        s_tips=0.002,
        c_tip=1e6,
        d_tip=200.0,
    )
    wheel = Inertia(J=0.01, phi=fixed(0.25), w=fixed(10.0))
    shaft = SpringDamper(c=2000.0, d=2.0)
    load = Inertia(J=0.5, phi=fixed(0.25), w=fixed(10.0))
    windage = Damper(d=0.02)
    ground = Fixed()
    fork = Force()
    sleeve = Mass(m=0.3, s=fixed(0.0), v=fixed(0.0))
    front = ElastoGap(c=1e6, d=400.0, s_rel0=-0.006)
    back = ElastoGap(c=1e6, d=400.0, s_rel0=0.0)
    housing = Housing()
    shift = Pulse(amplitude=100.0, offset=-50.0, period=1.0, width=30.0)

    def equations(self) -> Iterable[Any]:
        yield self.input >> self.clutch >> self.wheel >> self.shaft >> self.load >> self.windage
        yield self.windage >> self.ground
        yield self.shift.y >> self.fork.f
        yield self.fork.flange >> self.sleeve.flange_a
        yield self.sleeve.flange_b >> self.clutch.sleeve
        yield self.sleeve.flange_a >> self.front.flange_a
        yield self.housing.flange >> self.front.flange_b
        yield self.housing.flange >> self.back.flange_a
        yield self.sleeve.flange_a >> self.back.flange_b
