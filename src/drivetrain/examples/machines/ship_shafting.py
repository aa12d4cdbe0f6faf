"""The shafting of a ship passes through its critical speed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.modeling import Experiment, Model, RealInput, fixed, parameter, sin, variable
from drivetrain.rotational import (
    Inertia,
    PartialTorque,
    QuadraticSpeedDependentTorque,
    SpringDamper,
)

__all__ = ["ShipShafting"]


class Cylinder(PartialTorque):
    """Torque of one cylinder on its crank throw: a mean value and harmonics of the crank angle."""

    tau_mean = parameter(unit="N.m", doc="Mean torque at full load")
    firing = parameter(unit="rad", doc="Crank angle at which the cylinder fires")
    harmonics = parameter([1.0], doc="Amplitude of the orders 1, 2, … over the mean torque")
    load = RealInput(doc="Load, 0 … 1")
    tau = variable("N.m", doc="Torque on the throw")

    def equations(self) -> Iterable[Any]:
        angle = self.phi - self.firing
        swing = sum(a * sin(k * angle) for k, a in enumerate(self.harmonics, start=1))
        yield self.tau == self.load * self.tau_mean * (1 + swing)
        yield self.flange.tau == -self.tau


class ShipShafting(Model):
    """Six-cylinder two-stroke ship engine with direct shafting and propeller.

    Look at `propeller_shaft.tau` over `flywheel.w`: while the ship gathers way, the sixth order of
    the engine meets the first natural frequency of the shafting, engine against propeller, at 26.4
    / 6 = 4.4 rad/s. There the oscillating torque in the shaft exceeds its mean; such speeds are
    passed quickly and barred in service. The third and the fourth order follow near 9 rad/s.
    `damper_spring.loss_power` is the power absorbed by the torsional damper at the free end.

    The crankshaft is an array of throws and links. The dimensions are those of an engine with a
    bore of half a metre and 9.5 MW at 127 rpm; the harmonics decrease like those of gas torques.
    """

    experiment = Experiment(stop_time=45.0, interval=0.004)

    G = parameter(79.3e9, unit="Pa", doc="Shear modulus of the shafts")
    d_intermediate = parameter(0.395, unit="m", doc="Diameter of the intermediate shaft")
    l_intermediate = parameter(8.0, unit="m", doc="Length of the intermediate shaft")
    d_propeller = parameter(0.48, unit="m", doc="Diameter of the propeller shaft")
    l_propeller = parameter(6.0, unit="m", doc="Length of the propeller shaft")
    tau_full = parameter(714e3, unit="N.m", doc="Mean torque of the engine at full load")

    load = Ramp(height=0.5, duration=45.0)
    damper = Inertia(J=4000.0)
    damper_spring = SpringDamper(c=5e6, d=60e3, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    throw: Any = Inertia.array(6, J=6500.0)
    cylinder: Any = Cylinder.array(
        6,
        tau_mean=tau_full / 6,
        # The firing order is 1-5-3-4-2-6.
        firing=[math.radians(60 * k) for k in (0, 4, 2, 3, 1, 5)],
        harmonics=[2.2, 1.8, 1.3, 0.95, 0.65, 0.45, 0.3, 0.2, 0.12],
    )
    crank: Any = SpringDamper.array(5, c=7e8, d=2e4, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    crank_end = SpringDamper(c=9e8, d=2e4, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    flywheel = Inertia(J=8000.0, phi=fixed(0.0), w=fixed(1.0))
    intermediate_shaft = SpringDamper(
        c=G * math.pi * d_intermediate**4 / (32 * l_intermediate),
        d=8e3,
        phi_rel=fixed(0.0),
        w_rel=fixed(0.0),
    )
    coupling = Inertia(J=600.0)
    propeller_shaft = SpringDamper(
        c=G * math.pi * d_propeller**4 / (32 * l_propeller),
        d=8e3,
        phi_rel=fixed(0.0),
        w_rel=fixed(0.0),
    )
    propeller = Inertia(J=42e3)
    water = QuadraticSpeedDependentTorque(
        tau_nominal=-tau_full, w_nominal=127 * math.pi / 30, torque_direction=False
    )

    def equations(self) -> Iterable[Any]:
        yield self.damper >> self.damper_spring >> self.throw[0]
        yield self.throw[:-1] >> self.crank
        yield self.crank >> self.throw[1:]
        yield self.throw[-1] >> self.crank_end >> self.flywheel >> self.intermediate_shaft
        yield self.intermediate_shaft >> self.coupling >> self.propeller_shaft >> self.propeller
        yield self.propeller >> self.water
        yield self.cylinder >> self.throw
        for cylinder in self.cylinder:
            yield self.load.y >> cylinder.load
