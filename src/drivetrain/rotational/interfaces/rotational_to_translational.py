"""Components between a shaft and a rod."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics import translational_flanges as translational
from drivetrain.modeling import Component, parameter, variable
from drivetrain.rotational.interfaces.connectors import FlangeA, Support

__all__ = ["RotationalToTranslational"]


class RotationalToTranslational(Component):
    """Base of components that convert rotation into translation, each with its housing."""

    use_support_r = parameter(
        False,
        structural=True,
        doc="True if the housing of the shaft is the flange `support_r`, else it is fixed",
    )
    use_support_t = parameter(
        False,
        structural=True,
        doc="True if the housing of the rod is the flange `support_t`, else it is fixed",
    )
    flange_r = FlangeA(doc="Flange of the shaft")
    flange_t = translational.FlangeB(doc="Flange of the rod")
    support_r = Support(enabled=use_support_r, required=True, doc="Housing of the shaft")
    support_t = translational.Support(
        enabled=use_support_t, required=True, doc="Housing of the rod"
    )
    phi_support = variable("rad", doc="Absolute angle of the housing of the shaft")
    s_support = variable("m", doc="Absolute position of the housing of the rod")

    def equations(self) -> Iterable[Any]:
        if self.use_support_r:
            yield self.support_r.phi == self.phi_support
            yield self.support_r.tau == -self.flange_r.tau
        else:
            yield self.phi_support == 0
        if self.use_support_t:
            yield self.support_t.s == self.s_support
            yield self.support_t.f == -self.flange_t.f
        else:
            yield self.s_support == 0
