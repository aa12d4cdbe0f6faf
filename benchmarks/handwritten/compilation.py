"""The C programs of this folder, compiled for this very processor."""

from __future__ import annotations

import ctypes
import subprocess
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.environments import Unavailable, cache_folder

__all__ = ["DOUBLES", "FLAGS", "INTEGERS", "compiled"]

FLAGS = ("-std=gnu11", "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math")
"""How the programs are compiled."""

DOUBLES = np.ctypeslib.ndpointer(np.float64, flags="C_CONTIGUOUS")
INTEGERS = np.ctypeslib.ndpointer(np.int64, flags="C_CONTIGUOUS")


@cache
def compiled(name: str) -> ctypes.CDLL:
    """Return the library made of one program.

    Parameters
    ----------
    name : str
        Name of the source, without ``.c``.

    Raises
    ------
    Unavailable
        If there is no C compiler.
    """
    source = Path(__file__).with_name(f"{name}.c")
    target = cache_folder() / f"{name}.so"
    command = ["cc", *FLAGS, "-shared", "-fPIC", str(source), "-o", str(target), "-lm"]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise Unavailable("no C compiler (cc) is on the path") from error
    except subprocess.CalledProcessError as error:
        raise Unavailable(f"cc failed: {error.stderr.strip()[:200]}") from error
    return ctypes.CDLL(str(target))
