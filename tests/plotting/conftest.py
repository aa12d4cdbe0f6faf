"""The hand-made result of the simulation tests serves pictures as well."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from drivetrain.simulation.results.result import Result


@pytest.fixture
def result() -> Result:
    path = Path(__file__).parents[1] / "simulation" / "conftest.py"
    spec = importlib.util.spec_from_file_location("hand_made_result", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Result = module.make_result()
    return made
