"""Units that are handed over as source: they are complete, and compute the bits of a binary."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.errors import UsageError
from drivetrain.fmi.sources.source_files import kernel_files

fmpy = pytest.importorskip("fmpy")


def names_in(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_every_header_is_there_under_its_name() -> None:
    files = kernel_files()
    for name, text in files.items():
        for header in re.findall(r'#\s*include "([^"]+)"', text):
            assert header in files, f"{name} includes {header}"


@pytest.mark.parametrize("version", [2, 3])
def test_a_unit_of_source_alone_is_valid(version: int, tmp_path: Path) -> None:
    from fmpy.validation import validate_fmu

    path = dt.export(
        examples.find("First")(), tmp_path / "first.fmu", fmi=version, platforms=(), sources=True
    )
    assert validate_fmu(path) == []
    names = names_in(path)
    assert not [name for name in names if name.startswith("binaries/")]
    assert {"sources/model.c", "sources/dt_fmu.h"} <= {*names}
    assert ("sources/buildDescription.xml" in names) == (version == 3)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="FMPy compiles units with cmake")
@pytest.mark.parametrize(("name", "version"), [("CoupledClutches", 3), ("HeatLosses", 2)])
def test_compiled_source_has_the_bits_of_the_binary(
    name: str, version: int, tmp_path: Path
) -> None:
    from fmpy.build import build_platform_binary

    model = examples.find(name)()
    binary = dt.export(model, tmp_path / "binary.fmu", fmi=version)
    source = dt.export(model, tmp_path / "source.fmu", fmi=version, platforms=(), sources=True)
    unpacked = tmp_path / "source"
    with zipfile.ZipFile(source) as archive:
        archive.extractall(unpacked)
    build_platform_binary(unpacked)
    settings = {"stop_time": 1.0, "output_interval": 0.01}
    expected = fmpy.simulate_fmu(str(binary), **settings)
    found = fmpy.simulate_fmu(str(unpacked), **settings)
    assert found.dtype.names == expected.dtype.names
    for column in expected.dtype.names:
        np.testing.assert_array_equal(found[column], expected[column])


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler 'cc'")
def test_sources_compile_without_a_warning(tmp_path: Path) -> None:
    path = dt.export(examples.find("First")(), tmp_path / "first.fmu", platforms=(), sources=True)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "sources"
    for name in ("model.c", "unit_fmi3.c", "kernel_stepping_step.c"):
        done = subprocess.run(
            ["cc", "-std=c11", "-Wall", "-Wno-unused-but-set-variable", "-Wno-unused-variable",
             "-Werror", "-fsyntax-only", str(folder / name)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


def test_a_unit_without_any_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"platforms=\(\): name a platform, or add sources=True"):
        dt.export(examples.find("First")(), tmp_path / "first.fmu", platforms=())


@pytest.mark.parametrize(
    "given",
    [{"outputs": 3}, {"flanges": 3}, {"flanges": {1: 2}}, {"platforms": 3}, {"kinds": None},
     {"fmi": [2]}],
    ids=str,
)  # fmt: skip
def test_arguments_that_are_no_names_are_refused(given: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=next(iter(given))):
        dt.export(examples.find("First")(), tmp_path / "first.fmu", **given)
