"""The step probe: whether what changes within a step follows its rate."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["ALARM", "StepProbe", "probe_records"]

ALARM: Final = 100.0
"""Ratio of a step probe from which a run is wrong."""


class StepProbe(NamedTuple):
    """What steps of a run say that were held against their rates.

    Some steps are probed: the change of every state, of every quadrature and of every recorded
    value whose derivative is recorded too is compared with a quadrature of its rate, in which the
    integrator has no part.

    Attributes
    ----------
    steps : int
        Steps that were probed; 0: none, and the rest says nothing.
    refined : int
        Those of them at which was looked twice.
    ratio : float
        By how many times what is allowed a quantity misses its rate, in the worst of these steps.
        Up to a few units a step is as accurate as it should be; from :data:`ALARM` on the run is
        wrong.
    state : int or None
        The quantity, if it is a state, or a quadrature if the number is not below `n_x`.
    pair : int or None
        The quantity, if it is a recorded value with its derivative: number in
        :attr:`KernelModel.pairs`.
    begin, end : float
        The step as far as it counts, s.
    change, integral : float
        What the quantity changes within the step, and the integral of its rate; in its unit.
    allowed : float
        What these may differ by: the tolerance, what it makes of rates, and rounding.
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
        """Return what the kernel says.

        Parameters
        ----------
        raw : structure
            As the kernel writes it.
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

    Their fields are those of `dt_step_probe`: `quantity` is the number of a state or quadrature,
    then of a pair, -1 for none.
    """
    integers = ("steps", "refined", "quantity")
    names = (
        "steps", "refined", "ratio", "quantity", "begin", "end", "change", "integral", "allowed",
    )  # fmt: skip
    kinds = [(name, np.int64 if name in integers else np.float64) for name in names]
    records = np.zeros(count, dtype=kinds)
    records["quantity"] = -1
    return records.view(np.recarray)
