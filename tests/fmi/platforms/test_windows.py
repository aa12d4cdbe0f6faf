"""A unit for Windows, linked here and run by Wine, computes the bits of the one for Linux."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.fmi.platforms.archives import include_folders

MINGW = shutil.which("x86_64-w64-mingw32-gcc")
WINE = shutil.which("wine") or shutil.which("wine64", path="/usr/lib/wine")  # as Debian has it
DRIVER = Path(__file__).with_name("driver.c")
OF_WINDOWS = re.compile(r"(KERNEL32|ntdll|msvcrt|ucrtbase|api-ms-win-crt-.*)\.dll", re.IGNORECASE)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="compares Windows with Linux"),
    pytest.mark.skipif(find_spec("ziglang") is None, reason="zig is not installed"),
    pytest.mark.skipif(MINGW is None or WINE is None, reason="there is no mingw, or no Wine"),
]


def run_by_driver(
    compiler: list[str], start: list[str], name: str, unit: Path, told: list[str]
) -> str:
    includes = [f"-I{folder}" for folder in include_folders()]
    driver = unit.parent / name
    subprocess.run([*compiler, str(DRIVER), *includes, "-o", str(driver)], check=True)
    guid, *references = told
    command = [*start, str(driver), str(unit), guid, "1.5", "0.01", *references]
    environment = {**os.environ, "WINEPREFIX": str(unit.parent / "wine"), "WINEDEBUG": "-all"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.replace("\r", "")


def guid_and_references(description: Path) -> list[str]:
    """Return the token of a unit, and the references of all its real variables."""
    root = ElementTree.parse(description).getroot()
    real = [one for one in root.iter("ScalarVariable") if one.find("Real") is not None]
    return [root.attrib["guid"], *(one.attrib["valueReference"] for one in real)]


def test_a_unit_under_wine_has_the_same_bits(tmp_path: Path) -> None:
    path = tmp_path / "clutches.fmu"
    model = examples.find("CoupledClutches")()
    dt.export(model, path, fmi=2, platforms=("linux64", "win64"))
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    told = guid_and_references(tmp_path / "modelDescription.xml")
    linux = tmp_path / "binaries" / "linux64" / "CoupledClutches.so"
    windows = tmp_path / "binaries" / "win64" / "CoupledClutches.dll"
    expected = run_by_driver(["cc"], [], "driver", linux, told)
    assert len(expected.splitlines()) == 150
    found = run_by_driver([str(MINGW), "-static"], [str(WINE)], "driver.exe", windows, told)
    assert found == expected


def test_a_unit_for_windows_needs_nothing_but_windows(tmp_path: Path) -> None:
    path = tmp_path / "first.fmu"
    dt.export(examples.find("First")(), path, fmi=2, platforms=("win64",))
    with zipfile.ZipFile(path) as archive:
        archive.extract("binaries/win64/First.dll", tmp_path)
    listed = subprocess.run(
        ["x86_64-w64-mingw32-objdump", "-p", str(tmp_path / "binaries/win64/First.dll")],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    needed = re.findall(r"DLL Name: (\S+)", listed)
    assert needed
    assert [one for one in needed if not OF_WINDOWS.fullmatch(one)] == []
    exported = re.findall(r"\] (?:\+base\[\s*\d+\] \w+ )?(fmi\w+|dt_\w+)\s*$", listed, re.MULTILINE)
    assert not [one for one in exported if one.startswith("dt_")]
