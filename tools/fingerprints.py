"""Tell whether machine code and results are still the same: ``python -m tools.fingerprints FILE``.

Writes one line per model: its name, a digest of the LLVM IR that its compilation emits, and one of
the trajectory, bit by bit. The models are all examples and 160 random ones. With ``--compare OLD``
the lines are held against those of an earlier run, and the exit status is 1 if any differs. Run it
before and after a change that must change neither.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import warnings
from collections.abc import Callable, Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np

RANDOM_MODELS = 80
"""Random models of each of the two kinds: of all components, and of friction elements."""


def main() -> int:
    """Write the lines; compare them if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where the lines go")
    parser.add_argument("--compare", type=Path, help="file of an earlier run")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    with Pool(asked.processes, maxtasksperchild=20) as pool:
        lines = pool.map(_line, list(_names()), chunksize=4)
    asked.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return _differences(lines, asked.compare) if asked.compare else 0


def _differences(lines: list[str], old: Path) -> int:
    before = dict(line.split(" ", 1) for line in old.read_text(encoding="utf-8").splitlines())
    after = dict(line.split(" ", 1) for line in lines)
    differing = sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )
    for name in differing:
        print(f"{name}: {before.get(name)} -> {after.get(name)}")
    print(f"{len(after)} models, {len(differing)} differ")
    return 1 if differing else 0


def _names() -> Iterator[str]:
    from drivetrain.examples import names

    yield from (f"example:{name}" for name in names())
    for kind in ("parts", "friction"):
        yield from (f"{kind}:{seed}" for seed in range(RANDOM_MODELS))


def _model(name: str) -> Any:
    kind, _, which = name.partition(":")
    if kind == "example":
        from drivetrain.examples import find

        return find(which)()
    if kind == "parts":
        from tests.oracles.random_models.models import random_recipe

        return random_recipe(int(which)).model()
    from tests.oracles.gauss.random_machines import random_machine

    return random_machine(int(which)).model()


def _line(name: str) -> str:
    emitted: list[str] = []
    with _Listening(emitted.append):
        outcome = _outcome(name)
    # A run that takes long compiles the same code once more, optimised: count each text once.
    text = "\n".join(dict.fromkeys(map(_without_addresses, emitted)))
    code = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"{name} {code} {outcome}"


def _without_addresses(ir: str) -> str:
    """Return the IR with tables by number, as their addresses differ in every process."""
    numbers: dict[str, str] = {}
    return re.sub(
        r"(?<=inttoptr \(i64 )\d+",
        lambda match: numbers.setdefault(match.group(), f"table{len(numbers)}"),
        ir,
    )


def _outcome(name: str) -> str:
    import drivetrain as dt

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = dt.simulate(_model(name), **_span(name))
    except dt.errors.DrivetrainError as error:
        return type(error).__name__
    digest = hashlib.sha256()
    for variable in sorted(result.names):
        digest.update(np.ascontiguousarray(result[variable]).tobytes())
    return digest.hexdigest()[:16]


def _span(name: str) -> dict[str, float]:
    return {} if name.startswith("example:") else {"stop_time": 1.0}


class _Listening:
    """While this lasts, hear every LLVM IR that is compiled."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self.hear, self.parse = hear, llvm.parse_assembly

    def __enter__(self) -> None:
        llvm.parse_assembly = self._parse

    def __exit__(self, *_: object) -> None:
        llvm.parse_assembly = self.parse

    def _parse(self, text: str, *args: Any) -> Any:
        self.hear(text)
        return self.parse(text, *args)


if __name__ == "__main__":
    raise SystemExit(main())
