"""Fetch the JavaScript libraries that ship with the package, in the versions named here.

Run as ``python -m tools.web_libraries``; with ``--check`` nothing is fetched, and the files are
compared with the checksums that were written down when they were.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import json
import sys
import tarfile
import urllib.request
from pathlib import Path

__all__ = ["check", "fetch", "main"]

_FOLDER = Path(__file__).parents[1] / "src" / "drivetrain" / "web" / "static" / "vendor"
_UPLOT = "1.6.32"
_ARCHIVE = f"https://registry.npmjs.org/uplot/-/uplot-{_UPLOT}.tgz"
_INTEGRITY = (
    "KIMVnG68zvu5XXUbC4LQEPnhwOxBuLyW1AHtpm6IKTXImkbLgkMy+jabjLgSLMasNuGGzQm/ep3tOkyTxpiQIw=="
)
"""SHA-512 of the archive, in base64, as the registry publishes it."""
_AS_MODULE = b"\nexport default uPlot;\n"
"""Added to the script, which defines a global name, so that modules can import it."""


def fetch() -> None:
    """Download the archive, check it, and write the files and their checksums."""
    with urllib.request.urlopen(_ARCHIVE) as answer:
        archive = answer.read()
    found = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if found != _INTEGRITY:
        raise SystemExit(f"{_ARCHIVE}: the checksum is {found}, not {_INTEGRITY}")
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        contents = {
            "uplot.js": _member(packed, "package/dist/uPlot.iife.min.js") + _AS_MODULE,
            "uplot.css": _member(packed, "package/dist/uPlot.min.css"),
            "LICENSES.txt": f"uPlot {_UPLOT}\n\n".encode() + _member(packed, "package/LICENSE"),
        }
    _FOLDER.mkdir(parents=True, exist_ok=True)
    for name, body in contents.items():
        (_FOLDER / name).write_bytes(body)
    sums = {name: hashlib.sha256(body).hexdigest() for name, body in contents.items()}
    told = {"uplot": {"version": _UPLOT, "archive": _ARCHIVE, "sha256": sums}}
    (_FOLDER / "versions.json").write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def check() -> list[str]:
    """Return the names of files that differ from what was fetched."""
    told = json.loads((_FOLDER / "versions.json").read_text(encoding="utf-8"))
    sums = {name: value for one in told.values() for name, value in one["sha256"].items()}
    return [
        name for name, value in sums.items()
        if hashlib.sha256((_FOLDER / name).read_bytes()).hexdigest() != value
    ]  # fmt: skip


def main() -> None:
    """Fetch the libraries, or check them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="compare checksums only")
    if not options.parse_args().check:
        fetch()
    different = check()
    if different:
        sys.exit(f"changed since they were fetched: {', '.join(different)}")


def _member(packed: tarfile.TarFile, name: str) -> bytes:
    file = packed.extractfile(name)
    if file is None:
        raise SystemExit(f"{_ARCHIVE}: there is no {name}")
    return file.read()


if __name__ == "__main__":
    main()
