"""Units in CasADi: it reads them, and differentiates them by what they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from tests.compiled_examples import compiled_example
from tests.fmi.binary.test_model_exchange import Sprung
from tests.fmi.test_structure import column_of

casadi = pytest.importorskip(
    "casadi", reason="CasADi is not installed: pip install 'drivetrain[second-opinion]'"
)


@pytest.mark.parametrize("fmi", [2, 3])
def test_matrices_are_those_of_the_equations(fmi: int, tmp_path: Path) -> None:
    outputs = ["right.a", "spring.tau"]
    unit = dt.export(Sprung(), tmp_path / "unit.fmu", fmi=fmi, kinds=["me"], outputs=outputs)
    read = casadi.DaeBuilder("read", str(unit), {"debug": False})
    assert (read.u(), read.y()) == (["tau"], outputs)
    made = read.create("made", ["x", "u"], ["ode", "y"])
    names = ["jac:ode:x", "jac:ode:u", "jac:y:x", "jac:y:u"]
    found = made.factory("matrices", ["x", "u"], names)(np.array([0.3, 0.1, 2.0, 1.0]), 7.0)
    a, b, c, d = (np.array(matrix) for matrix in found)
    spring = {"spring.phi_rel": 50.0, "spring.w_rel": 3.0}
    torque = np.array([spring.get(state, 0.0) for state in read.x()])
    accelerations = {"right.w": (-torque / 4, 0.0), "spring.w_rel": (-0.75 * torque, -0.5)}
    for k, state in enumerate(read.x()):
        if state in accelerations:
            row, by_torque = accelerations[state]
        else:
            speed = {"right.phi": "right.w", "spring.phi_rel": "spring.w_rel"}[state]
            row, by_torque = np.array([float(other == speed) for other in read.x()]), 0.0
        assert a[k] == pytest.approx(row, rel=1e-6, abs=1e-9)
        assert b[k] == pytest.approx(by_torque, rel=1e-6, abs=1e-9)
    assert c == pytest.approx(np.array([-torque / 4, torque]), rel=1e-6, abs=1e-9)
    assert not d.any()


def test_pattern_of_the_matrix_covers_its_entries(tmp_path: Path) -> None:
    compiled = compiled_example("CoupledClutches")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=3, kinds=["me"])
    read = casadi.DaeBuilder("read", str(unit), {"debug": False})
    made = read.create("made", ["x"], ["ode"]).factory("matrix", ["x"], ["jac:ode:x"])
    found = made(np.array(read.start(read.x())))
    linear = compiled.linearise()
    columns = [column_of(compiled, state) for state in linear.states]
    order = [columns.index(column_of(compiled, state)) for state in read.x()]
    expected = np.asarray(linear.A)[np.ix_(order, order)]
    assert np.array(found) == pytest.approx(expected, rel=1e-6, abs=1e-6)
    assert found.nnz() < expected.size
