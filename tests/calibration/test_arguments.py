"""What a fit refuses, and with which words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.calibration import Measured, Sensor, Unknown, problem
from drivetrain.errors import (
    AnalysisError,
    DrivetrainError,
    NameLookupError,
    TableError,
    UnitError,
    UsageError,
)
from drivetrain.gradients import first
from tests.calibration.bench import BOTH, SIGMA, bench, record, true_run
from tests.gradients.test_arguments import Driven

TIMES = np.linspace(0.1, 1.0, 10)
DATA = record(true_run(), TIMES)


@pytest.mark.parametrize(
    ("change", "kind", "match"),
    [
        ({"vary": {}}, UsageError, "say what is sought"),
        ({"vary": {"engine.K": (0, 1)}}, NameLookupError, r"engine\.J"),
        ({"vary": {"engine.J": (0.4, 0.1)}}, UsageError, "not increasing"),
        ({"vary": {"engine.J": (-1.0, 0.1)}}, UsageError, "outside of what the parameter can be"),
        ({"vary": {"engine.J": (1, 2, 3)}}, UsageError, "give bounds"),
        ({"vary": {"engine.J": Unknown(5.0, bounds=(0.1, 1.0))}}, UsageError, "outside of its"),
        ({"vary": {"engine.J": {"bound": (0, 1)}}}, UsageError, "did you mean 'bounds'"),
        ({"vary": {"engine.J": Unknown(scale=-1.0)}}, UsageError, "above 0"),
        ({"vary": {"engine.J": Unknown(prior=(0.2, 0.0))}}, UsageError, "above 0"),
        ({"vary": {"load.w.start": None}}, UsageError, "nothing tells the size"),
        ({"vary": {"clutch.mu_pos": None}}, UsageError, "is a table"),
        ({"vary": {"engine.J": (0.1, 1.0)}, "parameters": {"engine.J": 0.3}}, UsageError,
         "varied, and given"),
        ({"observe": None}, UsageError, "say what the columns show"),
        ({"observe": {"n_im": "engine.w"}}, TableError, "did you mean 'n_in'"),
        ({"observe": {"n_in": "engine.v"}}, NameLookupError, r"engine\.w"),
        ({"observe": {"n_in": 3}}, UsageError, "name of a variable, or a Sensor"),
        ({"observe": {"t": "engine.w"}}, TableError, "column with the time"),
        ({"observe": {"n_in": Sensor("engine.w", offset="drift")}}, UsageError, "lacks 'drift'"),
        ({"sigma": 0.0}, UsageError, "above 0"),
        ({"sigma": [0.1, 0.2]}, UsageError, "2 numbers for 10 samples"),
        ({"sigma": {"n": 0.1}}, UsageError, "not observed"),
        ({"sigma": "noise"}, TableError, "no such column"),
        ({"sigma": None, "observe": {"n_in": "engine.w", "n_out": "clutch.tau"}}, UsageError,
         "standard deviation of every column"),
        ({"sigma": {"n_in": 0.1}}, UsageError, "standard deviation of every column"),
        ({"outcomes": {"locked": (0.3, 0.1)}}, UsageError, "value and deviation"),
        ({"outcomes": {first("clutch.mode", "stuck"): 0.3}}, UsageError, "value and deviation"),
        ({"outcomes": {first("clutch.mode", "stuck"): (0.3, 0.0)}}, UsageError, "above 0"),
        ({"stop_time": 0.5}, UsageError, "outside of the run"),
        ({"timing": -1.0}, DrivetrainError, "above 0"),
        ({"inputs": "road"}, UsageError, "no part made by from_data"),
        ({"data": None}, UsageError, "nothing that was measured"),
        ({"data": 3}, TableError, "data frame"),
        ({"data": pd.DataFrame({"t": [0.1], "n_in": [np.nan], "n_out": [1.0]})}, TableError,
         "has no numbers"),
        ({"data": [Measured(DATA, name="a"), Measured(DATA, name="a")]}, UsageError, "same name"),
        ({"data": [Measured(DATA), DATA]}, UsageError, "give Measured only"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused(change: dict[str, Any], kind: Any, match: str) -> None:
    asked = {
        "data": DATA, "observe": BOTH, "sigma": SIGMA, "vary": {"engine.J": (0.1, 0.4)}, **change,
    }  # fmt: skip
    with pytest.raises(kind, match=match):
        dt.fit(bench(), asked.pop("data"), **asked)


def test_a_column_of_another_kind_is_refused() -> None:
    data = DATA.rename(columns={"n_in": "n_in [N.m]"})
    with pytest.raises(UnitError, match=r"column 'n_in' is in N\.m"):
        dt.fit(bench(), data, observe=BOTH, vary={"engine.J": None})


def test_a_parameter_and_what_is_bound_to_it_are_refused_together() -> None:
    data = {"t": [0.1, 0.2], "w": [2.0, 2.1]}
    for pair in (("amplitude", "sine.amplitude"), ("w0", "wheel.w.start")):
        with pytest.raises(UsageError, match="follows from"):
            dt.fit(Driven(), data, observe={"w": "wheel.w"}, vary=dict.fromkeys(pair), sigma=0.1)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"loss": "lienar"}, "choose one of"),
        ({"starts": 0}, "from 1 on"),
        ({"seed": -1}, "from 0 on"),
        ({"loss_scale": 0.0}, "above 0"),
        ({"start": [1.0, 2.0]}, "give 1 numbers"),
        ({"start": ["a"]}, "give numbers"),
        ({"start": [np.nan]}, "finite numbers"),
    ],
)
def test_a_search_refuses_what_it_does_not_understand(arguments: Any, match: str) -> None:
    made = problem(bench(), DATA, observe=BOTH, sigma=SIGMA, vary={"engine.J": (0.1, 0.4)})
    with pytest.raises(DrivetrainError, match=match):
        made.fit(**arguments)


def test_more_unknowns_than_numbers_are_refused() -> None:
    data = {"t": [0.5], "n_in": [60.0]}
    with pytest.raises(UsageError, match="2 unknowns, but 1 measured numbers"):
        dt.fit(bench(), data, observe={"n_in": "engine.w"}, sigma=0.1,
               vary={"engine.J": (0.1, 0.4), "brake.d": (0.1, 1.0)})  # fmt: skip


def test_an_experiment_that_ends_early_fails_with_the_reason() -> None:
    """A start that makes the model contradict itself names what is wrong."""
    with pytest.raises(AnalysisError, match="the search cannot start"):
        dt.fit(bench(), DATA, observe=BOTH, sigma=SIGMA, vary={"engine.J": (0.1, 0.4)},
               parameters={"engine.phi.start": np.inf})  # fmt: skip


def test_points_have_to_have_the_right_shape() -> None:
    made = problem(bench(), DATA, observe=BOTH, sigma=SIGMA, vary={"engine.J": (0.1, 0.4)})
    with pytest.raises(UsageError, match=r"shape \(k, 1\)"):
        made.many_residuals([[1.0, 2.0]])
    with pytest.raises(UsageError, match="give 1 numbers"):
        made.residuals([1.0, 2.0])


def test_words_are_checked() -> None:
    for wrong in ({"log": "yes"}, {"separate": 1}):
        with pytest.raises(DrivetrainError, match="True or False"):
            Unknown(1.0, **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="did you mean 'offset'"):
        Sensor("engine.w", ofset=1.0)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="did you mean 'observe'"):
        Measured({}, observ={})  # type: ignore[call-arg]
    with pytest.raises(UsageError):
        Sensor("")
