"""The schematic: shaft lines from left to right, signals above them, heat below.

Nodes stand in columns and rows. Lines run in the gaps between them: vertical ones in the channels
between columns, horizontal ones in the corridors between rows, each on a track of its own, so that
no line meets a symbol or a name. The steps: what is visible and connected (`visible`, with rows of
equal parts from `repeats`), faults, bonds, columns, rows, sides of the pins, routes, coordinates,
drawing.
"""

from drivetrain.diagram.schematic.layout import Excerpt
from drivetrain.diagram.schematic.schematic import schematic

__all__ = ["Excerpt", "schematic"]
