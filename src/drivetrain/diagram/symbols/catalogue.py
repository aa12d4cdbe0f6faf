"""Find the symbol of a part by the name that its class gives."""

from __future__ import annotations

from drivetrain.diagram.symbols.circuits import CIRCUITS
from drivetrain.diagram.symbols.neighbours import NEIGHBOURS
from drivetrain.diagram.symbols.rotation import ROTATION
from drivetrain.diagram.symbols.symbol import Symbol, outline
from drivetrain.errors import ModelError, nearest, shown

__all__ = ["SYMBOLS", "symbol_named"]

SYMBOLS: dict[str, Symbol] = {**ROTATION, **NEIGHBOURS, **CIRCUITS}
"""All symbols by name."""


def symbol_named(name: str) -> Symbol | None:
    """Return a symbol; None for a part without one, which is drawn as a box with its name.

    Parameters
    ----------
    name : str
        Name of a symbol, or an outline of its own around (0, 0), 52 pixels wide and 36 high, that
        begins with ``M`` as in SVG.

    Raises
    ------
    ModelError
        If there is no such symbol.
    """
    if not name:
        return None
    if name in SYMBOLS:
        return SYMBOLS[name]
    if name.startswith("M") and name[1:2] in " -0123456789":
        return Symbol(52, 36, (outline(name),))
    raise ModelError(f"symbol = {shown(name)}: there is no such symbol{nearest(name, SYMBOLS)}")
