"""What the times were measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import drivetrain

__all__ = ["describe_load", "describe_machine"]

_PACKAGES = ("numpy", "scipy", "llvmlite")


def describe_machine() -> list[str]:
    """Return lines that name processor, cores, memory, load and versions."""
    return [
        f"{_processor()}, {os.cpu_count()} cores, {_memory():.0f} GiB, {platform.system()}",
        f"{describe_load()} when the measurements began",
        f"Python {platform.python_version()}, drivetrain {drivetrain.__version__}, "
        + ", ".join(f"{name} {_version(name)}" for name in _PACKAGES),
    ]


def describe_load() -> str:
    """Return how busy the machine is: other work on it makes every time longer."""
    one, five, _ = os.getloadavg()
    return f"load average {one:.1f} (1 min), {five:.1f} (5 min)"


def _processor() -> str:
    fields: dict[str, str] = {}
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            name, _, value = line.partition(":")
            fields.setdefault(name.strip(), value.strip())
    name = fields.get("model name") or platform.processor() or platform.machine()
    family = fields.get("cpu family")
    return f"{name} (family {family}, model {fields.get('model')})" if family else name


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"
