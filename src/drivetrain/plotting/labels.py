"""Labels of axes."""

from __future__ import annotations

__all__ = ["unit_label"]

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
