"""Pictures of calibrations: matplotlib is imported only when one is drawn."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["drawn"]


def drawn(name: str, *args: Any, **options: Any) -> Figure:
    """Return a picture.

    Parameters
    ----------
    name : str
        Function of `drivetrain.plotting.calibration`.
    *args, **options
        Its arguments.
    """
    made: Figure = getattr(import_module("drivetrain.plotting.calibration"), name)(*args, **options)
    return made
