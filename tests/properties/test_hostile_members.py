"""Whatever a component is made with: it works, or there is one message of ours.

Every class that ships, every member it declares – parameters, those that change the equations,
tables, start values, inputs, parts – and names that it does not have; on its bench, with
anything at all.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from drivetrain import Model, Report, check
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Component
from tests.hostile import LONG, anything, shown, within
from tests.properties.bench import Bench
from tests.properties.classes import COMPLETE, given

COUNT = LONG or 200
MEMBERS = [(cls, name) for cls in COMPLETE for name in (*cls.declarations(), "enabled", "bogus")]
random.Random(1).shuffle(MEMBERS)


def hostile(rng: random.Random, cls: type[Component], name: str) -> dict[str, Any]:
    values = {name: rng.choice(anything())}
    if rng.random() < 0.2:
        values[rng.choice([*cls.declarations(), name])] = rng.choice(anything())
    return values


def put_to_use(rng: random.Random, cls: type[Component], values: dict[str, Any]) -> str:
    """Return what somebody gets to read, empty if it runs."""
    report = Report("")
    housings, heated = rng.choice(["none", "none", "ground"]), rng.random() < 0.2
    try:
        with within():
            part = cls(**{**given(cls), **values})
            report = check(type("Host", (Model,), {"part": part})())
            Bench(cls, housings, heated, **values).compiled.simulate(stop_time=0.2)
    except DrivetrainError as error:
        return "\n".join([str(error), *report.faults])
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
        assert not said or any(word in said for word in (*values, cls.__name__, "part", "port")), (
            said
        )
        refused += bool(said)
    assert 0 < refused < COUNT
