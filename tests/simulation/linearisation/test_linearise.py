"""Linear models: derivatives against differences, contacts, inputs, sides of events, refusals."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Constant, FixedDelay, Step
from drivetrain.errors import AnalysisError, NameLookupError, UsageError
from drivetrain.rotational import Clutch, Inertia, Spring, SpringDamper, Torque


class Launch(dt.Model):
    """Two discs behind a clutch that slides for ten seconds, then sticks."""

    a = Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(10))
    clutch = Clutch(fn_max=1.0)
    b = Inertia(J=0.1, phi=dt.fixed(0), w=dt.fixed(0))
    spring = Spring(c=100)
    c = Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(0))
    pedal = Constant(k=1.0)

    def equations(self) -> Any:
        yield self.a >> self.clutch >> self.b >> self.spring >> self.c
        yield self.pedal.y >> self.clutch.f_normalized


@pytest.fixture(scope="module")
def launch() -> dt.CompiledModel:
    return dt.compile(Launch())


@pytest.mark.parametrize(("at", "omega", "free"), [(0.1, 33.166247904, 4), (20.0, 13.816985594, 2)])
def test_contacts_are_those_of_the_instant(
    launch: dt.CompiledModel, at: float, omega: float, free: int
) -> None:
    """A clutch that sticks makes one disc of two; what it holds leaves no eigenvalue behind."""
    linear = launch.linearise(at=at)
    modes = linear.eigenmodes()
    assert modes.omega == pytest.approx([omega])
    assert modes.free_motions == free
    assert not len(modes.decays)
    assert {c.state for c in linear.point.contacts} == {"backward" if at < 1 else "stuck"}
    assert ("clutch" in linear.held_by) is (at > 1)


def test_torques_act_where_they_are_named(launch: dt.CompiledModel) -> None:
    linear = launch.linearise(at=20.0, inputs=["a", "b.flange_b"], outputs=["a.a", "c.a"])
    assert linear.inputs.names == ("a", "b.flange_b")
    assert linear.inputs.units == ("N.m", "N.m")
    assert pytest.approx(np.array([[1 / 1.1, 1 / 1.1], [0, 0]])) == linear.D


def test_both_sides_of_an_event(launch: dt.CompiledModel) -> None:
    (locks,) = launch.simulate(stop_time=20.0).events.times("clutch.mode", after="stuck")[:1]
    sides = [launch.linearise(at=locks, side=side, stop_time=20.0) for side in ("before", "after")]
    assert [one.point.contacts[0].state for one in sides] == ["backward", "stuck"]
    assert sides[0].eigenmodes().omega == pytest.approx([33.166247904])
    assert sides[1].eigenmodes().omega == pytest.approx([13.816985594])


def test_a_short_run_after_a_kick_is_the_linear_answer() -> None:
    def model(kick: float) -> dt.Model:
        m = dt.Model("kicked")
        m.add(
            a=Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(kick)), shaft=SpringDamper(c=100, d=0.5),
            b=Inertia(J=2, phi=dt.fixed(0), w=dt.fixed(0)),
        )  # fmt: skip
        m.connect(m.a >> m.shaft >> m.b)
        return m

    linear = dt.linearise(model(0.0), outputs=["shaft.tau"])
    result = dt.simulate(model(1e-3), stop_time=0.3, tolerance=1e-11)
    (mode,) = linear.eigenmodes()
    begin = result.to_numpy(*linear.states.names)[0]
    for time in (0.05, 0.2):
        shift = np.linalg.matrix_power(np.eye(4) + linear.A * time / 2**20, 2**20) @ begin
        assert linear.C @ shift == pytest.approx(result.at(time, "shaft.tau"), rel=1e-5)
    assert mode.is_stable


def test_it_says_whether_the_point_is_an_equilibrium(launch: dt.CompiledModel) -> None:
    assert "equilibrium: none" in str(launch.linearise(at=20.0))
    m = dt.Model("steady")
    m.add(a=Inertia(J=1, w=dt.fixed(10)), s=Spring(c=100), b=Inertia(J=2, w=dt.fixed(10)))
    m.connect(m.a >> m.s >> m.b)
    assert dt.linearise(m).residual < 1e-9


def test_linear_models_can_be_pickled(launch: dt.CompiledModel) -> None:
    linear = launch.linearise(at=20.0, outputs=["a.w"])
    again = pickle.loads(pickle.dumps(linear))
    assert np.array_equal(again.A, linear.A)
    assert again.eigenmodes().omega == pytest.approx(linear.eigenmodes().omega)


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [
        ({"inputs": ["spring.flange_c"]}, NameLookupError, "did you mean 'flange_"),
        ({"inputs": ["sprin"]}, NameLookupError, "did you mean 'spring'"),
        ({"inputs": ["pedal"]}, AnalysisError, "has no flange"),
        ({"inputs": [3]}, UsageError, "is no name"),
        ({"outputs": ["a.ww"]}, NameLookupError, "did you mean 'a.w'"),
        ({"side": "behind"}, UsageError, "before"),
        ({"at": -1.0}, UsageError, "give an instant within it"),
        ({"parameters": {"a.J2": 1.0}}, NameLookupError, "did you mean 'a.J'"),
    ],
)
def test_refused(
    launch: dt.CompiledModel, how: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        launch.linearise(**how)


def test_eigenmodes_of_delays_are_refused() -> None:
    m = dt.Model("delayed")
    m.add(s=Step(), d=FixedDelay(delay_time=0.1), t=Torque(), a=Inertia(J=1))
    m.connect(m.s.y >> m.d.u)
    m.connect(m.d.y >> m.t.tau)
    m.connect(m.t.flange >> m.a.flange_a)
    with pytest.raises(AnalysisError, match="has delays"):
        dt.linearise(m).eigenmodes()
