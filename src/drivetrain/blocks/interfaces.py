"""Base classes of blocks by their signals.

Signals between blocks carry plain numbers: a block does not know the units of its signals.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from drivetrain.errors import ParameterError
from drivetrain.modeling import (
    SMOOTHNESS,
    BooleanInput,
    BooleanOutput,
    Component,
    Expr,
    IntegerInput,
    IntegerOutput,
    RealInput,
    RealOutput,
    constant,
    ensure,
    initial,
    interpolate,
    last_tick,
    no_event,
    parameter,
    sample,
    time,
    variable,
    when,
    where,
)

__all__ = [
    "EXTRAPOLATION",
    "HOLDING",
    "INITIAL",
    "LIMITER_HOMOTOPY",
    "SMOOTHNESS",
    "SURFACES",
    "TIME_EVENTS",
    "BooleanMiso",
    "BooleanSameSize",
    "BooleanSink",
    "BooleanSiso",
    "BooleanSource",
    "Comparison",
    "Comparisons",
    "Growing",
    "IntegerMiso",
    "IntegerSignalSource",
    "IntegerSiso",
    "IntegerSource",
    "IntegerTest",
    "IntegerTests",
    "IntegerVectorSource",
    "Mimo",
    "Miso",
    "PeriodicSource",
    "RealMiso",
    "SameSize",
    "SignalSource",
    "Simo",
    "SingleController",
    "Siso",
    "Source",
    "ThreeBooleans",
    "ThresholdComparison",
    "TwoBooleans",
    "TwoInputs",
    "TwoVectors",
    "VectorController",
    "VectorSource",
    "clamp",
    "elements",
    "share_of_flank",
    "step",
    "width",
]

INITIAL = ("no_init", "steady_state", "initial_state", "initial_output")
"""Initialisations of a block with states: none, at rest, from its states, from its output."""

LIMITER_HOMOTOPY = ("no_homotopy", "linear", "upper_limit", "lower_limit")
"""Simpler laws from which a limiter may be approached during initialisation."""

EXTRAPOLATION = ("hold_last_point", "last_two_points", "periodic", "no_extrapolation")
"""Extrapolations of a table."""

SURFACES = ("linear_segments", "constant_segments", "continuous_derivative")
"""Extrapolations of tables of two variables."""

HOLDING = ("hold_last_point", "periodic", "no_extrapolation")
"""Extrapolations that keep a signal at the values of the table."""

TIME_EVENTS = ("always", "at_discontinuities", "no_time_events")
"""Choices for the instants of a table that are events."""


def clamp(value: Expr, low: Expr, high: Expr) -> Expr:
    """Return `value`, or the bound that it exceeds; reaching one is an event."""
    return where(value > high, high, where(value < low, low, value))


def elements(vector: Sequence[Expr], count: int) -> list[Expr]:
    """Return the elements of a vector parameter; a single value applies to all.

    Raises
    ------
    ParameterError
        If their number is neither one nor this.
    """
    if len(vector) not in (1, count):
        name = getattr(vector, "name", "a vector")
        raise ParameterError(f"{name}: {len(vector)} values; give one for all, or {count}")
    return [vector[0 if len(vector) == 1 else k] for k in range(count)]


def width(matrix: Sequence[Sequence[float]]) -> int:
    """Return the number of columns of a structural matrix."""
    return len(matrix[0])


def step(x: Any, points: Sequence[float], values: Sequence[float]) -> Expr:
    """Look up a step function: the value of the last point at or before x, held at both ends."""
    if len(points) == 1 or len(set(values)) == 1:
        return constant(float(values[0]))
    return interpolate(
        x, points, values, smoothness="constant_segments", extrapolation="hold_last_point"
    )


class Source(Component):
    """Base of blocks with only an output."""

    y = RealOutput(doc="Output")


class VectorSource(Component):
    """Base of blocks with only a vector of outputs."""

    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    y = RealOutput(size=nout, doc="Outputs")


class BooleanSource(Component):
    """Base of blocks with only a Boolean output."""

    y = BooleanOutput(doc="Output")


class IntegerSource(Component):
    """Base of blocks with only an integer output."""

    y = IntegerOutput(doc="Output")


class IntegerVectorSource(Component):
    """Base of blocks with only a vector of integer outputs."""

    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    y = IntegerOutput(size=nout, doc="Outputs")


class IntegerSignalSource(IntegerSource):
    """Base of integer sources that start at a given time from a given value."""

    offset = parameter(0, kind="integer", doc="Output before start_time; added to the signal")
    start_time = parameter(0.0, unit="s", doc="Start of the signal")


class SignalSource(Source):
    """Base of sources that start at a given time from a given value."""

    offset = parameter(0.0, doc="Output before start_time; added to the signal")
    start_time = parameter(0.0, unit="s", doc="Start of the signal")

    def after_start(self, signal: Expr) -> Expr:
        """Return `offset`, plus `signal` from `start_time` on."""
        output: Expr = self.offset + where(time < self.start_time, 0, signal)
        return output


class PeriodicSource(SignalSource):
    """Base of sources that repeat a pattern.

    The signal is a function of time: a run that begins inside a period begins inside the pattern.
    """

    amplitude = parameter(1.0, doc="Height of the pattern")
    period = parameter(unit="s", min=sys.float_info.min, doc="Duration of one period, > 0")
    nperiod = parameter(-1, doc="Number of periods; a negative number repeats indefinitely")
    count = variable(doc="Number of the period, from 0; negative before start_time")
    t_start = variable("s", doc="Start of the period")

    def equations(self) -> Iterable[Any]:
        number = last_tick(self.start_time, self.period)
        yield when(
            initial() | sample(self.start_time, self.period),
            self.count == number,
            self.t_start == self.start_time + number * self.period,
        )

    def repeated(self, pattern: Expr) -> Expr:
        """Return `offset`, plus `pattern` while periods remain."""
        ended = (self.nperiod >= 0) & (self.count >= self.nperiod)
        return self.after_start(where(ended, 0, pattern))


def share_of_flank(since: Expr, duration: Any) -> Expr:
    """Return the share of a linear flank that is passed; a flank of no duration is a jump.

    An event can fall just beside the jump: within rounding, inside a flank of no duration.
    """
    return where(duration > 0, since / duration, 1)


class Siso(Component):
    """Base of blocks with one input and one output."""

    u = RealInput(doc="Input")
    y = RealOutput(doc="Output")


class Simo(Component):
    """Base of blocks with one input and a vector of outputs."""

    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    u = RealInput(doc="Input")
    y = RealOutput(size=nout, doc="Outputs")


class Miso(Component):
    """Base of blocks with a vector of inputs and one output."""

    nin = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs")
    u = RealInput(size=nin, doc="Inputs")
    y = RealOutput(doc="Output")


class RealMiso(Component):
    """Base of blocks with any number of inputs and one output."""

    nu = parameter(0, structural=True, kind="integer", min=0, doc="Number of inputs")
    u = RealInput(size=nu, doc="Inputs")
    y = RealOutput(doc="Output")


class Mimo(Component):
    """Base of blocks with vectors of inputs and of outputs."""

    nin = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs")
    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    u = RealInput(size=nin, doc="Inputs")
    y = RealOutput(size=nout, doc="Outputs")


class SameSize(Component):
    """Base of blocks with as many outputs as inputs."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs and of outputs")
    u = RealInput(size=n, doc="Inputs")
    y = RealOutput(size=n, doc="Outputs")


