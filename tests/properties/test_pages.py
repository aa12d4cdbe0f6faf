"""Every component class is described on a page of the catalogue."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from drivetrain.modeling import Component
from tests.properties.classes import COMPONENTS, LIBRARIES, label

pytest.importorskip("sphinx", reason="pages are made by Sphinx")
sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "_ext"))
catalogue = import_module("catalogue")


def test_every_library_has_a_page() -> None:
    assert {f"drivetrain.{name}" for name in catalogue.libraries()} == {
        library.__name__ for library in LIBRARIES
    }


@pytest.mark.parametrize("cls", COMPONENTS, ids=label)
def test_a_page_describes_every_member(cls: type[Component]) -> None:
    text = "\n".join(catalogue.section(cls))
    homes = [import_module(f"drivetrain.{name}") for name in catalogue.libraries()]
    assert any(cls in catalogue.component_classes(home) for home in homes)
    for name, member in cls.declarations().items():
        assert f"``{name}``" in text or isinstance(member, Component)
