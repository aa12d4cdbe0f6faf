"""Which class of a file is meant, and how much of a library is read for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError
from drivetrain.modelica import chosen_class
from drivetrain.modelica.packages import stored_class
from drivetrain.modelica.translation import component_class

PART = "Modelica.Mechanics.Rotational.Components.Inertia load(J=1);"
EXPERIMENT = "annotation (experiment(StopTime=3));"


def loaded(folder: Path, text: str, name: str = "") -> Any:
    file = folder / "P.mo"
    file.write_text(text, encoding="utf-8")
    return dt.modelica.load(file, name)


def test_the_model_with_an_experiment_is_meant(tmp_path: Path) -> None:
    text = f"package P model A {PART} end A; package Q model B {PART} {EXPERIMENT} end B; end Q; "
    made = loaded(tmp_path, text + f"model C {PART} end C; end P;")
    assert made.__name__ == "B"
    assert made.experiment.stop_time == 3.0


def test_the_only_model_is_meant_beside_partial_ones_and_blocks(tmp_path: Path) -> None:
    text = f"partial model A {PART} end A; model B extends A; end B; block C end C;"
    assert loaded(tmp_path, text).__name__ == "B"


def test_a_model_of_a_package_is_suggested_by_its_whole_name(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match=r"has no class 'A'; did you mean 'P\.A'\?"):
        loaded(tmp_path, f"package P model A {PART} end A; model B {PART} end B; end P;", "A")


def test_several_models_are_listed_as_they_can_be_named(tmp_path: Path) -> None:
    text = "within R; package P model A end A; package Q model B end B; end Q; end P;"
    with pytest.raises(ModelicaError) as caught:
        loaded(tmp_path, text)
    assert f"{tmp_path / 'P.mo'}:P.A\n  {tmp_path / 'P.mo'}:P.Q.B" in str(caught.value)
    assert chosen_class.stored_class(tmp_path / "P.mo", "P.Q.B").name == "B"


def test_a_file_without_a_model_says_what_it_has(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match="no model that can be run; it has P"):
        loaded(tmp_path, "package P constant Real k = 1; end P;")


def test_a_library_of_a_hundred_classes_costs_those_that_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "libraries" / "Lib"
    library.mkdir(parents=True)
    (library / "package.mo").write_text("package Lib end Lib;")
    for k in range(100):
        below = f"Part{k + 1} part; " if k < 4 else ""
        text = f"within Lib; model Part{k} {below}{PART} end Part{k};"
        (library / f"Part{k}.mo").write_text(text)
    read, translated = [], []
    reading, translating = stored_class.read_source, component_class._component_tree

    def read_source(path: Path) -> Any:
        read.append(path.name)
        return reading(path)

    def component_tree(context: Any) -> Any:
        translated.append(context.stored.name)
        return translating(context)

    monkeypatch.setattr(stored_class, "read_source", read_source)
    monkeypatch.setattr(component_class, "_component_tree", component_tree)
    file = tmp_path / "M.mo"
    file.write_text("model M Lib.Part0 part; end M;")
    made = dt.modelica.load(file, libraries=[tmp_path / "libraries"])
    assert sorted(read) == [*(f"Part{k}.mo" for k in range(5)), "package.mo"]
    assert sorted(translated) == ["M", *(f"Part{k}" for k in range(5))]
    assert len(dt.simulate(made(), stop_time=0.1).names) > 20


def test_a_class_that_is_missing_says_both_ways_out(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match=r"--library|MODELICAPATH"):
        loaded(tmp_path, "model A Modelica.Blocks.Math.Nothing part; end A;")
