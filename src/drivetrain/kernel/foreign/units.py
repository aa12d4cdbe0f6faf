"""Compiled programs whose functions a model reads between events, as the kernel calls them."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from drivetrain.kernel import library as c

__all__ = ["FAILURES", "MODES", "Unit", "UnitShape"]

MODES = 2**20
"""`DT_UNIT_MODES`: a mode is the count of events times this, plus the number of the block."""
FAILURES = (
    "", "SetTime", "SetContinuousStates", "set of inputs", "GetDerivatives", "get of outputs",
    "GetEventIndicators", "GetDirectionalDerivative", "CompletedIntegratorStep", "",
)  # fmt: skip
"""`dt_unit_failure`: which function has failed."""


class UnitShape(NamedTuple):
    """What all instances of a program have in common.

    Attributes
    ----------
    version : int
        Version of FMI, 2 or 3.
    states, inputs, outputs : sequence of int
        Value references, once for each element of an array.
    rates : sequence of int
        Value references of the derivatives of the states.
    indicators : int
        Number of event indicators.
    reads : sequence of sequence of int
        For each derivative, output and event indicator the states and inputs (counted behind the
        states) that it depends on.
    directional : sequence of bool
        For each of them whether the program knows its slopes.
    conversions : sequence of (float, float)
        For each state, input and output: the number of the model is factor * number + offset.
    nominals : sequence of float
        Magnitudes of states and inputs, in numbers of the model.
    """

    version: int
    states: Sequence[int]
    inputs: Sequence[int]
    outputs: Sequence[int]
    rates: Sequence[int]
    indicators: int
    reads: Sequence[Sequence[int]]
    directional: Sequence[bool]
    conversions: Sequence[tuple[float, float]]
    nominals: Sequence[float]

    def once(self, references: Sequence[int]) -> list[int]:
        """Return each reference once; in FMI 2, which has no arrays, other names repeat some."""
        return list(references if self.version == 2 else dict.fromkeys(references))


class Unit:
    """One instance of a compiled program that the kernel calls.

    Parameters
    ----------
    shape : UnitShape
        Its sizes.
    instance : int
        Address that its functions take.
    functions : mapping of str to int
        Addresses of its functions, by the names in `dt_unit`.
    """

    def __init__(self, shape: UnitShape, instance: int, functions: Mapping[str, int]) -> None:
        n_x, n_u, n_y = len(shape.states), len(shape.inputs), len(shape.outputs)
        n_functions = n_x + n_y + shape.indicators
        self._struct = c.UnitData(
            instance=instance, version=shape.version,
            n_x=n_x, n_u=n_u, n_y=n_y, n_g=shape.indicators,
            n_in=len(shape.once(shape.inputs)), n_out=len(shape.once(shape.outputs)), **functions,
        )  # fmt: skip
        self._arrays: dict[str, npt.NDArray[Any]] = {}
        known, unknown = [*shape.states, *shape.inputs], [*shape.rates, *shape.outputs]
        conversions = np.array(shape.conversions, dtype=np.float64).reshape(-1, 2)
        self._keep("input", np.array(shape.once(shape.inputs), dtype=np.uint32))
        self._keep("output", np.array(shape.once(shape.outputs), dtype=np.uint32))
        self._keep("known", np.array(known, dtype=np.uint32))
        self._keep("unknown", np.array(unknown, dtype=np.uint32))
        self._keep("directional", np.array(shape.directional, dtype=np.uint8))
        self._keep("reads_ptr", np.cumsum([0, *map(len, shape.reads)], dtype=np.int64))
        self._keep("reads", np.array([k for one in shape.reads for k in one], dtype=np.int64))
        self._keep("factor", conversions[:, 0].copy())
        self._keep("offset", conversions[:, 1].copy())
        self._keep("nominal", np.array(shape.nominals, dtype=np.float64))
        self._keep("argument", np.zeros(n_x + n_u))
        self._keep("value", np.zeros(n_functions))
        self._keep("work", np.zeros(2 * n_functions + n_x + n_u))
        self._keep("slope", np.zeros((1 + n_x + n_u) * n_functions))
        self._keep("slope_known", np.zeros(1 + n_x + n_u, dtype=np.uint8))

    def _keep(self, name: str, array: npt.NDArray[Any]) -> None:
        self._arrays[name] = array
        setattr(self._struct, name, array.ctypes.data)

    @property
    def address(self) -> int:
        """Address of `dt_unit`."""
        return ctypes.addressof(self._struct)

    @property
    def failed(self) -> tuple[int, int]:
        """Number of the function that has failed, 0 if none has, and the status it returned."""
        return self._struct.failed, self._struct.status

    @property
    def time(self) -> float:
        """The instant it has been told last, s."""
        time: float = self._struct.time
        return time

    @property
    def mode(self) -> float:
        """The present mode, 0 before the first one."""
        mode: float = self._struct.mode
        return mode

    def enter(self, mode: float, time: float, arguments: Sequence[float]) -> None:
        """Begin a mode: nothing known of the one before counts any more.

        Parameters
        ----------
        mode : float
            Its number.
        time : float
            Present instant, s.
        arguments : sequence of float
            States and inputs there, in numbers of the model.
        """
        self._struct.mode = mode
        self._struct.time = time
        self._struct.told = self._struct.has = 0
        self._arrays["argument"][:] = arguments
        self._arrays["slope_known"][:] = 0
