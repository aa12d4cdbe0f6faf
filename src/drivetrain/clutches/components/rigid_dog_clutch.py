"""Dog clutch with rigid flanks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.clutches.interfaces import DogTeeth
from drivetrain.couplings.interfaces import RigidContact

__all__ = ["RigidDogClutch"]


class RigidDogClutch(DogTeeth, RigidContact):
    """Teeth of a sliding sleeve that engage with those of a wheel, with rigid flanks.

    A positive motion of `sleeve` engages. While it is *out*, no torque is transmitted. When the
    sleeve reaches `s_tips`, either a tooth finds a gap, and the sleeve moves *inside*, or the tips
    are *facing* each other, and the sleeve is pushed back until a gap passes. Inside, the flanks
    meet after a clearance, in an impact. The sleeve disengages when it returns to `s_tips`,
    whatever the torque.

    Notes
    -----
    Flanks limit the relative angle to ``b / 2`` on either side of the middle of the gap. The tips
    have no friction, and the flanks neither friction nor an undercut; `DogClutch` has both, and
    elastic flanks. Here nothing is stiff, and an impact costs one event. The energy lost in impacts
    is in the energy audit; since it is lost instantaneously, it is not part of any heat flow.

    Examples
    --------
    >>> from math import radians
    >>> from drivetrain.clutches import RigidDogClutch
    >>> clutch = RigidDogClutch(teeth=12, b=radians(4), c_tip=1e6, e=0.3)
    """

    def equations(self) -> Iterable[Any]:
        yield self.is_above == self.inside & (self.delta >= self.b / 2)
        yield self.is_below == self.inside & (self.delta <= -self.b / 2)
        yield self.sleeve.f == self.f_tip
        yield self.loss_power == self.tip_loss()
