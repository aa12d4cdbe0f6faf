"""Random machines of linear shafts against the reference; any number with ``--long N``.

More of them, or one alone: ``python -m tests.oracles.gauss``.
"""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles.gauss.compare import compare, compared, smallest
from tests.oracles.gauss.machine import Contact, Machine, Push, Shaft
from tests.oracles.gauss.motion import moved
from tests.oracles.gauss.random_machines import random_machine
from tests.oracles.gauss.signals import constant, ramp

pytestmark = pytest.mark.slow

_COUNT = int(os.environ.get("DRIVETRAIN_LONG", "0")) or 200
_PARTS = 2


@pytest.mark.parametrize("part", range(_PARTS))
def test_random_machines_move_as_the_reference(part: int) -> None:
    found = [compared(seed) for seed in range(part, _COUNT, _PARTS)]
    wrong = [f"seed {one.seed}: {one.verdict}: {one.message}" for one in found if not one.is_good]
    assert not wrong, "\n".join(wrong)
    assert sum(one.verdict == "agrees" for one in found) > 0.95 * len(found)


@pytest.mark.parametrize("seed", [204, 302, 381, 567, 803, 972, 11806])
def test_machines_in_which_several_modes_seem_to_agree(seed: int) -> None:
    """Elements that let go together, or hold beside others that begin to."""
    one = compared(seed)
    assert one.is_good, one.message


@pytest.mark.parametrize("seed", [988, 9864, 14595, 15057, 15499, 16081, 16958, 26086, 26977])
def test_machines_whose_shares_are_several_exchanges_away(seed: int) -> None:
    """Several reach their limits at once, or one of them bears next to nothing."""
    one = compared(seed)
    assert one.is_good, one.message


def test_equal_speeds_at_the_start() -> None:
    wrong = [one.message for one in map(compared, (278, 285)) if not one.is_good]
    assert not wrong, "\n".join(wrong)


HELD = Machine(
    (Shaft(1.0), Shaft(2.0)),
    pushes=(Push(0, ramp(0.0, 20.0, 0.0, 1.0)), Push(1, constant(0.0))),
    contacts=(
        Contact("brake", 0, None, ((0.0, 4.0),), 1.5, constant(1.0)),
        Contact("bearing", 1, None, ((0.0, 1.0),)),
    ),
)


def test_a_machine_agrees_with_itself() -> None:
    assert compare(HELD).verdict == "agrees"


@pytest.mark.parametrize("factor", [1.0 + 1e-5, 0.9])
def test_another_limit_is_found(monkeypatch: pytest.MonkeyPatch, factor: float) -> None:
    """The package runs a machine whose brake holds more or less than that of the reference."""
    first, *others = HELD.contacts
    changed = replace(HELD, contacts=(replace(first, peak=first.peak * factor), *others))
    monkeypatch.setattr(Machine, "model", lambda _, made=Machine.model: made(changed))
    outcome = compare(HELD)
    assert outcome.verdict == "differs"
    assert "shaft0" in outcome.message


def test_a_wrong_share_of_a_torque_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shafts rest in both; the load on the bearing is another one."""
    pushed = replace(HELD, pushes=(HELD.pushes[0], Push(1, constant(0.5))))
    monkeypatch.setattr(Machine, "model", lambda _, made=Machine.model: made(pushed))
    outcome = compare(HELD)
    assert (outcome.verdict, outcome.kind) == ("differs", "bearing.tau differs")


def test_a_difference_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    small = smallest(HELD, lambda one: any(c.kind == "brake" for c in one.contacts))
    assert [c.kind for c in small.contacts] == ["brake"]
    assert (len(small.shafts), len(small.pushes)) == (1, 0)


def test_a_number_is_a_machine() -> None:
    assert random_machine(7) == random_machine(7)
    kinds = {c.kind for seed in range(20) for c in random_machine(seed).contacts}
    assert kinds == {"clutch", "brake", "bearing", "freewheel"}


def test_the_script_is_the_model() -> None:
    machine = random_machine(3)
    members = [
        line.split(" = ")[0].strip() for line in machine.script.splitlines() if " = " in line
    ]
    assert {f"shaft{k}" for k in range(len(machine.shafts))} <= set(members)
    assert moved(machine, np.linspace(0.0, 1.0, 3)).speeds.shape == (3, len(machine.shafts))
