"""Names: what they mean where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivetrain.errors import ModelicaError
from drivetrain.modelica.lookup.found import FoundComponent, LibraryName, Predefined
from drivetrain.modelica.lookup.lookup import Lookup
from drivetrain.modelica.packages.libraries import Libraries
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax.nodes import NamePart, Reference
from drivetrain.modelica.syntax.parser import parse
from drivetrain.modelica.syntax.source_text import SourceText

KNOWN = {"Modelica", "Modelica.Math.sin", "Modelica.Icons.Example.picture"}

TEXT = """
package P
  import SI = Modelica.Units.SI;
  constant Real g = 9.81;
  package Parts
    import Modelica.Math.*;
    import P.Rigs.{Long, Short};
    partial model Base
      replaceable model Inner = P.Rigs.Long;
      parameter Real J = 1;
    end Base;
    model Shaft
      extends Base;
      extends Modelica.Icons.Example;
      Real phi;
    end Shaft;
    model Gear = Shaft;
    encapsulated model Closed
      import P.Rigs;
      Real x;
    end Closed;
  end Parts;
  package Rigs
    model Long
      Parts.Shaft shaft;
    end Long;
    model Short
    end Short;
    model Loop
      extends Loop;
    end Loop;
    model First
      extends Second;
    end First;
    model Second
      extends First;
    end Second;
    model Lost
      extends Nowhere;
    end Lost;
  end Rigs;
end P;
"""


@pytest.fixture
def top() -> StoredClass:
    source = SourceText(TEXT, "P.mo")
    return StoredClass(parse(source).classes[0], source)


@pytest.fixture
def lookup() -> Lookup:
    return Lookup(Libraries([]), KNOWN.__contains__)


def reference(text: str) -> Reference:
    parts = text.lstrip(".").split(".")
    return Reference(tuple(map(NamePart, parts)), is_global=text.startswith("."))


def inside(top: StoredClass, path: str) -> StoredClass:
    found = top
    for name in path.split("."):
        child = found.child(name)
        assert child is not None
        found = child
    return found


@pytest.mark.parametrize(
    ("scope", "name", "full_name"),
    [
        ("Parts.Shaft", "J", "P.Parts.Base.J"),
        ("Parts.Shaft", "phi", "P.Parts.Shaft.phi"),
        ("Parts.Shaft", "g", "P.g"),
        ("Parts.Shaft", "Inner", "P.Parts.Base.Inner"),
        ("Parts.Shaft", "Long", "P.Rigs.Long"),
        ("Parts.Shaft", "Rigs.Short", "P.Rigs.Short"),
        ("Parts.Shaft", "P.Rigs.Short", "P.Rigs.Short"),
        ("Parts.Shaft", ".P.g", "P.g"),
        ("Parts.Shaft", "picture", "Modelica.Icons.Example.picture"),
        ("Rigs.Long", "Parts.Gear.J", "P.Parts.Base.J"),
        ("Rigs.Long", "shaft.phi", "P.Rigs.Long.shaft"),
        ("Parts.Closed", "Rigs.Long", "P.Rigs.Long"),
    ],
)
def test_a_name_is_looked_up_from_inside_out(
    top: StoredClass, lookup: Lookup, scope: str, name: str, full_name: str
) -> None:
    found = lookup.meaning(reference(name), inside(top, scope))
    assert found.full_name == full_name


def test_kinds_of_what_is_found(top: StoredClass, lookup: Lookup) -> None:
    shaft = inside(top, "Parts.Shaft")
    assert isinstance(lookup.meaning(reference("J"), shaft), FoundComponent)
    assert isinstance(lookup.meaning(reference("Base"), shaft), StoredClass)
    assert lookup.meaning(reference("Real"), shaft) == Predefined("Real")
    prefer = LibraryName("StateSelect.prefer")
    assert lookup.meaning(reference("StateSelect.prefer"), shaft) == prefer
    assert lookup.meaning(reference("SI.Torque"), shaft) == LibraryName("Modelica.Units.SI.Torque")
    assert lookup.meaning(reference("sin"), shaft) == LibraryName("Modelica.Math.sin")


@pytest.mark.parametrize(
    ("scope", "name", "message"),
    [
        (
            "Parts.Shaft",
            "phu",
            r"there is no 'phu' in P\.Parts\.Shaft or around it; did you",
        ),
        ("Parts.Closed", "g", "there is no 'g' in P.Parts.Closed or around it"),
        ("Parts.Shaft", "cos", "there is no 'cos'"),
        ("Rigs.Long", "Parts.Shft", "there is no 'Shft' in P.Parts; did you mean 'Shaft'"),
        ("Rigs.Loop", "x", "P.Rigs.Loop is a base of itself"),
        ("Rigs.First", "x", "P.Rigs.(First|Second) is a base of itself"),
        ("Rigs.Lost", "x", "there is no 'Nowhere' in P.Rigs.Lost or around it"),
    ],
)
def test_names_without_a_meaning_are_refused(
    top: StoredClass, lookup: Lookup, scope: str, name: str, message: str
) -> None:
    with pytest.raises(ModelicaError, match=message):
        lookup.meaning(reference(name), inside(top, scope))


def test_a_component_is_no_class(top: StoredClass, lookup: Lookup) -> None:
    with pytest.raises(ModelicaError, match=r"'g' is a component, declared at P\.mo:4:17"):
        lookup.class_of(reference("g"), inside(top, "Parts.Shaft"))


def test_a_library_on_disk_is_found_at_the_top(tmp_path: Path, top: StoredClass) -> None:
    (tmp_path / "Mine.mo").write_text("package Mine model Wheel end Wheel; end Mine;")
    lookup = Lookup(Libraries([tmp_path]), KNOWN.__contains__)
    found = lookup.class_of(reference("Mine.Wheel"), inside(top, "Parts.Shaft"))
    assert found.full_name == "Mine.Wheel"
