"""Conversions keep places, turns and lines, in both directions."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.diagram.schematic.layout import lay_out
from tests.diagram.drawn_models import PACKAGE
from tests.modelica.conversion.test_to_python import PROJECT, ruff, run_text


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("drawn") / "Drawn.mo"
    made.write_text(PACKAGE, encoding="utf-8")
    return made


def lines(cls: type[Any]) -> list[tuple[float, ...]]:
    layout = lay_out(dt.structure(cls()))
    assert layout is not None
    return [(s.x1, s.y1, s.x2, s.y2) for s in layout.segments]


def test_converted_python_is_drawn_alike(file: Path) -> None:
    made = run_text(dt.modelica.convert(file))
    assert lines(made["Motor"]) == lines(dt.modelica.load(file, "Drawn.Motor"))
    assert made["Drive"].diagram_places["housing"] == (-10, 40, 20, 20, 180)
    assert made["Drive"].diagram_places["load"] == (90, 0)
    run = dt.simulate(made["Drive"](), stop_time=0.2)
    assert (
        run.final["load.w"]
        == dt.simulate(dt.modelica.load(file, "Drawn.Drive")(), stop_time=0.2).final["load.w"]
    )


def test_it_passes_the_formatter_and_the_linter(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    folder.mkdir()
    (folder / "drawn.py").write_text(dt.modelica.convert(file))
    ruff("format", "--diff", "--config", str(PROJECT), str(folder))
    ruff("check", "--no-cache", "--config", str(PROJECT), "--ignore", "D102,INP001", str(folder))


def test_members_with_new_names_keep_their_places(tmp_path: Path) -> None:
    text = re.sub(r"\bload\b", "bigLoad", PACKAGE)
    (tmp_path / "P.mo").write_text(text, encoding="utf-8")
    made = run_text(dt.modelica.convert(tmp_path / "P.mo"))["Drive"]
    assert made.diagram_places["big_load"] == (90, 0)
    assert ("gear.ring", "big_load.flange_a") in made.diagram_lines


def test_models_without_lines_are_not_burdened(tmp_path: Path) -> None:
    text = re.sub(r" annotation \(Line\(.*?\)\);", ";", PACKAGE)
    (tmp_path / "P.mo").write_text(text, encoding="utf-8")
    tree = ast.parse(dt.modelica.convert(tmp_path / "P.mo"))
    assert not [one for one in ast.walk(tree) if isinstance(one, ast.AnnAssign)]


def test_modelica_made_of_python_is_drawn_alike(file: Path, tmp_path: Path) -> None:
    python = run_text(dt.modelica.convert(file))["Motor"]

    text = dt.modelica.to_modelica(python())
    (tmp_path / "Back.mo").write_text(text, encoding="utf-8")
    assert lines(dt.modelica.load(tmp_path / "Back.mo")) == lines(python)
    assert "rotation=90" in text.replace(" ", "")
