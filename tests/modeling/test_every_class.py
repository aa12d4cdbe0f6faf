"""One property at a time, held against every component class that ships."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator

import pytest

from drivetrain import blocks, book, edition2002, rotational, thermal, translational
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.expression import BOOLEAN
from drivetrain.modeling.members import REQUIRED, Declaration, Parameter, Signal, TableParameter
from drivetrain.modeling.trace import OwnVariable, Trace, trace
from drivetrain.modeling.unit_check import check_units, dimension_of
from drivetrain.modeling.units import ANY, dimension
from drivetrain.thermal import celsius

LIBRARIES = (rotational, translational, thermal, celsius, blocks, edition2002, book)


def public_classes(kind: type) -> list[type]:
    found = {getattr(library, name) for library in LIBRARIES for name in library.__all__}
    return sorted((c for c in found if issubclass(c, kind)), key=lambda c: c.__qualname__)


def is_partial(cls: type) -> bool:
    """Tell whether a class is a base: it lives with the interfaces."""
    return ".interfaces" in cls.__module__


COMPONENTS = public_classes(Component)
COMPLETE = [cls for cls in COMPONENTS if not is_partial(cls)]


def required(cls: type[Component]) -> dict[str, float]:
    """Return a value for each parameter without default."""
    return {
        name: 1.0
        for name, member in cls.declarations().items()
        if isinstance(member, (Parameter, TableParameter)) and member.default is REQUIRED
    }


def variants(cls: type[Component]) -> Iterator[Component]:
    """Yield the class in all combinations of its structural switches.

    Other structural parameters keep their defaults, but empty tables get two rows.
    """
    structural = [
        (name, member)
        for name, member in cls.declarations().items()
        if isinstance(member, Parameter) and member.structural and not member.final
    ]
    switches = {
        name: member.choices or (False, True)
        for name, member in structural
        if member.choices or member.kind == BOOLEAN
    }
    tables = {
        name: [[0, 1], [1, 2]]
        for name, member in structural
        if isinstance(member.default, tuple) and not member.default
    }
    for values in itertools.product(*switches.values()):
        chosen = dict(zip(switches, values, strict=True))
        yield cls(**{**required(cls), **tables, **chosen})


def unknowns(traced: Trace) -> int:
    """Count the variables that the component's own equations have to determine.

    Connections give one equation per flow, and whoever drives an input gives one per input. In a
    class with parts they also join its own connectors and signals to those of the parts, and
    equations may say what the inputs of parts are.
    """
    if traced.subs:
        joined = sum(len(c.declaration.variables()) for c in traced.connectors)
        driven = {link.target.slot for link, _ in traced.signal_links}
        own = {v.slot for v in traced.variables if not is_input(v)}
        return len((own | inputs_of_parts(traced)) - driven) - joined
    flows = sum(sum(v.is_flow for v in c.declaration.variables()) for c in traced.connectors)
    return traced.n_variables - flows - sum(map(is_input, traced.variables))


def inputs_of_parts(traced: Trace) -> set[int]:
    return {
        sub.variable_start + k * sub.trace.n_variables + v.slot
        for sub in traced.subs
        for k in range(1 if sub.count is None else sub.count)
        for v in sub.trace.variables
        if is_input(v)
    }


def is_input(own: OwnVariable) -> bool:
    return isinstance(own.declaration, Signal) and own.declaration.is_input


@pytest.mark.parametrize("cls", COMPONENTS)
def test_units_fit(cls):
    for component in variants(cls):
        check_units(trace(component))


@pytest.mark.parametrize("cls", COMPLETE)
def test_equations_and_unknowns_are_equal_in_number(cls):
    for component in variants(cls):
        traced = trace(component)
        assert len(traced.equations) == unknowns(traced)


@pytest.mark.parametrize("cls", COMPONENTS)
def test_energy_statements_have_their_units(cls):
    for component in variants(cls):
        for name, expression in trace(component).monitors.items():
            unit = "J" if name == "stored_energy" else "W"
            assert dimension_of(expression, {}) in (dimension(unit), ANY)


@pytest.mark.parametrize("cls", [*COMPONENTS, *public_classes(Connector)])
def test_every_class_and_member_is_documented(cls):
    assert cls.__doc__
    assert cls.__doc__.splitlines()[0].endswith(".")
    members = cls.declarations() if issubclass(cls, Component) else vars(cls)
    for name, member in members.items():
        if isinstance(member, (Declaration, Connector)):
            assert member.doc, f"{cls.__name__}.{name}"


@pytest.mark.parametrize("cls", COMPONENTS)
def test_dissipating_components_can_hand_their_heat_on(cls):
    names = cls.declarations()
    assert ("loss_power" in names) == ("heat_port" in names) == ("use_heat_port" in names)


@pytest.mark.parametrize("cls", COMPONENTS)
def test_switched_connectors_have_to_be_connected(cls):
    switched = [m for m in cls.declarations().values()
                if isinstance(m, Connector) and m.enabled is not True]  # fmt: skip
    assert all(m.required for m in switched)


def test_each_complete_class_has_a_module_of_its_own():
    modules = [cls.__module__ for cls in COMPLETE]
    assert len(set(modules)) == len(modules)
    for cls in COMPLETE:
        assert inspect.getmodule(cls).__all__ == [cls.__name__]


def test_libraries_list_what_they_offer():
    for library in LIBRARIES:
        assert len(set(library.__all__)) == len(library.__all__)
        assert all(hasattr(library, name) for name in library.__all__)
