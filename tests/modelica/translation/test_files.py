"""Files that models name: tables and resources of packages."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain import modelica
from drivetrain.errors import ModelicaError

CYCLE = "#1\ndouble cycle(3, 2)\n0 1\n1 2\n2 5\n"
TABLE = 'Modelica.Blocks.Sources.CombiTimeTable t(tableOnFile=true, tableName="cycle", {});'
URI = "modelica://Rig/Resources/Data/the%20cycle.txt"
LOAD = "Modelica.Utilities.Files.loadResource"

WORKING = [
    (TABLE.format(f'fileName="{URI}"')),
    (TABLE.format(f'fileName={LOAD}("{URI}")')),
    (f'parameter String file = {LOAD}("{URI}"); {TABLE.format("fileName=file")}'),
    (f'parameter String file = "{URI}"; {TABLE.format("fileName=file")}'),
    (TABLE.format('fileName="Resources/Data/the cycle.txt"')),
    (TABLE.format('fileName="beside.txt"')),
    (
        f'parameter String data = {LOAD}("modelica://Rig/Resources"); '
        'parameter String file = "the cycle.txt"; '
        + TABLE.format('fileName=data + "/Data/" + file')
    ),
    (
        f'parameter String data = {LOAD}("modelica://Rig/Resources/Data/"); '
        'parameter String file = "the cycle.txt"; ' + TABLE.format("fileName=data + file")
    ),
    (
        'parameter String file = "the cycle"; '
        + TABLE.format('fileName="modelica://Rig/Resources/Data/" + file + ".txt"')
    ),
    (
        'constant String file = "the cycle.txt"; '
        + TABLE.format(f'fileName={LOAD}("modelica://Rig/Resources/Data/" + file)')
    ),
]


def rig(folder: Path, text: str) -> Path:
    """Write a package that is a folder, with a model in a package below it."""
    (folder / "Rig" / "Tests").mkdir(parents=True)
    (folder / "Rig" / "Resources" / "Data").mkdir(parents=True)
    (folder / "Rig" / "Resources" / "Data" / "the cycle.txt").write_text(CYCLE, encoding="utf-8")
    (folder / "Rig" / "Tests" / "beside.txt").write_text(CYCLE, encoding="utf-8")
    for place, within, name in (("Rig", "", "Rig"), ("Rig/Tests", "Rig", "Tests")):
        made = f"within {within};\npackage {name}\nend {name};\n"
        (folder / place / "package.mo").write_text(made, encoding="utf-8")
    file = folder / "Rig" / "Tests" / "A.mo"
    file.write_text(
        f"within Rig.Tests;\nmodel A\n  {text}\n  Real x = t.y[1];\nend A;\n", encoding="utf-8"
    )
    return file


@pytest.mark.parametrize("text", WORKING, ids=range(len(WORKING)))
def test_a_file_is_found_where_the_package_is(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    A = modelica.load(rig(tmp_path, text), "A")
    monkeypatch.chdir("/")
    result = dt.simulate(A(), stop_time=2)
    assert result.at(1.5, "x") == pytest.approx(3.5)


def test_a_table_without_rows_is_none_beside_a_file(tmp_path: Path) -> None:
    text = "parameter Real rows[:, 2] = fill(0.0, 0, 2); " + TABLE.format(
        f'table=rows, fileName="{URI}"'
    )
    A = modelica.load(rig(tmp_path, text), "A")
    assert dt.simulate(A(), stop_time=2).at(1.5, "x") == pytest.approx(3.5)


def test_a_table_without_rows_is_none(tmp_path: Path) -> None:
    text = "Modelica.Blocks.Sources.CombiTimeTable t(table=fill(0.0, 0, 2));"
    A = modelica.load(rig(tmp_path, text), "A")
    with pytest.raises(dt.DrivetrainError, match="at least one row"):
        dt.simulate(A(), stop_time=2)


def test_a_text_that_is_put_together_is_a_parameter(tmp_path: Path) -> None:
    """Another file can be named from outside."""
    text = 'parameter String file = "nowhere"; ' + TABLE.format(
        'fileName="modelica://Rig/Resources/Data/" + file + ".txt"'
    )
    A = modelica.load(rig(tmp_path, text), "A")
    result = dt.simulate(A(file="the cycle"), stop_time=2)
    assert result.at(1.5, "x") == pytest.approx(3.5)
    with pytest.raises(dt.DrivetrainError, match=r"Resources/Data/nowhere\.txt"):
        dt.simulate(A(), stop_time=2)


REFUSED = [
    (TABLE.format('fileName="modelica://Rig/Resources/Data/cycle.txt"'),
     r"A\.mo:3:81: there is no file 'modelica://Rig/Resources/Data/cycle\.txt': looked for "
     r"'/.*/Rig/Resources/Data/cycle\.txt'; did you mean 'the cycle\.txt'\?"),
    (TABLE.format('fileName="besides.txt"'),
     r"there is no file 'besides\.txt': looked for '/.*/Rig/Tests/besides\.txt', "
     r"'/.*/Rig/besides\.txt'; did you mean 'beside\.txt'\?"),
    (TABLE.format(f'fileName={LOAD}("modelica://Rigg/cycle.txt")'),
     r"there is no package 'Rigg' that could have the file of 'modelica://Rigg/cycle\.txt'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        modelica.load(rig(tmp_path, text), "A")
