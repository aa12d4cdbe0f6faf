"""Hints for drawings."""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain.diagram.hints import Hints, unknown_names
from drivetrain.errors import ArgumentError


def test_names_are_kept_as_tuples() -> None:
    hints = Hints(order=["set1", "set2"], below="angle")  # type: ignore[arg-type]
    assert hints == Hints(order=("set1", "set2"), below=("angle",))
    assert hash(hints) == hash(Hints(order=("set1", "set2"), below=("angle",)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"view": "sektion"}, r"no such view; did you mean 'section'"),
        ({"view": 3}, r"no such view"),
        ({"order": 3}, r"give the names of parts"),
        ({"order": ("set1", 3)}, r"3 is not the name of a part"),
        ({"below": None}, r"give the names of parts"),
        ({"orders": ()}, r"no argument 'orders'; did you mean 'order'"),
    ],
)
def test_others_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        Hints(**arguments)


def test_unknown_names_are_told_with_the_nearest() -> None:
    hints = Hints(order=("set1", "seet2"), below=("angel",))
    found = unknown_names(hints, ("set1", "set2", "angle"))
    assert len(found) == 2
    assert "'seet2'; did you mean 'set2'" in found[0]
    assert "Hints(below=…): there is no part 'angel'; did you mean 'angle'" in found[1]
