"""Find the order of the columns of a half section, and the order of the lines between them."""

from drivetrain.diagram.section.order.puzzle import OPEN, Element, Puzzle
from drivetrain.diagram.section.order.search import Order, Step, best_order

__all__ = ["OPEN", "Element", "Order", "Puzzle", "Step", "best_order"]
