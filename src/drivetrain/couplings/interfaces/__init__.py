"""Base classes of couplings."""

from drivetrain.couplings.interfaces.stop import Stop

__all__ = ["Stop"]
