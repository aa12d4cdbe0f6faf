"""Derivatives in tiles, held against the same without tiles to the last bit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivetrain import Result
from drivetrain.blocks import FirstOrder, Sine
from drivetrain.compiler.codegen import strip_mining as tiles
from drivetrain.kernel.description.tiles import Tiles
from drivetrain.modeling import (
    Component,
    Model,
    constant,
    der,
    exp,
    fixed,
    parameter,
    sin,
    time,
    variable,
    where,
)
from drivetrain.rotational import (
    Damper,
    Fixed,
    Inertia,
    Spring,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.verification.residuals import residuals

LONG = 300


@pytest.fixture(autouse=True)
def short_strips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "ROWS", 24)
    monkeypatch.setattr(tiles, "LEAST", 8)


def in_strips(model: Model) -> CompiledModel:
    compiled = CompiledModel(model)
    assert compiled.translation.machine.tiles
    return compiled


def without_strips(model: Model) -> CompiledModel:
    least = tiles.LEAST
    try:
        tiles.LEAST = 10**9
        compiled = CompiledModel(model)
    finally:
        tiles.LEAST = least
    assert compiled.translation.machine.tiles is None
    return compiled


def run(compiled: CompiledModel, **more: Any) -> Result:
    return compiled.simulate(**{"stop_time": 0.2, "interval": 0.05, "tolerance": 1e-7} | more)


def assert_same(model: Model, compile_: Any = in_strips, **more: Any) -> Result:
    """Hold a run in tiles against one without."""
    one, other = run(compile_(model), **more), run(without_strips(model), **more)
    assert one.rows.tobytes() == other.rows.tobytes()
    assert one.stats.steps == other.stats.steps > 3
    assert one.stats.rhs_evaluations == other.stats.rhs_evaluations
    return one


def line(
    n: int = LONG, kinds: int = 1, driven: int = 0, damped: bool = True, seed: int = 0
) -> Model:
    """Inertias on springs with dampers, perhaps of a second kind behind a disc in the middle."""
    rng = np.random.default_rng(seed)
    at = n // 2 if kinds > 1 else n - 1

    class Line(Model):
        wave = Sine(amplitude=5.0, f=2.0, phase=0.4)
        drive = Torque()
        disc: Any = Inertia.array(n, J=rng.uniform(0.5, 2.0, n), phi=fixed(0.0), w=fixed(0.0))
        left: Any = SpringDamper.array(at, c=rng.uniform(300.0, 700.0, at), d=0.3)
        if kinds > 1:
            right: Any = Spring.array(n - 1 - at, c=400.0)
        brake = Damper(d=0.2)
        ground = Fixed()

        def equations(self) -> Iterable[Any]:
            yield self.wave.y >> self.drive.tau
            yield self.drive >> self.disc[driven % n]
            yield self.disc[:at] >> self.left >> self.disc[1 : at + 1]
            if kinds > 1:
                yield self.disc[at:-1] >> self.right >> self.disc[at + 1 :]
            yield self.brake >> self.ground.flange
            if damped:
                yield self.disc[-1] >> self.brake

    return Line()


class Cell(Component):
    """A state that needs nothing but itself and time, one row at a time."""

    rate = parameter(unit="1/s")
    x = variable(start=fixed(0.3))
    bent = variable()

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == -self.rate * (self.bent - 0.1)
        yield self.bent == self.x * (1 + exp(-self.x)) + 0.1 * sin(time * self.rate)


def cells(n: int = LONG) -> Model:
    class Cells(Model):
        cell: Any = Cell.array(n, rate=np.linspace(0.5, 20.0, n))

    return Cells()


def common_signal(n: int = LONG) -> Model:
    """One wave for all: a value that every tile needs at the instant of its stage."""

    class Common(Model):
        wave = Sine(amplitude=5.0, f=2.0)
        lag: Any = FirstOrder.array(n, T=np.linspace(0.1, 2.0, n))

        def equations(self) -> Iterable[Any]:
            yield from (self.wave.y >> lag.u for lag in self.lag)

    return Common()


def grounded(n: int = LONG) -> Model:
    """Dampers between all discs and the ground."""

    class Grounded(Model):
        disc: Any = Inertia.array(n, J=1.0, phi=fixed(0.0), w=fixed(1.0))
        link: Any = SpringDamper.array(n - 1, c=500.0, d=0.3)
        bearing: Any = Damper.array(n, d=np.linspace(0.1, 5.0, n))
        ground = Fixed()

        def equations(self) -> Iterable[Any]:
            yield self.disc[:-1] >> self.link >> self.disc[1:]
            yield self.disc >> self.bearing
            yield from (one.flange_b >> self.ground.flange for one in self.bearing)

    return Grounded()


def driven_everywhere(n: int = LONG) -> Model:
    """Torques at all discs: their power needs absolute speeds, which are sums of relative ones."""

    class Driven(Model):
        drive: Any = Torque.array(n, tau=1.0)
        disc: Any = Inertia.array(n, J=np.linspace(1.0, 2.0, n), phi=fixed(0.0), w=fixed(0.0))
        link: Any = SpringDamper.array(n - 1, c=500.0, d=0.3)

        def equations(self) -> Iterable[Any]:
            yield self.drive >> self.disc
            yield self.disc[:-1] >> self.link >> self.disc[1:]

    return Driven()


@pytest.mark.parametrize("n", [LONG, LONG + 1, LONG + 4, LONG + 7])
def test_ends_of_a_shaft(n: int):
    assert_same(line(n))


@pytest.mark.parametrize("driven", [1, 100, -2, -1])
def test_drive_anywhere(driven: int):
    assert_same(line(driven=driven))


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    n=st.integers(250, 400),
    kinds=st.integers(1, 2),
    driven=st.sampled_from([0, 100, -1]),
    damped=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_random_shafts(n: int, kinds: int, driven: int, damped: bool, seed: int):
    assert_same(line(n, kinds, driven, damped, seed), compile_=CompiledModel)


@pytest.mark.parametrize("model", [cells, common_signal, grounded])
def test_other_models(model: Any):
    assert_same(model())


class Fuse(Component):
    """Falls twice as fast below a half: a relation."""

    y = variable(start=fixed(0.6))

    def equations(self) -> Iterable[Any]:
        yield der(self.y) == where(self.y > 0.5, -1.0, -2.0) / constant(1.0, "s")


def switching(n: int = LONG) -> Model:
    """A shaft beside something with events: everything is evaluated at the end of every step."""

    class Switching(Model):
        disc: Any = Inertia.array(n, J=1.0, phi=fixed(0.0), w=fixed(np.linspace(0.0, 1.0, n)))
        link: Any = SpringDamper.array(n - 1, c=500.0, d=0.3)
        fuse = Fuse()

        def equations(self) -> Iterable[Any]:
            yield self.disc[:-1] >> self.link >> self.disc[1:]

    return Switching()


def test_events():
    one = assert_same(switching())
    assert one.stats.state_events > 0


@pytest.mark.parametrize("method", ["bs5", "auto"])
def test_methods(method: str):
    assert_same(line(), solver=method)


def test_optimised_code_runs_in_strips_too():
    compiled = in_strips(line())
    plain = run(compiled)
    compiled.prepared.translation = compiled.translation.optimised()
    assert run(compiled).rows.tobytes() == plain.rows.tobytes()


def test_strips_follow_the_equations():
    compiled = in_strips(line())
    assert residuals(compiled, run(compiled)).worst <= 1e-12


def test_sums_that_every_disc_needs_are_refused():
    compiled = CompiledModel(driven_everywhere())
    assert compiled.translation.machine.tiles is None
    assert residuals(compiled, run(compiled)).worst <= 1e-12


def test_short_shafts_are_not_cut(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    assert CompiledModel(line()).translation.machine.tiles is None


def test_every_state_is_in_one_strip():
    found = Tiles.of(np.array([0, 0, 1, 1, 2, 0, 1, 2, 2]), 3, 5)
    assert found.pointers.tolist() == [0, 2, 4, 6]
    assert found.first.tolist() == [0, 5, 2, 6, 4, 7]
    assert found.size.tolist() == [2, 1, 2, 1, 1, 2]
