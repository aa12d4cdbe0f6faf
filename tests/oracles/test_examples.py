"""Every example against its own equations, its slopes and its energy."""

from __future__ import annotations

from functools import cache

import pytest

from drivetrain import examples
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import residuals
from tests.compiled_examples import compiled_example
from tests.oracles.rates import rates, worst_slope


@cache
def run(name: str) -> tuple[CompiledModel, Result]:
    compiled = compiled_example(name)
    return compiled, compiled.simulate()


@pytest.mark.parametrize("name", examples.names())
def test_equations_hold_at_every_point(name: str):
    found = residuals(*run(name))
    assert len(found.equations) > 0
    assert found.worst <= 1e-9, str(found)


@pytest.mark.parametrize("name", examples.names())
def test_rates_are_slopes(name: str):
    compiled, _ = run(name)
    assert rates(compiled)
    # Fine enough for the fastest vibration of a stiff shaft.
    finely = compiled.simulate(interval=compiled.model.experiment.stop_time / 50_000)
    excess, pair = worst_slope(compiled, finely)
    assert excess <= 1e-4, f"{pair}: {excess:.1e}"


@pytest.mark.parametrize("name", examples.names())
def test_energy_is_kept(name: str):
    compiled, _ = run(name)
    audit = compiled.simulate(tolerance=1e-8).energy
    assert audit.relative_error <= 1e-5, str(audit)


@pytest.mark.parametrize("name", examples.names())
def test_runs_are_repeatable_bit_by_bit(name: str):
    compiled, result = run(name)
    assert compiled.simulate().rows.tobytes() == result.rows.tobytes()
