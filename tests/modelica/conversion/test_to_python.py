"""Converted models move as the loaded ones do, and read as if people had written them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.modelica.library import known_classes, snake_case
from drivetrain.modelica.library.find import find_class
from drivetrain.modeling import Component

MODELS = sorted((Path(__file__).parents[1] / "models").glob("*.mo"))
APPROVED = Path(__file__).parent / "approved"
PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def ours(name: str) -> str:
    return ".".join(part if part == "dT" else snake_case(part) for part in name.split("."))


def run_text(text: str) -> dict[str, Any]:
    module = ModuleType("converted")
    exec(compile(text, "converted.py", "exec"), module.__dict__)
    return vars(module)


def ruff(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples") / "examples"
    folder.mkdir()
    for file in MODELS:
        (folder / f"{snake_case(file.stem).lower()}.py").write_text(dt.modelica.convert(file))
    return folder


@pytest.mark.parametrize("file", MODELS, ids=lambda file: file.stem)
@pytest.mark.filterwarnings("ignore::drivetrain.errors.ModelWarning")
def test_a_converted_model_has_the_bits_of_the_loaded_one(file: Path) -> None:
    made = run_text(dt.modelica.convert(file))[file.stem]
    found, expected = (dt.simulate(one(), tolerance=1e-9) for one in (made, dt.modelica.load(file)))
    assert np.array_equal(found.time, expected.time)
    assert list(found.names) == [ours(name) for name in expected.names]
    for name in expected.names:
        assert np.array_equal(found[ours(name)], expected[name]), name


def test_converted_models_pass_the_formatter_and_the_linter(converted: Path) -> None:
    ruff("format", "--diff", "--config", str(PROJECT), str(converted))
    ruff("check", "--no-cache", "--config", str(PROJECT), "--ignore", "D102,INP001", str(converted))


@pytest.mark.parametrize("file", sorted(APPROVED.glob("*.py")), ids=lambda file: file.stem)
def test_converted_models_read_as_approved(file: Path) -> None:
    model = next(one for one in MODELS if snake_case(one.stem).lower() == file.stem)
    assert dt.modelica.convert(model) == file.read_text(encoding="utf-8")


def test_members_of_library_classes_keep_their_names_in_a_conversion() -> None:
    for name in known_classes():
        of = find_class(name)
        assert of is not None
        made = of.load()
        if issubclass(made, Component):
            declared = [one for one in made.declarations() if one != "dT"]
            assert [snake_case(one) for one in declared] == declared, name
