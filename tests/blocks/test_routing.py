"""Signals passed on, copied, joined, divided and chosen; several small blocks beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from drivetrain import blocks as b
from drivetrain.blocks import math_boolean as m
from drivetrain.errors import DrivetrainError
from tests.blocks.building import drive, rights

NUMBERS = [b.Constant(k=float(k)) for k in range(1, 8)]


def final(block: Any, **inputs: Any) -> Any:
    return drive(block, 0.1, **inputs).final


@pytest.mark.parametrize("count", range(2, 7))
def test_vectors_are_joined_and_divided(count: int) -> None:
    sizes = {f"n{k}": 2 if k == 2 else 1 for k in range(1, count + 1)}
    rest = iter(NUMBERS)
    inputs = {f"u{k}": [next(rest) for _ in range(sizes[f"n{k}"])] for k in range(1, count + 1)}
    joined = final(getattr(b, f"Multiplex{count}")(**sizes), **inputs)
    assert [joined[f"block.y[{k}]"] for k in range(count + 1)] == list(range(1, count + 2))
    divided = final(getattr(b, f"DeMultiplex{count}")(**sizes), u=NUMBERS[: count + 1])
    names = [f"block.y{k}[{i}]" for k in range(1, count + 1) for i in range(sizes[f"n{k}"])]
    assert [divided[name] for name in names] == list(range(1, count + 2))


def test_signals_are_passed_on_and_copied() -> None:
    assert final(b.RealPassThrough(), u=b.Constant(k=2.5))["block.y"] == 2.5
    assert final(b.IntegerPassThrough(), u=b.IntegerConstant(k=3))["block.y"] == 3
    assert final(b.BooleanPassThrough(), u=b.BooleanConstant(k=True))["block.y"] == 1
    copies = final(b.Replicator(nout=3), u=b.Constant(k=2.5))
    assert [copies[f"block.y[{k}]"] for k in range(3)] == [2.5] * 3
    assert final(b.IntegerReplicator(nout=2), u=b.IntegerConstant(k=3))["block.y[1]"] == 3
    assert final(b.BooleanReplicator(nout=2), u=b.BooleanConstant())["block.y[1]"] == 1


def test_elements_are_chosen() -> None:
    chosen = final(b.ExtractSignal(nin=4, nout=2, extract=[4, 2]), u=NUMBERS[:4])
    assert [chosen["block.y[0]"], chosen["block.y[1]"]] == [4.0, 2.0]
    first = final(b.ExtractSignal(nin=4, nout=2), u=NUMBERS[:4])
    assert [first["block.y[0]"], first["block.y[1]"]] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("extract", "said"), [([5, 1], "extract=5: there are inputs 1 to 4"), ([1], "give nout=2")]
)
def test_elements_that_do_not_exist(extract: list[int], said: str) -> None:
    with pytest.raises(DrivetrainError, match=said):
        final(b.ExtractSignal(nin=4, nout=2, extract=extract), u=NUMBERS[:4])


@pytest.mark.parametrize(
    ("index", "allowed", "value"),
    [(1, False, 1.0), (3, False, 3.0), (4, False, 0.0), (4, True, -7.0), (0, True, -7.0)],
)
def test_an_element_chosen_by_a_signal(index: int, allowed: bool, value: float) -> None:
    block = b.Extractor(nin=3, allow_out_of_range=allowed, out_of_range_value=-7.0)
    assert final(block, u=NUMBERS[:3], index=b.IntegerConstant(k=index))["block.y"] == value


@pytest.mark.parametrize("truths", [(), (1,), (0,), (1, 1, 1), (0, 1, 0), (0, 0, 0), (1, 1, 0)])
def test_logic_of_any_number(truths: tuple[int, ...]) -> None:
    inputs = {"u": [b.BooleanConstant(k=bool(one)) for one in truths]} if truths else {}
    expected = {
        "And": all(truths),
        "Nand": not all(truths),
        "Or": any(truths),
        "Nor": not any(truths),
        "Xor": sum(truths) == 1,
    }
    for name, value in expected.items():
        block = getattr(m, name)(nu=len(truths))
        assert final(block, **inputs)["block.y"] == value, name


def test_a_rising_edge_is_delayed() -> None:
    pulses = b.BooleanPulse(period=1.0, width=60.0, start_time=0.1)
    t, y = rights(drive(m.OnDelay(delay_time=0.2), 3.0, u=pulses), "block.y")
    phase = np.mod(t - 0.1, 1.0)
    inside = (np.abs(phase - 0.2) > 1e-6) & (np.abs(phase - 0.6) > 1e-6) & (t > 0.1 + 1e-6)
    np.testing.assert_array_equal(y[inside], ((phase > 0.2) & (phase < 0.6))[inside])


def test_what_is_true_from_the_start_is_not_delayed() -> None:
    t, y = rights(
        drive(m.OnDelay(delay_time=0.2), 1.0, u=b.BooleanStep(start_time=-1.0)), "block.y"
    )
    assert y.all()
    pulses = b.BooleanStep(start_time=0.5)
    t, y = rights(drive(m.OnDelay(delay_time=0.2), 1.0, u=pulses), "block.y")
    np.testing.assert_array_equal(y[np.abs(t - 0.7) > 1e-9], (t > 0.7)[np.abs(t - 0.7) > 1e-9])


def test_the_change_of_an_integer() -> None:
    result = drive(b.IntegerChange(), 1.0, u=b.IntegerStep(height=2, start_time=0.5))
    assert set(result.time[result["block.y"] == 1]) <= {0.5}
    assert final(b.IntegerChange(pre_u_start=3), u=b.IntegerConstant(k=3))["block.y"] == 0


def test_polar_coordinates() -> None:
    there = final(b.RectangularToPolar(), u_re=b.Constant(k=-3.0), u_im=b.Constant(k=4.0))
    assert there["block.y_abs"] == pytest.approx(5.0)
    assert there["block.y_arg"] == pytest.approx(np.arctan2(4.0, -3.0))
    back = final(b.PolarToRectangular(), u_abs=b.Constant(k=5.0), u_arg=b.Constant(k=2.0))
    assert back["block.y_re"] == pytest.approx(5.0 * np.cos(2.0))
    assert back["block.y_im"] == pytest.approx(5.0 * np.sin(2.0))


def test_a_linear_function_of_two_inputs() -> None:
    block = b.LinearDependency(y0=2.0, k1=0.5, k2=-0.1)
    found = final(block, u1=b.Constant(k=3.0), u2=b.Constant(k=4.0))
    assert found["block.y"] == pytest.approx(2.0 * (1 + 1.5 - 0.4))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("FromDay", 2.0, 172800.0),
        ("FromLitre", 5.0, 5e-3),
        ("FromGps", 30.0, 0.03),
        ("FromDegRk", 491.67, 273.15),
    ],
)
def test_more_conversions(name: str, value: float, expected: float) -> None:
    there = final(getattr(b, name)(), u=b.Constant(k=value))["block.y"]
    assert there == pytest.approx(expected)
    back = final(getattr(b, name.replace("From", "To"))(), u=b.Constant(k=expected))["block.y"]
    assert back == pytest.approx(value)


def test_a_surface_at_several_places() -> None:
    table = [[0.0, 0.0, 1.0], [0.0, 1.0, 2.0], [2.0, 3.0, 8.0]]
    block = b.CombiTable2Dv(table=table, n=2)
    inputs = {"u1": [b.Constant(k=1.0), b.Constant(k=2.0)]}
    inputs["u2"] = [b.Constant(k=0.5), b.Constant(k=1.0)]
    found = final(block, **inputs)
    assert found["block.y[0]"] == pytest.approx((1 + 2 + 3 + 8) / 4)
    assert found["block.y[1]"] == pytest.approx(8.0)
