"""Stiff methods asked for where the Jacobian would be a large full matrix."""

from __future__ import annotations

import pytest
from tests.sparse_wheels import Star

from drivetrain import compile as compile_model
from drivetrain.compiler.jacobian import fill_in
from drivetrain.errors import UsageError
from drivetrain.simulation import kernel_solver


def test_a_large_one_runs_explicitly_and_says_why_not_otherwise() -> None:
    compiled = compile_model(Star(n=1500))
    result = compiled.simulate(stop_time=1e-3, interval=1e-3)
    assert result.stats.steps > 0
    assert result.stats.stiff_steps == 0
    with pytest.raises(UsageError, match="solver='rodas' needs the Jacobian, and in Star so many"):
        compiled.simulate(stop_time=1e-3, solver="rodas")


def test_a_small_one_takes_the_full_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = compile_model(Star()).simulate(stop_time=1e-2, solver="rodas").final["hub.w"]
    monkeypatch.setattr(fill_in, "LARGEST_FULL", 0)
    monkeypatch.setattr(fill_in, "_PER_STATE", 1)
    compiled = compile_model(Star())
    assert not compiled.translation.kernel.has_jacobian
    result = compiled.simulate(stop_time=1e-2, solver="rodas")
    assert result.stats.stiff_steps > 0
    assert result.final["hub.w"] == pytest.approx(expected, rel=1e-6)
    monkeypatch.setattr(kernel_solver, "LARGEST_FULL", 80)
    with pytest.raises(UsageError, match="full ones are made up to 80 states"):
        compiled.simulate(stop_time=1e-2, solver="rodas")
