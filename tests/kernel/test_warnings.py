"""The kernel and its test models compile without a warning."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import drivetrain.kernel

KERNEL = Path(drivetrain.kernel.__file__).parent
FILES = [*sorted((KERNEL / "source").rglob("*.c")), Path(__file__).with_name("models.c")]
STRICT = "-std=c11 -Wall -Wextra -Werror"  # the warnings of CMakeLists.txt


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_the_compiler_has_nothing_to_say(file: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    call = [compiler, *STRICT.split(), "-fsyntax-only", f"-I{KERNEL / 'include'}", str(file)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
