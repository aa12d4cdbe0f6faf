"""Symbolic Jacobians held against differences of the compiled derivatives."""

from __future__ import annotations

import ctypes
import tracemalloc
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.sparse_wheels import Star

from drivetrain import compile as compile_model
from drivetrain import examples
from drivetrain.blocks import Sine
from drivetrain.compiler.jacobian.chain_rule import is_too_dense
from drivetrain.compiler.pipeline import translate
from drivetrain.kernel.library import Io
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    ElastoBacklash,
    IdealGear,
    Inertia,
    QuadraticSpeedDependentTorque,
    Spring,
    SpringDamper,
    Torque,
)

FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class Point:
    """The model functions of a model at one instant of its run."""

    def __init__(self, model: Model, loops: bool = True) -> None:
        self.compiled = compile_model(model)
        self.compiled.prepared.translation = t = translate(model, loops=loops)
        result = self.compiled.simulate(stop_time=model.experiment.stop_time / 20)
        rows, columns = t.kernel.pattern
        t.kernel.make_jacobian()
        self.rows, self.columns = rows, columns
        k, row, values = t.kernel.struct, result.rows[-1], t.values
        n = self.n = len(t.lowered.states)
        self.time = float(row[0])
        self.arrays: dict[str, Any] = {
            "x": row[2 : 2 + n].copy(),
            "p": t.parameters_of(values.parameter),
            "tables": np.append(values.tables, 0.0),
            "table_offset": np.append(values.table_offset, 0),
            "z": np.append(row[2 + n + k.n_q :][: k.n_z], 0.0),
            "rel": np.zeros(k.n_rel + k.n_time_rel + 1),
            "memory": np.zeros(k.n_memory + 1),
            "xdot": np.zeros(n + k.n_q),
            "jac": np.zeros(k.n_jac + k.n_jac_room + 1),
            "dfdt": np.zeros(n + 1),
            "constant": np.zeros(k.n_constant + 1),
            "factors": np.zeros(k.n_factors + 1),
            "work": np.zeros(k.n_work + 1),
            "switching": np.zeros(k.n_switching + 1),
            "branch": np.zeros(k.n_switching + 1),
        }
        self.arrays |= {"pre": self.arrays["z"], "sample": np.zeros(k.n_sample + 1)}
        self.io = Io(time=self.time, initial=0)
        for key, array in self.arrays.items():
            kind = dict(Io._fields_)[key]
            setattr(self.io, key, ctypes.cast(array.ctypes.data, kind))
        if k.prepare:
            assert FUNCTION(k.prepare)(ctypes.addressof(self.io)) == 0
        self.ode, self.jacobian = FUNCTION(k.ode), FUNCTION(k.jacobian)

    def rate(self, x: Any, time: float) -> Any:
        """Return the derivatives of the states."""
        self.arrays["x"][:], self.io.time = x, time
        assert self.ode(ctypes.addressof(self.io)) == 0
        return self.arrays["xdot"][: self.n].copy()

    def symbolic(self) -> tuple[Any, Any]:
        """Return the symbolic Jacobian and the derivative with respect to time."""
        assert self.jacobian(ctypes.addressof(self.io)) == 0
        matrix = np.zeros((self.n, self.n))
        matrix[self.rows, self.columns] = self.arrays["jac"][: len(self.rows)]
        return matrix, self.arrays["dfdt"][: self.n].copy()


@pytest.mark.parametrize(
    "name",
    [
        "CoupledClutches", "ElasticBearing", "Friction", "SimpleGearShift", "Backlash",
        "CompareBrakingTorque", "EddyCurrentBrake", "HeatLosses", "RollingWheel",
    ],
)  # fmt: skip
def test_agrees_with_differences(name: str) -> None:
    compare_with_differences(Point(examples.find(name)()))


def compare_with_differences(point: Point) -> None:
    """Hold the symbolic Jacobian against differences of the derivatives."""
    x, n = point.arrays["x"].copy(), point.n
    by_state, by_time = point.symbolic()
    expected = np.zeros((n, n))
    for k in range(n):
        step = np.zeros(n)
        step[k] = 1e-6 * max(1.0, abs(x[k]))
        there, here = point.rate(x + step, point.time), point.rate(x - step, point.time)
        expected[:, k] = (there - here) / (2 * step[k])
    scale = np.abs(expected).max() + 1
    np.testing.assert_allclose(by_state, expected, atol=1e-6 * scale)
    there, here = point.rate(x, point.time + 1e-6), point.rate(x, point.time - 1e-6)
    slope = (there - here) / 2e-6
    np.testing.assert_allclose(by_time, slope, atol=1e-6 * (np.abs(slope).max() + 1))


