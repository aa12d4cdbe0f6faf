"""`check` finds every example balanced, with the states that are meant, and has nothing to remark.

Relative angles and speeds are the states where something slips or yields; that a change of the
compiler takes others is worth knowing.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from drivetrain import check, examples
from tests.properties.states import STATES


@cache
def checked(name: str) -> Any:
    return check(examples.find(name)())


@pytest.mark.parametrize("name", examples.names())
def test_an_example_is_usable_without_a_remark(name: str) -> None:
    report = checked(name)
    assert report.faults == ()
    assert report.warnings == ()


@pytest.mark.parametrize("name", sorted(STATES))
def test_the_states_are_those_that_are_meant(name: str) -> None:
    assert set(checked(name).states) == STATES[name]


def test_the_states_of_all_examples_are_written_down() -> None:
    assert set(STATES) == set(examples.names())
