"""Limiter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import LIMITER_HOMOTOPY, Siso, clamp
from drivetrain.modeling import ensure, no_event, parameter, smooth

__all__ = ["Limiter"]


class Limiter(Siso):
    """Input held between two limits; reaching one is an event."""

    u_max = parameter(doc="Upper limit")
    u_min = parameter(-u_max, doc="Lower limit")
    strict = parameter(False, structural=True, doc="True if reaching a limit raises no event")
    homotopy_type = parameter(
        "linear",
        structural=True,
        choices=LIMITER_HOMOTOPY,
        doc="No effect, no start values need it; kept for compatibility",
    )

    def equations(self) -> Iterable[Any]:
        limited = smooth(0, clamp(self.u, self.u_min, self.u_max))
        yield self.y == (no_event(limited) if self.strict else limited)
        yield ensure(self.u_max >= self.u_min, "u_max has to be at least u_min")
