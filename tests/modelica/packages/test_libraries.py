"""Classes in files and folders: read when they are asked for, and found where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivetrain.errors import ModelicaError
from drivetrain.modelica.packages.libraries import Libraries, library_folders, open_file


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


LIBRARY = {
    "Rigs/package.mo": "package Rigs constant Real g = 9.8; model Inner end Inner; end Rigs;",
    "Rigs/package.order": "g\nShafts\nInner\n",
    "Rigs/Shafts/package.mo": "within Rigs; package Shafts end Shafts;",
    "Rigs/Shafts/Long.mo": "within Rigs.Shafts; model Long end Long;",
    "Rigs/Shafts/Broken.mo": "within Rigs.Shafts; model Broken",
    "Rigs/Alone.mo": "within Rigs; model Alone end Alone;",
}


def test_classes_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    rigs = Libraries([write(tmp_path, LIBRARY)]).top("Rigs")
    assert rigs is not None
    shafts = rigs.child("Shafts")
    assert shafts is not None
    long = shafts.child("Long")
    assert long is not None
    assert long.full_name == "Rigs.Shafts.Long"
    assert shafts.child("Long") is long
    assert shafts.child("Short") is None
    with pytest.raises(ModelicaError, match="the file ends inside model Broken"):
        shafts.child("Broken")


def test_children_come_in_the_order_of_the_package(tmp_path: Path) -> None:
    rigs = Libraries([write(tmp_path, LIBRARY)]).top("Rigs")
    assert rigs is not None
    assert rigs.children() == ["g", "Shafts", "Inner", "Alone"]


def test_a_file_brings_the_package_around_it(tmp_path: Path) -> None:
    write(tmp_path, LIBRARY)
    (long,) = open_file(tmp_path / "Rigs" / "Shafts" / "Long.mo")
    assert long.full_name == "Rigs.Shafts.Long"
    assert long.top.child("Alone") is not None
    (rigs,) = open_file(tmp_path / "Rigs")
    assert rigs.child("Alone") is not None


def test_a_file_without_its_package_stands_alone(tmp_path: Path) -> None:
    file = write(tmp_path, {"Long.mo": "within Rigs.Shafts; model Long end Long;"}) / "Long.mo"
    (long,) = open_file(file)
    assert long.full_name == "Long"


@pytest.mark.parametrize(
    ("version", "found"),
    [("", "3.2.10"), ("3", "3.2.10"), ("3.2.2", "3.2.2"), ("2.2", "2.2"), ("4", None)],
)
def test_versions_are_told_by_the_folder(tmp_path: Path, version: str, found: str | None) -> None:
    for one in ("2.2", "3.2.2", "3.2.10"):
        write(tmp_path, {f"Lib {one}/package.mo": f'package Lib "{one}" end Lib;'})
    top = Libraries([tmp_path]).top("Lib", version)
    assert (top.definition.description if top else None) == found


def test_texts_of_older_tools_are_read(tmp_path: Path) -> None:
    file = tmp_path / "Old.mo"
    file.write_bytes('model Old "Größe"\r\n  Real x;\r\nend Old;\r\n'.encode("latin-1"))
    (old,) = open_file(file)
    assert old.definition.description == "Größe"
    assert old.where().endswith("Old.mo:1:1")
    file.write_bytes('\ufeffmodel Old "Größe" end Old;'.encode())
    assert open_file(file)[0].definition.description == "Größe"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"L/package.mo": "package M end M;"}, "the class 'L' is expected in this file, not M"),
        (
            {"L/package.mo": "package L end L;", "L/A.mo": "within K; model A end A;"},
            r"A\.mo:1:8: 'within K' does not fit the folder: 'L' is around it",
        ),
    ],
)
def test_files_that_do_not_fit_are_refused(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    libraries = Libraries([write(tmp_path, files)])
    with pytest.raises(ModelicaError, match=message):
        libraries.top("L").child("A")  # type: ignore[union-attr]


def test_folders_are_those_given_then_those_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    monkeypatch.setenv("MODELICAPATH", str(second))
    assert library_folders([first]) == [first, second]
    with pytest.raises(ModelicaError, match="no folder"):
        library_folders([tmp_path / "c"])


def test_an_empty_file_holds_no_class(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match="no class"):
        open_file(write(tmp_path, {"E.mo": "// nothing"}) / "E.mo")
    with pytest.raises(ModelicaError, match="cannot be read"):
        open_file(tmp_path / "F.mo")
