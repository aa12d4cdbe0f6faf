"""Derivatives by machine code, by the equations themselves, and by differences: all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain import examples
from drivetrain.errors import AnalysisError, ParameterError
from drivetrain.simulation.kernel_solver import make_another
from drivetrain.simulation.linearisation.inputs import resolved
from drivetrain.simulation.linearisation.linearisation import Linearisation
from drivetrain.simulation.linearisation.sensitivities import Sensitivities
from drivetrain.simulation.operating_points.runs import reached
from drivetrain.simulation.slopes.reached import Reached

QUICK = (
    "CoupledClutches",
    "ElasticBearing",
    "HeatLosses",
    "LossyGearDemo1",
    "First",
    "gears.WormHoist",
)
NAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in examples.names()
]


@dataclass
class Case:
    """An example at an instant, with a torque at every part and all outputs."""

    made: Linearisation
    point: Reached


def case(name: str, part: float, inputs: tuple[str, ...] = ()) -> Case:
    compiled = compiled_example(name)
    layout = compiled.layout
    settings = compiled._settings(None, None, None, "auto", None)
    at = settings.start_time + part * (settings.stop_time - settings.start_time)
    outputs = [n for n in layout.names if layout.kinds[layout.position(n)] == "real"]
    found = resolved(inputs, compiled.translation, layout)
    made = Linearisation(compiled.prepared, found, outputs)
    values = compiled.translation.values
    with reached(compiled.prepared, settings, values, at) as point:
        return Case(made, made.carried(point, settings))


@pytest.fixture(params=NAMES)
def example(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def basis_of(one: Case) -> Any:
    """Return the directions that locks allow."""
    linear = one.made.model(one.point, facts())
    return linear.reduction.basis


def facts() -> Any:
    from drivetrain.simulation.linearisation.linearisation import PointFacts

    return PointFacts("instant")


def differences(one: Case, directions: Any, step: float) -> Any:
    """Return central differences of rates and outputs along directions of the states."""
    columns = []
    for direction in np.asarray(directions).T:
        sides = []
        for sign in (1, -1):
            row = one.point.row.copy()
            row[2 : 2 + len(direction)] += sign * step * direction
            slopes = one.made.source.at(one.point.solver, row, one.point.values)
            sides.append(np.concatenate([slopes.rates.values, slopes.outputs.values]))
        columns.append((sides[0] - sides[1]) / (2 * step))
    return np.array(columns).T


@pytest.mark.parametrize("part", [0.31, 0.77])
def test_states_against_differences(example: str, part: float) -> None:
    """In all directions that locks allow, with all relations frozen: A and C."""
    one = case(example, part)
    try:
        basis = basis_of(one)
    except AnalysisError as refused:
        pytest.skip(str(refused))
    slopes = one.made.source.at(one.point.solver, one.point.row, one.point.values)
    expected = np.vstack([slopes.rates.by_states, slopes.outputs.by_states]) @ basis
    values = np.concatenate([slopes.rates.values, slopes.outputs.values])
    # The longer step is better for large values, the shorter one where slopes change.
    wrong = [np.abs(differences(one, basis, h) - expected) for h in (1e-4, 1e-6)]
    scale = np.abs(expected).max(axis=1, initial=0.0) + 1e-2 * np.abs(values) + 1e-2
    assert np.all(np.minimum(*wrong).max(axis=1, initial=0.0) <= 1e-5 * scale)


@pytest.mark.parametrize("part", [0.0, 0.31, 0.77])
def test_two_ways_to_differentiate(example: str, part: float) -> None:
    """The program and the equations have the same slopes, but for loads that locks share."""
    one = case(example, part)
    machine = one.made.source.at(one.point.solver, one.point.row, one.point.values)
    system = one.made.system.at(one.point.solver, one.point.row, one.point.values)
    a, other = machine.rates.by_states, system.rates.by_states.toarray()
    scale = np.abs(a).max(axis=1, initial=0.0)[:, None] + 1e-9
    assert np.all(np.abs(a - other) <= 1e-9 * scale)
    size = np.abs(machine.by_time).max(initial=0.0)
    assert machine.by_time == pytest.approx(system.by_time, rel=1e-9, abs=1e-9 * (1 + size))


@pytest.mark.parametrize("part", [0.31, 0.77])
def test_inputs_against_differences(example: str, part: float) -> None:
    """Torques at all flanged parts: B and D, which are linear in the input."""
    names = tuple(_acting_parts(example))[:6]
    if not names:
        pytest.skip("nothing has a flange")
    one = case(example, part, names)
    slopes = one.made.source.at(one.point.solver, one.point.row, one.point.values)
    expected = np.vstack([slopes.rates.by_inputs, slopes.outputs.by_inputs])
    left_open = set(one.made.model(one.point, facts()).details.indeterminate())
    kept = [True] * len(slopes.rates.values)
    kept += [name not in left_open for name in one.made.output_signals]
    for k in range(len(names)):
        sides = []
        for sign in (1, -1):
            values = one.point.values
            changed = values.parameter.copy()
            changed[one.made.columns.number(k)] += sign
            solver = make_another(one.point.solver, one.made.translation, _with(values, changed))
            found = one.made.source.at(solver, one.point.row, _with(values, changed))
            sides.append(np.concatenate([found.rates.values, found.outputs.values]))
        difference = (sides[0] - sides[1]) / 2
        scale = np.abs(expected[:, k]).max() + 1e-6 * np.abs(sides[0]).max() + 1e-9
        assert np.abs(difference - expected[:, k])[kept].max() <= 1e-6 * scale


def _acting_parts(name: str) -> Iterator[str]:
    compiled = compiled_example(name)
    layout, t = compiled.layout, compiled.translation
    for part in dict.fromkeys(n.partition(".")[0] for n in layout.names):
        try:
            resolved([part], t, layout)
        except (AnalysisError, dt.DrivetrainError):
            continue
        yield part


def _with(values: Any, parameters: Any) -> Any:
    from dataclasses import replace

    return replace(values, parameter=parameters)


@pytest.mark.parametrize("part", [0.0, 0.31, 0.77])
def test_parameters_against_differences(example: str, part: float) -> None:
    """The derivative of the state matrix with respect to every parameter, states fixed.

    In the directions that locks allow; where locks share a load, the heat of each is left open.
    """
    one = case(example, part)
    linear = one.made.model(one.point, facts())
    try:
        basis = linear.reduction.basis
    except AnalysisError as refused:
        pytest.skip(str(refused))
    rows = (linear.is_angle | linear.is_speed) | (not linear.shares_locks)
    sensitivities, tested = _sensitivities(one), 0
    listed = sensitivities.parameters(["*"])
    for name, value, _ in listed:
        slopes = [_slope_by(one, name, value, part) for part in (1e-3, 5e-4)]
        if slopes[0] is None or slopes[1] is None:
            continue
        difference = (4 * slopes[1] - slopes[0]) / 3  # Richardson: the error is of fourth order
        size = np.abs(linear.A).max(initial=0.0) / (abs(value) or 1.0)
        scale = np.abs(difference).max(initial=0.0) + 1e-5 * size + 1e-9
        if np.abs(slopes[0] - slopes[1]).max(initial=0.0) > 0.1 * scale:
            continue  # a corner within the step
        off = ((difference - sensitivities.matrix_slope(name)) @ basis)[rows]
        assert np.abs(off).max(initial=0.0) <= 1e-5 * scale, name
        tested += 1
    assert tested >= len(listed) // 2


def _slope_by(one: Case, name: str, value: float, part: float) -> Any:
    """Return a central difference of the state matrix; None at a bound."""
    t, step = one.made.translation, part * (abs(value) or 1.0)
    try:
        sides = [t.parameter_updates.values({name: value + s * step}) for s in (1, -1)]
    except ParameterError:
        return None
    if not all(t.guards.admits(side) for side in sides):
        return None
    found = []
    for side in sides:
        solver = make_another(one.point.solver, t, side)
        found.append(one.made.source.at(solver, one.point.row, side).rates.by_states)
    return (found[0] - found[1]) / (2 * step)


def _sensitivities(one: Case) -> Sensitivities:
    own = one.made.base.translation.flat.n_parameters
    return Sensitivities(one.made.system, own, one.point)
