"""`pre` of a real variable is what it was, wherever in a class the variable is made discrete."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import simulate
from drivetrain.modeling import (
    Model,
    constant,
    der,
    fixed,
    integer,
    parameter,
    pre,
    time,
    variable,
    when,
)

SECOND = constant(1.0, "s")


class Pauses(Model):
    """Counts how often a rising variable passes a whole number, at most once per `pause`."""

    pause = parameter(0.5, unit="s")
    x = variable(start=fixed(0.0))
    n = integer(start=fixed(0))
    since = variable("s", start=fixed(0.0))
    waited = variable("s")

    def equations(self) -> Iterable[Any]:
        yield self.waited == time - pre(self.since)
        yield der(self.x) * SECOND == 1
        yield when(
            (self.x - pre(self.n) > 1) & (time > pre(self.since) + self.pause),
            self.n == pre(self.n) + 1,
            self.since == time,
        )


@pytest.mark.parametrize(("pause", "expected"), [(0.5, 3), (1.5, 2)])
def test_a_condition_may_look_at_what_its_own_actions_set(pause, expected):
    result = simulate(Pauses(pause=pause), stop_time=3.9)
    assert result["n"][-1] == expected
    assert result["since"][-1] == pytest.approx(3.0)
    assert result["waited"][-1] == pytest.approx(3.9 - result["since"][-1])


def test_the_order_of_statements_does_not_matter():
    m = Model("steps")
    m.add(seen=variable(), held=variable(start=fixed(2.0)))
    m.equation(m.seen == pre(m.held))
    m.equation(when(time > 1.0 * SECOND, m.held == pre(m.held) + 1))
    result = simulate(m, stop_time=2.0)
    assert (result["seen"][0], result["seen"][-1]) == (2.0, 3.0)
