"""Check of integration steps against independent quadratures of the rates."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["ALARM", "StepProbe", "probe_records"]

ALARM: Final = 100.0
"""Ratio of a step probe above which a run is wrong."""


class StepProbe(NamedTuple):
    """Result of comparing steps of a run with their rates.

    Some steps are probed: the change of every state, of every quadrature and of every recorded
    value whose derivative is recorded too is compared with a quadrature of its rate, that does not
    involve the integrator.

    Attributes
    ----------
    steps : int
        Steps that were probed; 0: none, and the other fields are meaningless.
    refined : int
        Those of them at which a second quadrature was made.
    ratio : float
        Largest discrepancy between a quantity and its rate in these steps, as a multiple of the
        allowed one. Up to a few units a step is as accurate as it should be; from :data:`ALARM` on
        the run is wrong.
    state : int or None
        The quantity, if it is a state, or a quadrature if the number is not below `n_x`.
    pair : int or None
        The quantity, if it is a recorded value with its derivative: number in
        :attr:`KernelModel.pairs`.
    begin, end : float
        The step, up to where it is valid, s.
    change, integral : float
        Change of the quantity within the step, and the integral of its rate; in its unit.
    allowed : float
        Allowed difference of these: the tolerance, its effect on rates, and rounding.
    """

    steps: int
    refined: int
    ratio: float
    state: int | None
    pair: int | None
    begin: float
    end: float
    change: float
    integral: float
    allowed: float

    @classmethod
    def of(cls, raw: Any, n_rates: int) -> StepProbe:
        """Return the result reported by the kernel.

        Parameters
        ----------
        raw : structure
            As written by the kernel.
        n_rates : int
            Number of states and quadratures of the model.
        """
        number = int(raw.quantity)
        state = number if 0 <= number < n_rates else None
        pair = number - n_rates if number >= n_rates else None
        rest = (raw.begin, raw.end, raw.change, raw.integral, raw.allowed)
        return cls(int(raw.steps), int(raw.refined), float(raw.ratio), state, pair, *rest)


def probe_records(count: int) -> npt.NDArray[Any]:
    """Return records, one for each of many runs, that the kernel can write to.

    The fields are those of `dt_step_probe`: `quantity` is the number of a state or quadrature, then
    of a pair, -1 for none.
    """
    integers = ("steps", "refined", "quantity")
    names = (
        "steps", "refined", "ratio", "quantity", "begin", "end", "change", "integral", "allowed",
    )  # fmt: skip
    kinds = [(name, np.int64 if name in integers else np.float64) for name in names]
    records = np.zeros(count, dtype=kinds)
    records["quantity"] = -1
    return records.view(np.recarray)
