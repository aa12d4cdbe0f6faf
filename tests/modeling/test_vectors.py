"""Vectors of variables, signals and parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from drivetrain import simulate
from drivetrain.blocks import Constant, DeMultiplex, Gain, Multiplex, MultiSum, Sine
from drivetrain.errors import DrivetrainError, ModelError, ParameterError
from drivetrain.modeling import (
    Component,
    Model,
    RealInput,
    RealOutput,
    length,
    maximum,
    parameter,
    table,
    variable,
)
from drivetrain.modeling.tracing.trace import trace
from drivetrain.rotational import Move


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


class Waves(Model):
    """Three sources, put together, handed on and taken apart in several ways."""

    wave = Sine.array(3, amplitude=[1.0, 2.0, 3.0], f=1.0)
    gain = Gain.array(3, k=[10.0, 20.0, 30.0])
    whole = Multiplex(n=3)
    apart = DeMultiplex(n=3)
    total = MultiSum(nu=3, k=[1.0, 1.0, 1.0])
    last = Gain.array(3, k=1.0)
    step = Constant(k=7.0)
    many = Gain.array(2, k=[1.0, 2.0])

    def equations(self):
        yield self.wave >> self.gain >> self.whole >> self.apart
        yield self.gain[::-1].y >> self.total.u
        yield self.apart.y >> self.last[:].u
        yield self.step >> self.many


def test_arrays_of_blocks_are_connected_to_vectors_and_to_each_other():
    final = simulate(Waves(), stop_time=0.25).final
    assert [final[f"whole.y[{k}]"] for k in range(3)] == pytest.approx([10.0, 40.0, 90.0])
    assert [final[f"last[{k}].y"] for k in range(3)] == pytest.approx([10.0, 40.0, 90.0])
    assert [final[f"total.u[{k}]"] for k in range(3)] == pytest.approx([90.0, 40.0, 10.0])
    assert [final[f"many[{k}].y"] for k in range(2)] == [7.0, 14.0]


def test_slices_lists_and_columns_of_signals_are_connected():
    class Axes(Model):
        values = Values(n=4)
        first, second = Weighted(), Weighted()
        pair = Weighted.array(2)
        other = Weighted.array(2)

        def equations(self):
            yield self.values.y[1:3] >> self.first.u
            yield self.values.y[[3, 0]] >> self.second.u
            yield self.values.y[:2] >> self.pair[:].u[:, 0]
            yield self.values.y[2:] >> self.pair[:].u[:, 1]
            yield self.values.y[0] >> self.other[:].u[:, 0]
            yield self.other[:].u[:, 1] == (5.0, self.values.y[1])

    final = simulate(Axes(), stop_time=0.1).final
    assert final["first.y"] == 2.0 + 2 * 3.0
    assert final["second.y"] == 4.0 + 2 * 1.0
    assert [final[f"pair[{k}].y"] for k in range(2)] == [1.0 + 2 * 3.0, 2.0 + 2 * 4.0]
    assert [final[f"other[{k}].y"] for k in range(2)] == [1.0 + 2 * 5.0, 1.0 + 2 * 2.0]


def connected(link: Callable[[Any], Any]) -> type[Model]:
    class Connected(Model):
        wave = Sine.array(3, amplitude=1.0, f=1.0)
        one = Sine(amplitude=1.0, f=1.0)
        k = parameter([1.0, 2.0])
        fixed_values = parameter((1.0, 2.0), structural=True)
        move = Move.array(2)
        single = Move()
        rows = table([[0, 1], [1, 2]])
        x = variable()

        def equations(self):
            yield link(self)

    return Connected


@pytest.mark.parametrize(
    ("link", "told"),
    [
        (lambda m: m.wave[:2].y >> m.single.u, r"\(2 elements\) cannot .*\(3 elements\)"),
        (lambda m: m.one >> m.single.u, r"\(one element\) cannot .*\(3 elements\)"),
        (lambda m: m.wave[:2] >> m.move[:].u, r"\(one element\) cannot .*\(3 elements\)"),
        (lambda m: m.one >> m.wave[:0].y, "cannot be connected"),
        (lambda m: m.wave >> m.move[:].u[:, 0], r"\(3 elements\) cannot .*\(2 elements\)"),
        (lambda m: m.single.u[3] == 1.0, r"'single.u\[3\]': there are 3 elements, single.u\[0\] …"),
        (lambda m: m.single.u[-4] == 1.0, r"'single.u\[-4\]': there are 3 elements"),
        (lambda m: m.single.u["a"] == 1.0, r"pick elements by a whole number"),
        (lambda m: m.single.u[0, 1] == 1.0, r"pick elements by a whole number"),
        (lambda m: m.single.u[True] == 1.0, r"pick elements by a whole number"),
        (lambda m: m.move[:].u[0, 7] == 1.0, r"'move\[0\].u\[7\]': there are 3 elements"),
        (lambda m: m.x == m.k[2], r"'k\[2\]': there are 2 elements, k\[0\] … k\[1\]"),
        (lambda m: m.x == m.fixed_values[2], "an index does not fit: tuple index out of range"),
        (lambda m: m.x == m.fixed_values["a"], "an index does not fit: .*, not str"),
        (lambda m: m.x == m.k, "'k' is a vector, and an equation takes one value"),
        (lambda m: m.x == sum(2 * m.k), r"'k' has 2 elements: compute with one at a time"),
        (lambda m: m.single.u == 0.0, "the other side has one: give as many values"),
        (lambda m: m.single.u == m.k, "the other side has 2: give as many values"),
        (lambda m: 1.0 if m.single.u == m.wave[:].y else 2.0, "whether two vectors are equal"),
        (lambda m: m.x == m.k.foo, "'k' is a vector, which has no member 'foo'"),
        (lambda m: m.x == m.one.y.foo, "'one.y' is a single quantity, which has no member"),
        (lambda m: m.x == m.rows(0.5, "a"), "column 'a' of a table with columns 1…2"),
        (lambda m: m.x == m.rows(0.5, 2.0), r"column 2\.0 of a table"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(link, told):
    with pytest.raises(DrivetrainError, match=rf"{told}.*\[in Connected, .*test_vectors\.py:\d+\]"):
        trace(connected(link)())


def test_a_declaration_has_no_elements_yet():
    with pytest.raises(DrivetrainError, match=r"elements of a vector are there in `equations`"):

        class Early(Model):
            k = parameter([1.0, 2.0])
            weighted = Constant(k=k[0])


def test_an_error_inside_the_package_is_not_taken_for_a_bad_index(monkeypatch):
    def broken(self, other):
        return [][1]

    monkeypatch.setitem(broken.__globals__, "__name__", "drivetrain.broken")
    monkeypatch.setattr("drivetrain.modeling.expression.Expr.__eq__", broken)
    with pytest.raises(IndexError):
        trace(connected(lambda m: m.x == m.one.y)())
