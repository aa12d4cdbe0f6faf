"""The machine that runs are made on, as far as it may change their last bits."""

from __future__ import annotations

import os
import platform
import socket
import sys
from functools import cache
from typing import Any

import numpy as np
import scipy

__all__ = ["differences", "machine_facts", "versions"]


def versions() -> dict[str, str]:
    """Return the versions that have to be the same wherever runs of one study are made."""
    return {
        "drivetrain": sys.modules["drivetrain"].__version__,
        "python": ".".join(map(str, sys.version_info[:2])),
        "numpy": np.__version__,
    }


def machine_facts() -> dict[str, Any]:
    """Return processor, math library, versions, and where this process is."""
    return {
        **_facts(),
        **versions(),
        "pid": os.getpid(),
    }  # a forked process has a number of its own


@cache
def _facts() -> dict[str, Any]:
    return {
        "system": platform.system(),
        "processor": platform.machine(),
        "cpu": _cpu(),
        "math_library": " ".join(platform.libc_ver()).strip() or platform.version(),
        "scipy": scipy.__version__,
        "host": socket.gethostname(),
    }


def _cpu() -> str:
    """Return the model of the processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


_DECISIVE = ("system", "processor", "math_library")
"""What elementary functions depend on: their last bits are those of the math library."""


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return in what two machines differ that may change the last bits of results.

    Parameters
    ----------
    one, other : dict
        As :func:`machine_facts` returns them.
    """
    return [
        f"{key.replace('_', ' ')} {one[key]} and {other[key]}"
        for key in _DECISIVE
        if key in one and key in other and one[key] != other[key]
    ]
