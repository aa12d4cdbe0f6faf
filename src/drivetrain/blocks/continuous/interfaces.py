"""What controllers with several parts have in common."""

from __future__ import annotations

__all__ = ["derivative_start", "integral_start"]


def integral_start(init_type: str) -> str:
    """Return how the integral part of a controller starts."""
    return init_type if init_type in ("steady_state", "initial_state") else "no_init"


def derivative_start(init_type: str) -> str:
    """Return how the derivative part of a controller starts."""
    return "steady_state" if init_type == "initial_output" else init_type
