"""Speeds of parts as texts on a diagram: the room that they need, and their units."""

from __future__ import annotations

from drivetrain.diagram.notes import Note
from drivetrain.model_structure import Structure

__all__ = ["room_for_speeds", "unit_of_speed"]

_WIDEST, _WIDEST_OF_ARRAYS = "▸ −0000.0 rpm", "▸ −0000.0 … −0000.0 rpm"


def room_for_speeds(found: Structure) -> dict[str, tuple[Note, ...]]:
    """Return notes that keep room for the speed of each part with inertia.

    Parameters
    ----------
    found : Structure
        The structure of a model.
    """
    return {
        part.path: (Note(_WIDEST if part.count is None else _WIDEST_OF_ARRAYS),)
        for part in found.parts
        if part.stores == "kinetic"
    }


def unit_of_speed(found: Structure, path: str) -> str:
    """Return the unit of the speed of a part.

    Parameters
    ----------
    found : Structure
        The structure of the model.
    path : str
        Path of the part.
    """
    ports = found.part(path).ports
    return "rad/s" if any(port.domain == "rotation" for port in ports) else "m/s"
