"""Base classes of sampled blocks."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    Component,
    RealInput,
    RealOutput,
    boolean,
    fixed,
    parameter,
    sample,
    time,
    when,
)

__all__ = [
    "DiscreteBlock",
    "DiscreteController",
    "DiscreteMimo",
    "DiscreteSameSize",
    "DiscreteSiso",
    "DiscreteVectorController",
]


class DiscreteBlock(Component):
    """Base of blocks whose outputs change at the instants of a clock only."""

    sample_period = parameter(
        unit="s", min=100 * sys.float_info.epsilon, doc="Interval between the instants"
    )
    start_time = parameter(0.0, unit="s", doc="First instant")
    sample_trigger = boolean(doc="True at the instants")
    first_trigger = boolean(start=fixed(False), doc="True from the first instant to the second one")

    def equations(self) -> Iterable[Any]:
        yield self.sample_trigger == sample(self.start_time, self.sample_period)
        is_first = time <= self.start_time + self.sample_period / 2
        yield when(self.sample_trigger, self.first_trigger == is_first)


class DiscreteSiso(DiscreteBlock):
    """Base of sampled blocks with one input and one output."""

    u = RealInput(doc="Input")
    y = RealOutput(doc="Output")


class DiscreteMimo(DiscreteBlock):
    """Base of sampled blocks with vectors of inputs and of outputs."""

    nin = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs")
    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    u = RealInput(size=nin, doc="Inputs")
    y = RealOutput(size=nout, doc="Outputs")


class DiscreteSameSize(DiscreteBlock):
    """Base of sampled blocks with as many outputs as inputs."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs and of outputs")
    u = RealInput(size=n, doc="Inputs")
    y = RealOutput(size=n, doc="Outputs")


class DiscreteController(DiscreteBlock):
    """Base of sampled controllers of one quantity."""

    u_s = RealInput(doc="Setpoint")
    u_m = RealInput(doc="Measured value")
    y = RealOutput(doc="Output, to the actuator")


class DiscreteVectorController(DiscreteBlock):
    """Base of sampled controllers of several quantities."""

    nu_s = parameter(1, structural=True, kind="integer", min=1, doc="Number of setpoints")
    nu_m = parameter(1, structural=True, kind="integer", min=1, doc="Number of measured values")
    ny = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    u_s = RealInput(size=nu_s, doc="Setpoints")
    u_m = RealInput(size=nu_m, doc="Measured values")
    y = RealOutput(size=ny, doc="Outputs, to the actuators")
