"""A connection that leads nowhere says what the parts have to be connected by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from drivetrain.blocks import Sine
from drivetrain.errors import ModelError
from drivetrain.modeling import Component, Model, connect, parameter
from drivetrain.rotational import (
    Brake,
    IdealGear,
    IdealPlanetary,
    Inertia,
    SpeedSensor,
    Torque,
)


class Closed(Component):
    """Has nothing to be connected by."""

    k = parameter(1.0)


def model() -> Any:
    made = Model("steps")
    made.add(
        disc=Inertia(J=1.0), other=Inertia(J=1.0), sensor=SpeedSensor(), wave=Sine(f=1.0),
        torque=Torque(), set=IdealPlanetary(ratio=2.0), closed=Closed(),
        gear=IdealGear(ratio=2.0), brake=Brake(fn_max=1.0, use_heat_port=True),
    )  # fmt: skip
    return made


DISC, OTHER = "'disc' (Inertia) has flange_a, flange_b", "'other' (Inertia) has flange_a, flange_b"


@pytest.mark.parametrize(
    ("link", "told"),
    [
        (lambda m: m.connect(m.disc), [DISC]),
        (lambda m: m.connect(m.disc, m.other), [DISC, OTHER, "m.connect(m.a >> m.b >> m.c)"]),
        (lambda m: m.connect(m.disc, m.other.flange_a), [DISC]),
        (lambda m: m.connect(m.disc, m.other, m.sensor), [DISC, OTHER, "has flange, w"]),
        (lambda m: m.connect(m.disc.flange_a), ["m.connect(disc.flange_a)", "two ends"]),
        (lambda m: connect(m.disc, m.other), [DISC, OTHER]),
        (
            lambda m: m.wave >> m.torque,
            ["'wave' (Sine) has y", "has flange, support (switched off)"],
        ),
        (lambda m: m.wave >> m.torque, ["'torque' (Torque) has ", ", tau"]),
        (lambda m: m.wave.y >> m.torque, ["'torque' (Torque) has ", ", tau"]),
        (lambda m: m.disc >> m.wave, [DISC, "'wave' (Sine) has y"]),
        (lambda m: m.disc >> m.other >> m.wave, [OTHER, "'wave' (Sine) has y"]),
        (lambda m: m.disc >> m.set, ["name the connector to use, one of sun, carrier, ring"]),
        (lambda m: m.disc >> m.closed, ["'closed' (Closed) has no connectors: nothing can be"]),
        (lambda m: m.closed >> m.disc, ["'closed' (Closed) has no connectors: nothing can be"]),
        (lambda m: m.disc.flange_a >> m.brake.heat_port, ["connectors of different kinds"]),
    ],
)
def test_what_there_is_to_connect_is_named(link: Callable[[Any], Any], told: list[str]) -> None:
    with pytest.raises(ModelError) as caught:
        link(model())
    for part in told:
        assert part in str(caught.value)
