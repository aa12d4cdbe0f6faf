"""What is no value for a parameter, a start or an input is refused where it is given."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError, ExpressionError, ParameterError
from drivetrain.modeling import (
    BooleanInput,
    IntegerInput,
    Model,
    RealInput,
    boolean,
    constant,
    der,
    fixed,
    guess,
    integer,
    parameter,
    table,
    variable,
    where,
)
from drivetrain.modeling import time as now
from drivetrain.rotational import Inertia, Torque


def run(**given: Any) -> Any:
    m = Model("bench")
    m.add(part=Inertia(**{"J": 1.0, "phi": fixed(0.0), "w": fixed(0.0), **given}))
    return dt.simulate(m, stop_time=0.01)


def run_array(**given: Any) -> Any:
    m = Model("bench")
    m.add(part=Inertia.array(3, **{"J": 1.0, "phi": fixed(0.0), "w": fixed(0.0), **given}))
    return dt.simulate(m, stop_time=0.01)


class Bench(Model):
    """Something of every kind."""

    load = parameter(1.0, unit="kg.m2")
    up = parameter(True)
    steps = parameter(2, kind="integer")
    torque = Torque(tau=1.0)
    part = Inertia(J=load, phi=fixed(0.0), w=fixed(0.0))
    on = boolean(start=fixed(False))
    n = integer(start=fixed(0))

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.part
        yield self.on == (now > constant(2.0, "s"))
        yield self.n == where(self.up, self.steps, 0)


BENCH = dt.compile(Bench())


ODD: list[Any] = [
    True, np.True_, "3", b"3", None, 1j, np.complex128(1), [1.0], (1.0,), np.array([1.0]), [],
    [[1.0]], [[1.0], [2.0, 3.0]], float("nan"), Decimal("NaN"), np.timedelta64(1, "s"),
    np.datetime64("2020-01-01"), np.array(True), np.array("3"), object(), {"a": 1}, {1.0},
    np.ma.array([1.0], mask=[True]),
]  # fmt: skip
FINE: list[Any] = [
    2, 2.0, np.float32(2), np.int8(2), np.array(2.0), np.array(2), Decimal(2),
    Fraction(2), np.longdouble(2),
]  # fmt: skip

WAYS = {
    "parameter": lambda v: run(J=v),
    "fixed": lambda v: run(w=fixed(v)),
    "guess": lambda v: run(w=guess(v)),
    "input": lambda v: dt.compile(_driven(v)),
    "default": lambda v: parameter(v, kind="real", vector=False),
    "declared start": lambda v: dt.compile(_moving(variable(start=fixed(v)))),
    "declared nominal": lambda v: dt.compile(_moving(variable(nominal=_some(v)))),
    "declared minimum": lambda v: variable(min=_some(v)),
    "run: parameter": lambda v: BENCH.simulate(stop_time=0.01, parameters={"load": v}),
    "run: start": lambda v: BENCH.simulate(stop_time=0.01, parameters={"part.w.start": v}),
    "run: stop_time": lambda v: BENCH.simulate(stop_time=_some(v)),
    "run: interval": lambda v: BENCH.simulate(stop_time=0.01, interval=_some(v)),
    "run: tolerance": lambda v: BENCH.simulate(stop_time=0.01, tolerance=_some(v)),
    "ensemble": lambda v: BENCH.ensemble({"load": [v, 1.0]}, stop_time=0.01),
    "ensemble: start": lambda v: BENCH.ensemble({"part.w.start": [v, 1.0]}, stop_time=0.01),
    "constant": lambda v: constant(v, "N.m"),
    "nominal": lambda v: fixed(0.0, nominal=_some(v)),
    "entry of a table": lambda v: run_table([[0.0, v]]),
}


def _some(value: Any) -> Any:
    """Return a value where None means that there is none."""
    if value is None:
        raise ParameterError("nothing given")
    return value


def _driven(tau: Any) -> Model:
    m = Model("driven")
    m.add(torque=Torque(tau=tau), part=Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0)))
    m.connect(m.torque >> m.part)
    return m


def _moving(x: Any) -> Model:
    made: Model = type("Moving", (Model,), {
        "x": x, "equations": lambda self: [der(self.x) == constant(0.0, "1/s")],
    })()  # fmt: skip
    return made


def run_table(rows: Any) -> Any:
    members = {"law": table(rows), "x": variable()}
    members["equations"] = lambda self: [self.x == self.law(0.0)]
    return dt.simulate(type("Looked", (Model,), members)(), stop_time=0.01)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("value", ODD, ids=lambda v: re.sub(r" at 0x\w+", "", repr(v))[:40])
@pytest.mark.filterwarnings("error")
def test_refused(way: str, value: Any) -> None:
    with pytest.raises(DrivetrainError):
        WAYS[way](value)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "run: tolerance"])
@pytest.mark.parametrize("value", FINE, ids=repr)
def test_accepted(way: str, value: Any) -> None:
    WAYS[way](value)


@pytest.mark.parametrize("start", [fixed, guess])
@pytest.mark.parametrize("value", [True, False, np.True_])
def test_fixed_takes_the_value(start: Any, value: Any) -> None:
    with pytest.raises(
        ParameterError, match=r"start of part\.w=.*\(start=3, fixed=true\) is fixed"
    ):
        run(w=start(value))
    with pytest.raises(ParameterError, match=r"start=.*\(start=3, fixed=true\) is fixed\(3\)"):
        variable("rad/s", start=start(value))
    with pytest.raises(ParameterError, match=r"part\.w\.start=.*fixed=true"):
        BENCH.simulate(parameters={"part.w.start": value})


def test_truth_values_are_for_boolean_variables() -> None:
    assert BENCH.simulate(stop_time=0.0, parameters={"up": np.False_}).final["n"] == 0
    BENCH.simulate(stop_time=0.01, parameters={"on.start": True})
    with pytest.raises(ParameterError, match=r"on\.start=1\.0: give True or False"):
        BENCH.simulate(parameters={"on.start": 1.0})
    with pytest.raises(ParameterError, match=r"n\.start=0\.5: give a whole number"):
        BENCH.simulate(parameters={"n.start": 0.5})
    with pytest.raises(ParameterError, match="start=1: give True or False"):
        boolean(start=fixed(1))
    with pytest.raises(ParameterError, match=r"start=1\.5: give a whole number"):
        integer(start=1.5)


def test_a_list_is_for_an_array_of_that_length() -> None:
    assert run_array(J=[1.0, 2.0, 3.0]).parameters["part[2].J"] == 3.0
    with pytest.raises(ParameterError, match=r"part\.J .*found 1 value in a list for 1 component"):
        run(J=[1.0])
    with pytest.raises(ParameterError, match=r"part\.w .*found 1 value in a list for 3 components"):
        run_array(w=fixed([1.0]))
    with pytest.raises(ParameterError, match=r"torque\.tau=\[1\.0\]: give one value"):
        _driven([1.0])


@pytest.mark.parametrize("values", [[1.0, True], [True, 1], np.array([1.0, True], dtype=object)])
def test_truth_values_among_numbers(values: Any) -> None:
    with pytest.raises(ParameterError, match=r"J=.*give a number in kg\.m2"):
        run_array(J=[*values, 1.0])
    with pytest.raises(ParameterError, match=r"load=.*give a number in kg\.m2"):
        BENCH.ensemble({"load": values})


@pytest.mark.parametrize("way", [BENCH.simulate, BENCH.start])
def test_ragged_rows(way: Any) -> None:
    with pytest.raises(
        ParameterError, match=r"load=\[\[0, 1\], \[2\]\]: give rows of equal length"
    ):
        way(parameters={"load": [[0, 1], [2]]})


def test_numpy_truth_values_are_no_numbers_in_an_equation() -> None:
    x = variable()
    x.name = "x"
    with pytest.raises(ExpressionError, match="needs numbers"):
        x + np.True_
    with pytest.raises(ExpressionError, match="cannot stand in an equation"):
        x + np.array([1.0])
    with pytest.raises(ExpressionError, match="is an array"):
        x + np.array([True])
    assert str(x + np.array(1.0)) == "x + 1.0"


def test_start_values_of_a_declaration() -> None:
    assert variable("rad", start=fixed(0.0, nominal=1e-3)).nominal == 1e-3
    with pytest.raises(ParameterError, match=r"start=nan is not a number \(NaN\)"):
        variable("rad", start=float("nan"))
    with pytest.raises(ParameterError, match="x: 2 start values in a list for one variable"):
        dt.compile(_moving(variable(start=[1.0, 2.0])))
    with pytest.raises(ParameterError, match="x: 2 start values for 3 elements"):
        dt.compile(_moving(variable(start=[1.0, 2.0], size=3)))
    for signal in (
        RealInput("m", start=fixed(1.0)),
        IntegerInput(start=2),
        BooleanInput(start=True),
    ):
        assert signal.start is not None


@pytest.mark.parametrize("flag", ["structural", "final", "nonzero", "vector"])
@pytest.mark.parametrize("value", [1, "yes", [True], object()])
def test_flags_are_true_or_false(flag: str, value: Any) -> None:
    with pytest.raises(ParameterError, match=rf"parameter\({flag}=.*give True or False"):
        parameter(1.0, **{flag: value})
