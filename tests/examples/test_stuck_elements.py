"""What is locked does not move: its speed and acceleration are 0.0 in every row of a result."""

from __future__ import annotations

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

from drivetrain import examples, simulate
from drivetrain.simulation.results.result import Result

pytestmark = pytest.mark.slow

MOTIONS = ("w_relfric", "w_rel", "w_a", "w", "v_relfric", "v_rel", "v")
ACCELERATIONS = tuple(name.replace("w", "a").replace("v", "a") for name in MOTIONS)
PRESCRIBED = {"redundancy.FrictionOnSpeedSource": ("brake", "bearing")}
"""A source gives their speed, so that nothing holds it: their modes are the sign of its motion."""
NOISE = 2e-12
"""Speed below which a motion that begins is not told from rest, rad/s; half of it is ignored."""


def elements(result: Result) -> list[str]:
    return sorted(name.rpartition(".")[0] for name in result if name.endswith(".locked"))


def of(result: Result, path: str, names: tuple[str, ...]) -> dict[str, np.ndarray]:
    found = {f"{path}.{n}": result[f"{path}.{n}"] for n in names if f"{path}.{n}" in result}
    assert found, f"{path} has none of {names}"
    return found


@pytest.mark.parametrize("solver", ["auto", "rodas"])
@pytest.mark.parametrize("name", examples.names())
def test_locked_elements_do_not_move(name: str, solver: str) -> None:
    result = compiled_example(name).simulate(solver=solver)
    for path in elements(result):
        locked = result[f"{path}.locked"]
        if path in PRESCRIBED.get(name, ()):
            assert abs(result[f"{path}.w"][locked]).max() <= NOISE
            continue
        moving = of(result, path, MOTIONS) | of(result, path, ACCELERATIONS)
        assert [n for n, v in moving.items() if v[locked].any()] == []


@pytest.mark.parametrize("name", examples.names())
def test_what_is_stuck_but_not_locked_begins_to_move(name: str) -> None:
    """The mode changes when the speed has a sign: until then it is noise."""
    result = compiled_example(name).simulate()
    for path in elements(result):
        if f"{path}.mode" not in result or f"{path}.free" not in result:
            continue
        stuck, locked = result[f"{path}.mode"] == 0, result[f"{path}.locked"]
        assert not (locked & ~stuck).any()
        starts = result[f"{path}.start_forward"] | result[f"{path}.start_backward"]
        assert starts[stuck & ~locked].all()
        for values in of(result, path, MOTIONS).values():
            assert abs(values[stuck]).max(initial=0.0) <= NOISE


def test_there_are_many_such_elements() -> None:
    found = [elements(simulate(examples.find(n)(), stop_time=0.0)) for n in examples.names()]
    assert sum(map(len, found)) > 50
