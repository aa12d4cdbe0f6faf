"""Test models compiled from models.c, and whole runs of them."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from drivetrain.kernel import library
from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.description.model import KernelModel

HERE = Path(__file__).parent
HEADERS = Path(library.__file__).parent / "include"

Floats = npt.NDArray[np.float64]
Run = Callable[..., tuple[Floats, Status, Solver]]


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Shared library of the test models, linked with the kernel; CFLAGS counts as usual."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler for the test models")
    kernel = library.library_path().resolve()
    target = tmp_path_factory.mktemp("models") / "models.so"
    command = [compiler, "-std=c11", "-O2", "-ffp-contract=off", "-shared"]
    command += [*shlex.split(os.environ.get("CFLAGS", "")), f"-I{HEADERS}"]
    command += [str(HERE / "models.c"), str(kernel), "-o", str(target), "-lm"]
    if sys.platform == "win32":
        os.add_dll_directory(str(kernel.parent))
    else:
        command += ["-fPIC", f"-Wl,-rpath,{kernel.parent}"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(target))


def address(library: ctypes.CDLL, name: str) -> int:
    """Address of an exported function."""
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0


@pytest.fixture(scope="session")
def make_model(models: ctypes.CDLL) -> Callable[..., KernelModel]:
    """`make_model("ball", n_x=2, …)`; `ode` names another model's derivative function.

    With `jac_ptr` the model has a Jacobian; `jacobian_address` says how it is made, if not at once.
    """

    def make(name: str, ode: str | None = None, **sizes: Any) -> KernelModel:
        jacobian = address(models, f"{name}_jacobian") if "jac_ptr" in sizes else 0
        jacobian = sizes.pop("jacobian_address", jacobian)
        return KernelModel(
            ode_address=address(models, f"{ode or name}_ode"),
            full_address=address(models, f"{name}_full"),
            jacobian_address=jacobian,
            keep_alive=models,
            **sizes,
        )

    return make


@pytest.fixture(scope="session")
def escape() -> KernelModel:
    """x' = x^2 from x = 1, which escapes to infinity at t = 1."""

    def ode(io: Any) -> int:
        io[0].xdot[0] = io[0].x[0] * io[0].x[0]
        return 0

    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(library.Io))(ode)
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    return KernelModel(ode_address=address, full_address=address, n_x=1, keep_alive=function)


@pytest.fixture(scope="session")
def run() -> Run:
    """`run(model, x0, pre0, **settings)`: rows of a whole run, last status, the solver."""
    return whole_run


def whole_run(
    model: KernelModel, x0: Sequence[float], pre0: Sequence[float] = (), **settings: Any
) -> tuple[Floats, Status, Solver]:
    settings = {"start_time": 0.0, "stop_time": 1.0, "interval": 0.1} | settings
    solver = Solver(model, **settings)
    status = solver.initialise(x0, pre0)
    pieces = [np.empty((0, model.row_length))]
    while not status.failed:
        rows, status = solver.advance()
        pieces.append(rows)
        if status is Status.DONE:
            break
    return np.concatenate(pieces), status, solver


class Network:
    """Inertias w' = (drive - D' tau) / J with dry friction elements of relative speed D w.

    `columns` names the values of a row: ``w``, ``w_rel``, ``s``, ``tau``, ``a`` and, per element,
    ``mode``, ``forward``, ``backward``, ``locked``.
    """

    def __init__(
        self,
        make_model: Callable[..., KernelModel],
        inertia: Sequence[float],
        drive: Sequence[Sequence[float]],
        incidence: Sequence[Sequence[float]],
        sliding: Sequence[float],
        peak: Sequence[float],
    ) -> None:
        matrix = np.array(incidence, dtype=float)
        m, n = matrix.shape
        parts = [[n, m], inertia, np.ravel(drive), matrix.ravel(), sliding, peak]
        self.parameters = np.concatenate(parts).astype(float)
        self.pre0 = [3.0, 0.0, 0.0, 0.0] * m
        self.columns = {
            "w": slice(2, 2 + n),
            "mode": slice(2 + n, 2 + n + 4 * m, 4),
            "forward": slice(3 + n, 2 + n + 4 * m, 4),
            "backward": slice(4 + n, 2 + n + 4 * m, 4),
            "locked": slice(5 + n, 2 + n + 4 * m, 4),
            "w_rel": slice(2 + n + 4 * m, 2 + n + 5 * m),
            "s": slice(2 + n + 5 * m, 2 + n + 6 * m),
            "tau": slice(2 + n + 6 * m, 2 + n + 7 * m),
            "a": slice(2 + n + 7 * m, 2 + 2 * n + 7 * m),
        }
        states = [np.flatnonzero(row) for row in matrix]
        self.model = make_model(
            "network",
            n_x=n,
            n_z=4 * m,
            n_y=3 * m + n,
            n_memory=n + m,
            strict=[True] * (6 * m),
            rel_block=[0, 0, 0, 0, -1, -1] * m,
            lock_locked=[4 * k + 3 for k in range(m)],
            lock_speed=[
                int(s[0]) if s.size == 1 and row[s[0]] == 1 else n + 4 * m + k
                for k, (s, row) in enumerate(zip(states, matrix, strict=True))
            ],
            lock_ptr=np.cumsum([0] + [len(s) for s in states]),
            lock_state=np.concatenate(states),
        )

    def run(self, w0: Sequence[float], **settings: Any) -> tuple[Floats, Status, Solver]:
        settings = {"atol": 1e-10, "rtol": 1e-10} | settings
        return whole_run(self.model, w0, self.pre0, parameters=self.parameters, **settings)

    def values(self, rows: Floats, name: str) -> Floats:
        return rows[:, self.columns[name]]


@pytest.fixture(scope="session")
def make_network(make_model: Callable[..., KernelModel]) -> Callable[..., Network]:
    """`make_network(inertia, drive, incidence, sliding, peak)`, see :class:`Network`."""

    def make(*description: Any) -> Network:
        return Network(make_model, *description)

    return make


@pytest.fixture(scope="session")
def make_chain(make_model: Callable[..., KernelModel]) -> Callable[[int], KernelModel]:
    """`make_chain(n)`: the chain of n inertias of models.c with its Jacobian."""

    def make(n: int) -> KernelModel:
        columns = []
        for j in range(n):
            speeds = [i for i in (j - 1, j, j + 1) if 0 <= i < n]
            columns.append(speeds + [n + i for i in (j - 1, j) if 0 <= i < n - 1])
        columns += [[j, j + 1] for j in range(n - 1)]
        return make_model(
            "chain",
            n_x=2 * n - 1,
            n_q=1,
            n_z=1,
            n_time_rel=1,
            strict=[True],
            jac_ptr=np.cumsum([0] + [len(c) for c in columns]),
            jac_row=np.concatenate(columns),
        )

    return make
