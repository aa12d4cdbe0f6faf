"""Every class and every member says in words what it is."""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain.modeling import Component, Connector
from drivetrain.modeling.members import Declaration
from tests.properties.classes import COMPONENTS, label, public_classes


@pytest.mark.parametrize("cls", [*COMPONENTS, *public_classes(Connector)], ids=label)
def test_every_class_and_member_is_documented(cls: Any) -> None:
    assert cls.__doc__
    assert cls.__doc__.splitlines()[0].endswith(".")
    members = cls.declarations() if issubclass(cls, Component) else vars(cls)
    for name, member in members.items():
        if isinstance(member, (Declaration, Connector)):
            assert member.doc, f"{cls.__name__}.{name}"
