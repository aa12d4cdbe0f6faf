"""Linear system in state-space form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from drivetrain.blocks.continuous.interfaces import start_of_states
from drivetrain.blocks.interfaces import INITIAL, elements, width
from drivetrain.blocks.matrices import checked_matrices, row_times
from drivetrain.linear_algebra import least_squares, matrix_product
from drivetrain.modeling import (
    Component,
    RealInput,
    RealOutput,
    computed,
    constant,
    der,
    parameter,
    variable,
)

__all__ = ["StateSpace"]


class StateSpace(Component):
    """Linear system with ẋ = A x + B u and y = C x + D u.

    The matrices are part of the equations: with different ones the model is retranslated.
    """

    A = parameter(((1.0, 0.0), (0.0, 1.0)), structural=True, doc="Effect of states on their rates")
    B = parameter(((1.0,), (1.0,)), structural=True, doc="Effect of inputs on the rates of states")
    C = parameter(((1.0, 1.0),), structural=True, doc="Effect of states on outputs")
    D = parameter(0.0, structural=True, doc="Effect of inputs on outputs; 0 for none")
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    x_start = parameter([0.0], doc="States at the start, one value for all or one for each")
    y_start = parameter([0.0], doc="Outputs at the start, one value for all or one for each")
    u = RealInput(size=computed(width, B), doc="Inputs")
    y = RealOutput(size=computed(len, C), doc="Outputs")
    x = variable(size=computed(len, A), doc="States")

    def equations(self) -> Iterable[Any]:
        A, B, C, D = checked_matrices(self)
        for k, x in enumerate(self.x):
            rate = row_times(A[k], self.x) + row_times(B[k], self.u)
            yield der(x) == constant(1.0, "1/s") * rate
        for k, y in enumerate(self.y):
            yield y == row_times(C[k], self.x) + row_times(D[k], self.u)

    def initial_equations(self) -> Iterable[Any]:
        yield from start_of_states(self.init_type, self.x, self.x_start)
        if self.init_type == "initial_output":
            yield from self._states_of_output()

    def _states_of_output(self) -> Iterable[Any]:
        """Yield the states nearest to rest among those with the required output.

        They minimise the norm of ẋ; the multipliers of the required output drop out.
        """
        A, B, C, D = checked_matrices(self)
        n, p = len(A), len(C)
        system = np.block([[matrix_product(A.T, A), C.T], [C, np.zeros((p, p))]])
        inverse = least_squares(system, np.eye(n + p))[:n]
        from_input = -matrix_product(inverse, np.vstack([matrix_product(A.T, B), D]))
        wanted = elements(self.y_start, p)
        for k, x in enumerate(self.x):
            yield x == row_times(inverse[k, n:], wanted) + row_times(from_input[k], self.u)
