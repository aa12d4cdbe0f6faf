"""Components between two pins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces.connectors import NegativePin, PositivePin
from drivetrain.modeling import Component, Expr, parameter, variable
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["OnePort", "SourceOnePort", "TwoPin", "WithTemperature"]


class TwoPin(Component):
    """Base of components with a voltage between two pins."""

    p = PositivePin(doc="Positive pin")
    n = NegativePin(doc="Negative pin")
    v = variable("V", doc="Voltage: p.v - n.v")

    def equations(self) -> Iterable[Any]:
        yield self.v == self.p.v - self.n.v


class OnePort(TwoPin):
    """Base of components through which one current flows, from `p` to `n`."""

    i = variable("A", doc="Current from p to n: p.i")

    def equations(self) -> Iterable[Any]:
        yield self.p.i + self.n.i == 0
        yield self.i == self.p.i


class SourceOnePort(OnePort):
    """Base of sources, which exchange power with the surroundings of the circuit."""

    symbol = "electric_source"

    def supplied_power(self) -> Expr:
        """Return the power delivered into the circuit, W."""
        power: Expr = -self.v * self.i
        return power


class WithTemperature(OnePort, ConditionalHeatPort):
    """Base of resistances that grow with their temperature, and turn power into heat.

    The temperature is that of the heat port, or `T` without the port.
    """

    T_ref = parameter(300.15, unit="K", min=0, doc="Temperature to which the value refers")
    alpha = parameter(0.0, unit="1/K", doc="Temperature coefficient of the resistance")
    T = parameter(T_ref, unit="K", min=0, doc="Temperature of the component without heat port")
    T_heat_port = variable("K", doc="Temperature of the component")

    def equations(self) -> Iterable[Any]:
        yield self.T_heat_port == (self.heat_port.T if self.use_heat_port else self.T)
        yield self.loss_power == self.v * self.i

    def growth(self) -> Expr:
        """Return the resistance over that at `T_ref`."""
        factor: Expr = 1 + self.alpha * (self.T_heat_port - self.T_ref)
        return factor
