"""Logical blocks with any number of inputs, and delays of edges."""

from drivetrain.blocks.math_boolean.and_ import And
from drivetrain.blocks.math_boolean.nand import Nand
from drivetrain.blocks.math_boolean.nor import Nor
from drivetrain.blocks.math_boolean.on_delay import OnDelay
from drivetrain.blocks.math_boolean.or_ import Or
from drivetrain.blocks.math_boolean.xor import Xor

__all__ = [
    "And",
    "Nand",
    "Nor",
    "OnDelay",
    "Or",
    "Xor",
]
