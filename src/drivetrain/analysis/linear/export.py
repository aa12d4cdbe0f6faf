"""Linear models for other programs: python-control, SciPy, MATLAB, and blocks of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.errors import AnalysisError, UsageError, shown
from drivetrain.files import check_path, suffix_of, write_atomically

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = [
    "MATRIX_SUFFIXES",
    "block_of",
    "control_names",
    "control_system",
    "saved",
    "scipy_system",
]

Rename = Callable[[str], str]

MATRIX_SUFFIXES = (".mat", ".npz")
"""Suffixes of files for matrices with names."""
_LARGEST_BLOCK = 200
"""States of a block, whose equations are written out."""
_MARKS = str.maketrans({".": "_", "[": "_", "]": None, "(": "_", ")": None, ",": None, " ": "_"})


def _plain(name: str) -> str:
    """Return a name without the marks that other programs refuse."""
    return name.translate(_MARKS)


def control_names(model: LinearModel, rename: Rename | None = None) -> dict[str, str]:
    """Return the names that signals get in python-control, which accepts no dots.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    rename : callable, optional
        Returns another name for a name; by default dots and brackets become underscores.

    Raises
    ------
    UsageError
        If it returns no text, or a name with a dot.
    """
    if rename is not None and not callable(rename):
        raise UsageError(f"rename={shown(rename)}: give a function from a name to another")
    found: dict[str, str] = {}
    for signals in (model.states, model.inputs, model.outputs):
        used: set[str] = set()
        for name in signals:
            made = _renamed(name, rename)
            if rename is None:
                made = _unused(made, used)
            if made in used:
                raise UsageError(
                    f"rename gives two {signals.kind}s the name {made!r}; give each its own"
                )
            used.add(made)
            found[name] = made
    return found


def _renamed(name: str, rename: Rename | None) -> str:
    if rename is None:
        return _plain(name)
    made = rename(name)
    if not isinstance(made, str) or "." in made or not made:
        raise UsageError(
            f"rename({name!r}) returns {shown(made)}: python-control needs names without dots"
        )
    return made


def _unused(name: str, used: Iterable[str]) -> str:
    taken, made, count = set(used), name, 2
    while made in taken:
        made, count = f"{name}_{count}", count + 1
    return made


def control_system(model: LinearModel, rename: Rename | None = None) -> Any:
    """Return a model as StateSpace of python-control; see :meth:`LinearModel.to_control`."""
    try:
        import control
    except ImportError as error:
        raise AnalysisError(
            "to_control() needs the package python-control, which is not installed: "
            "pip install 'drivetrain[control]'"
        ) from error
    names = control_names(model, rename)
    return control.ss(
        *_dense(model), states=[names[name] for name in model.states],
        inputs=[names[name] for name in model.inputs],
        outputs=[names[name] for name in model.outputs], name=_plain(model.name),
    )  # fmt: skip


def scipy_system(model: LinearModel) -> Any:
    """Return a model as StateSpace of SciPy; see :meth:`LinearModel.to_scipy`."""
    from scipy.signal import StateSpace

    return StateSpace(*_dense(model))


def _dense(model: LinearModel) -> list[NDArray[Any]]:
    if is_sparse(model.A):
        raise AnalysisError(
            f"the linear model of {model.name} has {model.A.shape[0]} states, too many for "
            "matrices without gaps: reduce it first, lin.reduced(count=20)"
        )
    if not len(model.inputs) or not len(model.outputs):
        raise UsageError(
            "other programs need inputs and outputs: linearise with inputs=[…] and outputs=[…]"
        )
    return [dense(matrix) for matrix in (model.A, model.B, model.C, model.D)]


def block_of(model: LinearModel) -> dict[str, Any]:
    """Return the parameters of a block `StateSpace`; see :meth:`LinearModel.to_block`."""
    if any(model.inputs.orders):
        name = next(n for n, order in zip(model.inputs, model.inputs.orders, strict=True) if order)
        raise AnalysisError(
            f"the input {name} is the derivative of another one, which a block StateSpace does not "
            "take: choose a torque at an inertia as input, or an angle as an output"
        )
    rows, basis = model.reduction.unlocked, model.reduction.basis
    if len(rows) > _LARGEST_BLOCK:
        raise AnalysisError(
            f"a block of {len(rows)} states is too large, since its equations are written out: "
            "reduce the model first, lin.reduced(count=20)"
        )
    A, B, C, D = _dense(model)
    small = {"A": A[rows] @ basis, "B": B[rows], "C": C @ basis, "D": D}
    return {name: tuple(map(tuple, matrix.tolist())) for name, matrix in small.items()}


def saved(model: LinearModel, path: str | Path) -> Path:
    """Write matrices, names and units to a file for MATLAB or NumPy.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    path : str or Path
        File ending with one of :data:`MATRIX_SUFFIXES`.
    """
    target = check_path(path, MATRIX_SUFFIXES)
    content: dict[str, Any] = {"name": model.name, "time": model.point.time}
    for signals in (model.states, model.inputs, model.outputs):
        content[f"{signals.kind}s"] = np.array(list(signals), dtype=object)
        content[f"{signals.kind}_units"] = np.array(list(signals.units), dtype=object)
    matrices = dict(zip("ABCD", (model.A, model.B, model.C, model.D), strict=True))
    with write_atomically(target) as unfinished:
        if suffix_of(target) == ".mat":
            _write_mat(unfinished, {**matrices, **content})
        else:
            _write_npz(unfinished, matrices, content)
    return target


def _write_mat(path: Path, content: dict[str, Any]) -> None:
    from scipy import io, sparse

    found = {
        name: sparse.csc_matrix(value) if is_sparse(value) else value
        for name, value in content.items()
    }
    io.savemat(str(path), found, appendmat=False)


def _write_npz(path: Path, matrices: dict[str, Any], content: dict[str, Any]) -> None:
    found: dict[str, Any] = {
        name: np.asarray(value.tolist() if isinstance(value, np.ndarray) else value, dtype=None)
        for name, value in content.items()
    }
    for name, matrix in matrices.items():
        if is_sparse(matrix):
            parts = matrix.tocsr()
            for part in ("data", "indices", "indptr", "shape"):
                found[f"{name}_{part}"] = np.asarray(getattr(parts, part))
        else:
            found[name] = matrix
    with path.open("wb") as file:
        np.savez(file, **found)
