"""What a gradient is asked for: parameters, steps, outcomes, and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.errors import (
    DrivetrainError,
    ModelWarning,
    NameLookupError,
    ParameterError,
    UsageError,
)
from drivetrain.gradients import Outcome, at, final, first, integral, maximum, parameters
from drivetrain.modeling import Experiment, Model, fixed, parameter
from drivetrain.rotational import Inertia, Torque
from tests.gradients.machines import Falling, LockUp


class Driven(Model):
    """A wheel driven by a sine whose amplitude is a parameter of the machine."""

    experiment = Experiment(stop_time=0.2)

    amplitude = parameter(3.0, doc="Amplitude")
    w0 = parameter(2.0, unit="rad/s", doc="Speed at the start")
    sine = Sine(amplitude=amplitude, f=1.0)
    motor = Torque()
    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(w0))

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.wheel


def test_each_name_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether some of many parameters follow from others is not asked by searching in pairs."""
    looked_up = []
    find = parameters.find_parameter

    def counted(root: Any, name: str) -> int | None:
        looked_up.append(name)
        return find(root, name)

    monkeypatch.setattr(parameters, "find_parameter", counted)
    names = ["engine.J", "load.J", "brake.d", "clutch.fn_max", "engine.w.start", "pedal.height"]
    translation = dt.compile(LockUp()).translation
    parameters.refuse_bound_together(translation, dict.fromkeys(names, 1.0), {})
    assert sorted(looked_up) == sorted(names)


@pytest.mark.parametrize(
    "names", [["amplitude", "sine.amplitude"], ["sine.amplitude", "amplitude"],
              ["w0", "wheel.w.start"]],
)  # fmt: skip
def test_a_parameter_and_what_is_bound_to_it_are_refused_together(names: list[str]) -> None:
    """A value given for one overrides its binding, and the other would have no effect."""
    with pytest.raises(UsageError, match="follows from") as refusal:
        dt.gradient(Driven(), final("wheel.w"), names)
    assert all(repr(name) in str(refusal.value) for name in names)


def test_each_alone_has_its_effect() -> None:
    driven = dt.compile(Driven())
    by = {
        name: driven.gradient(final("wheel.w"), name).values[0, 0]
        for name in ("amplitude", "sine.amplitude", "w0", "wheel.w.start")
    }
    rise = (1 - np.cos(2 * np.pi * 0.2)) / (2 * np.pi)
    assert by["amplitude"] == pytest.approx(rise, rel=1e-6)
    assert by["sine.amplitude"] == pytest.approx(rise, rel=1e-6)
    assert by["w0"] == by["wheel.w.start"] == pytest.approx(1.0, rel=1e-9)


def test_an_override_that_is_given_is_respected() -> None:
    """The machine's amplitude has no effect if that of the sine is given."""
    with pytest.warns(ModelWarning, match="'amplitude' has no effect"):
        slopes = dt.gradient(Driven(), final("wheel.w"), "amplitude", given={"sine.amplitude": 1.0})
    assert slopes.values[0, 0] == 0.0


@pytest.mark.parametrize(
    ("change", "kind", "match"),
    [
        ({"parameters": "clutch.fn_mx"}, NameLookupError, "did you mean 'clutch.fn_max'"),
        ({"parameters": "clutch.mu_pos"}, UsageError, "is a table"),
        ({"parameters": []}, UsageError, "name them"),
        ({"parameters": ["engine.J", "engine.J"]}, UsageError, "named twice"),
        ({"parameters": "pedal.offset"}, UsageError, "is 0, so a relative step"),
        ({"parameters": "engine"}, DrivetrainError, "component"),
        ({"parameters": "engine.w"}, NameLookupError, "engine.w.start"),
        ({"parameters": 3}, UsageError, "name them"),
        ({"outcomes": []}, UsageError, "give outcomes"),
        ({"outcomes": "load.w"}, UsageError, "give outcomes"),
        ({"outcomes": final("load.v")}, NameLookupError, "load.w"),
        ({"outcomes": [final("load.w")] * 2}, UsageError, "occurs twice"),
        ({"outcomes": lambda result: 1.0}, UsageError, "without a name"),
        ({"outcomes": {"x": lambda result: "fast"}}, UsageError, "has to return a number"),
        ({"outcomes": first("clutch.mode", "stock")}, NameLookupError, "stuck"),
        ({"step": 0.5}, UsageError, "up to 0.1"),
        ({"step": -1e-4}, ParameterError, "above 0"),
        ({"scale": {"engine.J": 1.0}}, UsageError, "not varied"),
        ({"scale": 3}, UsageError, "give sizes by name"),
        ({"given": {"engine.K": 1.0}}, NameLookupError, "engine.J"),
    ],
)
def test_what_cannot_be_meant_is_refused(change: dict[str, Any], kind: Any, match: str) -> None:
    asked = {"outcomes": final("load.w"), "parameters": "clutch.fn_max", **change}
    with pytest.raises(kind, match=match):
        dt.gradient(LockUp(), **asked)


