"""Sampled transfer function."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.discrete.interfaces import DiscreteSiso
from drivetrain.errors import ModelError
from drivetrain.modeling import ensure, fixed, length, parameter, pre, variable, when

__all__ = ["TransferFunction"]


class TransferFunction(DiscreteSiso):
    """Ratio of two polynomials in z, in controller canonical form."""

    b = parameter([1.0], doc="Coefficients of the numerator, highest power first")
    a = parameter([1.0], doc="Coefficients of the denominator, highest power first")
    x = variable(size=length(a) - 1, start=fixed(0.0), doc="States")
    x1 = variable(start=fixed(0.0), doc="First state of the next instant")

    def equations(self) -> Iterable[Any]:
        missing = len(self.a) - len(self.b)
        if missing < 0:
            raise ModelError(
                f"the numerator b has {len(self.b)} coefficients and the denominator a only "
                f"{len(self.a)}: such a transfer function would look into the future"
            )
        yield ensure(abs(self.a[0]) > 0, "the first coefficient of the denominator is zero")
        before = [pre(x) for x in self.x]
        fed_back = sum((a * x for a, x in zip(self.a[1:], before, strict=True)), start=0)
        b = (0.0,) * missing + tuple(self.b)
        states = [self.x1, *before]
        yield when(
            self.sample_trigger,
            self.x1 == (self.u - fed_back) / self.a[0],
            *(x == new for x, new in zip(self.x, states, strict=False)),
            self.y == sum((bk * x for bk, x in zip(b, states, strict=True)), start=0),
        )
