"""Calls in any order with any arguments, a thousand instances, threads: a driver in C."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import drivetrain.fmi.binary
from tests.fmi.binary.units import TOKEN, example_unit

_SOURCES = Path(__file__).parent / "native"
_HEADERS = Path(drivetrain.fmi.binary.__file__).parent / "include"


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("driver", ["fuzzing", "looking", "modes"])
def test_every_call_answers_and_threads_yield_the_same_bits(driver: str, tmp_path: Path) -> None:
    unit, program = example_unit("CoupledClutches"), tmp_path / driver
    source = _SOURCES / f"{driver}.c"
    subprocess.run(
        ["cc", "-O1", f"-I{_HEADERS}", "-o", program, source, "-ldl", "-lpthread", "-lm"],
        check=True,
    )
    struct = unit.parameters.translation.kernel.struct
    sizes = [str(struct.n_x), str(struct.n_rel + struct.n_switching)]
    told = [
        subprocess.run(
            [program, unit.library, TOKEN, seed, "1000", *sizes],
            capture_output=True, text=True, check=True, timeout=240,
        ).stdout
        for seed in ("4711", "4711", "12")
    ]  # fmt: skip
    assert told[0] == told[1] != told[2]
