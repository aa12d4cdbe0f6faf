"""What holds for every machine: no remarks on its structure, a short run, the energy adds up."""

from __future__ import annotations

import pytest

from drivetrain import check, examples

NAMES = [name for name in examples.names() if name.startswith("machines.")]


def test_there_are_machines():
    assert len(NAMES) >= 6


@pytest.mark.parametrize("name", NAMES)
def test_its_structure_deserves_no_remark(name):
    report = check(examples.find(name)())
    assert report.faults == ()
    assert report.warnings == ()


@pytest.mark.parametrize("name", NAMES)
def test_its_run_is_short_and_keeps_the_energy(name, run):
    result = run(name.partition(".")[2])
    assert result.stats.steps < 100_000
    assert result.energy.relative_error < 1e-7, str(result.energy)
