"""``drivetrain stubs``: signatures of the components in a user's own files."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from drivetrain.cli import main

PARTS = '''"""Parts of mine."""
import drivetrain as dt
from drivetrain.modeling import parameter
from drivetrain.rotational import Inertia


class Flywheel(Inertia):
    """An inertia with a name plate."""

    year = parameter(2000.0)


class Pair(dt.Model):
    """Two of them."""

    J = parameter(unit="kg.m2")
    left = Flywheel(J=J)
'''


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    file = tmp_path / "parts.py"
    file.write_text(PARTS, encoding="utf-8")
    return file


def stubs(*words: object) -> Result:
    return CliRunner().invoke(main, ["stubs", *map(str, words)])


def test_a_stub_is_written_beside_the_file(parts: Path) -> None:
    done = stubs(parts)
    assert done.exit_code == 0
    assert done.output == f"written    {parts.with_suffix('.pyi')}\n"
    text = parts.with_suffix(".pyi").read_text(encoding="utf-8")
    assert "year: _t.Real = 2000.0," in text
    assert "class Pair(dt.Model):" in text
    assert stubs(parts).output == ""


def test_check_tells_what_is_out_of_date(parts: Path) -> None:
    assert stubs("--check", parts).exit_code == 1
    assert not parts.with_suffix(".pyi").exists()
    stubs(parts)
    assert stubs("--check", parts).exit_code == 0
    parts.write_text(PARTS.replace("year", "month"), encoding="utf-8")
    done = stubs("--check", parts)
    assert done.exit_code == 1
    assert "out of date" in done.output
    assert stubs(parts).exit_code == 0
    assert "month" in parts.with_suffix(".pyi").read_text(encoding="utf-8")


def test_a_stub_written_by_hand_is_kept(parts: Path) -> None:
    parts.with_suffix(".pyi").write_text("x: int\n", encoding="utf-8")
    done = stubs(parts)
    assert done.exit_code == 2
    assert "was not made by `drivetrain stubs`" in done.output
    assert parts.with_suffix(".pyi").read_text(encoding="utf-8") == "x: int\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [("x = 1\n", "defines no component"), ("def\n", "invalid syntax"), ("1 / 0\n", "division")],
)
def test_a_file_of_which_there_is_nothing_to_tell(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "odd.py").write_text(text, encoding="utf-8")
    done = stubs(tmp_path / "odd.py")
    assert done.exit_code in (1, 2)
    assert told in done.output


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no file" in stubs(tmp_path / "parts.py").output
