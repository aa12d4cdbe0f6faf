"""Reading a result: names, kinds, aliases, constants, both sides of events."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from drivetrain.errors import NameLookupError, ResultError
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.simulation.results.row_layout import Layout, RowFlag

MakeResult = Callable[..., Result]


def test_it_is_a_mapping_in_the_order_of_declaration(result: Result) -> None:
    assert list(result)[:3] == ["J1.w", "J1.flange_a.tau", "J1.flange_b.tau"]
    assert len(result) == len(result.names) == 11
    assert "J1.w" in result
    assert "J1.v" not in result
    assert [] not in [result]
    assert dict(result.items()).keys() == set(result.names)


def test_an_array_has_the_type_of_its_kind(result: Result) -> None:
    assert result["J1.w"].dtype == np.float64
    assert result["clutch.mode"].dtype == np.int64
    assert result["clutch.locked"].dtype == np.bool_
    np.testing.assert_array_equal(result["clutch.mode"], [2, 2, 2, 1, 1, 1, 1, 1, 0, 0])


def test_an_alias_is_the_column_or_its_negative(result: Result) -> None:
    np.testing.assert_array_equal(result["J1.flange_b.tau"], -result["J1.flange_a.tau"])
    np.testing.assert_array_equal(result["logic.u"], result["logic.y"])
    assert result["counter.n"][-1] == -4


def test_a_negated_zero_has_no_sign(result_with: MakeResult) -> None:
    rows = np.zeros((2, 9))
    assert not np.signbit(result_with(rows=rows)["J1.flange_b.tau"]).any()


def test_a_constant_is_as_long_as_the_run(result: Result) -> None:
    np.testing.assert_array_equal(result["fixed.phi"], np.full(10, 0.1))
    assert result["off.y"].all()


def test_changing_an_array_does_not_change_the_result(result: Result) -> None:
    result["J1.w"][:] = 99.0
    assert result["J1.w"][0] == 10.0
    with pytest.raises(ValueError, match="read-only"):
        result.time[0] = 1.0


def test_units_and_descriptions_by_name(result: Result) -> None:
    assert result.units["J1.w"] == "rad/s"
    assert result.descriptions["clutch.mode"] == "Mode of friction"
    assert len(result.units) == len(result)
    with pytest.raises(NameLookupError):
        result.units["J1.omega"]


def test_a_misspelt_name_is_answered_with_the_nearest(result: Result) -> None:
    with pytest.raises(NameLookupError, match=r"'clutch\.mod'; did you mean 'clutch\.mode'"):
        result["clutch.mod"]
    with pytest.raises(NameLookupError, match=r"result\.names"):
        result["zzz"]
    with pytest.raises(NameLookupError, match=r"\['clutch.mode'\] is no name: .*one by one"):
        result.to_numpy(["clutch.mode"])  # type: ignore[arg-type]


def test_a_parameter_is_not_a_variable_but_is_found(result: Result) -> None:
    with pytest.raises(NameLookupError, match=r"result\.parameters\['J1\.J'\]"):
        result["J1.J"]
    assert result.parameters["J1.J"] == 0.2


def test_patterns_take_brackets_literally() -> None:
    names = [f"disc[{i}].w" for i in range(12)]
    zeros = np.zeros(12)
    layout = Layout(
        names, zeros.astype(int), zeros.astype(np.int8), zeros, ["1"] * 12, ["real"] * 12, names
    )
    assert layout.match("disc[1].w") == ["disc[1].w"]
    assert layout.match("disc[1?].w") == ["disc[10].w", "disc[11].w"]
    assert layout.match("disc[1].w", "disc[*].w")[:2] == ["disc[1].w", "disc[0].w"]
    with pytest.raises(NameLookupError, match="fits the pattern"):
        layout.match("disc[*].phi")


def test_on_request_real_values_are_on_the_line_and_modes_are_held(result: Result) -> None:
    speed = result.at([0.25, 0.325], "J1.w", method="linear")
    np.testing.assert_allclose(speed, [9.0, 7.5])
    modes = result.at([0.15, 0.25, 0.39], "clutch.mode", method="linear")
    np.testing.assert_array_equal(modes, [2, 1, 1])
    assert repr(result.at(0.25, "J1.w", method="linear")) == "9.0"
    assert repr(result.at(0.25, "clutch.mode", method="linear")) == "1"


def test_what_lies_between_points_is_not_made_up(result: Result) -> None:
    with pytest.raises(ResultError, match=r"Launch comes without its model.* output_times=…, or"):
        result.at([0.1, 0.25], "J1.w")
    with pytest.raises(ResultError, match="comes without its model"):
        result.resample(0.125)
    np.testing.assert_array_equal(result.at([0.1, 0.3], "J1.w"), [10.0, 8.0])


def test_at_an_event_the_side_counts(result: Result) -> None:
    tau = "J1.flange_a.tau"
    instants = [0.2, 0.4]
    np.testing.assert_array_equal(result.at(instants, tau), [0.1, 1 / 3])
    np.testing.assert_array_equal(result.at(instants, tau, side="left"), [1.5, 0.1])
    np.testing.assert_array_equal(result.at(instants, "clutch.mode", side="left"), [2, 1])
    np.testing.assert_array_equal(result.at([0.0, 0.5], tau, side="left"), [1.5, 1 / 3])
    np.testing.assert_array_equal(result.at([0.0, 0.5], "clutch.mode", side="left"), [2, 0])


def test_nothing_is_said_about_times_outside_of_the_run(result: Result) -> None:
    with pytest.raises(ResultError, match=r"t = 0\.6 s lies outside of the run \(0 s … 0\.5 s\)"):
        result.at([0.1, 0.6], "J1.w")
    with pytest.raises(ResultError, match=r"t = 0\.50000001 s lies .* \(0 s … 0\.5 s\)"):
        result.at(0.50000001, "J1.w")
    with pytest.raises(ResultError, match=r"t = 0\.50000000000000011 s lies .* \(0 s … 0\.5 s\)"):
        result.at(np.nextafter(0.5, 1.0), "J1.w")
    with pytest.raises(ResultError, match="side='middle'"):
        result.at(0.1, "J1.w", side="middle")  # type: ignore[call-overload]
    with pytest.raises(ResultError, match="method='cubic' has no meaning; it is 'exact' or 'lin"):
        result.at(0.1, "J1.w", method="cubic")  # type: ignore[call-overload]


def test_one_name_gives_an_array_and_several_a_dict(result: Result) -> None:
    times = [[0.1, 0.3], [0.5, 0.0]]
    assert result.at(times, "J1.w").shape == (2, 2)
    both = result.at(times, "J1.w", "clutch.locked")
    assert list(both) == ["J1.w", "clutch.locked"]
    np.testing.assert_array_equal(both["J1.w"], [[10.0, 8.0], [5.0, 10.0]])
    assert both["clutch.locked"].dtype == np.bool_
    assert list(result.at(0.1, "J?.w")) == ["J1.w", "J2.w"]
    assert list(result.at(0.1, "J1.*a.tau")) == ["J1.flange_a.tau"]
    assert list(result.at(0.1)) == list(result.names)
    assert result.at(0.1, "fixed.phi") == 0.1
    assert result.at(0.1, "J1.flange_b.tau") == -1.5
    assert repr(result.at(0.1, "J1.w")) == "10.0"
    assert result.at(0.4, "clutch.locked") is True
    assert repr(result.at(np.array(0.4), "clutch.mode", side="left")) == "1"
    assert result.at([], "J1.w").shape == (0,)
    with pytest.raises(NameLookupError, match=r"result\.parameters\['J1\.J'\]"):
        result.at(0.1, "J1.J")


def test_final_values_are_plain_numbers(result: Result) -> None:
    assert result.final["J2.w"] == 5.0
    assert result.final["clutch.mode"] == 0
    assert result.final["clutch.locked"] is True
    assert len(dict(result.final)) == len(result)


def test_the_energy_audit_is_made_once_and_only_when_asked_for(result_with: MakeResult) -> None:
    asked: list[Result] = []

    def audit(result: Result) -> str:
        asked.append(result)
        return "audit"

    result = result_with(energy=audit)
    assert not asked
    assert (result.energy, result.energy) == ("audit", "audit")
    assert asked == [result]
    with pytest.raises(ResultError, match="without an energy audit"):
        result_with().energy  # noqa: B018


def test_the_table_has_the_kinds_and_units(result: Result) -> None:
    table = result.to_pandas()
    assert table.shape == (10, 11)
    assert table.index.name == "time"
    assert str(table["clutch.locked"].dtype) == "bool"
    assert table.attrs["units"]["J1.w"] == "rad/s"


def test_the_summary_says_how_it_ended(result_with: MakeResult) -> None:
    text = result_with(status=RunStatus.FAILED, message="clutch.mode cycles").summary()
    assert "The run failed" in text
    assert "clutch.mode cycles" in text
    assert "40 (0 rejected)" in text
    assert all(status.sentence.endswith(".") for status in RunStatus)


def test_representations_are_short(result: Result) -> None:
    assert repr(result) == "<Result of Launch: 0 s … 0.5 s, 11 variables, 10 points>"
    assert "Launch" in result._repr_html_()
    assert len(repr(result.units)) < 80


def test_a_run_that_recorded_nothing_can_be_looked_at(result_with: MakeResult) -> None:
    empty = result_with(rows=np.empty((0, 9)), status=RunStatus.FAILED)
    assert empty["J1.w"].shape == empty["fixed.phi"].shape == (0,)
    assert "nothing recorded" in empty.summary()
    assert len(empty.events) == 0
    with pytest.raises(ResultError, match="recorded nothing"):
        empty.at(0.0, "J1.w")
    with pytest.raises(ResultError, match="recorded nothing"):
        empty.final  # noqa: B018


def test_the_nearest_of_many_names_is_found() -> None:
    n = 100_000
    names = [f"disc[{i}].w" for i in range(n)]
    column = np.full(n, 2)
    layout = Layout(
        names,
        column,
        np.ones(n, dtype=np.int8),
        np.zeros(n),
        ["rad/s"] * n,
        ["real"] * n,
        names,
    )
    result = Result(layout, np.zeros((3, 3)), model="Long", status=RunStatus.DONE)
    result["disc[5].w"]
    with pytest.raises(NameLookupError, match=r"disc\[5\]\.w"):
        result["disc[5].ww"]


def test_the_numbers_of_the_flags_are_part_of_the_row_format() -> None:
    assert [flag.value for flag in RowFlag] == [0, 1, 2, 3, 4]


def test_a_part_and_a_parameter_are_told_from_a_variable(result: Result) -> None:
    with pytest.raises(NameLookupError, match=r"'J1' is a part, .*it has J1\.w, J1\.flange_a\.tau"):
        result["J1"]
    with pytest.raises(NameLookupError, match=r"'J1' is a part"):
        result.plot("J1")
    with pytest.raises(NameLookupError, match=r"'J1\.J' is a parameter, .*result\.parameters"):
        result.plot("J1.J")
