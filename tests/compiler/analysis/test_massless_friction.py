"""Which residuals of a loop a lock leaves empty: what the search for them costs, what it finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import compile as compile_model
from drivetrain.blocks import Sine
from drivetrain.compiler import pipeline
from drivetrain.compiler.analysis import massless_friction
from drivetrain.compiler.lower import loops
from drivetrain.modeling import Model, parameter
from drivetrain.rotational import BearingFriction, Brake, IdealGear, Inertia, Speed


class Bearings(Model):
    """A shaft in many bearings: locked, each leaves the equations of all others empty."""

    n = parameter(2, structural=True, kind="integer")
    shaft = Inertia(J=1.0)
    bearing: Any = BearingFriction.array(n, tau_pos=[[0, 1.0]])

    def equations(self) -> Iterable[Any]:
        yield self.shaft >> self.bearing[0]
        yield self.bearing[:-1] >> self.bearing[1:]


def test_work_grows_like_the_bearings_on_a_shaft(monkeypatch):
    """Nodes of the program that are evaluated."""
    evaluated: Counter[int] = Counter()
    node = massless_friction._Numbers._node

    def counting(self, number, args):
        evaluated[size] += 1
        return node(self, number, args)

    monkeypatch.setattr(massless_friction._Numbers, "_node", counting)
    for size in (100, 400):
        compiled = compile_model(Bearings(n=size))
        (loop,) = compiled.translation.program.blocks
        assert loop.shape.torn.size >= size
    assert 0 < evaluated[400] <= 1.1 * 4 * evaluated[100]


class Held(Model):
    """A source moves a brake through gears, and another brake is on a shaft of its own."""

    n = parameter(3, structural=True, kind="integer")
    motion = Sine(f=1.0)
    source = Speed(exact=True)
    gear: Any = IdealGear.array(n, ratio=0.7)
    moved = Brake(fn_max=1.0, f_normalized=1.0)
    wheel = Inertia(J=1.0)
    free = Brake(fn_max=1.0, f_normalized=1.0)
    beside = Brake(fn_max=1.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motion.y >> self.source.w_ref
        yield self.source >> self.gear[0]
        yield self.gear[:-1] >> self.gear[1:]
        yield self.gear[-1] >> self.moved
        yield self.wheel >> self.free >> self.beside


@pytest.mark.parametrize("most_torn", [0, 64])
def test_only_what_a_source_moves_is_taken_as_prescribed(most_torn, monkeypatch):
    """Beside another one a brake that can stop a shaft is none of these; in either kind of loop."""
    found = []

    def recording(*args):
        found.append(massless_friction.massless_parts(*args))
        return found[-1]

    monkeypatch.setattr(loops, "_MOST_TORN", most_torn)
    monkeypatch.setattr(pipeline, "massless_parts", recording)
    program = compile_model(Held()).translation.program
    assert bool(program.blocks) == (most_torn == 0)
    assert found == [{"moved": {"law": "prescribed"}}, {}]
