"""Every feature of the language has two models with known answers, and a wrong one."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Final

import pytest

import drivetrain as dt
from tests.modelica.features import algorithms, composition, equations, events, refused, structure
from tests.modelica.features.feature import Feature, Known, Wrong

FEATURES: Final = tuple(
    one
    for group in (composition, structure, equations, events, algorithms, refused)
    for one in group.FEATURES
)
REFUSED: Final = frozenset(one.row for one in refused.FEATURES)
ROWS: Final = (
    "component modifiers, `start`, `fixed`",
    "extends (other than icons), with modifiers",
    "own equations",
    "`der()`",
    "parameter bound to an expression",
    "constants, enumeration literals of MSL",
    "matrix, array constructors",
    "relations, and/or/not",
    "Boolean, Integer variables and parameters",
    "`connect(a[i].p, …)`",
    "if-expression / if-equation",
    "functions of MSL (Math, interpolation, strings)",
    "String parameters",
    "import; alias; `*`; `{…}`",
    "`pre`, `edge`, `change`",
    "when-equation (elsewhen)",
    "`noEvent`, `smooth`",
    "own functions",
    "own connectors",
    "initial equation",
    "conditional component",
    "arrays of components",
    "records, record constructors",
    "stateSelect",
    "`initial()`, `terminal()`",
    "external C, ExternalObject",
    "expandable connector (bus)",
    "for-equation",
    "algorithm section in a model",
    "replaceable / redeclare part, constrainedby",
    "replaceable / redeclare class",
    "assert",
    "sample / reinit / terminate",
    "enumeration of one's own",
    "array variables, slices, sums",
    "inner, outer",
    "while, break in functions",
    "delay",
    "operator records, stream, clocks, state machines, overconstrained `Connections`",
)
"""What models of other people use, by how many need it."""


def titled(feature: Feature, number: int) -> str:
    """Return a name of a case."""
    return " ".join((feature.row, feature.name, str(number)))


KNOWN: Final = [
    pytest.param(one, id=titled(feature, k + 1))
    for feature in FEATURES
    for k, one in enumerate(feature.known)
]
WRONG: Final = [
    pytest.param(one, id=titled(feature, k + 1))
    for feature in FEATURES
    for k, one in enumerate(feature.wrong)
]


def written(folder: Path, text: str) -> tuple[Path, str]:
    """Write a file, and return it with the name of the class that is meant."""
    file = folder / "A.mo"
    file.write_text(text.removeprefix("\n"), encoding="utf-8")
    return file, "P.A" if text.lstrip().startswith("package P") else "A"


def run_without_warnings(file: Path, name: str) -> None:
    """Load a model, and run it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dt.simulate(dt.modelica.load(file, name)(), stop_time=1.0)


@pytest.mark.parametrize("one", KNOWN)
def test_the_answer_is_the_known_one(tmp_path: Path, one: Known) -> None:
    file, name = written(tmp_path, one.text)
    of = dt.modelica.load(file, name, functions=one.functions)
    final = dt.simulate(of(), stop_time=1.0, tolerance=1e-9).final
    assert {key: final[key] for key in one.answers} == pytest.approx(
        dict(one.answers), rel=1e-6, abs=1e-7
    )


@pytest.mark.parametrize("one", WRONG)
def test_what_is_wrong_is_told(tmp_path: Path, one: Wrong) -> None:
    file, name = written(tmp_path, one.text)
    with pytest.raises(dt.DrivetrainError) as caught:
        run_without_warnings(file, name)
    lines = str(caught.value).replace(str(file), "A.mo").splitlines()
    assert one.message in [line.strip() for line in lines]
    assert "A.mo:" in one.message


def test_no_row_lacks_its_models() -> None:
    assert {one.row for one in FEATURES} == set(ROWS)
    for one in FEATURES:
        assert one.wrong, one
        assert len(one.known) >= 2 or (one.row in REFUSED and not one.known), one
    every = [one.text for feature in FEATURES for one in (*feature.known, *feature.wrong)]
    assert len(set(every)) == len(every)
    for row in ROWS:
        names = [one.name for one in FEATURES if one.row == row]
        assert len(set(names)) == len(names)
