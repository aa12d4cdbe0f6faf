"""Labels of axes and rows."""

from __future__ import annotations

__all__ = ["shortened", "unit_label"]

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def unit_label(unit: str) -> str:
    """Return a unit in the usual notation: ``"kg.m2/s"`` becomes ``"kg·m²/s"``.

    Parameters
    ----------
    unit : str
        As it is declared; nothing, or ``"1"``, becomes a dash.
    """
    if unit in ("", "1"):
        return "–"
    return unit.replace(".", "·").translate(_RAISED)


def shortened(name: str, most: int) -> str:
    """Return a name with its middle left out if it is too long.

    Parameters
    ----------
    name : str
        The name.
    most : int
        Number of letters.
    """
    if len(name) <= most:
        return name
    tail = (most - 1) // 2
    return f"{name[: most - 1 - tail]}…{name[len(name) - tail :]}"
