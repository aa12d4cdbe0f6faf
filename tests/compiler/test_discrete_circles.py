"""Discrete variables that need themselves within one instant are named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import check, simulate
from drivetrain.errors import StructureError
from drivetrain.modeling import Model, boolean, constant, der, fixed, pre, time, variable, when

SECOND = constant(1.0, "s")


class Opposites(Model):
    """Two Booleans that define each other, and one beside them."""

    x = variable(start=fixed(0.0))
    b, c, beside = boolean(), boolean(), boolean()

    def equations(self) -> Iterable[Any]:
        yield der(self.x) * SECOND == 1
        yield self.beside == (self.x > 2)
        yield self.b == (~self.c & self.beside)
        yield self.c == (self.b & (self.x > 1))


class Waits(Model):
    """A condition on the time since the condition came true."""

    x = variable(start=fixed(0.0))
    since = variable("s", start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) * SECOND == 1
        yield when((self.x > 1) & (time > self.earlier() + 0.5 * SECOND), self.since == time)

    def earlier(self) -> Any:
        return self.since


class WaitsRightly(Waits):
    """The same, with the time of the event before."""

    def earlier(self) -> Any:
        return pre(self.since)


@pytest.mark.parametrize(("model", "circle"), [(Opposites, "b, c"), (Waits, "since")])
def test_a_circle_is_refused_by_name(model, circle):
    with pytest.raises(StructureError, match=rf"circle within one instant: {circle}; use pre"):
        simulate(model(), stop_time=2.0)
    assert any(circle in fault for fault in check(model()).faults)


def test_with_the_value_before_the_event_there_is_no_circle():
    assert simulate(WaitsRightly(), stop_time=1.9)["since"][-1] == pytest.approx(1.5)
