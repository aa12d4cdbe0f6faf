"""Libraries are laid out alike: one class a module, conditional connectors that have to be used."""

from __future__ import annotations

import inspect

import pytest

from drivetrain.modeling import Component
from tests.properties.classes import COMPLETE, COMPONENTS, LIBRARIES, connectors, label

every = pytest.mark.parametrize("cls", COMPONENTS, ids=label)


@every
def test_dissipating_components_can_hand_their_heat_on(cls: type[Component]) -> None:
    names = cls.declarations()
    if "internal_heat_port" in names:
        assert {"heat_port", "use_heat_port"} <= set(names)  # the parts dissipate
        return
    assert ("loss_power" in names) == ("heat_port" in names) == ("use_heat_port" in names)


@every
def test_switched_connectors_have_to_be_connected(cls: type[Component]) -> None:
    switched = [c for c in connectors(cls).values() if c.enabled is not True]
    assert all(c.required for c in switched)


def test_each_complete_class_has_a_module_of_its_own() -> None:
    modules = [cls.__module__ for cls in COMPLETE]
    assert len(set(modules)) == len(modules)
    for cls in COMPLETE:
        module = inspect.getmodule(cls)
        assert module is not None
        assert module.__all__ == [cls.__name__]


def test_libraries_list_what_they_offer() -> None:
    for library in LIBRARIES:
        assert len(set(library.__all__)) == len(library.__all__)
        assert all(hasattr(library, name) for name in library.__all__)
