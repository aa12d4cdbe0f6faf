"""Eddy-current brakes: excitation, temperature and characteristic."""

from __future__ import annotations

from drivetrain.modeling import Expr, RealInput, constant, parameter
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["EddyCurrent"]


class EddyCurrent(ConditionalHeatPort):
    """Base of eddy-current brakes, whose load has a maximum over speed.

    The speed of the maximum grows with the resistance of the conductor and so with its temperature:
    that of the heat port, otherwise `T`. The temperature coefficient at 20 °C is 0 without
    dependence, 4.000e-3 for aluminium, 1.100e-3 for brass, 0.800e-3 for bronze, 3.920e-3 for
    copper.
    """

    use_excitation_input = parameter(
        False, structural=True, doc="True if the excitation is a signal, else it is constant"
    )
    constant_excitation = parameter(1.0, doc="Excitation if it is constant, over its nominal value")
    T_ref = parameter(unit="K", min=0, doc="Temperature to which the nominal speed refers")
    alpha20 = parameter(unit="1/K", doc="Temperature coefficient of the conductor at 20 °C")
    T = parameter(293.15, unit="K", min=0, doc="Temperature of the device without heat port")
    excitation = RealInput(enabled=use_excitation_input, doc="Excitation over its nominal value")

    def warmed(self, speed: Expr) -> Expr:
        """Return the speed that is equivalent at `T_ref` to `speed` at the current temperature."""
        alpha = self.alpha20 / (1 + self.alpha20 * (self.T_ref - constant(293.15, "K")))
        temperature = self.heat_port.T if self.use_heat_port else self.T
        growth: Expr = 1 + alpha * (temperature - self.T_ref)
        return speed / growth

    def characteristic(self, normalized: Expr) -> Expr:
        """Return the load over its maximum at nominal excitation.

        Parameters
        ----------
        normalized : Expr
            Speed over the speed of the maximum.
        """
        e = self.excitation if self.use_excitation_input else self.constant_excitation
        return 2 * e**2 * normalized / (1 + normalized**2)
