"""Units by themselves, as from the command line: what they show, and how far they run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import drivetrain as dt
from drivetrain.cli import main
from tests.fmi.imported import exchange_units, units
from tests.fmi.imported.conftest import Make

EXPERIMENT = '<DefaultExperiment stopTime="2.5"/>'


def hidden(version: int) -> str:
    """Return the description of a unit without outputs, of 2.5 s and without a step."""
    text = units.description(version).replace('causality="output"', 'causality="local"')
    head, _, rest = text.partition("<ModelVariables>")
    body, _, _ = rest.partition("<ModelStructure>")
    tail = "<ModelStructure/></fmiModelDescription>"
    return f"{head}{EXPERIMENT}<ModelVariables>{body}{tail}"


def simulated(path: Path, *words: str) -> list[dict[str, float]]:
    """Run the command; return the rows that it has written."""
    output = path.with_suffix(".csv")
    done = CliRunner().invoke(main, ["simulate", str(path), *words, "--output", str(output)])
    assert done.exit_code == 0, done.output
    names, *rows = (line.split(",") for line in output.read_text().splitlines())
    return [dict(zip(names, map(float, row), strict=True)) for row in rows]


def test_a_unit_without_outputs_shows_what_it_computes(make: Make, version: int) -> None:
    path = make(text=hidden(version))
    rows = simulated(path, "-p", "x_start=2", "-p", "step=0.125")
    assert rows[-1]["time"] == 2.5  # as long as the file says
    assert rows[-1]["phi"] == pytest.approx(5.0, rel=1e-12)
    assert rows[-1]["count"] == 20
    done = CliRunner().invoke(main, ["simulate", str(path)])
    assert "unit.fmu does not say how far apart" in done.output
    assert "so that 0.005 s is taken" in done.output


def test_a_unit_for_model_exchange_runs_as_long_as_it_says(
    version: int, libraries: Path, tmp_path: Path
) -> None:
    text = exchange_units.description(version)
    text = text.replace("<ModelVariables>", f"{EXPERIMENT}<ModelVariables>")
    binary = units.library(libraries, version, exchange_units.CODE)
    path = units.packed(tmp_path / "spring.fmu", version, text=text, binary=binary)
    assert simulated(path)[-1]["time"] == 2.5
    assert dt.simulate(dt.FMU(path, u=0.0)).time[-1] == 2.5


def test_names_to_record_may_have_wildcards(make: Callable[..., Path], version: int) -> None:
    path = make(text=hidden(version))
    part = dt.FMU(path, step=0.1, record=["c*", "ph?"])
    assert {"count", "phi"} <= set(type(part).declarations())
    assert "above" not in type(part).declarations()
    with pytest.raises(dt.DrivetrainError, match=r"no computed variable 'z\*'"):
        dt.FMU(path, step=0.1, record=["z*"])
