"""Which parameters get a slider, and from where to where it goes."""

from __future__ import annotations

from typing import Any

import pytest

import drivetrain as dt
from drivetrain.errors import NameLookupError, ParameterError, UsageError
from drivetrain.notebook.sliders import _all, chosen_sliders

Names = tuple[Any, ...]


@pytest.fixture(scope="module")
def clutches() -> Any:
    return dt.compile(dt.examples.find("CoupledClutches")()).translation


@pytest.fixture(scope="module")
def ship() -> Any:
    return dt.compile(dt.examples.find("machines.ShipShafting")()).translation


def test_sliders_come_in_the_order_of_their_names(clutches: Any) -> None:
    found = chosen_sliders(clutches, ("clutch2.peak", "J1.J", "J1.w.start"), {})
    assert [one.name for one in found] == ["clutch2.peak", "J1.J", "J1.w.start"]
    assert [one.value for one in found] == [1.1, 1.0, 10.0]
    assert [one.kind for one in found] == ["real", "real", "start"]


def test_a_pattern_stands_for_several_and_none_comes_twice(clutches: Any) -> None:
    found = chosen_sliders(clutches, ("clutch2.fn_max", "clutch?.fn_max"), {})
    assert [one.name for one in found] == ["clutch2.fn_max", "clutch1.fn_max", "clutch3.fn_max"]


def test_an_array_moves_as_one_or_by_element(ship: Any) -> None:
    every, third = chosen_sliders(ship, ("throw[:].J", "throw[2].J"), {})
    assert (every.name, every.value) == ("throw[:].J", 6500.0)
    assert (third.name, third.value) == ("throw[2].J", 6500.0)
    assert third.low < 6500.0 < third.high


def test_a_range_is_that_which_was_given(clutches: Any) -> None:
    given = {"clutch1.fn_max": (5, "0.03 kN"), "J?.J": (0.5, 2.0)}
    found = chosen_sliders(clutches, ("clutch1.fn_max",), given)
    assert (found[0].low, found[0].high) == (5.0, 30.0)
    assert not found[0].is_logarithmic
    assert [(one.name, one.low, one.high) for one in found[1:]] == [
        (f"J{k}.J", 0.5, 2.0) for k in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("clutch1.fnmax",), "did you mean 'clutch1.fn_max'"),
        (("J1.w",), "'J1.w' is a variable: name a parameter on which it depends, or its start"),
        (("clutch1",), "'clutch1' is a part: name its parameters, 'clutch1.w_small'"),
        (("clutch1.fn_*x*x",), "no parameter that a slider could move fits"),
        (("throw[7].J",), "has no parameter 'throw\\[7\\].J'"),
    ],
)
def test_a_wrong_name_is_refused_with_what_is_there(clutches: Any, names: Names, told: str) -> None:
    with pytest.raises(NameLookupError, match=told):
        chosen_sliders(clutches, names, {})


def test_an_element_that_an_array_does_not_have_is_refused(ship: Any) -> None:
    with pytest.raises(NameLookupError, match=r"has no parameter 'throw\[60\].J'; did you mean"):
        chosen_sliders(ship, ("throw[60].J",), {})


def test_what_cannot_be_moved_has_no_slider() -> None:
    translation = dt.compile(dt.examples.find("machines.DualClutchLaunch")()).translation
    fixed = [one for one in _all(translation) if not one.is_settable]
    assert fixed
    for one in fixed:
        with pytest.raises(ParameterError, match="cannot have a slider"):
            chosen_sliders(translation, (one.name,), {})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"clutch1.fn_max": (3, 1)}, "the lowest value comes first"),
        ({"clutch1.fn_max": (-3, 1)}, "within the bounds of the parameter, 0 and inf"),
        ({"clutch1.fn_max": 5}, "give the lowest and the highest value"),
        ({"clutch1.fn_max": (1, 2, 3)}, "give the lowest and the highest value"),
    ],
)
def test_a_range_that_is_none_is_refused(clutches: Any, given: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        chosen_sliders(clutches, (), given)


def test_more_sliders_than_fit_are_refused(clutches: Any) -> None:
    with pytest.raises(UsageError, match="sliders are more than the 40"):
        chosen_sliders(clutches, ("*",), {})