class Shaft(Model):
    """Discs with springs and gears in a row: their equations run as loops; the ends differ."""

    experiment = Experiment(stop_time=0.5)
    n = parameter(30, structural=True, kind="integer")
    wave = Sine(amplitude=10.0, f=3.0)
    drive = Torque()
    disc: Any = Inertia.array(n, J=0.1, phi=fixed(0.0), w=fixed(1.0))
    gear: Any = IdealGear.array(n - 1, ratio=1.5)
    link: Any = SpringDamper.array(n - 1, c=1e3, d=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.drive.tau
        yield self.drive >> self.disc[0]
        yield self.disc[:-1] >> self.gear >> self.link >> self.disc[1:]


class Teeth(Shaft):
    """The same with a pinion behind backlash, which is not linear, at every disc."""

    play: Any = ElastoBacklash.array(Shaft.n - 1, c=1e4, d=10.0, b=1e-3)
    pinion: Any = Inertia.array(Shaft.n - 1, J=0.01)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.play >> self.pinion


class Rubbing(Shaft):
    """The same with drag and a brake at each end: single equations and small loops among others."""

    fan = QuadraticSpeedDependentTorque(tau_nominal=-3.0, w_nominal=2.0)
    brake = Brake(fn_max=5.0, f_normalized=1.0, mu_pos=[[0, 0.4], [1, 0.6]])
    bearing = BearingFriction(tau_pos=[[0, 0.1], [5, 2.0]])

    def equations(self) -> Iterable[Any]:
        yield self.fan.flange >> self.disc[-1].flange_b
        yield self.disc[-1] >> self.brake
        yield self.disc[0] >> self.bearing


@pytest.mark.parametrize("model", [Shaft, Teeth, Rubbing])
def test_of_loops_agrees_with_differences(model: type[Model]) -> None:
    point = Point(model())
    assert point.compiled.translation.program.rows
    compare_with_differences(point)


@pytest.mark.parametrize("model", [Shaft, Rubbing])
def test_of_loops_agrees_with_that_of_the_same_program_written_out(model: type[Model]) -> None:
    looped, plain = Point(model()), Point(model(), loops=False)
    assert looped.compiled.translation.program.rows
    assert not plain.compiled.translation.program.rows
    for point in (looped, plain):
        point.rate(np.linspace(-1.0, 2.0, looped.n), 0.1)
    for one, other in zip(looped.symbolic(), plain.symbolic(), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


def test_of_loops_is_made_when_it_is_needed_and_stays_sparse() -> None:
    sizes = []
    for n in (100, 200):
        kernel = translate(Shaft(n=n)).kernel
        assert kernel.jacobian_to_come
        assert not kernel.struct.jac_ptr
        kernel.make_jacobian()
        assert not kernel.jacobian_to_come
        sizes.append(kernel.struct.n_jac + kernel.struct.n_jac_room)
    assert sizes[1] < 2.1 * sizes[0] < 2.1 * 40 * 100


def test_sums_along_a_shaft_have_none() -> None:
    """Every bearing feels the speeds of all that turns behind it: the matrix would be full."""

    class Bearings(Model):
        disc: Any = Inertia.array(40, J=0.1)
        link: Any = SpringDamper.array(40, c=1e3, d=1.0)
        bearing: Any = BearingFriction.array(40, tau_pos=[[0, 0.1]])

        def equations(self) -> Iterable[Any]:
            yield self.link >> self.bearing >> self.disc
            yield self.disc[:-1] >> self.link[1:]

    assert not translate(Bearings()).kernel.has_jacobian


def test_of_a_star_agrees_with_differences() -> None:
    point = Point(Star())
    assert point.compiled.translation.program.rows
    compare_with_differences(point)


def test_that_is_full_is_left_out_where_it_would_be_large() -> None:
    """It is counted before it is made, and counting takes no memory to speak of."""
    assert translate(Star(n=200)).kernel.has_jacobian
    translation = translate(Star(n=1500))
    assert not translation.kernel.has_jacobian
    tracemalloc.start()
    try:
        assert is_too_dense(translation.lowered)
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


class Hub(Star):
    """Without dampers the angles themselves are states: only the hub feels all arms."""

    arm = Spring.array(Star.n, c=1e4)


def test_that_only_one_row_fills_is_made() -> None:
    kernel = translate(Hub(n=1500)).kernel
    kernel.make_jacobian()
    assert kernel.struct.n_jac < 2 * kernel.n_x
