"""Every class of the map is built from Modelica text with all its parameters set."""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest

from drivetrain import modelica
from drivetrain.errors import ModelicaError
from drivetrain.modelica import library
from tests.modelica.library.standard_library import FACTS, ClassFacts, ParameterFacts

NAMES = (
    "AnalogFilter",
    "Extrapolation",
    "Init",
    "LimiterHomotopy",
    "Regularization",
    "SimpleController",
    "Smoothness",
    "TimeEvents",
)
ENUMERATIONS = ("StateSelect", *(f"Modelica.Blocks.Types.{name}" for name in NAMES))


def other_value(theirs: ParameterFacts, ours: Any) -> tuple[str, Any] | None:
    """Return a value that is not the default: as Modelica text, and as it should arrive here."""
    choices = getattr(ours, "choices", None)
    default = theirs.default or ""
    if choices:
        return other_literal(choices, ours.default)
    if default in ("true", "false"):
        return ("false", False) if default == "true" else ("true", True)
    if default == "?":
        return None
    if default.startswith("{"):
        return "{2}", [2]
    if default.startswith("["):
        row = literal_eval(default)
        text = ", ".join(map(str, row[1:]))
        return f"[{row[0]}, {text}; 10, {text}]", [row, [10, *row[1:]]]
    return "3", 3


def other_literal(choices: Any, default: str) -> tuple[str, str]:
    """Return a literal of the enumeration that a parameter takes."""
    for enumeration in ENUMERATIONS:
        literals = library.find_enumeration(enumeration) or {}
        if set(choices) <= set(literals.values()):
            found = [one for one, value in literals.items() if value in choices]
            literal = next(one for one in found if literals[one] != default)
            return f"{enumeration}.{literal}", literals[literal]
    raise AssertionError(f"no enumeration has {choices}")


def part_of(folder: Path, text: str) -> Any:
    """Return the part of a model that has only one."""
    file = folder / "A.mo"
    file.write_text(f"model A\n  {text}\nend A;\n", encoding="utf-8")
    return modelica.load(file).declarations()["part"]


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.name)
def test_every_parameter_arrives(facts: ClassFacts, tmp_path: Path) -> None:
    found = library.find_class(facts.name)
    assert found is not None
    cls = found.load()
    modifiers, wanted = [], {}
    for theirs in facts.parameters:
        name = found.members[theirs.name]
        other = other_value(theirs, cls.declarations()[name])
        if other is not None:
            modifiers.append(f"{theirs.name} = {other[0]}")
            wanted[name] = other[1]
    part = part_of(tmp_path, f"{facts.name} part({', '.join(modifiers)});")
    assert type(part) is cls
    assert repr(part) == repr(cls(**wanted))


def test_names_of_older_editions_arrive(tmp_path: Path) -> None:
    clutch = part_of(
        tmp_path,
        "Modelica.Mechanics.Rotational.Components.Clutch part(mue_pos = [0, 0.4], fn_max = 2);",
    )
    sine = part_of(tmp_path, "Modelica.Blocks.Sources.Sine part(freqHz = 3);")
    assert repr(clutch) == "Clutch(mu_pos=[[0, 0.4]], fn_max=2)"
    assert repr(sine) == "Sine(f=3)"


def test_parameters_without_a_counterpart_can_have_their_only_value(tmp_path: Path) -> None:
    low = part_of(
        tmp_path,
        "Modelica.Blocks.Continuous.Filter part(f_cut = 2, A_ripple = 1, "
        "filterType = Modelica.Blocks.Types.FilterType.LowPass);",
    )
    mean = part_of(tmp_path, "Modelica.Blocks.Math.Mean part(f = 2, yGreaterOrEqualZero = false);")
    total = part_of(tmp_path, "Modelica.Blocks.Math.Sum part(nin = 2);")
    assert repr(total) == "Sum(k=[1.0, 1.0])"
    assert repr(low) == "Filter(f_cut=2)"
    assert repr(mean) == "Mean(f=2)"


def test_a_sum_can_be_told_how_many_inputs_it_has(tmp_path: Path) -> None:
    part = part_of(tmp_path, "Modelica.Blocks.Math.Sum part(nin = 2);")
    assert repr(part) == "Sum(nin=2)"


@pytest.mark.parametrize(
    "text",
    [
        "Modelica.Blocks.Continuous.Filter part(f_cut = 2, "
        "filterType = Modelica.Blocks.Types.FilterType.HighPass);",
        "Modelica.Blocks.Math.Mean part(f = 2, yGreaterOrEqualZero = true);",
        "Modelica.Blocks.Math.Gain part(K = 2);",
    ],
)
def test_no_other_value_is_dropped_without_a_word(text: str, tmp_path: Path) -> None:
    with pytest.raises(ModelicaError):
        part_of(tmp_path, text)
