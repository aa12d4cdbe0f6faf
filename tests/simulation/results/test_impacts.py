"""What the event log tells of impulses."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Result, simulate
from drivetrain.errors import NameLookupError
from drivetrain.modeling import Model, fixed, impact, parameter
from drivetrain.rotational import Inertia
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.simulation.results.impacts import ImpactColumns, find_impacts


class Stop(CompliantWithRelativeStates):
    """Two sides that meet where their relative angle is zero."""

    e = parameter(1.0)

    def equations(self) -> Iterable[Any]:
        meets = (self.phi_rel <= 0) & (self.w_rel < 0)
        yield impact(self.w_rel, load=self.tau, restitution=self.e, when=meets)


class Cradle(Model):
    """The first of three equal bodies turns."""

    first = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    one = Stop()
    second = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    two = Stop()
    third = Inertia(J=1.0, phi=fixed(3.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.first >> self.one >> self.second >> self.two >> self.third


@pytest.fixture(scope="module")
def result() -> Result:
    return simulate(Cradle(), stop_time=1.0)


def test_every_impact_is_an_event_of_its_own(result: Result) -> None:
    names = [one.name for event in result.events for one in event.impacts]
    assert names == ["one.w_rel", "two.w_rel"]
    np.testing.assert_allclose(result.events.times(), [0.1, 0.3], rtol=1e-9)
    assert result.events.text().splitlines() == [
        "t = 0.10000 s  one.w_rel: -10 → 10 rad/s by -10 N.m.s",
        "t = 0.30000 s  two.w_rel: -10 → 10 rad/s by -10 N.m.s",
    ]


@pytest.mark.parametrize("pattern", ["two", "two.w_rel", "tw*"])
def test_the_log_is_narrowed_to_elements(result: Result, pattern: str) -> None:
    (event,) = result.events.of(pattern)
    assert event.time == pytest.approx(0.3)
    assert [one.name for one in event.impacts] == ["two.w_rel"]
    assert result.events[1:][0].impacts == event.impacts


def test_a_name_that_is_missing_is_refused(result: Result) -> None:
    with pytest.raises(NameLookupError, match=r"belongs to 'twoo'; did you mean"):
        result.events.of("twoo")


def test_the_log_survives_pickling(result: Result) -> None:
    again = pickle.loads(pickle.dumps(result.events))
    assert again.text() == result.events.text()


def test_rows_tell_speeds_and_impulse() -> None:
    """An integral of load, power and acceleration that jump by 2, 2·(3 + 1)/2 and 1 - 3."""
    column = ImpactColumns("w", "rad/s", "N.m.s", 2, 3, 4)
    rows = np.array([[0.0, 0, 5, 6, 7], [1.0, 1, 5, 6, 7], [1.0, 2, 7, 10, 5], [2.0, 0, 7, 10, 5]])
    found = find_impacts([column], rows, np.array([1]))
    (one,) = found.at(0)
    assert (one.before, one.after, one.impulse) == (3.0, 1.0, 2.0)
    assert found.at(1) == ()
