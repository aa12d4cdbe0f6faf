"""A JupyterLab of this machine with one notebook, in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

_OPTIONS = (
    "--no-browser", "--ip=127.0.0.1", "--port=0", "--allow-root", "--IdentityProvider.token=secret",
    "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
)  # fmt: skip


@contextmanager
def laboratory(folder: Path, cells: Sequence[str]) -> Iterator[str]:
    """Serve a notebook with some cells; the value is its address, with the token."""
    nbformat = pytest.importorskip("nbformat")
    jupyterlab = pytest.importorskip("jupyterlab")
    own = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata={"kernelspec": own}
    )
    nbformat.write(notebook, folder / "explore.ipynb")
    command = [
        sys.executable, "-m", "jupyterlab", *_OPTIONS, f"--ServerApp.root_dir={folder}",
        f"--LabApp.app_dir={_shared(jupyterlab) / 'lab'}",
    ]  # fmt: skip
    server = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=_environment(folder, _shared(jupyterlab))
    )
    try:
        yield f"{_address(server)}/doc/tree/explore.ipynb?token=secret"
    finally:
        server.terminate()
        server.wait(20)


def _shared(jupyterlab: object) -> Path:
    """Return where the extensions of the installed JupyterLab are."""
    return Path(jupyterlab.__file__).parents[4] / "share" / "jupyter"  # type: ignore[attr-defined]


def _environment(folder: Path, shared: Path) -> dict[str, str]:
    """Return an environment that leaves settings and files of the user alone."""
    own = {
        f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")
    }
    return {**os.environ, **own, "JUPYTER_PATH": str(shared), "IPYTHONDIR": str(folder / "ipython")}


def _address(server: subprocess.Popen[str]) -> str:
    assert server.stderr is not None
    for line in server.stderr:
        found = re.search(r"(http://127\.0\.0\.1:\d+)/lab", line)
        if found:
            return found[1]
    raise AssertionError("JupyterLab did not start")
