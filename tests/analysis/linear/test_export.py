"""Linear models for other programs, and put back into models of our own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import io
from tests.analysis.shafts import chain, long_shaft

import drivetrain as dt
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.blocks import Constant, Sine, StateSpace
from drivetrain.errors import AnalysisError, ResultError, UsageError
from drivetrain.rotational import Fixed, Inertia, Position, Spring, SpringDamper, Torque


@pytest.fixture(scope="module")
def line() -> LinearModel:
    model = chain([2, 3, 1], [1200, 800], [6, 1])
    return dt.linearise(model, inputs=["disc0", "disc2"], outputs=["shaft0.tau", "disc1.phi"])


def test_control_keeps_names_but_for_dots(line: LinearModel) -> None:
    pytest.importorskip("control")
    system = line.to_control()
    assert system.output_labels == ["shaft0_tau", "disc1_phi"]
    assert system.input_labels == ["disc0", "disc2"]
    assert np.array_equal(system.A, line.A)
    names = line.control_names()
    assert names["shaft0.tau"] == "shaft0_tau"
    assert system.state_labels == [names[name] for name in line.states]
    other = line.to_control(rename=lambda name: name.replace(".", "__"))
    assert other.output_labels == ["shaft0__tau", "disc1__phi"]


def test_names_stay_different() -> None:
    linear = dt.linearise(long_shaft(3), inputs=["disc[0]"], outputs=["disc[*].w"])
    names = linear.control_names()
    assert names["disc[1].w"] == "disc_1_w"
    assert len(set(names.values())) == len(names)
    with pytest.raises(UsageError, match="two states the name 'phi_rel'"):
        linear.control_names(rename=lambda name: name.rpartition(".")[2])
    with pytest.raises(UsageError, match="needs names without dots"):
        linear.control_names(rename=str)


def test_control_is_no_requirement(line: LinearModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(AnalysisError, match=r"pip install 'drivetrain\[control\]'"):
        line.to_control()


def test_scipy_gets_the_matrices(line: LinearModel) -> None:
    system = line.to_scipy()
    for name in "ABCD":
        assert np.array_equal(getattr(system, name), getattr(line, name))


def test_other_programs_need_inputs_and_outputs() -> None:
    linear = dt.linearise(chain([1, 2], [100]))
    with pytest.raises(UsageError, match="inputs and outputs"):
        linear.to_scipy()


def test_matrices_in_files(line: LinearModel, tmp_path: Path) -> None:
    line.save(tmp_path / "line.mat")
    found = io.loadmat(tmp_path / "line.mat", squeeze_me=True)
    line.save(tmp_path / "line.npz")
    packed = np.load(tmp_path / "line.npz")
    for name in "ABCD":
        assert found[name].reshape(getattr(line, name).shape) == pytest.approx(getattr(line, name))
        assert np.array_equal(packed[name], getattr(line, name))
    assert found["states"].tolist() == list(line.states)
    assert found["output_units"].tolist() == ["N.m", "rad"]
    assert packed["inputs"].tolist() == ["disc0", "disc2"]
    assert str(packed["name"]) == "chain"
    assert line.save(tmp_path / "line.csv").read_text().startswith("row,")
    with pytest.raises(ResultError, match=r"\.mat, \.npz, \.csv"):
        line.save(tmp_path / "line.txt")


def test_sparse_matrices_in_files(tmp_path: Path) -> None:
    linear = dt.linearise(long_shaft(1010), inputs=["disc[0]"], outputs=["disc[3].w"])
    linear.save(tmp_path / "long.mat")
    found = io.loadmat(tmp_path / "long.mat")
    assert abs(found["A"] - linear.A).max() == 0
    linear.save(tmp_path / "long.npz")
    packed = np.load(tmp_path / "long.npz")
    assert packed["A_shape"].tolist() == [2020, 2020]
    assert np.array_equal(packed["A_data"], linear.A.tocsr().data)
    with pytest.raises(AnalysisError, match="reduce it first"):
        linear.to_scipy()


class Put(dt.Model):
    """A linear model as a block beside the machine that it was made of."""

    a = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=1200.0, d=6.0)
    b = Inertia(J=3.0)
    spring = Spring(c=50.0)
    ground = Fixed()
    push = Torque()
    signal = Sine(amplitude=3.0, f=1.3)

    def equations(self) -> Iterator[Any]:
        yield self.a >> self.shaft >> self.b >> self.spring
        yield self.spring.flange_b >> self.ground.flange
        yield self.push.flange >> self.a.flange_a
        yield self.signal.y >> self.push.tau


def test_a_linear_model_as_a_block() -> None:
    linear = dt.linearise(Put(), inputs=["a"], outputs=["shaft.tau", "b.w"])

    class Both(Put):
        """Machine and block."""

        block = StateSpace(**linear.to_block(), init_type="initial_state")

        def equations(self) -> Iterator[Any]:
            yield self.block.u[0] == self.signal.y

    result = dt.simulate(Both(), stop_time=3.0, tolerance=1e-9)
    assert result["block.y[0]"] == pytest.approx(result["shaft.tau"], abs=1e-6)
    assert result["block.y[1]"] == pytest.approx(result["b.w"], abs=1e-8)


def test_blocks_that_would_not_do() -> None:
    m = dt.Model("prescribed")
    m.add(motion=Position(exact=True), signal=Constant(k=0.0), disc=Inertia(J=2.0))
    m.connect(m.signal.y >> m.motion.phi_ref)
    m.connect(m.motion.flange >> m.disc.flange_a)
    linear = dt.linearise(m, inputs=["signal.y"], outputs=["motion.flange.tau"])
    with pytest.raises(AnalysisError, match=r"der\(signal\.y, 2\) is the derivative"):
        linear.to_block()
    large = dt.linearise(long_shaft(150), inputs=["disc[0]"], outputs=["disc[3].w"])
    with pytest.raises(AnalysisError, match="too large"):
        large.to_block()
    small = large.reduced(count=3)
    assert len(small.to_block()["A"]) == 8
