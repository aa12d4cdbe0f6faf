"""CachedSolver: a solver of the kernel that outlives its task, for the next one like it."""

from __future__ import annotations

from drivetrain.kernel import library as c

__all__ = ["CachedSolver"]


class CachedSolver:
    """A solver of the kernel that has read rows, for the next one that reads some.

    Parameters
    ----------
    keeps : bool
        Whether one is worth its memory.
    """

    def __init__(self, keeps: bool) -> None:
        self._most = 1 if keeps else 0
        self._handles: list[int] = []
        self._destroy = c.load_library().dt_destroy

    def take(self) -> int | None:
        """Return the solver, if there is one; it is the caller's then."""
        try:
            return self._handles.pop()  # in one piece: several threads may read
        except IndexError:
            return None

    def keep(self, handle: int) -> None:
        """Take a solver over."""
        if len(self._handles) < self._most:
            self._handles.append(handle)
        else:
            self._destroy(handle)

    def __del__(self) -> None:
        for handle in self._handles:
            self._destroy(handle)
