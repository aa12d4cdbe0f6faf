"""Packages become folders of modules, which move as the loaded ones do."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .test_to_python import ours, ruff

RIG = """package Rig "A test rig"
  import Modelica.Mechanics.Rotational.Components.*;
  package Parts "Its parts"
    package Data constant Real stiffness = 100; end Data;
    model Wheel "A wheel" extends Inertia(J=2); end Wheel;
    model Shaft "A shaft with two wheels"
      Wheel left, right(J=3);
      Spring spring(c=Data.stiffness);
      Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
    equation
      connect(left.flange_b, spring.flange_a);
      connect(spring.flange_b, right.flange_a);
      connect(flange, left.flange_a);
    end Shaft;
  end Parts;
  package 'lambda' "Laws of drag"
    function square input Real u; output Real y; algorithm y := u^2; end square;
    model Drag
      Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
      Damper damper(d=square(0.3));
      Fixed fixed;
    equation
      connect(flange, damper.flange_a);
      connect(damper.flange_b, fixed.flange);
    end Drag;
  end 'lambda';
  package First
    model X Real x(start=1, fixed=true); equation der(x) = -x; end X;
    model Y Second.Z z; end Y;
  end First;
  package Second
    model Z First.X x; end Z;
  end Second;
  model Wheel "A wheel on a shaft"
    Parts.Wheel one;
    Parts.Shaft shaft;
    'lambda'.Drag drag;
  equation
    connect(one.flange_b, shaft.flange);
    connect(drag.flange, one.flange_a);
  end Wheel;
  package Tests
    model Launch
      Rig.Wheel w(one(w(start=10, fixed=true)));
      First.Y y;
      annotation(experiment(StopTime=2));
    end Launch;
    model Three Modelica.Mechanics.MultiBody.World world; end Three;
  end Tests;
end Rig;
"""
FILES = [
    "__init__.py", "first/__init__.py", "first/x.py", "first/y.py", "lambda_.py", "parts.py",
    "second/__init__.py", "second/z.py", "tests.py",
]  # fmt: skip


def test_a_package_becomes_a_folder_of_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Rig.mo").write_text(RIG, encoding="utf-8")
    folder = tmp_path / "converted_rig"
    left_out = r"(?s)Rig\.Tests\.Three is left out: .*MultiBody"
    with pytest.warns(dt.errors.ModelWarning, match=left_out):
        files = dt.modelica.convert_package(tmp_path / "Rig.mo", folder)
    assert [file.relative_to(folder).as_posix() for file in files] == FILES
    ruff("check", "--isolated", "--select", "E,F,I,N,UP", "--line-length", "100", str(folder))
    ruff("format", "--isolated", "--line-length", "100", "--check", str(folder))

    monkeypatch.syspath_prepend(tmp_path)
    tests = importlib.import_module("converted_rig.tests")
    loaded = dt.simulate(dt.modelica.load(tmp_path / "Rig.mo", "Rig.Tests.Launch")())
    converted = dt.simulate(tests.Launch())
    assert [ours(name) for name in loaded.names] == list(converted.names)
    for name in loaded.names:
        assert np.array_equal(loaded[name], converted[ours(name)]), name
    for name in [one for one in sys.modules if one.startswith("converted_rig")]:
        del sys.modules[name]


def test_a_package_without_a_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Rig.mo").write_text("package Rig constant Real k = 1; end Rig;", encoding="utf-8")
    with pytest.raises(ModelicaError, match=r"Rig\.mo' has no model that could be converted"):
        dt.modelica.convert_package(tmp_path / "Rig.mo", tmp_path / "rig")
    assert not (tmp_path / "rig").exists()
