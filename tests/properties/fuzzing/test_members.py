"""Whatever a component is made with: it works, or there is one message of ours.

Every class that ships, every member it declares – parameters, those that change the equations,
tables, start values, inputs, parts – and names that it does not have; on its bench, with
anything at all, or with what is of the right kind, though perhaps of a strange size.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.fuzzing import LONG, StillGoing, anything, impatient, shown, within
from tests.properties.classes import COMPLETE, given
from tests.properties.rig import Bench

from drivetrain import Model, Report, blocks, check, fixed, guess, rotational
from drivetrain.errors import CheckWarning, DrivetrainError, ModelWarning
from drivetrain.modeling import Component, time
from drivetrain.modeling.expression import BOOLEAN, INTEGER
from drivetrain.modeling.members import Parameter, TableParameter, Variable

pytestmark = pytest.mark.slow

COUNT = LONG or 200
MEMBERS = [(cls, name) for cls in COMPLETE for name in (*cls.declarations(), "enabled", "bogus")]
random.Random(1).shuffle(MEMBERS)


RATES = {"v", "w", "a", "pder", "pder2"}
"""Inputs that are derivatives of others: what is given for one need not fit, and the check of the
run says so."""

NUMBERS = [0.0, -0.0, 1e-6, 0.5, 1.0, 2.0, 10.0, 1e3, -1.0, -1e3, 5e-324, 1e-300, 1e-30, 1e30]
NUMBERS += [1e-15, 1e15, 1e100, 1e308, -1e308, float("inf"), float("-inf"), float("nan")]


def hostile(rng: random.Random, cls: type[Component], name: str) -> dict[str, Any]:
    names = [name, *(rng.choice([*cls.declarations(), name]) for _ in range(rng.random() < 0.2))]
    kind = rng.choice([of_the_kind, lambda *_: rng.choice(anything())])
    return {name: kind(rng, cls.declarations().get(name)) for name in names}


def of_the_kind(rng: random.Random, member: Any) -> Any:
    """Return what may be given for a member as far as its declaration tells."""
    if isinstance(member, TableParameter):
        rows = [[rng.choice(NUMBERS) for _ in range(member.columns)] for _ in range(3)]
        return sorted(rows)[: rng.randrange(1, 4)]
    if isinstance(member, Parameter) and member.choices:
        return rng.choice(member.choices)
    if isinstance(member, Parameter) and member.vector:
        return rng.choices(NUMBERS, k=rng.randrange(1, 4))
    if isinstance(member, Parameter) or getattr(member, "is_input", False):
        return value_of(rng, member.kind)
    if isinstance(member, Variable):
        return rng.choice([fixed, guess])(value_of(rng, member.kind))
    return rng.choice([True, False])


def value_of(rng: random.Random, kind: str) -> float | bool:
    if kind == BOOLEAN:
        return rng.choice([True, False])
    return rng.choice([-1, 0, 1, 2, 3, 7, 1000]) if kind == INTEGER else rng.choice(NUMBERS)


def put_to_use(rng: random.Random, cls: type[Component], values: dict[str, Any]) -> str:
    """Return what somebody gets to read, empty if it runs."""
    report = Report("")
    housings, heated = rng.choice(["none", "none", "ground"]), rng.random() < 0.2
    try:
        with within():
            part = cls(**{**given(cls), **values})
            report = check(type("Host", (Model,), {"part": part})())
            compiled = Bench(cls, housings, heated, **values).compiled
            compiled.simulate(stop_time=0.2, progress=impatient())
    except StillGoing:
        return ""
    except DrivetrainError as error:
        return "\n".join([str(error), *report.faults])
    except ModelWarning as doubt:
        return str(doubt)
    except CheckWarning as doubt:
        if not RATES & set(values):
            raise
        return str(doubt)
    return ""


@pytest.mark.filterwarnings("error")
def test_anything_for_any_member_of_any_class() -> None:
    rng, refused = random.Random(LONG), 0
    for number in range(COUNT):
        cls, name = MEMBERS[number % len(MEMBERS)]
        values = hostile(rng, cls, name)
        try:
            said = put_to_use(rng, cls, values)
        except BaseException as error:
            pytest.fail(f"number {number}, {cls.__name__}({shown(values)}): {error!r}")
        assert not said or any(
            word in said for word in (*values, cls.__name__, "part", "seat", "port")
        ), said
        refused += bool(said)
    assert COUNT / 4 < refused < COUNT * 7 / 8


KNOWN = [
    (blocks.KinematicPTP2, {"q_end": []}, "at least one number"),
    (blocks.KinematicPTP, {"qd_max": [1.0, 2.0, 3.0], "qdd_max": [1.0, 2.0]}, "qdd_max: 2 values"),
    (blocks.MultiSum, {"nu": 2, "k": [1.0, 2.0, 3.0]}, "k: 3 values; give one for all, or 2"),
    (blocks.CombiTimeTable, {"table": [[0, 1]], "offset": [1.0, 2.0]}, "offset: 2 values; .*or 1"),
    (
        blocks.Filter,
        {"order": 3, "init_type": "initial_state", "x_start": [1.0, 2.0]},
        "x_start: 2 values; give one for all, or 3",
    ),
    (blocks.CombiTable1Dv, {"columns": iter([2])}, "columns=.*read only once; give a list"),
    (blocks.IntegerTable, {"table": [1.0, 2.0]}, "at least one row of 2 numbers"),
    (blocks.PadeDelay, {"m": "a"}, "m='a': give a whole number"),
    (blocks.PadeDelay, {"n": 10**400}, "n: the number is too large"),
    (blocks.MultiSum, {"nu": float("inf")}, "nu=inf: give a whole number"),
    (blocks.MultiSum, {"nu": [2, 3]}, r"nu=\[2, 3\]: give one value, not several"),
    (rotational.Torque, {"use_support": [True, False]}, "use_support=.*: give one value, not"),
    (blocks.Filter, {"order": 0}, "order=0 is below its minimum 1"),
    (blocks.MatrixGain, {"K": [[1, 2], [3]]}, "K=.*give rows of equal length"),
    (blocks.MatrixGain, {"K": [1, 2]}, r"K=.*in the form \[\[1, 2\], \[3, 4\]\]"),
    (blocks.CombiTimeTable, {"table": [[0, 1]], "columns": "y"}, r"columns='y': .*\[2, 3\]"),
    (blocks.CombiTimeTable, {"file_name": 5}, "file_name=5: give a text"),
    (blocks.Gain, {"u": "time"}, "u='time': give a number"),
    (blocks.Gain, {"u": float("nan")}, "u is not a number"),
    (blocks.Gain, {"u": [1.0, 2.0]}, r"u=\[1.0, 2.0\]: give one value "),
    (blocks.Gain, {"enabled": [1]}, r"\(enabled\)=\[1\]: give True or False"),
    (rotational.Torque, {"tau": "10 N"}, "tau: '10 N' cannot be converted to 'N.m'"),
    (rotational.Clutch, {"mu_pos": [["0", "1"]]}, "not a table of numbers"),
    (rotational.Clutch, {"mu_pos": np.array([[0, 1j]])}, "not a table of numbers"),
    (rotational.Clutch, {"mu_pos": time}, "mu_pos=time: give rows of numbers"),
    (rotational.InitializeFlange, {"phi_start": [1.0, 2.0]}, "phi_start=.*: give one value "),
    (rotational.Inertia, {"w": fixed([[0, 1], [1]])}, "w=.*give rows of equal length"),
]


@pytest.mark.parametrize("third", [Fraction(1, 3), np.float64(1 / 3), np.longdouble(1) / 3])
def test_numbers_of_every_kind_for_an_input(third: Any) -> None:
    run = Bench(blocks.Gain, k=3.0, u=third).compiled.simulate(stop_time=0.1)
    assert run.final["part.y"] == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize(("cls", "values", "said"), KNOWN)
def test_what_was_an_error_of_another_kind(
    cls: type[Component], values: dict[str, Any], said: str
) -> None:
    with pytest.raises(DrivetrainError, match=said):
        Bench(cls, **values).compiled.simulate(stop_time=0.1)
