"""Inputs without a source are refused with a remedy that can be followed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import drivetrain
from drivetrain import Model
from drivetrain.blocks import Gain, MultiSum, Sine
from drivetrain.errors import ModelError
from drivetrain.modeling import constant
from drivetrain.rotational import Inertia, Torque


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


class FourTorques(Model):
    wave = Sine(amplitude=1.0, f=1.0)
    other = Sine(amplitude=2.0, f=1.0)
    torque: Any = Torque.array(4)
    disc = Inertia.array(4, J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.disc
        yield from self.signals([self.torque[k].tau for k in range(4)])

    def signals(self, tau: Any) -> Iterable[Any]:
        return ()


class Row(FourTorques):
    def signals(self, tau: Any) -> Iterable[Any]:
        yield tau[0] >> tau[1]
        yield tau[3] >> tau[2]
        yield self.wave >> tau[2]
        yield tau[2] >> tau[1]


class Twice(FourTorques):
    """Says more than is needed, but nothing that contradicts."""

    def signals(self, tau: Any) -> Iterable[Any]:
        yield self.wave >> tau[0]
        yield self.wave >> tau[1]
        yield tau[0] >> self.torque[1:].tau
        yield tau[3] >> tau[0]


class ByEquation(FourTorques):
    def signals(self, tau: Any) -> Iterable[Any]:
        yield tau[0] == constant(1.0, "N.m") * self.wave.y
        yield tau[0] >> self.torque[1:].tau


@pytest.mark.parametrize("model", [Row, Twice, ByEquation])
def test_an_input_hands_its_signal_on(model: type[Model]) -> None:
    final = drivetrain.simulate(model(), stop_time=0.25).final
    assert [final[f"torque[{k}].tau"] for k in range(4)] == pytest.approx([1.0] * 4)


def test_a_given_number_is_handed_on() -> None:
    model = Model("pair")
    model.add(a=Torque(tau=3.0), b=Torque(), left=Inertia(J=1.0), right=Inertia(J=1.0))
    model.connect(model.a >> model.left, model.b >> model.right, model.b.tau >> model.a.tau)
    assert drivetrain.simulate(model, stop_time=0.1).final["b.tau"] == 3.0


class NoneDriven(FourTorques):
    def signals(self, tau: Any) -> Iterable[Any]:
        yield self.wave >> tau[0]
        yield tau[0] >> tau[1]
        yield tau[2] >> tau[3]


class TwoSources(FourTorques):
    def signals(self, tau: Any) -> Iterable[Any]:
        yield self.wave >> tau[0]
        yield self.other >> tau[3]
        yield tau[0] >> self.torque[1:].tau


@pytest.mark.parametrize(
    ("model", "told"),
    [
        (NoneDriven, r"'torque\[2\]\.tau' >> 'torque\[3\]\.tau': both are inputs; .* \[in None"),
        (TwoSources, r"in TwoSources has two sources, 'other\.y' and 'wave\.y', since it is conn"),
    ],
)
def test_inputs_need_one_source(model: type[Model], told: str) -> None:
    with pytest.raises(ModelError, match=told):
        drivetrain.compile(model())
