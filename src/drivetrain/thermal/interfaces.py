"""Heat port, and base classes of components with heat ports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, Connector, Expr, flow, parameter, potential, variable

__all__ = [
    "STEFAN_BOLTZMANN",
    "ConditionalHeatPort",
    "ConditionalHeatPortWithT",
    "Element1D",
    "HeatPort",
    "Terminal",
]

STEFAN_BOLTZMANN = 5.670374419e-8
"""Stefan–Boltzmann constant, W/(m2.K4)."""


class HeatPort(Connector):
    """Place where heat enters or leaves a component."""

    T = potential("K", doc="Temperature")
    Q_flow = flow("W", doc="Heat flow, positive into the component")


class ConditionalHeatPort(Component):
    """Base of components that dissipate power and may pass it to a heat port.

    Subclasses define `loss_power`. Without the port the heat leaves the model.
    """

    use_heat_port = parameter(False, structural=True, doc="True if the losses go to `heat_port`")
    heat_port = HeatPort(
        enabled=use_heat_port, required=True, doc="Where the losses leave the component"
    )
    loss_power = variable("W", doc="Dissipated power, positive when heat leaves the component")

    def equations(self) -> Iterable[Any]:
        if self.use_heat_port:
            yield self.heat_port.Q_flow == -self.loss_power

    def dissipated_power(self) -> Expr:
        """Return the mechanical power that turns into heat, W."""
        return self.loss_power


class ConditionalHeatPortWithT(ConditionalHeatPort):
    """Base of components with losses whose laws depend on their temperature.

    The temperature is that of the heat port, or constant without the port.
    """

    T = parameter(293.15, unit="K", min=0, doc="Temperature of the component without heat port")
    T_heat_port = variable("K", doc="Temperature of the component")

    def equations(self) -> Iterable[Any]:
        yield self.T_heat_port == (self.heat_port.T if self.use_heat_port else self.T)


class Terminal(Component):
    """Connection point that neither stores nor absorbs heat."""

    port = HeatPort(doc="Connected component")

    def equations(self) -> Iterable[Any]:
        yield self.port.Q_flow == 0


class Element1D(Component):
    """Base of elements that carry heat from `port_a` to `port_b` without storing it."""

    symbol = "heat_conductor"

    port_a = HeatPort(doc="Port from which positive heat flow comes")
    port_b = HeatPort(doc="Port to which positive heat flow goes")
    dT = variable("K", doc="Temperature of port_a minus temperature of port_b")
    Q_flow = variable("W", doc="Heat flow from port_a to port_b")

    def equations(self) -> Iterable[Any]:
        yield self.dT == self.port_a.T - self.port_b.T
        yield self.port_a.Q_flow == self.Q_flow
        yield self.port_b.Q_flow == -self.Q_flow
