"""Symbols: every class of the libraries has one that exists; outlines are read as SVG does."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

import drivetrain
import drivetrain as dt
from drivetrain.diagram.symbols import SYMBOLS, outline, symbol_named
from drivetrain.errors import ModelError
from drivetrain.model_structure.port import declared_ports
from drivetrain.modeling import Component
from drivetrain.rotational import Clutch, Inertia

LIBRARIES = ("rotational", "clutches", "couplings", "gears", "translational", "thermal", "blocks",
             "book", "edition2002", "electrical")  # fmt: skip


def component_classes() -> list[type[Component]]:
    """Return the public component classes of all libraries."""
    found = []
    for name in LIBRARIES:
        library = import_module(f"drivetrain.{name}")
        found += [one for one in vars(library).values() if isinstance(one, type)]
    return [one for one in found if issubclass(one, Component)]


@pytest.mark.parametrize("cls", component_classes(), ids=lambda cls: cls.__qualname__)
def test_the_symbol_of_every_class_exists(cls: type[Component]) -> None:
    assert symbol_named(cls.symbol) is None or cls.symbol in SYMBOLS


@pytest.mark.parametrize("cls", component_classes(), ids=lambda cls: cls.__qualname__)
def test_what_moves_along_has_no_symbol_of_what_turns(cls: type[Component]) -> None:
    domains = {port.domain for port in declared_ports(cls) if not port.is_signal} - {"heat"}
    if domains == {"translation"}:
        assert cls.symbol not in ("motion", "torque", "gear", "planetary", "wheel")
    if domains == {"rotation"}:
        assert cls.symbol not in ("travel", "force", "rod", "vehicle")


def test_libraries_are_all_here() -> None:
    packages = {one.name for one in pkgutil.iter_modules(drivetrain.__path__) if one.ispkg}
    assert set(LIBRARIES) <= packages
    assert sum(bool(cls.symbol) for cls in component_classes()) > 100


@pytest.mark.parametrize("name", list(SYMBOLS))
def test_a_symbol_is_drawn_inside_its_size(name: str) -> None:
    symbol = SYMBOLS[name]
    for item in symbol.items:
        for _, values in item.steps:  # type: ignore[union-attr]
            assert all(abs(x) <= symbol.width / 2 + 0.1 for x in values[::2]), values
            assert all(abs(y) <= symbol.height / 2 + 7 for y in values[1::2]), values


def test_an_outline_of_a_user() -> None:
    assert outline("M-26 0H-8M8 0V5L1 2C1 2 3 4 5 6Z").steps == (
        ("M", (-26.0, 0.0)), ("L", (-8.0, 0.0)), ("M", (8.0, 0.0)), ("L", (8.0, 5.0)),
        ("L", (1.0, 2.0)), ("C", (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)), ("Z", ()),
    )  # fmt: skip


@pytest.mark.parametrize("text", ["M1", "L1 2", "M1 2C3 4", "M1 2Z5"])
def test_a_wrong_outline(text: str) -> None:
    with pytest.raises(ModelError, match="as in SVG"):
        outline(text)


def test_a_symbol_that_does_not_exist() -> None:
    class Odd(Clutch):
        symbol = "cluch"

    m = dt.Model("odd")
    m.add(a=Inertia(J=1.0), b=Odd(fn_max=1.0))
    m.connect(m.a >> m.b)
    with pytest.raises(ModelError, match="did you mean 'clutch'"):
        m.diagram()
