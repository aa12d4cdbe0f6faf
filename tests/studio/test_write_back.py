"""Values are written into the source as a person would, or refused with the reason."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from drivetrain.errors import UsageError
from drivetrain.studio.export.write_back import Proposal, proposed, write

SOURCE = '''# A model.
import drivetrain as dt


class Other(dt.Model):
    engine = Inertia(J=7.0)


class Launch(dt.Model):
    """Doc."""

    f = parameter(0.2, unit="Hz")  # keep me
    g = parameter(unit="Hz")
    h = parameter(2 * f)
    engine = Inertia(
        J=0.2,   # with flywheel
        w=dt.fixed(100.0),
    )
    car = Inertia(J=f * 3, w=guess(0))
    clutch = Clutch()
    brake = Brake(fn_max = -5, on=True)
    text = Inertia(J="20 kg.cm2")
    made = helper.part
    spread = Inertia(**values)
    disc = Inertia.array(10, J=1.0)

    def equations(self):
        engine = Inertia(J=9.0)
        yield self.engine >> self.clutch
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "launch.py"
    place.write_text(SOURCE, encoding="utf-8")
    return place


def propose(file: Path, parameters: dict[str, Any], name: str = "Launch") -> Proposal:
    loaded: Any = SimpleNamespace(thing=type(name, (), {}))
    return proposed(file, loaded, parameters)


@pytest.mark.parametrize(
    ("name", "value", "old", "new"),
    [
        ("f", 0.35, 'parameter(0.2, unit="Hz")  # keep', 'parameter(0.35, unit="Hz")  # keep'),
        ("g", 1.5, 'g = parameter(unit="Hz")', 'g = parameter(1.5, unit="Hz")'),
        ("engine.J", 0.3, "J=0.2,   # with", "J=0.3,   # with"),
        ("engine.w.start", 90.0, "dt.fixed(100.0)", "dt.fixed(90.0)"),
        ("car.w.start", -1.0, "guess(0)", "guess(-1.0)"),
        ("clutch.fn_max", 20.0, "Clutch()", "Clutch(fn_max=20.0)"),
        ("engine.state", 2, "w=dt.fixed(100.0),\n", "w=dt.fixed(100.0),\n        state=2,\n"),
        ("brake.cgeo", 2.0, "on=True)", "on=True, cgeo=2.0)"),
        ("brake.fn_max", 5.0, "fn_max = -5", "fn_max = 5.0"),
        ("brake.on", False, "on=True", "on=False"),
        ("disc[:].J", 2.0, "Inertia.array(10, J=1.0)", "Inertia.array(10, J=2.0)"),
    ],
)
def test_one_literal_changes_and_nothing_else(
    file: Path, name: str, value: Any, old: str, new: str
) -> None:
    proposal = propose(file, {name: value})
    assert proposal.refused == {}
    assert proposal.text == SOURCE.replace(old, new)
    assert proposal.text != SOURCE


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("h", "computed from something else"),
        ("car.J", "computed from something else"),
        ("text.J", "a unit of its own"),
        ("made.J", "not declared by a call"),
        ("spread.J", "from elsewhere"),
        ("engine.phi.start", "not given where the part is made"),
        ("engine.inner.J", "lies inside a part"),
        ("unknown.J", "does not declare 'unknown' itself"),
    ],
)
def test_what_cannot_be_written_is_refused_with_the_reason(file: Path, name: str, why: str) -> None:
    proposal = propose(file, {name: 1.0, "f": 0.3})
    assert why in proposal.refused[name]
    assert proposal.names == ("f",)
    assert proposal.text == SOURCE.replace("parameter(0.2", "parameter(0.3")


def test_another_class_of_the_file_stays(file: Path) -> None:
    assert "J=7.0" in propose(file, {"engine.J": 1.0}).text
    assert "no class 'Missing'" in propose(file, {"f": 1.0}, "Missing").refused["f"]


def test_the_file_is_written_only_as_it_was_seen(file: Path) -> None:
    proposal = propose(file, {"f": 0.3})
    assert "-    f = parameter(0.2" in proposal.diff
    with pytest.raises(UsageError, match="has changed since the difference was shown"):
        write(file, proposal, "another")
    file.write_text(SOURCE + "# more\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has changed since"):
        write(file, proposal, proposal.checksum)
    proposal = propose(file, {"f": 0.3})
    write(file, proposal, proposal.checksum)
    assert file.read_text(encoding="utf-8") == proposal.text


def test_nothing_is_written_if_everything_is_refused(file: Path) -> None:
    proposal = propose(file, {"h": 0.3})
    with pytest.raises(UsageError, match="nothing is written"):
        write(file, proposal, proposal.checksum)


def test_a_file_with_another_end_of_lines_keeps_it(file: Path) -> None:
    file.write_bytes(SOURCE.replace("\n", "\r\n").encode())
    proposal = propose(file, {"f": 0.3})
    write(file, proposal, proposal.checksum)
    expected = SOURCE.replace("parameter(0.2", "parameter(0.3").replace("\n", "\r\n").encode()
    assert file.read_bytes() == expected


def test_a_file_that_is_no_python_is_refused(file: Path) -> None:
    file.write_text("class Launch(:\n", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be read as Python"):
        propose(file, {"f": 0.3})