def test_a_misspelt_argument_is_refused() -> None:
    with pytest.raises(TypeError, match="did you mean 'step'"):
        dt.gradient(LockUp(), final("load.w"), "engine.J", stp=1e-3)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="is no model"):
        dt.gradient(3, final("load.w"), "engine.J")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "make", [lambda: at("load.w", "soon"), lambda: at("load.w", np.nan), lambda: final(""),
             lambda: first("clutch.mode", 1.5), lambda: maximum(3)],
)  # fmt: skip
def test_outcomes_refuse_nonsense(make: Any) -> None:
    with pytest.raises(DrivetrainError):
        make()


def test_functions_of_a_result_are_outcomes() -> None:
    """Also those that return an array, and objects that are called and have a name and a unit."""

    class Spec:
        name = "energy of the load"
        unit = "J"

        def __call__(self, result: dt.Result) -> float:
            return 0.25 * float(result.final["load.w"]) ** 2

    both = {"speeds": lambda result: [result.final["engine.w"], result.final["load.w"]]}
    slopes = dt.gradient(LockUp(), both, "engine.J")
    assert slopes.outcomes == ("speeds[0]", "speeds[1]")
    assert slopes.values[0] == pytest.approx(slopes.values[1])
    one = dt.gradient(LockUp(), [Spec(), final("load.w")], "engine.J")
    assert one.outcomes[0] == "energy of the load"
    assert one.outcome_units[0] == "J"
    assert one.values[0, 0] == pytest.approx(0.5 * one.at[1] * one.values[1, 0], rel=1e-6)


def test_an_outcome_is_a_function_of_a_result() -> None:
    result = dt.simulate(LockUp())
    assert final("load.w")(result) == result.final["load.w"]
    assert at("load.w", 1.0)(result) == result.at(1.0, "load.w")
    assert integral("load.w")(result) == pytest.approx(result.final["load.phi"], rel=1e-6)
    assert isinstance(final("load.w"), Outcome)
    assert final("load.w") == final("load.w")
    assert len({final("load.w"), final("load.w"), maximum("load.w")}) == 2


def test_scale_takes_the_place_of_a_value() -> None:
    slopes = dt.gradient(LockUp(), final("load.w"), "load.w.start", scale={"load.w.start": 10.0})
    assert slopes.steps.tolist() == pytest.approx([1e-3])
    assert slopes.parameter_units == ("rad/s",)


def test_units_and_tables() -> None:
    slopes = dt.compile(Falling()).gradient(
        {"blow": first("stop_.is_below", True), "end": final("lever.w")}, ["height", "weight"]
    )
    table = slopes.to_pandas()
    assert table.loc[("blow", "height"), "unit"] == "s/rad"
    assert table.loc[("end", "weight"), "unit"] == "(rad/s)/(N.m)"
    assert table.loc[("blow", "height"), "relative"] == pytest.approx(0.5)
    assert list(table["status"].unique()) == ["smooth"]
    assert np.asarray(slopes).shape == (2, 2)
    assert repr(slopes).startswith("<Gradient of Falling: 2 × 2 derivatives by 5 runs>")
    assert "<table>" in slopes._repr_html_()
    assert slopes["blow", "height"].value == slopes.values[0, 0]
    with pytest.raises(NameLookupError, match="did you mean 'height'"):
        slopes["blow", "heigth"]
    assert str(pickle.loads(pickle.dumps(slopes))) == str(slopes)


def test_the_number_of_threads_changes_nothing() -> None:
    clutch = dt.compile(LockUp())
    one, two = (
        clutch.gradient(final("load.w"), ["engine.J", "clutch.fn_max"], threads=n) for n in (1, 2)
    )
    assert one.values.tobytes() == two.values.tobytes()
