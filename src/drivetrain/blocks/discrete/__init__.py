"""Sampled blocks: their outputs change at the instants of a clock, or of a trigger."""

from drivetrain.blocks.discrete.first_order_hold import FirstOrderHold
from drivetrain.blocks.discrete.interfaces import (
    DiscreteBlock,
    DiscreteController,
    DiscreteMimo,
    DiscreteSameSize,
    DiscreteSiso,
    DiscreteVectorController,
)
from drivetrain.blocks.discrete.sampler import Sampler
from drivetrain.blocks.discrete.state_space import StateSpace
from drivetrain.blocks.discrete.transfer_function import TransferFunction
from drivetrain.blocks.discrete.triggered_max import TriggeredMax
from drivetrain.blocks.discrete.triggered_sampler import TriggeredSampler
from drivetrain.blocks.discrete.unit_delay import UnitDelay
from drivetrain.blocks.discrete.zero_order_hold import ZeroOrderHold

__all__ = [
    "DiscreteBlock",
    "DiscreteController",
    "DiscreteMimo",
    "DiscreteSameSize",
    "DiscreteSiso",
    "DiscreteVectorController",
    "FirstOrderHold",
    "Sampler",
    "StateSpace",
    "TransferFunction",
    "TriggeredMax",
    "TriggeredSampler",
    "UnitDelay",
    "ZeroOrderHold",
]
