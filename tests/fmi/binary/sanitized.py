"""Units under sanitizers: ``python -m tests.fmi.binary.sanitized``, which needs gcc.

Kernel, FMI layer and the driver of calls in any order are compiled with AddressSanitizer and
UndefinedBehaviorSanitizer, which end the process at the first invalid access, and at lost memory.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from drivetrain import examples
from drivetrain.fmi.binary.model_object import Unit, object_of
from drivetrain.fmi.platforms import own_platform
from drivetrain.fmi.platforms.archives import include_folders, sources
from tests.fmi.binary.units import TOKEN, parts_of

_OPTIONS = (
    "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-g", "-O1",
    "-std=gnu11", "-fPIC", "-fno-math-errno", "-ffp-contract=off", "-Werror",
)  # fmt: skip
_DRIVERS = Path(__file__).parent / "native"
_CALLS = "600"
_EXAMPLES = ("CoupledClutches", "First", "machines.Hoist")
"""Friction; a start that Newton's method finds; initial equations, tables, a controller."""


def main(names: Sequence[str] = _EXAMPLES, seeds: int = 2) -> int:
    """Return 0 if nothing is found."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        objects = _objects(folder)
        drivers = [folder / source.stem for source in _DRIVERS.glob("*.c")]
        for driver in drivers:
            _gcc("-o", driver, _DRIVERS / f"{driver.name}.c", "-ldl", "-lpthread", "-lm")
        runs = []
        for name in names:
            library, sizes = _library(name, objects, folder)
            runs += [
                [driver, library, TOKEN, str(seed), _CALLS, *sizes]
                for driver in drivers
                for seed in range(1, seeds + 1)
            ]
        return int(any(subprocess.run(run).returncode for run in runs))


def _library(name: str, objects: Sequence[Path], folder: Path) -> tuple[Path, list[str]]:
    """Return the unit of an example, and the numbers of its states and event indicators."""
    prepared, settings, variables, _ = parts_of(examples.find(name)())
    unit = Unit(prepared, settings, variables, "unit", TOKEN)
    struct = prepared.translation.kernel.struct
    model, library = folder / f"{name}.o", folder / f"{name}.so"
    model.write_bytes(object_of(unit, own_platform().triple))
    _gcc("-shared", "-o", library, *objects, model, "-lm")
    return library, [str(struct.n_x), str(struct.n_rel + struct.n_switching)]


def _objects(folder: Path) -> list[Path]:
    def compiled(numbered: tuple[int, Path]) -> Path:
        number, source = numbered
        made = folder / f"{number}.o"
        _gcc("-c", source, "-o", made)
        return made

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(compiled, enumerate(sources())))


def _gcc(*arguments: str | Path) -> None:
    headers = [f"-I{path}" for path in include_folders()]
    subprocess.run(["gcc", *_OPTIONS, *headers, *map(str, arguments)], check=True)


if __name__ == "__main__":
    sys.exit(main())
