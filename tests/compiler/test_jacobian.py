"""Symbolic Jacobians held against differences of the compiled derivatives."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import examples
from drivetrain.compiler.jacobian import pattern
from drivetrain.kernel.library import Io

FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class Point:
    """The model functions of an example at one instant of its run."""

    def __init__(self, name: str) -> None:
        model = examples.find(name)()
        self.compiled = compile_model(model)
        t = self.compiled.translation
        self.structure = pattern(t.lowered)
        result = self.compiled.simulate(stop_time=model.experiment.stop_time / 20)
        k, row, values = t.kernel.struct, result.rows[-1], t.values
        n = self.n = len(t.lowered.states)
        self.time = float(row[0])
        self.arrays: dict[str, Any] = {
            "x": row[2 : 2 + n].copy(),
            "p": values.parameter.copy(),
            "tables": np.append(values.tables, 0.0),
            "table_offset": np.append(values.table_offset, 0),
            "z": np.append(row[2 + n + k.n_q :][: k.n_z], 0.0),
            "rel": np.zeros(k.n_rel + k.n_time_rel + 1),
            "memory": np.zeros(k.n_memory + 1),
            "xdot": np.zeros(n + k.n_q),
            "jac": np.zeros(len(self.structure.row) + 1),
            "dfdt": np.zeros(n + 1),
            "constant": np.zeros(k.n_constant + 1),
            "factors": np.zeros(k.n_factors + 1),
            "kink": np.zeros(k.n_kink + 1),
            "branch": np.zeros(k.n_kink + 1),
        }
        self.arrays |= {"pre": self.arrays["z"], "sample": np.zeros(k.n_sample + 1)}
        self.io = Io(time=self.time, initial=0)
        for key, array in self.arrays.items():
            kind = dict(Io._fields_)[key]
            setattr(self.io, key, ctypes.cast(array.ctypes.data, kind))
        if k.prepare:
            assert FUNCTION(k.prepare)(ctypes.addressof(self.io)) == 0
        self.ode, self.jacobian = FUNCTION(k.ode), FUNCTION(t.kernel.jacobian())

    def rate(self, x: Any, time: float) -> Any:
        """Return the derivatives of the states."""
        self.arrays["x"][:], self.io.time = x, time
        assert self.ode(ctypes.addressof(self.io)) == 0
        return self.arrays["xdot"][: self.n].copy()

    def symbolic(self) -> tuple[Any, Any]:
        """Return the symbolic Jacobian and the derivative with respect to time."""
        assert self.jacobian(ctypes.addressof(self.io)) == 0
        matrix = np.zeros((self.n, self.n))
        for column in range(self.n):
            part = slice(self.structure.start[column], self.structure.start[column + 1])
            matrix[self.structure.row[part], column] = self.arrays["jac"][part]
        return matrix, self.arrays["dfdt"][: self.n].copy()


@pytest.mark.parametrize(
    "name",
    [
        "CoupledClutches", "ElasticBearing", "Friction", "SimpleGearShift", "Backlash",
        "CompareBrakingTorque", "EddyCurrentBrake", "HeatLosses", "RollingWheel",
    ],
)  # fmt: skip
def test_agrees_with_differences(name: str) -> None:
    point = Point(name)
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
