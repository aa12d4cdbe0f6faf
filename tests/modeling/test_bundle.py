"""Variables of a connector that have one name together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.errors import ModelError, NameLookupError
from drivetrain.modeling import Component, Connector, bundle, flow, parameter, potential


class Pipe(Connector):
    """A state, and flows of two species."""

    state = bundle(p=potential("Pa"), T=potential("K"))
    rate = bundle(flow("kg/s"), flow("kg/s"))


class Source(Component):
    """Sets a state."""

    port = Pipe()

    def equations(self) -> Iterable[Any]:
        yield self.port.state.p == dt.modeling.constant(2, "Pa")
        yield dt.modeling.constant(300, "K") == self.port.state.T


class Sink(Component):
    """Takes mass."""

    k = parameter(1, unit="kg/s")
    port = Pipe()

    def equations(self) -> Iterable[Any]:
        yield from [one == (n + 1) * self.k for n, one in enumerate(self.port.rate)]


class Net(Component):
    """A source, and two sinks."""

    source, near, far = Source(), Sink(), Sink(k=2)

    def equations(self) -> Iterable[Any]:
        yield self.source.port >> self.near.port
        yield self.source.port >> self.far.port


def test_every_variable_of_a_bundle_is_connected() -> None:
    final = dt.simulate(Net(), stop_time=0.0).final
    assert (final["far.port.state.p"], final["near.port.state.T"]) == (2, 300)
    assert final["source.port.rate[0]"] == -3
    assert final["source.port.rate[1]"] == -6


def test_names_that_a_bundle_has_not_are_refused() -> None:
    class Wrong(Component):
        port = Pipe()

        def equations(self) -> Iterable[Any]:
            yield self.port.state.pp == 1

    with pytest.raises(
        NameLookupError, match=r"'port\.state' has no variable 'pp'; did you mean 'p'"
    ):
        dt.compile(Wrong())


@pytest.mark.parametrize(
    "given", [((), {}), ((potential("m"),), {"a": potential("m")}), ((1,), {})]
)
def test_a_bundle_has_variables_in_sequence_or_by_name(given: Any) -> None:
    elements, members = given
    with pytest.raises(ModelError, match="either in sequence or by their names"):
        bundle(*elements, **members)


def test_a_connector_that_adds_variables_is_one_of_its_own() -> None:
    class Wet(Pipe):
        humidity = potential("1")

    assert Wet.family() is Wet
    assert Pipe.family() is Pipe
