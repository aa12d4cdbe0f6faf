"""Every component class has a page of the catalogue that says what it is and does."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from drivetrain.modeling import Component, Connector
from drivetrain.modeling.members import Parameter, Signal, TableParameter
from tests.properties.classes import COMPLETE, COMPONENTS, LIBRARIES, label

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "_ext"))
catalogue = import_module("catalogue")
laws = import_module("laws")
mathematics = import_module("mathematics")
sketch = import_module("sketch")
trials = import_module("trial")

# Nothing of these changes by itself, or they fit only into a model that is made for them.
WITHOUT_EXAMPLE = {
    "blocks.BooleanConstant",
    "blocks.Constant",
    "blocks.IntegerConstant",
    "blocks.InverseBlockConstraints",
    "blocks.SampleTrigger",
    "blocks.TerminateSimulation",
    "edition2002.Constant",
    "rotational.InitializeFlange",
    "translational.InitializeFlange",
}


def library_of(cls: type[Component]) -> str:
    return label(cls).rpartition(".")[0]


def test_every_library_has_a_page() -> None:
    assert {f"drivetrain.{name}" for name in catalogue.libraries()} == {
        library.__name__ for library in LIBRARIES
    }


def test_a_library_leads_to_the_pages_of_its_components() -> None:
    for name in catalogue.libraries():
        classes = catalogue.component_classes(import_module(f"drivetrain.{name}"))
        text = catalogue.library_page(name, classes)
        for cls in classes:
            assert f":doc:`{name}/{cls.__name__}`" in text
            assert catalogue.summary(cls) in text


def test_the_index_leads_to_every_component() -> None:
    text = "\n".join(catalogue.index())
    for cls in COMPONENTS:
        assert f":doc:`/catalogue/generated/{library_of(cls)}/{cls.__name__}`" in text


@pytest.mark.parametrize("cls", COMPONENTS, ids=label)
def test_a_page_describes_every_member(cls: type[Component]) -> None:
    text = "\n".join(catalogue.page(cls, library_of(cls), ""))
    members = cls.declarations()
    for name in members:
        assert f"``{name}``" in text
    titles = {before for before, line in pairwise(text.splitlines()) if line.startswith("---")}
    if any(isinstance(m, Parameter | TableParameter) for m in members.values()):
        assert titles & {"Parameters", "Computed parameters"}
    if any(isinstance(m, Connector | Signal) for m in members.values()):
        assert "Connectors and signals" in titles
    assert f"class {cls.__name__}(" in text


@pytest.mark.parametrize("cls", COMPONENTS, ids=label)
def test_a_page_shows_every_equation(cls: type[Component]) -> None:
    law = laws.laws(cls)
    text = "\n".join(catalogue.page(cls, library_of(cls), ""))
    stated = [e for equations in law.equations.values() for e in equations]
    assert len(stated) == len(laws.written(laws.trace(laws.made(cls))))
    for equation in stated:
        assert equation in text
        assert equation.count("{") == equation.count("}")
        assert equation.count(r"\left") == equation.count(r"\right")
        assert equation.count(r"\begin{cases}") == equation.count(r"\end{cases}")
    assert stated or law.parts or "no equation of its own" in text


@pytest.mark.parametrize("cls", COMPONENTS, ids=label)
def test_every_name_in_an_equation_is_explained(cls: type[Component]) -> None:
    text = "\n".join(catalogue.page(cls, library_of(cls), ""))
    for own in laws.trace(laws.made(cls)).variables:
        if own.hidden and "." not in own.name:
            assert f"* :math:`{mathematics.symbol(own.name)}`: " in text
    used, defined = (set(re.findall(f, text)) for f in (r"z_\{\d+\}", r"(z_\{\d+\}) &="))
    assert used == defined


@pytest.mark.parametrize(
    ("library", "name", "member", "unit"),
    [
        ("rotational", "Clutch", "locked", "—"),
        ("rotational", "Clutch", "mode", "—"),
        ("rotational", "Clutch", "mu", "1"),
        ("rotational", "Clutch", "tau", "N.m"),
    ],
)
def test_truth_and_choice_have_no_unit(library: str, name: str, member: str, unit: str) -> None:
    cls = getattr(import_module(f"drivetrain.{library}"), name)
    assert catalogue.variable_row(member, cls.declarations()[member])[1] == unit
    for declaration in cls.declarations().values():
        if isinstance(declaration, Parameter) and declaration.choices:
            assert catalogue.unit_of(declaration) == "—"


@pytest.mark.parametrize("cls", COMPONENTS, ids=label)
def test_a_sketch_names_every_port(cls: type[Component]) -> None:
    drawn = sketch.svg(cls)
    for name, member in cls.declarations().items():
        if isinstance(member, Connector | Signal):
            assert f">{name}<" in drawn or f">{name}[…]<" in drawn


@pytest.mark.parametrize("cls", COMPLETE, ids=label)
def test_an_example_runs_as_it_is_shown(cls: type[Component]) -> None:
    made = trials.trial(cls, library_of(cls))
    assert (made is None) == (label(cls) in WITHOUT_EXAMPLE)
    if made is not None:
        assert re.search(rf"part=\w+\.{cls.__name__}\(", made.script)
        assert made.result.time[-1] == pytest.approx(2.0)


def test_an_example_is_drawn_into_a_file(tmp_path: Path) -> None:
    cls = next(cls for cls in COMPLETE if label(cls) == "rotational.Clutch")
    trials.trial(cls, "rotational").save(tmp_path / "clutch.png")
    assert (tmp_path / "clutch.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("tau0_max", r"\tau_{0,\mathrm{max}}"),
        ("w_rel", r"w_{\mathrm{rel}}"),
        ("J", "J"),
        ("phi_rel0", r"\phi_{\mathrm{rel}0}"),
        ("start_forward", r"\mathrm{start\_forward}"),
        ("flange_a.tau", r"\tau_{\mathrm{flange\_a}}"),
        ("u[1]", "u[1]"),
    ],
)
def test_names_become_symbols(name: str, shown: str) -> None:
    assert mathematics.symbol(name) == shown


def test_notes_and_references_come_along_and_what_must_be_given_comes_first() -> None:
    gear = import_module("drivetrain.rotational").LossyGear
    lines = list(catalogue.page(gear, "rotational", ""))
    at = [lines.index(title) for title in ("Notes", "References", "Source")]
    assert at == sorted(at)
    assert any("C. Pelchen" in line for line in lines[at[1] : at[2]])
    assert at[0] > lines.index("Equations")
    rows = [line for line in lines if line.startswith("   * - ``")]
    assert rows[0] == "   * - ``ratio``"
