"""Reuse of kernel solvers between tasks of the same kind."""

from __future__ import annotations

from drivetrain.kernel import library as c

__all__ = ["CachedSolver"]


class CachedSolver:
    """Cache for one kernel solver that has read rows, to be reused by the next reader.

    Parameters
    ----------
    keeps : bool
        Whether a solver is worth its memory.
    """

    def __init__(self, keeps: bool) -> None:
        self._most = 1 if keeps else 0
        self._handles: list[int] = []
        self._destroy = c.load_library().dt_destroy

    def take(self) -> int | None:
        """Return the solver, if there is one; the caller then owns it."""
        try:
            return self._handles.pop()  # atomic: several threads may read
        except IndexError:
            return None

    def keep(self, handle: int) -> None:
        """Store a solver."""
        if len(self._handles) < self._most:
            self._handles.append(handle)
        else:
            self._destroy(handle)

    def __del__(self) -> None:
        for handle in self._handles:
            self._destroy(handle)