class TwoVectors(Component):
    """Base of blocks with two vectors of inputs and one of outputs, all of the same size."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Size of the vectors")
    u1 = RealInput(size=n, doc="First inputs")
    u2 = RealInput(size=n, doc="Second inputs")
    y = RealOutput(size=n, doc="Outputs")


class SingleController(Component):
    """Base of controllers of one quantity."""

    u_s = RealInput(doc="Setpoint")
    u_m = RealInput(doc="Measured value")
    y = RealOutput(doc="Output, to the actuator")


class VectorController(Component):
    """Base of controllers of several quantities."""

    nu_s = parameter(1, structural=True, kind="integer", min=1, doc="Number of setpoints")
    nu_m = parameter(1, structural=True, kind="integer", min=1, doc="Number of measured values")
    ny = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    u_s = RealInput(size=nu_s, doc="Setpoints")
    u_m = RealInput(size=nu_m, doc="Measured values")
    y = RealOutput(size=ny, doc="Outputs, to the actuators")


class Growing(Siso):
    """Base of functions that quickly exceed the range of numbers."""

    def equations(self) -> Iterable[Any]:
        is_infinite = no_event(abs(self.y) > sys.float_info.max)
        yield ensure(~is_infinite, "the output is too large for a number")


class TwoInputs(Component):
    """Base of blocks with two inputs and one output."""

    u1 = RealInput(doc="First input")
    u2 = RealInput(doc="Second input")
    y = RealOutput(doc="Output")


class BooleanSink(Component):
    """Base of blocks with only a Boolean input."""

    u = BooleanInput(doc="Input")


class BooleanSiso(Component):
    """Base of blocks with one Boolean input and one Boolean output."""

    u = BooleanInput(doc="Input")
    y = BooleanOutput(doc="Output")


class TwoBooleans(Component):
    """Base of blocks with two Boolean inputs and one Boolean output."""

    u1 = BooleanInput(doc="First input")
    u2 = BooleanInput(doc="Second input")
    y = BooleanOutput(doc="Output")


class ThreeBooleans(Component):
    """Base of blocks with three Boolean inputs and one Boolean output."""

    u1 = BooleanInput(doc="First input")
    u2 = BooleanInput(doc="Second input")
    u3 = BooleanInput(doc="Third input")
    y = BooleanOutput(doc="Output")


class BooleanMiso(Component):
    """Base of blocks with any number of Boolean inputs and one Boolean output."""

    nu = parameter(0, structural=True, kind="integer", min=0, doc="Number of inputs")
    u = BooleanInput(size=nu, doc="Inputs")
    y = BooleanOutput(doc="Output")


class IntegerTest(Component):
    """Base of blocks with one integer input and one Boolean output."""

    u = IntegerInput(doc="Input")
    y = BooleanOutput(doc="Output")


class IntegerTests(Component):
    """Base of blocks with a vector of integer inputs and as many Boolean outputs."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs and of outputs")
    u = IntegerInput(size=n, doc="Inputs")
    y = BooleanOutput(size=n, doc="Outputs")


