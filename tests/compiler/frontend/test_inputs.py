"""Inputs without a source are refused with a remedy that can be followed."""

from __future__ import annotations

import pytest

import drivetrain
from drivetrain import Model
from drivetrain.blocks import Gain, MultiSum
from drivetrain.errors import ModelError


class Open(Model):
    gain = Gain(k=2.0)


class OpenVector(Model):
    sum = MultiSum(nu=2)


def test_a_constant_is_offered_for_a_single_input() -> None:
    with pytest.raises(
        ModelError, match=r"source\.y >> self\.gain\.u, or give a constant, Gain\(u=…\)"
    ):
        drivetrain.compile(Open())


def test_an_element_of_a_vector_can_be_connected_only() -> None:
    with pytest.raises(ModelError, match=r"source\.y >> self\.sum\.u\[\d\] \["):
        drivetrain.compile(OpenVector())
