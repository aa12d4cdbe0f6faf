"""Units under sanitizers: ``python -m tests.fmi.binary.sanitized``, which needs gcc.

Kernel, FMI layer and the driver of calls in any order are compiled with AddressSanitizer and
UndefinedBehaviorSanitizer, which end the process at the first invalid access, and at lost memory.
"""

from __future__ import annotations

import subprocess
import sys
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


def main(name: str = "CoupledClutches", seeds: int = 2) -> int:
    """Return 0 if nothing is found."""
    prepared, settings, variables, _ = parts_of(examples.find(name)())
    unit = Unit(prepared, settings, variables, "unit", TOKEN)
    struct = prepared.translation.kernel.struct
    sizes = [str(struct.n_x), str(struct.n_rel + struct.n_switching)]
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        model, library = folder / "model.o", folder / "unit.so"
        model.write_bytes(object_of(unit, own_platform().triple))
        _gcc("-shared", "-o", library, *_objects(folder), model, "-lm")
        drivers = [folder / source.stem for source in _DRIVERS.glob("*.c")]
        for driver in drivers:
            _gcc("-o", driver, _DRIVERS / f"{driver.name}.c", "-ldl", "-lpthread", "-lm")
        runs = [
            [driver, library, TOKEN, str(seed), _CALLS, *sizes]
            for driver in drivers
            for seed in range(1, seeds + 1)
        ]
        return int(any(subprocess.run(run).returncode for run in runs))


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
