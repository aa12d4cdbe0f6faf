"""What the page consists of: all of it in the package, small, and as it was fetched."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib

import pytest
from tools import web_libraries

from drivetrain.web import Assets

MOST = 100_000
"""Bytes that all files of the page may add to a wheel, in which they are compressed."""
IMPORT = re.compile(r"""(?:from|import)\s+"(\./[^"]+)\"""")


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets("drivetrain.studio", "drivetrain.web")


def test_the_page_adds_little_to_the_package(assets: Assets) -> None:
    assert sum(len(zlib.compress(asset.body)) for asset in assets.values()) < MOST


def test_libraries_are_as_they_were_fetched_and_bring_their_licences(assets: Assets) -> None:
    assert web_libraries.check() == []
    assert b"Permission is hereby granted" in assets["vendor/LICENSES.txt"].body


def test_every_script_that_is_imported_is_there(assets: Assets) -> None:
    for name, asset in assets.items():
        if name.endswith(".js"):
            folder = name.rpartition("/")[0]
            for target in IMPORT.findall(asset.body.decode()):
                assert f"{folder}/{target[2:]}".lstrip("/") in assets, f"{name}: {target}"


def test_every_script_is_fetched_at_once(assets: Assets) -> None:
    page = assets["index.html"].body.decode()
    named = re.findall(r'''(?:modulepreload" href|src)="/files/([^"]+\.js)"''', page)
    assert sorted(named) == sorted({"main.js"} | imported_by(assets, "main.js"))


def imported_by(assets: Assets, name: str) -> set[str]:
    """Return the modules that a module imports, directly or not."""
    folder = name.rpartition("/")[0]
    direct = {
        f"{folder}/{target[2:]}".lstrip("/")
        for target in IMPORT.findall(assets[name].body.decode())
    }
    return direct.union(*(imported_by(assets, one) for one in direct))


def test_nothing_is_written_into_the_page_that_its_policy_forbids(assets: Assets) -> None:
    page = assets["index.html"].body.decode()
    assert "style=" not in page
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*src=)", page)
    assert not re.search(r"\son\w+=", page)
    for name, asset in assets.items():
        if name.endswith((".js", ".css", ".html")) and not name.startswith("vendor/"):
            addresses = re.findall(r"https?://[^\s\"'`)]+", asset.body.decode())
            assert set(addresses) <= {"http://www.w3.org/2000/svg"}, name


def test_scripts_and_styles_fit_a_screen(assets: Assets) -> None:
    for name, asset in assets.items():
        if name.endswith(".js") and not name.startswith("vendor/"):
            lines = asset.body.decode().splitlines()
            assert len(lines) < 450, name
            assert max(map(len, lines)) <= 120, name
            assert lines[0] == "// @ts-check", name


@pytest.mark.parametrize("name", ["../launch.py", "/etc/passwd", "", "vendor", "main.js/"])
def test_other_names_lead_nowhere(assets: Assets, name: str) -> None:
    assert name not in assets
    assert assets.get(name) is None


def test_pages_are_served_before_the_simulation_is_imported() -> None:
    code = (
        "import drivetrain.studio.server.application, sys; "
        "print(*sorted({'scipy', 'llvmlite', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
