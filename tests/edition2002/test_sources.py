"""Vector sources of 2002: one element for all outputs, or each its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import edition2002 as e
from drivetrain import simulate
from drivetrain.errors import ParameterError
from drivetrain.modeling import Component, Model
from drivetrain.modeling.tracing.trace import trace

STOP = 2.3


def outputs(source: Component) -> tuple[Any, list[Any]]:
    model: Model = type("Signals", (Model,), {"source": source})()
    result = simulate(model, stop_time=STOP, interval=0.01)
    count = len(trace(source).members["out_port"].elements)
    return result.time, [result[f"source.out_port[{k}]"] for k in range(count)]


def test_the_longest_vector_tells_the_number_of_outputs() -> None:
    t, found = outputs(e.Sine(amplitude=[1.0, 2.0, 3.0], freq_hz=0.5, phase=[0.0, 0.5, 1.0]))
    assert len(found) == 3
    for k, y in enumerate(found):
        np.testing.assert_allclose(y, (k + 1) * np.sin(np.pi * t + k / 2), atol=1e-12)


def test_each_output_starts_in_its_own_time() -> None:
    t, found = outputs(e.Step(height=[1.0, -1.0], start_time=[0.5, 1.5], offset=2.0))
    for y, height, start in zip(found, (1.0, -1.0), (0.5, 1.5), strict=True):
        apart = np.abs(t - start) > 1e-9
        np.testing.assert_array_equal(y[apart], 2.0 + height * (t[apart] > start))


def test_vectors_of_different_length_do_not_go_together() -> None:
    with pytest.raises(ParameterError, match="2 values for 3"):
        trace(e.Sine(amplitude=[1.0, 2.0, 3.0], phase=[0.0, 1.0]))


FORMULAS: list[tuple[Component, Any]] = [
    (e.Constant(k=3.0), lambda t: 3.0 + 0 * t),
    (e.Clock(start_time=0.5, offset=1.0), lambda t: 1.0 + np.maximum(t - 0.5, 0.0)),
    (e.Ramp(), lambda t: np.minimum(t / 2.0, 1.0)),
    (e.ExpSine(), lambda t: np.exp(-t) * np.sin(4 * np.pi * t)),
    (
        e.Exponentials(),
        lambda t: np.where(
            t < 0.5, 1 - np.exp(-t / 0.1), (1 - np.exp(-5.0)) * np.exp(-(t - 0.5) / 0.1)
        ),
    ),
    (e.Pulse(), lambda t: 1.0 * (t % 1.0 < 0.5)),
    (e.SawTooth(amplitude=2.0, period=0.7), lambda t: 2.0 * (t % 0.7) / 0.7),
    (e.TimeTable(offset=1.0), lambda t: 1.0 + np.where(t < 1, t, 1 + 3 * (t - 1))),
    (
        e.KinematicPTP(start_time=0.1, qd_max=0.5),
        lambda t: 1.0 * ((t > 0.1) & (t < 0.6)) - 1.0 * ((t > 2.1) & (t < 2.6)),
    ),
    (e.Trapezoid(nperiod=2), lambda t: 1.0 * ((t % 1.0 < 0.5) & (t < 2.0))),
]


@pytest.mark.parametrize(("source", "formula"), FORMULAS, ids=lambda s: type(s).__name__)
def test_formulas_with_the_defaults_of_then(source: Component, formula: Any) -> None:
    t, (y,) = outputs(source)
    inside = np.ones(len(t), dtype=bool)
    for period in (0.1, 0.7):
        inside &= np.abs((t + period / 2) % period - period / 2) > 1e-6
    np.testing.assert_allclose(y[inside], formula(t[inside]), atol=1e-12)


def test_a_source_drives_as_many_inputs_as_it_has_outputs() -> None:
    class Driven(Model):
        signals = e.Constant(k=[0.5, 0.0, 0.0])
        drive = e.Move()
        mass = e.Inertia()

        def equations(self) -> Iterable[Any]:
            yield self.signals.out_port >> self.drive.in_port
            yield self.drive >> self.mass

    assert simulate(Driven(), stop_time=0.1)["mass.phi"][-1] == 0.5
