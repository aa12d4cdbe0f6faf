"""Values of all chain members of a model at a recorded row."""

from __future__ import annotations

from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.llvm import emit_function
from drivetrain.compiler.model_functions import member_outputs
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Selection, Solver

__all__ = ["MemberValues"]

Floats = NDArray[np.float64]


class MemberValues:
    """Computes all chain members, named or not; the code is made when it is first needed.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """

    def __init__(self, translation: Translation) -> None:
        self._t = translation
        self._lock = Lock()
        self._selection: Selection | None = None

    def at(self, solver: Solver, row: Floats) -> Floats:
        """Return the value of every chain member.

        Parameters
        ----------
        solver : Solver
            Solver with the parameters of the run; it may be closed.
        row : float array
            Row of a run, with relations.
        """
        found: Floats = solver.select(row.reshape(1, -1), self._made())[0].copy()
        return found

    def _made(self) -> Selection:
        with self._lock:
            if self._selection is None:
                t, n = self._t, self._t.reduced.n_members
                outputs = member_outputs("y", np.arange(n), t.lowered)
                code: tuple[int, Any] = emit_function(
                    t.program, "members", outputs, t.machine.constants
                )
                none = np.zeros(n, dtype=np.int64)
                self._selection = Selection(t.kernel, none, (), code[0], np.arange(n), code[1])
            return self._selection
