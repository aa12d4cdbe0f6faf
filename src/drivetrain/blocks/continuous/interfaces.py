"""Start conditions of blocks with several states or parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import elements
from drivetrain.modeling import der

__all__ = ["derivative_start", "integral_start", "start_of_stages", "start_of_states"]


def integral_start(init_type: str) -> str:
    """Return the start condition of the integral part of a controller."""
    return init_type if init_type in ("steady_state", "initial_state") else "no_init"


def derivative_start(init_type: str) -> str:
    """Return the start condition of the derivative part of a controller."""
    return "steady_state" if init_type == "initial_output" else init_type


def start_of_states(init_type: str, x: Any, x_start: Any) -> Iterable[Any]:
    """Yield the start conditions for states at rest or for given states."""
    if init_type == "steady_state":
        for one in x:
            yield der(one) == 0
    elif init_type == "initial_state":
        for one, start in zip(x, elements(x_start, len(x)), strict=True):
            yield one == start


def start_of_stages(block: Any) -> Iterable[Any]:
    """Yield the start conditions of a series of stages, whose last state is the output."""
    yield from start_of_states(block.init_type, block.x, block.x_start)
    if block.init_type == "initial_output":
        yield block.y == block.y_start
        for one in block.x[:-1]:
            yield der(one) == 0
