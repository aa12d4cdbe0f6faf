"""Derivatives of any values of a model with respect to states, time and parameters.

They become a function of their own, which reads a row of a run: contacts and all other relations
are those recorded there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.llvm import Output, emit_function
from drivetrain.compiler.jacobian.symbolic import TIME, Sensitivities
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.discontinuities import Discontinuities

__all__ = ["TIME", "Derivatives", "derivatives"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Derivatives:
    """Machine code for values and their derivatives.

    The function writes the values one after another, then the derivatives that are not always
    zero.

    Attributes
    ----------
    n_values : int
        Number of values.
    row, direction : int array
        Value and direction of each derivative: the number of a state, behind them that of a
        parameter, or `TIME`.
    address : int
        Address of the code.
    engine : object
        Keeps the code alive.
    """

    n_values: int
    row: Ints
    direction: Ints
    address: int
    engine: Any = field(repr=False)

    @property
    def width(self) -> int:
        """How many numbers the function writes."""
        return self.n_values + len(self.row)


def derivatives(
    lowered: Lowered,
    constants: Mapping[int, int],
    nodes: Sequence[int],
    parameters: Sequence[int] = (),
    latched: Sequence[int] = (),
    n_delayed: int = 0,
    bends: Callable[[], Discontinuities] | None = None,
    optimise: bool = False,
) -> Derivatives:
    """Differentiate nodes of a program, and compile the result.

    Parameters
    ----------
    lowered : Lowered
        The model, without loops over rows.
    constants : mapping
        Node → position of the values that are constant during a run.
    nodes : sequence of int
        What is to be differentiated.
    parameters : sequence of int
        Numbers of the parameters with respect to which it is differentiated, besides states and
        time.
    latched : sequence of int
        Numbers of discrete quantities with respect to which it is differentiated, too: to their
        values, and then to those before the pass of an event.
    n_delayed : int
        Number of delayed values with respect to which it is differentiated, too.
    bends : callable, optional
        Returns the nodes that stay on the branch selected by the kernel, slopes included.
    optimise : bool
        Spend time on faster code.
    """
    first = len(lowered.states)
    directions = {number: first + k for k, number in enumerate(parameters)}
    behind = first + len(parameters)
    discretes = {
        (op, number): behind + k + shift
        for op, shift in (("z", 0), ("pre", len(latched)))
        for k, number in enumerate(latched)
    }
    delays = {k: behind + 2 * len(latched) + k for k in range(n_delayed)}
    found = Sensitivities(lowered.program, nodes, directions, discretes, delays)
    entries = [
        (row, direction, slope)
        for row, node in enumerate(nodes)
        for direction, slope in sorted(found.rate[node].items())
    ]
    outputs = [Output("y", row, node) for row, node in enumerate(nodes)]
    outputs += [Output("y", len(nodes) + k, slope) for k, (*_, slope) in enumerate(entries)]
    address, engine = emit_function(
        lowered.program, "derivatives", outputs, constants,
        optimise=optimise, bends=bends() if bends else None,
    )  # fmt: skip
    row, direction = (np.array([entry[k] for entry in entries], dtype=np.int64) for k in (0, 1))
    return Derivatives(len(nodes), row, direction, address, engine)
