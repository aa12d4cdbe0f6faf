"""Models made of parts, arrays and conditional connectors that random models take as parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Gain, InverseBlockConstraints, Sinh
from drivetrain.electrical import Pin
from drivetrain.modeling import (
    Component,
    Expr,
    Model,
    RealInput,
    RealOutput,
    der,
    parameter,
    table,
    variable,
)
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    Fixed,
    IdealPlanetary,
    Inertia,
    LossyGear,
    SpringDamper,
)
from drivetrain.rotational.interfaces import Support, TwoFlanges

__all__ = ["ASSEMBLIES", "BrakedPlanetary", "Charge", "ElasticShaft", "GearOnMounts", "Inverted"]


class Charge(Component):
    """A capacitor to ground behind a resistance, which takes the jumps of voltages."""

    C = parameter(unit="F", min=0)
    R = parameter(0.3, unit="Ohm", min=0)
    pin = Pin()
    v = variable("V")

    def equations(self) -> Iterable[Any]:
        yield self.pin.v == self.v + self.R * self.pin.i
        yield self.C * der(self.v) == self.pin.i

    def stored_energy(self) -> Expr:
        """Return the energy of the capacitor, J."""
        energy: Expr = self.C * self.v**2 / 2
        return energy

    def dissipated_power(self) -> Expr:
        """Return the loss of the resistance, W."""
        power: Expr = self.R * self.pin.i**2
        return power


class BrakedPlanetary(TwoFlanges, Model):
    """From the sun to the carrier of a planetary; brake, bearing and a clutch hold its ring."""

    ratio = parameter(2.0, min=0.1)
    J = parameter(0.1, unit="kg.m2", min=1e-3)
    mu_pos = table([[0, 0.5]], units=("rad/s", "1"), min=(None, 0))
    peak = parameter(1.2, min=1)
    has_clutch = parameter(False, structural=True)
    f_normalized = RealInput()

    gear = IdealPlanetary(ratio=ratio)
    ring = Inertia(J=J)
    brake = Brake(fn_max=20.0, mu_pos=mu_pos, peak=peak)
    bearing = BearingFriction(tau_pos=[[0, 0.3], [10, 0.5]])
    clutch = Clutch(fn_max=20.0, mu_pos=mu_pos, enabled=has_clutch)

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.gear.sun
        yield self.gear.carrier >> self.flange_b
        yield self.gear.ring >> self.ring >> self.bearing >> self.brake
        yield self.brake.f_normalized == self.f_normalized
        if self.has_clutch:
            yield self.gear.sun >> self.clutch >> self.gear.carrier
            yield self.clutch.f_normalized == 1 - self.f_normalized


class ElasticShaft(TwoFlanges, Model):
    """Discs with bearings, some of which hold, and springs between them."""

    n = parameter(3, structural=True, min=1)
    J = parameter(0.02, unit="kg.m2", min=1e-4)
    c = parameter(500.0, unit="N.m/rad", min=1.0)
    d = parameter(0.1, unit="N.m.s/rad", min=0)
    tau_pos = table([[0, 0.1]], units=("rad/s", "N.m"), min=(None, 0))

    disc = Inertia.array(n, J=J)
    bearing = BearingFriction.array(n, tau_pos=tau_pos)
    link = SpringDamper.array(n, c=c, d=d)

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.link[0]
        yield self.link >> self.disc >> self.bearing
        yield self.bearing[:-1] >> self.link[1:]
        yield self.bearing[-1] >> self.flange_b


class GearOnMounts(TwoFlanges, Model):
    """A gear with losses whose housing, an inertia on springs, may stand on a support."""

    ratio = parameter(3.0)
    c = parameter(1e3, unit="N.m/rad", min=1.0)
    d = parameter(1.0, unit="N.m.s/rad", min=0)
    use_support = parameter(False, structural=True)
    support = Support(enabled=use_support, required=True)

    gear = LossyGear(ratio=ratio, loss_table=[[0, 0.95, 0.9, 0.1, 0.2]], use_support=True)
    housing = Inertia(J=0.5)
    mount = SpringDamper(c=c, d=d)
    ground = Fixed(enabled=~use_support)

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.gear >> self.flange_b
        yield self.gear.support >> self.housing >> self.mount
        yield self.mount.flange_b >> (self.support if self.use_support else self.ground.flange)


class Inverted(Model):
    """What two blocks in a row have to be given for a wanted output."""

    k = parameter(2.0, min=0.1)
    u = RealInput()
    y = RealOutput()

    inverse = InverseBlockConstraints()
    gain = Gain(k=k)
    bend = Sinh()

    def equations(self) -> Iterable[Any]:
        yield self.inverse.u1 == self.u
        yield self.inverse.y1 >> self.gain.u
        yield self.gain.y >> self.bend.u
        yield self.bend.y >> self.inverse.u2
        yield self.inverse.y2 >> self.y


ASSEMBLIES: list[type[Component]] = [BrakedPlanetary, ElasticShaft, GearOnMounts, Inverted]
