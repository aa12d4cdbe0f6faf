"""What may be varied: names, bounds, effects, tables, start values, structure."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import studies
from drivetrain.errors import NameLookupError, ParameterError, UsageError
from drivetrain.rotational import Inertia
from tests.studies.models import Driven, Flywheel, Formulas, locking_time

RECORD = {"w": studies.final("left.w")}
STOP = {"rest": studies.first("bearing.mode", "stuck")}


def test_a_misspelt_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(NameLookupError, match=r"wheel\.J"):
        Flywheel().study({"wheel.j": [1]}, design=studies.grid(), record=STOP)
    with pytest.raises(NameLookupError, match=r"wheel\.w"):
        Flywheel().study(
            {"wheel.J": [1]}, design=studies.grid(), record={"w": studies.final("wheel.v")}
        )
    wrong = {"t": studies.first("bearing.mode", "stukc")}
    with pytest.raises(NameLookupError, match="stuck"):
        Flywheel().study({"wheel.J": [1]}, design=studies.grid(), record=wrong)


def test_a_parameter_given_twice_is_refused() -> None:
    twice = {"wheel.J": [1.0], "wheel.J [kg.cm2]": [1.0]}
    with pytest.raises(UsageError, match="more than once"):
        Flywheel().study(twice, design=studies.grid(), record=STOP)
    names = {"wheel.w.start": [1.0], "bearing.w.start": [2.0]}
    with pytest.raises(UsageError, match="two names of one start value"):
        Flywheel().study(names, design=studies.grid(), record=STOP)


def test_a_parameter_whose_binding_is_overridden_is_refused() -> None:
    both = {"amplitude": [1.0, 2.0], "sine.amplitude": [3.0, 4.0]}
    with pytest.raises(UsageError, match=r"'amplitude' would have no effect: sine\.amplitude"):
        Driven().study(both, design=studies.zipped(), record=RECORD)
    constant = {"amplitude": 1.0, "sine.amplitude": [3.0, 4.0]}
    with pytest.raises(UsageError, match="no effect"):
        Driven().study(constant, design=studies.grid(), record=RECORD)


def test_a_binding_that_is_cut_in_part_is_told() -> None:
    some = {"J": [1.0, 2.0], "left.J": [3.0, 4.0]}
    study = Driven().study(some, design=studies.zipped(), record=RECORD)
    assert any("left.J no longer follows J" in note for note in study.notes)
    with pytest.raises(UsageError, match="no effect"):
        Driven().study({**some, "right[0].J": [5.0, 6.0]}, design=studies.zipped(), record=RECORD)


def test_values_out_of_bounds_are_refused_with_their_share() -> None:
    vary = {"left.J": studies.uniform(-1.0, 3.0)}
    with pytest.raises(ParameterError, match=r"25 % \(64 of 256\).*left\.J"):
        Driven().study(vary, design=studies.sobol(256), record=RECORD)
    with pytest.raises(ParameterError, match="outside of its"):
        Driven().study({"J": [1.0, -1.0]}, design=studies.grid(), record=RECORD)
    normal: Any = studies.normal(1e300, 1e299)
    with pytest.raises(ParameterError, match="of the sets"):
        Driven().study({"amplitude": normal}, design=studies.random(8), record=RECORD)


def test_start_values_and_tables_vary() -> None:
    tables = [[[0.0, 2.0]], [[0.0, 4.0]]]
    vary = {"bearing.tau_pos": tables, "wheel.w.start": [1.0, 3.0]}
    result = Flywheel().study(vary, design=studies.grid(), record=STOP).run(progress=False)
    expected = [locking_time(2.0, tau, w) for tau in (2.0, 4.0) for w in (1.0, 3.0)]
    np.testing.assert_allclose(result["rest"], expected, rtol=1e-9)
    assert result.to_xarray()["rest"].shape == (2, 2)


def test_structural_parameters_group_the_runs() -> None:
    vary = {"n": [1, 2, 3], "J": [1.0, 2.0]}
    record = {"left": studies.maximum("left.w"), "events": "stats.time_events"}
    study = Driven().study(vary, design=studies.grid(), record=record, stop_time=0.3)
    assert [variant.structural for variant in study.variants] == [{"n": 1}, {"n": 2}, {"n": 3}]
    result = study.run(progress=False)
    for run, (n, inertia) in enumerate([(n, J) for n in (1, 2, 3) for J in (1.0, 2.0)]):
        alone = dt.simulate(Driven(n=n), parameters={"J": inertia}, stop_time=0.3)
        assert result["left"][run] == alone["left.w"].max()
        assert result.run(run).final["left.w"] == alone.final["left.w"]


def test_structure_inside_a_part_is_refused_with_the_remedy() -> None:
    with pytest.raises(ParameterError, match="declare a structural parameter of Driven"):
        Driven().study({"torque.use_support": [True]}, design=studies.grid(), record=RECORD)


def test_boolean_and_whole_parameters_vary() -> None:
    record = {"y": studies.final("chosen")}
    listed = {"negative": [False, True], "factor": [2, 3]}
    grid = Formulas().study(listed, design=studies.grid(), record=record, stop_time=0.1)
    assert grid.run(progress=False)["y"].tolist() == [2, 3, -2, -3]
    drawn = {"negative": studies.choice([True, False]), "factor": studies.choice([2, 3])}
    result = Formulas().study(drawn, design=studies.sobol(16), record=record, stop_time=0.1).run()
    expected = np.where(result["negative"], -1, 1) * result["factor"]
    np.testing.assert_array_equal(result["y"], expected)
    wrong = {"factor": studies.uniform(1, 3)}
    with pytest.raises(ParameterError, match="whole number"):
        Formulas().study(wrong, design=studies.sobol(16), record=record)


def test_models_built_step_by_step_can_be_studied() -> None:
    model = dt.Model("pair")
    model.add(wheel=Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(2.0)))
    study = model.study(
        {"wheel.J": [1.0, 2.0]}, design=studies.grid(), record={"phi": studies.final("wheel.phi")}
    )
    assert study.run(progress=False)["phi"].tolist() == [2.0, 2.0]
