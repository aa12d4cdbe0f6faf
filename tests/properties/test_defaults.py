"""Defaults and bounds of every parameter are those of the libraries that the classes come from."""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain.modeling import Component, Expr
from drivetrain.modeling.members import Parameter
from tests.properties.classes import COMPLETE, label, parameters
from tests.properties.defaults import BOUNDS, DEFAULTS
from tests.properties.defaults.values import Formula


def plain(value: Any) -> Any:
    """Return an expression as its text."""
    return Formula(str(value)) if isinstance(value, Expr) else value


@pytest.mark.parametrize("cls", COMPLETE, ids=label)
def test_defaults(cls: type[Component]) -> None:
    found = {name: plain(member.default) for name, member in parameters(cls).items()}
    assert found == DEFAULTS[label(cls)]


@pytest.mark.parametrize("cls", COMPLETE, ids=label)
def test_bounds(cls: type[Component]) -> None:
    found = {
        name: (plain(member.minimum), plain(member.maximum))
        for name, member in parameters(cls).items()
        if isinstance(member, Parameter)
    }
    limited = {name: bounds for name, bounds in found.items() if bounds != (None, None)}
    assert limited == BOUNDS.get(label(cls), {})


def test_the_tables_know_no_other_classes() -> None:
    assert set(BOUNDS) <= set(DEFAULTS) == {label(cls) for cls in COMPLETE}
