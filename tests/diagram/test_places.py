"""Parts are drawn where the author of a Modelica model has put them."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.diagram.schematic.layout import lay_out
from drivetrain.model_structure import structure

PARTS = {
    "engine": "Sources.Torque",
    "flywheel": "Components.Inertia",
    "clutch": "Components.Clutch",
    "vehicle": "Components.Inertia",
}
NEW = "transformation(extent={{-10,-10},{10,10}}, origin={%g,%g})"
OLD = "transformation(x=%g, y=%g, scale=0.1)"
SHIFTED = "transformation(extent=[%g,%g; %g,%g])"


def model(folder: Path, places: dict[str, str], visible: str = "true") -> Any:
    declared = []
    for name, kind in PARTS.items():
        place = places.get(name)
        drawn = f"annotation (Placement(visible={visible}, {place}))" if place else ""
        declared.append(f"Modelica.Mechanics.Rotational.{kind} {name} {drawn};")
    file = folder / "A.mo"
    file.write_text(
        f"model A {' '.join(declared)} Modelica.Blocks.Sources.Ramp pedal(duration=1) annotation "
        "(Placement(transformation(extent={{-40,50},{-20,70}}))); equation "
        "connect(engine.flange, flywheel.flange_a); connect(flywheel.flange_b, clutch.flange_a); "
        "connect(clutch.flange_b, vehicle.flange_a); connect(pedal.y, clutch.f_normalized); "
        "connect(pedal.y, engine.tau); end A;"
    )
    return dt.modelica.load(file)


def cells(made: Any) -> dict[str, tuple[int, int]]:
    layout = lay_out(structure(made()))
    assert layout is not None
    return {node.path: (node.column, node.row) for node in layout.graph.nodes}


@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
@pytest.mark.parametrize("form", [NEW, OLD])
def test_rows_and_columns_are_those_of_the_author(tmp_path: Path, form: str) -> None:
    at = {"engine": (90, -60), "flywheel": (60, -60), "clutch": (30, 0), "vehicle": (-30, 4)}
    places = {name: form % place for name, place in at.items()}
    made = model(tmp_path, places)
    assert made.diagram_places["clutch"] == (30.0, 0.0, 20.0, 20.0, 0.0)
    assert cells(made) == {
        "engine": (3, 2), "flywheel": (2, 2), "clutch": (1, 1), "vehicle": (0, 1), "pedal": (0, 0),
    }  # fmt: skip


@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
def test_extents_of_edition_2_are_read(tmp_path: Path) -> None:
    places = {name: SHIFTED % (20 * k, 0, 20 * k + 20, 20) for k, name in enumerate(PARTS)}
    assert model(tmp_path, places).diagram_places["flywheel"][:2] == (30.0, 10.0)


@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
def test_without_all_places_the_layout_is_that_of_chains(tmp_path: Path) -> None:
    plain = cells(model(tmp_path, {}))
    assert cells(model(tmp_path, {"engine": NEW % (90, 0)})) == plain
    hidden = {name: NEW % (-20 * k, 20 * k) for k, name in enumerate(PARTS)}
    assert cells(model(tmp_path, hidden, visible="false")) == plain
    same = dict.fromkeys(PARTS, NEW % (0, 0))
    assert cells(model(tmp_path, same)) == plain


@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
@pytest.mark.parametrize("seed", range(30))
def test_any_places_can_be_drawn(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    places = {
        name: NEW % (10 * chance.randint(-9, 9), 10 * chance.randint(-9, 9)) for name in PARTS
    }
    svg = model(tmp_path, places)().diagram().svg
    drawn = re.findall(r'data-path="([^"]+)"', svg)
    assert {*PARTS, "pedal"} <= set(drawn)
