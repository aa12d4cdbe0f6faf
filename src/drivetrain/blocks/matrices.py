"""Matrices of linear systems with the states x, the inputs u and the outputs y."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from drivetrain.errors import ParameterError
from drivetrain.modeling import Expr, constant

__all__ = ["checked_matrices", "row_times"]


def row_times(row: Any, vector: Iterable[Expr]) -> Any:
    """Return the scalar product of a row of numbers and a vector, without zero terms."""
    terms = [float(a) * v for a, v in zip(row, vector, strict=True) if a]
    return sum(terms[1:], start=terms[0]) if terms else constant(0.0)


def checked_matrices(system: Any) -> tuple[Any, Any, Any, Any]:
    """Return the four matrices of a system with states x as arrays after checking their shapes."""
    n, m, p = len(system.x), len(system.u), len(system.y)
    wanted = {"A": (n, n), "B": (n, m), "C": (p, n), "D": (p, m)}
    found = []
    for name, shape in wanted.items():
        matrix = np.array(getattr(system, name), dtype=float)
        if name == "D" and not matrix.any():
            matrix = np.zeros(shape)
        if matrix.shape != shape:
            raise ParameterError(
                f"matrix {name} has the shape {matrix.shape}, but A, B and C together need "
                f"{shape}: correct one of them"
            )
        found.append(matrix)
    return found[0], found[1], found[2], found[3]
