"""Diagrams of models: shaft lines for every model, the half section for coaxial gearboxes.

A diagram is made in three steps, each from immutable data to immutable data: the structure of the
model is laid out, the layout becomes a drawing of lines, shapes and labels, and the drawing is
written as SVG, PNG, PDF or HTML.
"""

from drivetrain.diagram.diagram import Diagram
from drivetrain.diagram.hints import Hints

__all__ = ["Diagram", "Hints"]
