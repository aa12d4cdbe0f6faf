"""Symbols of parts, after ISO 3952 and the habits of the field; drawn around their middle."""

from drivetrain.diagram.symbols.catalogue import SYMBOLS, symbol_named
from drivetrain.diagram.symbols.own_icon import symbol_of_icon
from drivetrain.diagram.symbols.symbol import Symbol, outline

__all__ = ["SYMBOLS", "Symbol", "outline", "symbol_named", "symbol_of_icon"]