class IntegerSiso(Component):
    """Base of blocks with one integer input and one integer output."""

    u = IntegerInput(doc="Input")
    y = IntegerOutput(doc="Output")


class IntegerMiso(Component):
    """Base of blocks with any number of integer inputs and one integer output."""

    nu = parameter(0, structural=True, kind="integer", min=0, doc="Number of inputs")
    u = IntegerInput(size=nu, doc="Inputs")
    y = IntegerOutput(doc="Output")


class Comparison(Component):
    """Base of blocks that compare two inputs; a change of the output is an event."""

    u1 = RealInput(doc="First input")
    u2 = RealInput(doc="Second input")
    y = BooleanOutput(doc="Output")


class Comparisons(Component):
    """Base of blocks that compare the elements of two vectors."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of elements")
    u1 = RealInput(size=n, doc="First inputs")
    u2 = RealInput(size=n, doc="Second inputs")
    y = BooleanOutput(size=n, doc="Outputs")


class BooleanSameSize(Component):
    """Base of blocks with as many Boolean outputs as inputs."""

    n = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs and of outputs")
    u = BooleanInput(size=n, doc="Inputs")
    y = BooleanOutput(size=n, doc="Outputs")


class ThresholdComparison(Component):
    """Base of blocks that compare the input with a number; a change of the output is an event."""

    threshold = parameter(0.0, doc="Value that the input is compared with")
    u = RealInput(doc="Input")
    y = BooleanOutput(doc="Output")
