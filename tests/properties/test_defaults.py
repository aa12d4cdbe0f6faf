"""Defaults and bounds of every parameter are those of the libraries that the classes come from.

Some bounds are stricter: where a value would make a part drive itself, or leave nothing of it.
"""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain.modeling import Component, Expr
from drivetrain.modeling.members import Parameter
from tests.properties.classes import COMPLETE, label, parameters
from tests.properties.defaults import BOUNDS, DEFAULTS
from tests.properties.defaults.stricter import NONZERO, STRICTER
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
    assert limited == BOUNDS.get(label(cls), {}) | STRICTER.get(label(cls), {})


@pytest.mark.parametrize("cls", COMPLETE, ids=label)
def test_where_zero_has_no_meaning(cls: type[Component]) -> None:
    members = {n: m for n, m in parameters(cls).items() if isinstance(m, Parameter)}
    assert {n for n, m in members.items() if m.nonzero} == NONZERO.get(label(cls), set())


def test_the_tables_know_no_other_classes() -> None:
    assert set(BOUNDS) | set(STRICTER) | set(NONZERO) <= set(DEFAULTS)
    assert set(DEFAULTS) == {label(cls) for cls in COMPLETE}
