"""Check rows of a run against the written equations, interpreted rather than compiled."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import Floats, begin_of

__all__ = [
    "OPERATIONS",
    "Code",
    "Equation",
    "Given",
    "RowsOfRuns",
    "Verdict",
    "Verification",
    "pick_rows",
]

OPERATIONS: Final = {
    name: number
    for number, name in enumerate(
        (
            "variable", "const", "time", "parameter", "add", "sub", "mul", "div", "neg", "abs",
            "where", "and", "or", "not", "min", "max", "table", "gt", "ge", "lt", "le", "eq", "ne",
            "pow", "atan2", "mod", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
            "tanh", "exp", "log", "log10", "sqrt", "sign", "floor", "ceil",
        )
    )
}  # fmt: skip
"""Numbers of the operations, as in `dt_operation`."""

_ORDERINGS: Final = frozenset(OPERATIONS[name] for name in ("gt", "ge", "lt", "le"))

Verdict = c.Verdict
_VERDICT: Final = np.dtype(c.Verdict)


class Code:
    """An equation of a class as a list of operations; see `dt_equation`.

    Parameters
    ----------
    node : sequence of (int, int, int, int)
        Operation, and three operands or places.
    constant : sequence of float
        Value of each node if it is a constant.
    left, right : int
        Nodes of the two sides.
    discrete : bool
        Whether the sides are Booleans or integers.
    """

    def __init__(
        self,
        node: Sequence[tuple[int, int, int, int]],
        constant: Sequence[float],
        left: int,
        right: int,
        discrete: bool = False,
    ) -> None:
        self.node = np.array(node, dtype=np.int32).reshape(-1, 4)
        self.constant = np.array(constant, dtype=np.float64)
        self.struct = c.Equation(
            n_node=len(self.node),
            node=self.node.ctypes.data,
            constant=self.constant.ctypes.data,
            left=left,
            right=right,
            discrete=discrete,
            has_relations=any(operation in _ORDERINGS for operation, *_ in node),
        )


class Equation(NamedTuple):
    """An equation of a class, and the instances for which it holds.

    Attributes
    ----------
    code : Code
        The equation.
    place : int32 array, shape (instances, places)
        Indices for its places; contiguous.
    """

    code: Code
    place: NDArray[np.int32]


class Given(NamedTuple):
    """Addresses of the parameters and tables of a run; the arrays must outlive this object.

    Attributes
    ----------
    parameters, tables, table_offset : int
        Their addresses.
    """

    parameters: int
    tables: int
    table_offset: int


class RowsOfRuns(NamedTuple):
    """Complete rows of many runs that differ in their parameters.

    Attributes
    ----------
    rows : float array, shape (n_rows, n_columns)
        Contiguous: run after run.
    n_rows : int64 array
        How many each of them has, at least one.
    parameters : float array, shape (runs, …)
        Parameters of each run, contiguous.
    given : Given
        Tables of all runs; the parameters are not used.
    """

    rows: Floats
    n_rows: NDArray[np.int64]
    parameters: Floats
    given: Given


class Verification:
    """Equations and energies, ready for evaluation at complete rows.

    Parameters
    ----------
    equations, stored : sequence of Equation
        Equations that must hold; energies in J, each the left side of one.
    supplied, dissipated : int32 array
        Columns of a complete row that hold energies since the start, J.
    energy_jumps : bool
        Whether events may remove energy instantaneously.
    largest_gap : float
        Difference of the sides of an equation, relative to its terms, that counts as rounding.
    """

    def __init__(
        self,
        equations: Sequence[Equation],
        stored: Sequence[Equation],
        supplied: NDArray[np.int32],
        dissipated: NDArray[np.int32],
        energy_jumps: bool,
        largest_gap: float,
    ) -> None:
        self._kept = equations, stored, supplied, dissipated
        most_nodes = max((len(e.code.node) for e in (*equations, *stored)), default=1)
        self._struct = c.Verification(
            n_equation=len(equations),
            equations=_structs(equations),
            n_instance=sum(len(e.place) for e in equations),
            n_stored=len(stored),
            stored=_structs(stored),
            n_supplied=len(supplied),
            supplied=supplied.ctypes.data,
            n_dissipated=len(dissipated),
            dissipated=dissipated.ctypes.data,
            energy_jumps=energy_jumps,
            most_nodes=most_nodes,
            largest_gap=largest_gap,
        )
        self._work = (2 * c.VERIFY_ROWS + 1) * most_nodes
        self._verify = c.load_library().dt_verify
        self._verify_runs = c.load_library().dt_verify_runs

    def hold(
        self,
        rows: Floats,
        given: Given,
        noise: float,
        most_equations: int = 1 << 62,
        most_rows: int = c.VERIFY_ROWS,
    ) -> c.Verdict:
        """Select some of the complete rows of a run and check them.

        Parameters
        ----------
        rows : float array, shape (n_rows, n_columns)
            Contiguous; at least one.
        given : Given
            Addresses of parameters and tables of the run.
        noise : float
            Relations whose sides differ by less, relative to their terms, may be true or false.
        most_equations : int
            Approximate number of instances of equations to check.
        most_rows : int
            Number of rows to check, 16 at most.
        """
        verdict = c.Verdict()
        work = np.empty(self._work)
        self._verify(
            self._struct, noise, most_equations, begin_of(rows), *rows.shape, most_rows, *given,
            begin_of(work), verdict,
        )  # fmt: skip
        return verdict

    def hold_runs(
        self,
        runs: RowsOfRuns,
        noise: float,
        most_equations: NDArray[np.int64],
        most_rows: NDArray[np.int64],
    ) -> NDArray[Any]:
        """Check runs in one call; the interpreter is free meanwhile.

        Parameters
        ----------
        runs : RowsOfRuns
            The runs.
        noise : float
            As for :meth:`hold`.
        most_equations, most_rows : int64 array
            The same, for each run.

        Returns
        -------
        structured array
            The fields of a verdict for each run.
        """
        verdicts = np.empty(len(runs.n_rows), dtype=_VERDICT)
        work = np.empty(self._work)
        struct = c.RowsOfRuns(
            n_runs=len(runs.n_rows),
            n_rows=begin_of(runs.n_rows),
            most_equations=begin_of(most_equations),
            most_rows=begin_of(most_rows),
            width=runs.rows.shape[1],
            rows=begin_of(runs.rows),
            n_parameters=runs.parameters.shape[1],
            parameters=begin_of(runs.parameters),
            tables=runs.given.tables,
            table_offset=runs.given.table_offset,
        )
        self._verify_runs(self._struct, noise, struct, begin_of(work), begin_of(verdicts))
        return verdicts


def _structs(equations: Sequence[Equation]) -> ctypes.Array[c.Equation]:
    array = (c.Equation * len(equations))()
    for k, (code, place) in enumerate(equations):
        array[k] = code.struct  # a copy
        struct = array[k]
        struct.n_instance, struct.n_place = place.shape
        struct.place = begin_of(place)
    return array


def pick_rows(rows: Floats, most: int) -> NDArray[np.int64]:
    """Return the indices of rows to check, ascending; see `dt_pick_rows`.

    Parameters
    ----------
    rows : float array, shape (n_rows, n_columns)
        Short or complete rows of a run, contiguous.
    most : int
        Largest number of rows.
    """
    picked = np.empty(c.VERIFY_ROWS, dtype=np.int64)
    count = c.load_library().dt_pick_rows(
        begin_of(rows), len(rows), rows.shape[1], most, begin_of(picked)
    )
    return picked[:count]
