"""Vectors of variables, signals and parameters."""

from __future__ import annotations

import pytest

from drivetrain import simulate
from drivetrain.errors import DrivetrainError, ModelError, ParameterError
from drivetrain.modeling import (
    Component,
    Model,
    RealInput,
    RealOutput,
    length,
    maximum,
    parameter,
    variable,
)
from drivetrain.modeling.tracing.trace import trace


class Weighted(Component):
    n = parameter(2, structural=True)
    k = parameter([1.0, 2.0])
    u = RealInput(size=n)
    y = RealOutput()

    def equations(self):
        yield self.y == sum(k * u for k, u in zip(self.k, self.u, strict=True))


class Values(Component):
    n = parameter(2, structural=True)
    x = variable(size=n)
    y = RealOutput(size=n)

    def equations(self):
        for i, (x, y) in enumerate(zip(self.x, self.y, strict=True)):
            yield y == i + 1.0
            yield x == 2 * y


def test_elements_have_slots_of_their_own():
    t = trace(Weighted())
    assert [v.name for v in t.variables] == ["u[0]", "u[1]", "y"]
    assert [p.name for p in t.parameters] == ["k[0]", "k[1]"]
    assert [p.default for p in t.parameters] == [1.0, 2.0]


def test_the_length_of_a_parameter_is_settled_where_the_component_is_made():
    assert trace(Weighted(n=3, k=[1, 2, 3])).n_parameters == 3
    assert trace(Weighted(n=3, k=[1, 2, 3])) is not trace(Weighted())


class Chained(Model):
    n = parameter(2, structural=True)
    values = Values(n=n)
    total = Weighted(n=n, k=[10.0, 100.0])

    def equations(self):
        yield self.values.y >> self.total.u


def test_vectors_are_connected_element_by_element():
    links = [(str(link.source), str(link.target)) for link, _ in trace(Chained()).signal_links]
    assert links == [("values.y[0]", "total.u[0]"), ("values.y[1]", "total.u[1]")]


def test_a_vector_model_runs():
    result = simulate(Chained(), stop_time=0.1)
    assert result["total.y"][-1] == 210.0
    assert result["values.x[1]"][-1] == 4.0


def test_lengths_have_to_agree():
    class Short(Model):
        values = Values(n=3)
        total = Weighted()

        def equations(self):
            yield self.values.y >> self.total.u

    with pytest.raises(ModelError, match=r"3 elements.*2 elements"):
        trace(Short())


def test_a_number_is_not_a_vector_of_two():
    with pytest.raises((DrivetrainError, ValueError)):
        trace(type("Scalar", (Model,), {"total": Weighted(k=3.0)})())


class Amplifier(Component):
    """As many outputs as the longest of two vectors has elements."""

    k = parameter([1.0], doc="Gain")
    offset = parameter([0.0], doc="Offset")
    y = RealOutput(size=maximum(length(k), length(offset)), doc="Output")

    def equations(self):
        for i, y in enumerate(self.y):
            yield y == self.k[min(i, len(self.k) - 1)] + self.offset[min(i, len(self.offset) - 1)]


@pytest.mark.parametrize(
    ("given", "size"), [({}, 1), ({"k": [1, 2, 3]}, 3), ({"k": 5.0, "offset": [1, 2]}, 2)]
)
def test_a_size_follows_the_length_of_a_vector(given, size):
    traced = trace(Amplifier(**given))
    assert [v.name for v in traced.variables] == [f"y[{k}]" for k in range(size)]


class Scaled(Component):
    factor = parameter(doc="Factor")
    offset = parameter(0.0, doc="Offset")
    y = RealOutput(doc="Output")

    def equations(self):
        yield self.y == self.factor + self.offset


class Bank(Model):
    """A vector parameter dealt out to an array of components."""

    k = parameter([1.0], doc="Gains")
    common = parameter([10.0], doc="Offset of all")
    scaled = Scaled.array(length(k), factor=k, offset=common)


def test_a_vector_gives_each_component_of_an_array_its_own_value():
    result = simulate(Bank(k=[1.0, 2.0, 3.0]), stop_time=0.1)
    assert [result[f"scaled[{i}].y"][-1] for i in range(3)] == [11.0, 12.0, 13.0]


def test_as_many_values_as_components_are_needed():
    class Wrong(Model):
        k = parameter([1.0, 2.0])
        scaled = Scaled.array(3, factor=k)

    with pytest.raises(ParameterError, match="2 values for 3 components"):
        trace(Wrong())


class Base(Component):
    n = parameter(1, structural=True, doc="Number of outputs")
    y = RealOutput(size=n, doc="Outputs")


class Heir(Base):
    """Its number of outputs depends on a vector that the base class does not know."""

    k = parameter([1.0, 2.0], doc="Outputs")
    factor = parameter(k, vector=True, doc="Factors")
    n = parameter(length(factor), structural=True, final=True, doc="Number of outputs")

    def equations(self):
        for y, k, factor in zip(self.y, self.k, self.factor, strict=True):
            yield y == k * factor


def test_a_size_may_follow_a_vector_that_is_declared_later():
    class Top(Model):
        heir = Heir(k=[3.0, 4.0, 5.0])

    result = simulate(Top(), stop_time=0.1)
    assert [result[f"heir.y[{k}]"][-1] for k in range(3)] == [9.0, 16.0, 25.0]


def test_a_single_value_is_a_vector_of_one_also_when_it_is_computed():
    class Top(Model):
        k = parameter(2.0)
        amplifier = Amplifier(k=k, offset=3 * k)

    assert simulate(Top(), stop_time=0.1)["amplifier.y[0]"][-1] == 8.0
