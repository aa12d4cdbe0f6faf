"""Limiter with limits from signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso, clamp
from drivetrain.modeling import RealInput, no_event, parameter, smooth

__all__ = ["VariableLimiter"]


class VariableLimiter(Siso):
    """Input held between limits that are signals; reaching one is an event."""

    strict = parameter(False, structural=True, doc="True if reaching a limit raises no event")
    limit1 = RealInput(doc="Upper limit")
    limit2 = RealInput(doc="Lower limit")

    def equations(self) -> Iterable[Any]:
        limited = smooth(0, clamp(self.u, self.limit2, self.limit1))
        yield self.y == (no_event(limited) if self.strict else limited)
