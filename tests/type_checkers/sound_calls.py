"""Calls that are right, in every form that a value may have: type checkers have to accept them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
import pint

import drivetrain as dt
from drivetrain.blocks import Constant, Ramp, TransferFunction
from drivetrain.modeling import (
    Connector,
    Expr,
    RealOutput,
    der,
    flow,
    parameter,
    potential,
    table,
    variable,
)
from drivetrain.modeling.component_array import ComponentArray
from drivetrain.modeling.members import Variable
from drivetrain.rotational import Clutch, Fixed, Inertia, LossyGear, SpringDamper
from drivetrain.rotational.interfaces import FlangeA, Rigid

ureg: pint.UnitRegistry[Any] = pint.UnitRegistry()


class Flywheel(Rigid):
    """A component of one's own, with parameters that no stub knows."""

    density = parameter(7850.0, unit="kg/m3", min=0)
    radius = parameter(unit="m")
    rings = parameter(2, kind="integer", structural=True)
    drag = table([[0, 0], [1, 1]], units=("rad/s", "N.m"))
    w = variable("rad/s")

    def inertia(self) -> Expr:
        """Return the moment of inertia."""
        return self.density * self.radius**5

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        for _ in range(self.rings):
            yield self.inertia() * der(self.w) == self.flange_a.tau + self.drag(self.w)


class Pin(Connector):
    """A connector of one's own."""

    v = potential("V")
    i = flow("A")


class Values(dt.Model):
    """Values of every kind."""

    experiment = dt.Experiment(stop_time=2 * ureg.s, interval="1 ms")

    size = parameter(3, kind="integer", structural=True)
    J0 = parameter(0.1, unit="kg.m2")
    heated = parameter(False, structural=True)
    number = Inertia(J=1, phi=dt.fixed(0), w=dt.guess(1.0), state_select="prefer")
    scalar = Inertia(J=np.float32(1.0))
    whole = Inertia(J=np.int64(1))
    fraction = Inertia(J=Fraction(1, 3))
    text = Inertia(J="20 kg.cm2", w=dt.fixed("1500 rpm"))
    quantity = Inertia(J=20 * ureg("kg*cm**2"), w=dt.fixed(1500 * ureg.rpm))
    product = Inertia(J=20 * ureg.kg * ureg.cm**2)
    bound = Inertia(J=2 * J0, enabled=heated)
    rows = Clutch(fn_max=1, mu_pos=[[0, 0.4]], use_heat_port=heated)
    points = Clutch(fn_max=1, mu_pos=np.array([[0, 0.4]]), f_normalized=0.5)
    gear = LossyGear(ratio=Fraction(3, 2), loss_table=[[0, 1, 1, 0, 0]])
    signal = Constant(k=1.0)
    filter = TransferFunction(b=[1], a=np.array([1.0, 2.0]))
    some = Inertia.array(size, J=[1, 2, 3], w=dt.fixed([0, 1, 2]))
    links: ComponentArray[SpringDamper] = SpringDamper.array(2, c=np.ones(2), d=0.1)
    own = Flywheel(radius=0.2)
    owns = Flywheel.array(2, radius=[0.1, 0.2])
    y = RealOutput("rad/s")

    def equations(self) -> dt.Equations:
        assert_type(self.some[0], Inertia)
        assert_type(self.some[1:], ComponentArray[Inertia])
        assert_type(self.some[0].flange_a, FlangeA)
        assert_type(self.number.w, Variable)
        assert_type(self.number.flange_a.tau * 2, Expr)
        yield self.some[:-1] >> self.links >> self.some[1:]
        yield self.some[-1] >> self.own >> self.gear >> self.rows >> self.number
        for k, part in enumerate(self.some):
            yield part.w == self.some[k - len(self.some)].w + self.own.w
        yield self.some.flange_a.phi == 0
        yield self.signal.y >> self.rows.f_normalized
        yield self.y == self.number.w


def step_by_step() -> dt.Result:
    """Build a model step by step."""
    m = dt.Model("launch")
    m.add(wall=Fixed(), shaft=SpringDamper(c=1, d=0), disc=Inertia(J=1), pedal=Ramp(duration=1))
    m.connect(m.wall >> m.shaft >> m.disc)
    result = dt.simulate(m, stop_time=1 * ureg.s, interval="10 ms", parameters={"disc.J": 2.0})
    return dt.compile(Values(J0=2.0, heated=True)).simulate(stop_time=result.time[-1])
