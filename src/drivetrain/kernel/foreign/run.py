"""The programs behind the foreign blocks of one run."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import Floats
from drivetrain.kernel.foreign.blocks import ForeignBlock, ForeignSession

__all__ = ["ForeignRun"]

_STEP = 1
"""Request of the kernel: advance to a tick."""


class ForeignRun:
    """The programs behind the foreign blocks of one run.

    Parameters
    ----------
    blocks : sequence of ForeignBlock
        The blocks.

    """

    def __init__(self, blocks: Sequence[ForeignBlock]) -> None:
        self._blocks = blocks
        self._sessions: list[ForeignSession] = []
        self._given: list[list[float]] = []
        self._error: BaseException | None = None
        self._units = (ctypes.c_void_p * len(blocks))()
        self._call = c.ForeignCall(self._called)

    @property
    def error(self) -> BaseException | None:
        """What a program has failed with, which ends the run."""
        if self._error is None:
            failures = [session.failure() for session in self._sessions]
            return next((one for one in failures if one is not None), None)
        return self._error

    def begin(self, parameters: Floats, time: float) -> None:
        """Begin a run of every program; of those that have begun nothing remains if one fails."""
        self.close()
        try:
            for number, one in enumerate(self._blocks):
                given = parameters[np.asarray(one.parameters, dtype=np.int64)].tolist()
                self._given.append(given)
                self._sessions.append(one.program.open(given, time, one.part, number))
        except BaseException:
            self.close()
            raise

    def give_start(self, discrete: Floats) -> None:
        """Give the programs their inputs before their first instant is over."""
        for one, session in zip(self._blocks, self._sessions, strict=True):
            session.give_start(discrete[np.asarray(one.inputs, dtype=np.int64)].tolist())
        self._place_units()

    def _place_units(self) -> None:
        for k, session in enumerate(self._sessions):
            self._units[k] = None if session.unit is None else session.unit.address

    def placed(self, discrete: Floats) -> Floats:
        """Return discrete values with the present outputs of the programs."""
        made = discrete.copy()
        for one, session in zip(self._blocks, self._sessions, strict=False):
            made[np.asarray(one.outputs)] = one.signs * np.asarray(session.outputs(), dtype=float)
        return made

    def changed(self, parameters: Floats) -> str:
        """Return the part of a program that has begun with other parameters; empty if none has."""
        for one, given in zip(self._blocks, self._given, strict=False):
            if parameters[np.asarray(one.parameters, dtype=np.int64)].tolist() != given:
                return one.part
        return ""

    def attach(self, handle: int) -> None:
        """Let the kernel call the programs; without any that have begun, outputs stay as they are.

        Parameters
        ----------
        handle : int
            A solver of the kernel.
        """
        self._error = None
        library = c.load_library()
        library.dt_set_foreign(handle, self._call, None)
        self._place_units()
        library.dt_set_units(handle, ctypes.addressof(self._units), len(self._sessions))

    def _called(self, _: Any, block: int, request: int, time: float, u: Any, y: Any) -> int:
        if not self._sessions:
            return 0
        try:
            self._serve(block, request, time, u, y)
        except BaseException as error:  # must not pass through the kernel
            self._error = error
            return 1
        return 0

    def _serve(self, block: int, request: int, time: float, u: Any, y: Any) -> None:
        one, session = self._blocks[block], self._sessions[block]
        if request == _STEP:
            found = session.step(time)
        else:
            given = session.give(time, u[: len(one.inputs)])
            if given is None:
                return
            found = given
        for k, (sign, value) in enumerate(zip(one.signs, found, strict=True)):
            y[k] = sign * value

    def close(self) -> None:
        """End the runs of the programs."""
        sessions, self._sessions, self._given = self._sessions, [], []
        for session in sessions:
            with suppress(Exception):  # the run is over
                session.close()
