"""Members have one Modelica name each, and are what the standard library declares."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from drivetrain.modelica import library
from drivetrain.modelica.library.find import known_classes
from drivetrain.modelica.library.members import (
    BY_CLASS,
    EVERYWHERE,
    FIXED_VALUES,
    MODIFIERS,
    OLDER_BY_CLASS,
    OLDER_MEMBERS,
    ONLY_HERE,
    WITHOUT_EFFECT,
)
from drivetrain.modelica.library.naming import snake_case
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter
from tests.modelica.library.standard_library import FACTS, ClassFacts


def found(name: str, version: str | None = None) -> library.LibraryClass:
    one = library.find_class(name, version)
    assert one is not None
    return one


def newest_names(one: library.LibraryClass) -> dict[str, str]:
    """Return the Modelica names of an edition without those of older ones."""
    old = {*OLDER_MEMBERS.items()} | {*OLDER_BY_CLASS.get(one.modelica_name, {}).items()}
    old |= {("flange_a", "flange"), ("flange_b", "flange")}
    return dict(pair for pair in one.members.items() if pair not in old)


COMPONENTS = [
    one
    for name in known_classes()
    for one in {found(name).modelica_name: found(name), "2002": found(name, "1.6")}.values()
    if issubclass(one.load(), Component)
]


def test_every_member_has_one_modelica_name_and_back() -> None:
    wrong = {}
    for one in COMPONENTS:
        ours = set(one.load().declarations()) - ONLY_HERE - set(one.modifiers.values())
        twice = Counter(newest_names(one).values()) - Counter(ours)
        if set(one.members.values()) != ours or twice:
            wrong[one.modelica_name] = ours ^ set(one.members.values()) | set(twice)
    assert not wrong


def test_names_follow_the_rule_or_are_exceptions() -> None:
    exceptions = {"dT", "cr_constant", "f_weight", "force_direction", "torque_direction"}
    wrong = {
        (one.modelica_name, theirs)
        for one in COMPONENTS
        for theirs, ours in newest_names(one).items()
        if snake_case(theirs) != ours
        and ours not in exceptions | set(BY_CLASS.get(one.modelica_name, {}))
    }
    assert not wrong


def test_no_entry_is_dead() -> None:
    used = {ours for one in COMPONENTS for ours in one.members.values()}
    assert set(EVERYWHERE) <= used
    for name, listed in BY_CLASS.items():
        assert set(listed) <= set(found(name).members.values())
    assert used >= set(OLDER_MEMBERS.values())


def parameters(cls: type[Any]) -> dict[str, Any]:
    kinds = (Parameter, TableParameter)
    return {
        name: one
        for name, one in cls.declarations().items()
        if isinstance(one, kinds) and not getattr(one, "final", False) and name not in ONLY_HERE
    }


def test_the_facts_are_of_all_components_of_the_newest_edition() -> None:
    newest = {one.modelica_name for one in COMPONENTS if one.edition != "2002"}
    assert newest == {facts.name for facts in FACTS}


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.name)
def test_parameters_are_those_of_the_standard_library(facts: ClassFacts) -> None:
    one = found(facts.name)
    known = {one.members[theirs.name] for theirs in facts.parameters}
    assert known == set(parameters(one.load()))


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.name)
def test_connectors_are_those_of_the_standard_library(facts: ClassFacts) -> None:
    one = found(facts.name)
    kinds = (Connector, Signal)
    ours = {name for name, x in one.load().declarations().items() if isinstance(x, kinds)}
    if one.name == "ThermalCollector":
        ours.add("port_a")  # a part with one port, so that there can be an array of it
    assert {one.members[theirs] for theirs in facts.connectors} == ours - {"expression"}


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.name)
def test_defaults_and_units_are_those_of_the_standard_library(facts: ClassFacts) -> None:
    one = found(facts.name)
    for theirs in facts.parameters:
        ours = one.load().declarations()[one.members[theirs.name]]
        if theirs.default != "?":
            assert written(ours.default) == expected(theirs.default, one), theirs.name
        if theirs.unit != "1":
            assert ours.unit == theirs.unit, theirs.name


def written(default: Any) -> Any:
    """Return a default of this package in a form that can be compared."""
    if default is REQUIRED or isinstance(default, (bool, str)):
        return None if default is REQUIRED else default
    if isinstance(default, (int, float)):
        return float(default)
    if isinstance(default, (list, tuple)):
        rows = default[0] if default and isinstance(default[0], (list, tuple)) else default
        return [float(one) for one in rows]
    return getattr(default, "name", None) or str(default).replace(" ", "")


def expected(default: str | None, one: library.LibraryClass) -> Any:
    """Return a default of the standard library in the same form."""
    if default is None:
        return None
    if default in ("true", "false"):
        return default == "true"
    if default[0] in "[{":
        return [float(number) for number in default[1:-1].split(",")]
    try:
        return float(default)
    except ValueError:
        pass
    sign, name = default[: default[0] == "-"], default.removeprefix("-")
    if name in one.members:
        return sign + one.members[name]
    return default if "*" in default else snake_case(default).lower()


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.name)
def test_start_values_are_those_of_parameters_without_a_default(facts: ClassFacts) -> None:
    required = {one.name for one in facts.parameters if one.default is None}
    assert set(found(facts.name).starts) <= required


@pytest.mark.parametrize("table", [FIXED_VALUES, MODIFIERS, WITHOUT_EFFECT, OLDER_BY_CLASS])
def test_special_cases_are_of_classes_that_exist(table: Any) -> None:
    assert set(table) - {""} <= set(known_classes())


@pytest.mark.parametrize("table", [FIXED_VALUES, WITHOUT_EFFECT])
def test_what_has_no_counterpart_is_no_member(table: Any) -> None:
    for name in set(table) - {""}:
        assert not set(table[name]) & set(found(name).members)


def test_an_expression_is_given_as_output() -> None:
    source = found("Modelica.Blocks.Sources.RealExpression")
    assert source.modifiers == {"y": "expression"}
    assert source.members["y"] == "y"
    assert "expression" not in source.members


def test_older_names_of_members() -> None:
    sensor = found("Modelica.Mechanics.Rotational.Sensors.AngleSensor", "2.2")
    clutch = found("Modelica.Mechanics.Rotational.Clutch", "2.2.2")
    gear = found("Modelica.Mechanics.Rotational.LossyGear", "2.2.2")
    old = found("Modelica.Mechanics.Rotational.Clutch", "1.6")
    sine = found("Modelica.Blocks.Sources.Sine", "3.2.3")
    assert sensor.members["flange_a"] == "flange"
    assert clutch.members["mue_pos"] == "mu_pos"
    assert gear.members["i"] == "ratio"
    assert "both sides" in gear.difference
    assert old.members["inPort"] == old.members["inPort.signal"] == "in_port"
    assert old.members["mue_pos"] == "mue_pos"
    assert sine.members["freqHz"] == sine.members["f"] == "f"


def test_a_default_of_an_older_edition() -> None:
    name = "Modelica.Blocks.Continuous.CriticalDamping"
    assert found(name, "2.2.2").defaults == {"normalized": False}
    assert found(name, "3.2.3").defaults == found(name).defaults == {}
