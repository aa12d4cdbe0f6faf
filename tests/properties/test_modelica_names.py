"""The table of Modelica names is complete: every public class is in it, and all it says exists."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from drivetrain import examples
from drivetrain.modelica.library.classes import GROUPS, ONLY_HERE
from drivetrain.modeling import Component, Connector
from tests.properties.classes import LIBRARIES

_DOCS = Path(__file__).parents[2] / "docs"


def _load(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


WRITER = _load(_DOCS / "make_modelica_names.py")
MAPPED = [library for library in LIBRARIES if library.__name__ != "drivetrain.book"]


def named() -> Iterator[tuple[str, str]]:
    """Yield library and name of all classes that the table has."""
    for group in GROUPS:
        yield from ((group.library, ours) for _, ours in group.names())


def offered(library: Any) -> set[str]:
    """Return the names of the classes that a library offers."""
    kinds = (Component, Connector)
    return {name for name in library.__all__ if issubclass(getattr(library, name), kinds)}


@pytest.mark.parametrize("library", MAPPED, ids=lambda library: library.__name__)
def test_every_public_class_is_in_the_table(library: Any) -> None:
    mapped = {name for where, name in named() if where == library.__name__}
    own = set(ONLY_HERE.get(library.__name__, "").split())
    assert mapped | own == offered(library)
    assert not mapped & own


def test_every_example_of_the_standard_library_is_in_the_table() -> None:
    mapped = {
        ".".join([*library.split(".")[2:], name])
        for library, name in named()
        if library.startswith("drivetrain.examples")
    }
    own = ("book", "contacts", "gears", "machines", "redundancy")
    wanted = {n for n in examples.names() if n.partition(".")[0] not in own}
    assert mapped == wanted


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.package)
def test_what_the_table_names_exists(group: Any) -> None:
    for _, ours in group.names():
        if group.library.startswith("drivetrain.examples"):
            examples.find(".".join([*group.library.split(".")[2:], ours]))
        else:
            assert ours in import_module(group.library).__all__


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.package)
def test_a_modelica_name_stands_in_the_table_once(group: Any) -> None:
    written = Counter([*(name for name, _ in group.names()), *group.missing])
    assert max(written.values()) == 1
    assert not [name for name, ours in group.renamed.items() if name == ours]


def test_the_page_in_the_repository_is_up_to_date() -> None:
    shown = WRITER.PAGE.read_text(encoding="utf-8")
    assert shown == WRITER.page(), "write it anew: python docs/make_modelica_names.py"
