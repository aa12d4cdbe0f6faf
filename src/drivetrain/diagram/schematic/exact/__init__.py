"""Schematics whose parts and lines are where the author of the model has drawn them."""

from drivetrain.diagram.schematic.exact.author import Drawn, drawn_by_author
from drivetrain.diagram.schematic.exact.exact import exact

__all__ = ["Drawn", "drawn_by_author", "exact"]
