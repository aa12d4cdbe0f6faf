"""Two masses with backlash between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book import Backlash, Inertia
from drivetrain.examples.book.smd import SMD
from drivetrain.modeling import fixed

__all__ = ["SMDWithBacklash"]


class SMDWithBacklash(SMD):
    """`SMD` with a hard stop on either side of the spring between the masses.

    Look at `inertia1.w` and `inertia2.w`, which bounce when the gap of the `backlash` is used up,
    and at `ground.flange_a.tau`. The class inherits everything from `SMD` and states only the
    differences: other start values and one additional component.
    """

    inertia1 = Inertia(J=0.4, phi=fixed(0.0), w=fixed(5.0))
    inertia2 = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    backlash = Backlash(c=1000.0, b=0.5)

    def equations(self) -> Iterable[Any]:
        yield self.inertia1.flange_b >> self.backlash >> self.inertia2.flange_a
