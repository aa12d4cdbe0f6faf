"""Converted models propose units for what has none, and are silent where the loaded ones are."""

from __future__ import annotations

import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt

TEXT = """model A
  import SI = Modelica.Units.SI;
  parameter SI.Inertia J = 2;
  parameter Real drag = 0.5, c[2] = {1, 2};
  SI.AngularVelocity w(start=3, fixed=true);
  Real load, turned, x(start=1, fixed=true), both[2];
equation
  J*der(w) = -load;
  load = drag*w;
  turned = 2*load;
  both = {load, 3*load};
  der(x) = -x;
  annotation (experiment(StopTime=1));
end A;
"""
PROPOSED = {
    "drag": 'unit: "m2.kg/s", from line 9 of A.mo',
    "load": 'unit: "N.m", from line 8 of A.mo',
    "turned": 'unit: "N.m", from line 10 of A.mo',
    "both": 'unit: "N.m", from line 11 of A.mo',
}


def converted(folder: Path) -> str:
    file = folder / "A.mo"
    file.write_text(TEXT)
    return dt.modelica.convert(file)


def test_units_that_equations_tell_are_proposed_in_comments(tmp_path: Path) -> None:
    lines = [one.strip() for one in converted(tmp_path).splitlines()]
    found = {
        after.split()[0]: comment.removeprefix("# ")
        for comment, after in pairwise(lines)
        if comment.startswith("# unit")
    }
    assert found == PROPOSED


def test_the_file_has_its_whole_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Launch.mo").write_text(TEXT)
    assert "from line 9 of Launch.mo\n" in dt.modelica.convert("Launch.mo")


def test_a_model_with_the_proposed_units_is_strict_and_moves_alike(tmp_path: Path) -> None:
    text = converted(tmp_path)
    strict, unit = [], ""
    for line in text.splitlines():
        if line.strip().startswith("# unit"):
            unit = line.split('"')[1]
            continue
        changed = line.replace("None", f'"{unit}"', 1) if unit else line
        strict.append(changed)
        unit = ""
    runs = []
    for one in (text, "\n".join(strict)):
        namespace: dict[str, object] = {"__name__": "converted"}
        exec(one, namespace)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            runs.append(dt.simulate(namespace["A"]()))  # type: ignore[operator]
    for name in runs[0]:
        assert np.array_equal(runs[0][name], runs[1][name]), name
    assert [one.units["turned"] for one in runs] == ["1", "N.m"]
