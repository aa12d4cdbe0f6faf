"""How strongly operators bind, for the parser and the printer."""

from __future__ import annotations

from typing import Final

__all__ = ["BINARY", "CONDITION", "FACTOR", "NOT", "POWER", "RELATION", "SIGN", "SIGNS", "SINGLE"]

CONDITION: Final = 0
NOT: Final = 3
RELATION: Final = 4
SIGN: Final = 5
FACTOR: Final = 6
POWER: Final = 7

SIGNS: Final = frozenset(("+", "-", ".+", ".-"))
BINARY: Final = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "<>"), RELATION),
    **dict.fromkeys(SIGNS, SIGN),
    **dict.fromkeys(("*", "/", ".*", "./"), FACTOR),
    **dict.fromkeys(("^", ".^"), POWER),
}
"""Operator between two operands → how strongly it binds them (Modelica 3.6, section 3.2)."""

SINGLE: Final = frozenset((RELATION, POWER))
"""Levels at which operators do not follow one another without brackets."""
