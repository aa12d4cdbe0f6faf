"""Inputs of a model that is no part of another one, with values of its own."""

import warnings

import pytest

import drivetrain as dt
from drivetrain.blocks import Gain
from drivetrain.rotational import Inertia, Torque


def test_a_value_given_to_an_input_counts() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dt.simulate(Gain(k=2.0, u=3.0), stop_time=0.1).final["y"] == 6.0
        assert dt.simulate(Gain(k=2.0, u=4.0), stop_time=0.1).final["y"] == 8.0


def test_without_one_it_keeps_its_start_with_a_warning() -> None:
    with pytest.warns(dt.ModelWarning, match="input 'u' of the model 'Gain' has no source"):
        assert dt.simulate(Gain(k=2.0), stop_time=0.1).final["y"] == 0.0


class Driven(dt.Model):
    """A flywheel that its input drives."""

    tau = dt.modeling.RealInput("N.m")
    motor = Torque()
    wheel = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self):
        yield self.tau >> self.motor.tau
        yield self.motor >> self.wheel


def test_units_are_converted() -> None:
    result = dt.simulate(Driven(tau="0.004 kN.m"), stop_time=1.0)
    assert result.final["wheel.w"] == pytest.approx(2.0, rel=1e-6)
