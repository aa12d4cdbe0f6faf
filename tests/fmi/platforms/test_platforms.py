"""Platforms have the names of the standard, and units can be linked for all of them from any."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from drivetrain.cli.exports import log_printed
from drivetrain.errors import DrivetrainError, UsageError
from drivetrain.fmi.platforms import (
    PLATFORMS,
    Platform,
    archive,
    archives,
    find_platform,
    link,
    own_platform,
)
from drivetrain.fmi.platforms.toolchain import Toolchain, find_toolchain

MODULE = """
@dt_fmu_exported = hidden constant [512 x i8] zeroinitializer
declare i64 @dt_abi_version()
define {export} i64 @fmi2Number() {{
  %a = call i64 @dt_abi_version()
  ret i64 %a
}}
"""


def object_for(platform: Platform) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    export = "dllexport" if platform.suffix == ".dll" else ""
    module = llvm.parse_assembly(MODULE.format(export=export))
    module.triple = platform.triple
    machine = llvm.Target.from_triple(platform.triple).create_target_machine(reloc="pic")
    module.data_layout = str(machine.target_data)
    made: bytes = machine.emit_object(module)
    return made


def test_an_archive_of_other_sources_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp = tmp_path / "own.sources"
    monkeypatch.setattr(archives, "_OWN_SOURCES", stamp)
    monkeypatch.setattr(archives, "shipped", lambda platform: tmp_path / "none.a")
    own = own_platform()
    for text in (None, "0123456789abcdef\n"):
        if text:
            stamp.write_text(text)
        with pytest.raises(DrivetrainError, match=r"other C sources.*build the kernel again"):
            archive(own)
    stamp.write_text(archives.digest())
    assert archive(own).name == "own.a"


def test_names_of_the_standard() -> None:
    assert [one.fmi_3 for one in PLATFORMS] == [
        "x86_64-linux", "aarch64-linux", "x86_64-windows", "x86_64-darwin", "aarch64-darwin"
    ]  # fmt: skip
    assert find_platform("x86_64-windows") is find_platform("win64")


def test_an_unknown_platform_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match=r"no platform 'lunix64'.*linux64"):
        find_platform("lunix64")


def test_without_any_compiler_the_ways_out_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivetrain.fmi.platforms.toolchain.find_spec", lambda name: None)
    monkeypatch.setenv("DRIVETRAIN_CC", "no-such-compiler")
    for platform in PLATFORMS:
        with pytest.raises(DrivetrainError, match=r"fmi-zig.*source"):
            find_toolchain(platform)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler 'cc'")
@pytest.mark.skipif(sys.platform != "linux", reason="symbols are listed as under Linux")
def test_a_library_for_the_own_platform(tmp_path: Path) -> None:
    path = tmp_path / "unit.so"
    link(own_platform(), [object_for(own_platform())], path)
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", str(path)], capture_output=True, text=True, check=True
    ).stdout
    names = re.findall(r" [TDBW] (\w+)", listed)
    assert "fmi2Number" in names
    assert all(name.startswith(("fmi2", "fmi3")) for name in names), names


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ziglang") is None, reason="zig is not installed")
@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda one: one.name)
def test_libraries_for_all_platforms(platform: Platform, tmp_path: Path) -> None:
    path = tmp_path / f"unit{platform.suffix}"
    link(platform, [object_for(platform)], path)
    start = path.read_bytes()[:4]
    expected = {".so": b"\x7fELF", ".dll": b"MZ", ".dylib": b"\xcf\xfa\xed\xfe"}
    assert start.startswith(expected[platform.suffix])
    assert archive(platform).exists()


class Silent(Toolchain):
    """A compiler that makes empty files."""

    def compile(
        self, sources: Sequence[Path], includes: Sequence[Path], folder: Path
    ) -> list[Path]:
        return []

    def archive(self, objects: Sequence[Path], path: Path) -> None:
        path.touch()


def test_what_takes_long_is_told_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(archives, "shipped", lambda platform: tmp_path / "none.a")
    monkeypatch.setattr(archives, "_cache_folder", lambda: tmp_path)
    monkeypatch.setattr(
        archives, "find_toolchain", lambda platform: Silent("zig", ("zig",), ("ar",), platform)
    )
    other = next(one for one in PLATFORMS if not one.is_own)
    for expected in (f"zig builds the kernel for {other.name}", ""):
        with log_printed():
            archive(other)
        printed = capsys.readouterr().err
        assert printed.startswith(expected)
        assert bool(printed) == bool(expected)
