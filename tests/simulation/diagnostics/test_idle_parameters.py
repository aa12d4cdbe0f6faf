"""A value that is given in vain: all that would follow from it is given as well."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.modeling import constant, parameter
from drivetrain.rotational import Inertia, SpringDamper, Torque


class Shaken(dt.Model):
    """A torque on two inertias; `scale` is read through two parameters, `level` also by itself."""

    scale = parameter(2.0, doc="Read by `level` and `first.J`")
    level = parameter(3.0 * scale, doc="Read by the source and an equation")
    first = Inertia(J=scale, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=100.0, d=1.0)
    second = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
    sine = Sine(amplitude=level, f=1.0)
    torque = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.first >> self.shaft >> self.second
        yield self.torque.tau == self.level * self.sine.y * constant(1.0, "N.m")


@pytest.fixture(scope="module")
def shaken() -> dt.CompiledModel:
    return dt.compile(Shaken())


WAYS: dict[str, Callable[[dt.CompiledModel, dict[str, Any]], Any]] = {
    "simulate": lambda model, given: model.simulate(stop_time=0.1, parameters=given),
    "ensemble": lambda model, given: model.ensemble(
        {name: [value, 2 * value] for name, value in given.items()}, stop_time=0.1
    ),
    "start": lambda model, given: model.start(stop_time=0.1, parameters=given),
    "linearise": lambda model, given: model.linearise(parameters=given),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_value_without_effect_is_told(shaken: dt.CompiledModel, way: str) -> None:
    given = {"scale": 4.0, "level": 1.0, "first.J": 3.0}
    with pytest.warns(
        dt.ModelWarning, match="'scale' has no effect: .*'level'.* are given"
    ) as said:
        WAYS[way](shaken, given)
    assert len(said) == 1
    assert "'first.J'" in str(said[0].message)


@pytest.mark.parametrize(
    "given",
    [
        {"scale": 4.0},
        {"scale": 4.0, "level": 1.0},
        {"level": 1.0, "sine.amplitude": 2.0},
        {"scale": 4.0, "second.J": 2.0},
        {"shaft.c": 1.0, "shaft.d": 2.0},
    ],
)
def test_what_still_has_an_effect_is_not(shaken: dt.CompiledModel, given: dict[str, Any]) -> None:
    """The equation reads `level` itself; `first.J` follows from `scale` still."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shaken.simulate(stop_time=0.1, parameters=given)
