"""The command `studio`, and the model that it reads again and again."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import drivetrain as dt
from drivetrain.cli import main
from drivetrain.cli.failures import BadUsage
from drivetrain.cli.studio import FreshModel
from drivetrain.errors import ModelError

MODEL = '''import drivetrain as dt
from drivetrain.rotational import Inertia


class Spin(dt.Model):
    """One inertia."""

    body = Inertia(J=1.0)
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "spin_model.py"
    place.write_text(MODEL, encoding="utf-8")
    return place


def told(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["studio", *arguments, "--no-browser"])
    return result.exit_code, result.output


def test_what_is_not_there_is_refused_before_anything_is_served() -> None:
    status, text = told("CoupledClutchs")
    assert status == 2
    assert "did you mean 'CoupledClutches'" in text
    status, text = told("missing_file.py:Launch")
    assert (status, "there is no file 'missing_file.py'" in text) == (2, True)


def test_a_port_in_use_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, text = told("CoupledClutches", "--port", str(taken.getsockname()[1]))
    assert status == 2
    assert "leave --port out" in text


def test_missing_packages_are_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = ("starlette", "no_such_package")
    monkeypatch.setattr(sys.modules["drivetrain.cli.studio"], "_EXTRA", needed)
    status, text = told("CoupledClutches")
    assert status == 2
    assert "the Studio needs no_such_package: pip install 'drivetrain[studio]'" in text


def test_a_file_is_read_as_it_is_now(file: Path) -> None:
    source = FreshModel(f"{file}:Spin")
    assert source.load().__doc__ == "One inertia."
    file.write_text(MODEL.replace("One", "Still one"), encoding="utf-8")
    assert source.load().__doc__ == "Still one inertia."
    assert (source.file, source.is_class) == (file, True)
    assert source.import_line == "from spin_model import Spin"
    assert list(source.watched()) == [file]


def saved(place: Path, text: str) -> None:
    """Save a file in one and the same second, however long the test takes."""
    place.write_text(text, encoding="utf-8")
    os.utime(place, (1_700_000_000, 1_700_000_000))


@pytest.mark.parametrize("model", ["spin_saved_twice.py:Spin", "spin_saved_twice:Spin"])
def test_a_value_that_is_saved_twice_within_a_second_is_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    file, beside = tmp_path / "spin_saved_twice.py", tmp_path / "size_of_the_spin.py"
    text = MODEL.replace("J=1.0", "J=size").replace(
        "import drivetrain as dt", f"import drivetrain as dt\nfrom {beside.stem} import size"
    )
    for module in (file, beside):
        monkeypatch.delitem(sys.modules, module.stem, raising=False)
    saved(file, text)
    saved(beside, "size = 1.0")
    source = FreshModel(model)
    assert dt.compile(source.load()()).simulate(stop_time=0.0).parameters["body.J"] == 1.0
    saved(beside, "size = 2.0")
    assert dt.compile(source.load()()).simulate(stop_time=0.0).parameters["body.J"] == 2.0
    saved(file, text.replace("One", "Two"))
    assert source.load().__doc__ == "Two inertia."


def test_a_file_that_fails_is_an_error_until_it_is_mended(file: Path) -> None:
    file.write_text("def (", encoding="utf-8")
    source = FreshModel(str(file))
    with pytest.raises(ModelError, match=r"spin_model\.py:1"):
        source.load()
    file.write_text(MODEL, encoding="utf-8")
    assert source.load().__name__ == "Spin"


def test_a_class_in_a_module_of_the_users_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "spinning_module_of_mine.py"
    module.write_text(MODEL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    source = FreshModel("spinning_module_of_mine:Spin")
    assert source.file == module
    module.write_text(MODEL.replace("One", "Changed"), encoding="utf-8")
    assert source.load().__doc__ == "Changed inertia."
    assert source.import_line == "from spinning_module_of_mine import Spin"


def test_an_example_has_no_file_to_watch_or_to_write() -> None:
    source = FreshModel("CoupledClutches")
    assert (source.file, list(source.watched())) == (None, [])
    assert source.expression == 'dt.examples.find("CoupledClutches")'


def test_a_module_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadUsage, match="no module"):
        FreshModel("no_such_module_here:Launch")


def test_libraries_are_never_read_again_wherever_they_are_installed(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "other" / "site-packages" / "library_elsewhere.py"
    library.parent.mkdir(parents=True)
    library.write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(library.parent))
    file.write_text(f"import library_elsewhere\n{MODEL}", encoding="utf-8")
    source = FreshModel(f"{file}:Spin")
    before = sys.modules["library_elsewhere"]
    source.load()
    assert sys.modules["library_elsewhere"] is before
    assert list(source.watched()) == [file]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A Modelica package of two files."""
    folder = tmp_path / "Turn"
    folder.mkdir()
    (folder / "package.mo").write_text("package Turn end Turn;")
    inertia = "Modelica.Mechanics.Rotational.Components.Inertia"
    (folder / "Disc.mo").write_text(f"within Turn; model Disc extends {inertia}; end Disc;")
    file = folder / "Spin.mo"
    file.write_text('within Turn; model Spin "One inertia" Disc disc(J=2, w(start=3)); end Spin;')
    return file


def test_a_modelica_model_is_read_again_with_what_it_is_made_of(package: Path) -> None:
    source = FreshModel(str(package))
    assert source.load().__doc__ == "One inertia"
    assert (source.file, source.is_class) == (package, True)
    assert {package, package.parent / "Disc.mo"} <= set(source.watched())
    package.write_text(package.read_text().replace("One", "Still one"))
    assert source.load().__doc__ == "Still one inertia"


def test_a_script_loads_a_modelica_model(package: Path, tmp_path: Path) -> None:
    import drivetrain as dt

    source = FreshModel(f"{package}:Spin", [str(tmp_path)])
    assert source.expression == "Spin"
    names = {"dt": dt}
    exec(source.import_line, names)
    assert "libraries=" in source.import_line
    assert dt.simulate(names["Spin"](), stop_time=1.0).final["disc.w"] == 3.0


def test_modelica_that_is_none_is_an_error_until_it_is_mended(package: Path) -> None:
    right = package.read_text()
    package.write_text(right.replace("disc(", "disc(K=1, "))
    source = FreshModel(f"{package}:Spin")
    with pytest.raises(ModelError, match=r"Spin\.mo:1:.*has no 'K'"):
        source.load()
    package.write_text(right)
    assert source.load().__name__ == "Spin"
