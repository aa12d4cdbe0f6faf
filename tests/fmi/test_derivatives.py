"""Derivatives of outputs by time, and backwards through the equations."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fmpy.fmi1 import FMICallException

import drivetrain as dt
from tests.compiled_examples import compiled_example
from tests.fmi.binary.test_model_exchange import Sprung
from tests.fmi.running import Running, opened


def _rates(unit: Running, names: list[str], order: int = 1) -> list[float]:
    references = [unit.variables[name].valueReference for name in names]
    if not unit.is_fmi_3:
        return list(unit.slave.getRealOutputDerivatives(references, [order] * len(names)))
    found, count = (ctypes.c_double * len(names))(), len(names)
    unit.slave.fmi3GetOutputDerivatives(
        unit.slave.component, _array(ctypes.c_uint32, references), count,
        _array(ctypes.c_int32, [order] * count), found, count,
    )  # fmt: skip
    return list(found)


def _array(kind: Any, values: list[Any]) -> Any:
    return (kind * len(values))(*values)


@pytest.mark.parametrize("fmi", [2, 3])
def test_rates_of_outputs_are_those_of_the_run(fmi: int, tmp_path: Path) -> None:
    """Speeds change by accelerations, the torque of a spring by its stiffness and speed."""
    model = compiled_example("First").model
    names = ["inertia3.w", "spring.tau", "sine.y"]
    unit = dt.export(model, tmp_path / "unit.fmu", fmi=fmi, outputs=names)
    with opened(unit, tmp_path / "in") as one:
        for k in range(20):
            one.slave.doStep(k * 0.05, 0.05)
            acceleration, speed = one.get(["inertia3.a", "damper.w_rel"])
            motor = 2 * np.pi * 5 * 10 * np.cos(2 * np.pi * 5 * (k + 1) * 0.05)
            found = _rates(one, names)
            assert found[0] == acceleration
            spring = 1e4 * (one.get(["inertia2.w"])[0] - one.get(["inertia3.w"])[0])
            assert found[1] == pytest.approx(-spring, rel=1e-7, abs=1e-4), speed
            assert found[2] == pytest.approx(motor, rel=1e-7, abs=1e-4)


class Bent(dt.Model):
    """A torque that rises from 0.5 s on."""

    ramp = dt.blocks.Ramp(height=2.0, duration=1.0, start_time=0.5)
    torque = dt.rotational.Torque()
    disc = dt.rotational.Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.ramp.y >> self.torque.tau
        yield self.torque >> self.disc


def test_where_a_signal_bends_its_slope_is_the_one_to_come(tmp_path: Path) -> None:
    unit = dt.export(Bent(), tmp_path / "unit.fmu", fmi=2, outputs=["disc.a"])
    with opened(unit, tmp_path / "in") as one:
        one.slave.doStep(0.0, 0.25)
        assert _rates(one, ["disc.a"]) == [0.0]
        one.slave.doStep(0.25, 0.25)
        assert _rates(one, ["disc.a"]) == pytest.approx([2.0], rel=1e-9)
        with pytest.raises(FMICallException):
            _rates(one, ["disc.a"], order=2)


def test_asking_for_rates_leaves_no_trace(tmp_path: Path) -> None:
    unit = dt.export(
        compiled_example("CoupledClutches").model, tmp_path / "unit.fmu", fmi=2, outputs=["J1.w"]
    )
    rows = []
    for asks in (False, True):
        with opened(unit, tmp_path / f"in{asks}") as one:
            found = []
            for k in range(30):
                one.slave.doStep(k * 0.05, 0.05)
                if asks:
                    _rates(one, ["J1.w"])
                found.append(one.get(["J1.w", "J4.w", "clutch1.phi_rel"]))
            rows.append(found)
    assert rows[0] == rows[1]


def test_adjoint_derivatives_are_those_of_the_transposed_matrix(tmp_path: Path) -> None:
    unit = dt.export(Sprung(), tmp_path / "unit.fmu", fmi=3, outputs=["left.a", "right.a"])
    knowns = ["tau", "spring.phi_rel", "spring.w_rel"]
    with opened(unit, tmp_path / "in") as one:
        references = [
            [one.variables[name].valueReference for name in names]
            for names in (["left.a", "right.a"], knowns)
        ]
        found = (ctypes.c_double * 3)()
        one.slave.fmi3GetAdjointDerivative(
            one.slave.component, _array(ctypes.c_uint32, references[0]), 2,
            _array(ctypes.c_uint32, references[1]), 3, _array(ctypes.c_double, [3.0, -5.0]), 2,
            found, 3,
        )  # fmt: skip
    matrix = np.array([[0.5, 25.0, 1.5], [0.0, -12.5, -0.75]])
    assert list(found) == pytest.approx(np.array([3.0, -5.0]) @ matrix, rel=1e-9)
