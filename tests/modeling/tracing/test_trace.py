"""Tracing: slots, templates, statements, and messages that name the line."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest

from drivetrain.errors import ExpressionError, ModelError, NameLookupError, ParameterError
from drivetrain.modeling import (
    Component,
    Connector,
    Experiment,
    Model,
    RealInput,
    RealOutput,
    boolean,
    connect,
    constant,
    der,
    ensure,
    fixed,
    flow,
    hold,
    initial,
    integer,
    parameter,
    potential,
    pre,
    reinit,
    sample,
    table,
    variable,
    when,
)
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import walk
from drivetrain.modeling.tracing.trace import trace


class Flange(Connector):
    phi = potential("rad")
    tau = flow("N.m")


class Port(Connector):
    T = potential("K")
    Q_flow = flow("W")


class Shaft(Component):
    flange_a = Flange()
    flange_b = Flange()
    J = parameter(unit="kg.m2")
    curve = table([[0, 1, 2]], units=("1", "1", "1"))
    w = variable("rad/s")

    def equations(self):
        yield self.flange_a.phi == self.flange_b.phi
        yield self.w == der(self.flange_a.phi)
        yield self.J * der(self.w) == self.flange_a.tau + self.flange_b.tau

    def stored_energy(self):
        return self.J * self.w**2 / 2


class Housed(Component):
    use_support = parameter(False, structural=True)
    flange = Flange()
    support = Flange(enabled=use_support, required=True)
    u = RealInput("N.m", enabled=use_support)
    y = RealOutput()

    def equations(self):
        if self.use_support:
            yield self.support.tau == -self.flange.tau
            yield self.flange.tau == self.u
        yield self.y == 0


class Source(Component):
    y = RealOutput("N.m")


def texts(traced):
    return [str(equation) for equation in traced.equations]


def links(traced):
    return [
        (left, right)
        for link, _ in traced.connector_links
        for left, right in zip(link.left.tolist(), link.right.tolist(), strict=True)
    ]


def traced_model(statements, **members):
    """Trace a model with the members given and the statements `statements(self)`."""

    def equations(self):
        yield from statements(self)

    return trace(type("Sample", (Model,), {**members, "equations": equations})())


# -- slots --------------------------------------------------------------------------------------


def test_slots_are_contiguous():
    t = trace(Shaft(J=1.0))
    assert [v.slot for v in t.variables] == list(range(t.n_variables))
    assert [v.name for v in t.variables] == [
        "flange_a.phi", "flange_a.tau", "flange_b.phi", "flange_b.tau", "w",
    ]  # fmt: skip
    assert (t.n_parameters, t.n_tables, t.n_connectors) == (1, 2, 2)
    assert str(t.monitors["stored_energy"]) == "J * w ** 2 / 2"


def test_a_class_is_traced_once_per_structural_variant():
    assert trace(Shaft(J=1.0)) is trace(Shaft(J=2.0))
    assert trace(Housed()) is trace(Housed())
    assert trace(Housed()) is not trace(Housed(use_support=True))


def test_parts_follow_each_other():
    t = traced_model(lambda m: [], a=Shaft(J=1.0), d=Shaft.array(3, J=[1, 2, 3]), b=Shaft(J=1.0))
    starts = [(s.variable_start, s.parameter_start, s.connector_start) for s in t.subs]
    assert starts == [(0, 0, 0), (5, 1, 2), (20, 4, 8)]
    assert (t.n_variables, t.n_parameters, t.n_tables, t.n_connectors) == (25, 5, 10, 10)
    binding = t.bindings[1]
    assert binding.slots.tolist() == [1, 2, 3]
    assert np.asarray(binding.value).tolist() == [1, 2, 3]


def test_members_of_parts_of_arrays_of_parts():
    class Pair(Component):
        one = Shaft(J=1.0)
        two = Shaft(J=2.0)

    t = traced_model(lambda m: [m.pair[2].two.w == 0], pair=Pair.array(3))
    assert t.equations[0].lhs.slot == 2 * 10 + 5 + 4
    assert texts(t) == ["pair[2].two.w == 0"]


# -- inheritance and structure ------------------------------------------------------------------


def test_equations_of_bases_come_first():
    class Heavy(Shaft):
        extra = variable("rad/s")

        def equations(self):
            yield self.extra == 2 * self.w

        def initial_equations(self):
            yield self.w == 0

    t = trace(Heavy(J=1.0))
    assert texts(t)[-1] == "extra == 2 * w"
    assert len(t.equations) == 4
    assert [str(e) for e in t.initial_equations] == ["w == 0"]


def test_a_shared_base_states_its_equations_once():
    class Left(Shaft):
        pass

    class Right(Shaft):
        pass

    class Both(Left, Right):
        pass

    assert len(trace(Both(J=1.0)).equations) == 3


def test_disabled_members_do_not_exist():
    t = trace(Housed())
    assert [v.name for v in t.variables] == ["flange.phi", "flange.tau", "y"]
    assert len(trace(Housed(use_support=True)).variables) == 6
    absent = r"'a.support' \(Housed\) does not exist, because use_support is False"
    with pytest.raises(ParameterError, match=absent):
        traced_model(lambda m: [m.a.support.phi == 0], a=Housed(), b=Shaft(J=1.0))
    with pytest.raises(ParameterError, match=r"'a.u' \(Housed\) does not exist"):
        traced_model(lambda m: [m.s.y >> m.a.u], a=Housed(), s=Source())
    with pytest.raises(ParameterError, match=r"'a' \(.*\) does not exist"):
        traced_model(lambda m: [m.a >> m.b], a=Shaft(J=1.0, enabled=False), b=Shaft(J=1.0))
    with pytest.raises(ParameterError, match=r"'a.u' \(Housed\) does not exist"):
        traced_model(lambda m: [], a=Housed(u=1.0))


def test_a_connection_with_a_connector_that_is_switched_off_is_left_out():
    t = traced_model(
        lambda m: [m.a.support >> m.b.flange_a, m.b >> m.a.support, m.a.support >> m.c.support],
        a=Housed(), b=Shaft(J=1.0), c=Housed(use_support=True, u=1.0),
    )  # fmt: skip
    assert not t.connector_links
    told = [(link.text, link.why) for link, _ in t.dropped_links]
    assert told == [
        ("'a.support' >> 'b.flange_a'", "use_support is False"),
        ("'b.flange_b' >> 'a.support'", "use_support is False"),
        ("'a.support' >> 'c.support'", "use_support is False"),
    ]


@pytest.mark.parametrize("link", [lambda m: m.a.support >> m.port, lambda m: m.s.y >> m.a.support])
def test_a_switched_off_connector_is_still_of_a_kind(link):
    with pytest.raises(ModelError, match=r"connectors of different kinds|cannot be connected"):
        traced_model(lambda m: [link(m)], a=Housed(), port=Port(), s=Source())


def test_structural_values_are_handed_down():
    class Outer(Model):
        mounted = parameter(True, structural=True)
        n = parameter(4, structural=True)
        housed = Housed(use_support=mounted)
        discs = Shaft.array(n - 1, J=1.0)
        ground = Shaft(J=1.0, enabled=mounted)

        def equations(self):
            if self.mounted:
                yield self.housed.support >> self.ground.flange_a

    assert trace(Outer()).n_variables == 6 + 15 + 5
    assert trace(Outer(mounted=False, n=2)).n_variables == 3 + 5


def test_a_run_time_parameter_cannot_change_the_structure():
    class Outer(Model):
        mounted = parameter(True)
        housed = Housed(use_support=mounted)

    with pytest.raises(ParameterError, match="'mounted' is not structural"):
        trace(Outer())


def test_parameters_are_bound_to_expressions_of_the_parent():
    class Outer(Model):
        J_motor = parameter(0.1, unit="kg.m2")
        w_motor = parameter(3.0, unit="rad/s")
        motor = Shaft(J=2 * J_motor, w=fixed(w_motor))

    t = trace(Outer())
    assert str(t.bindings[0].value) == "2 * J_motor"
    assert t.bindings[0].name == "motor.J"
    assert t.start_bindings[0].start.is_fixed
    assert str(t.start_bindings[0].start.value) == "w_motor"


def test_a_variable_needs_to_be_told_what_a_value_means():
    with pytest.raises(ParameterError, match=r"motor\.w=3\.0: .*fixed\(3\.0\).*guess\(3\.0\)"):
        traced_model(lambda m: [], motor=Shaft(J=1.0, w=3.0))


# -- connections --------------------------------------------------------------------------------


def test_a_chain_runs_from_flange_b_to_flange_a():
    t = traced_model(
        lambda m: [m.a >> m.b.flange_a, m.b >> m.c >> m.d],
        a=Housed(), b=Shaft(J=1.0), c=Shaft(J=1.0), d=Housed(),
    )  # fmt: skip
    a, b_a, b_b, c_a, c_b, d = range(6)
    assert links(t) == [(a, b_a), (b_b, c_a), (c_b, d)]


def test_a_chain_goes_from_shaft_to_rod_and_through_blocks_and_conductors():
    class Wheel(Component):
        flange_r = Flange()
        flange_t = Port()

    class Conductor(Component):
        port_b = Port()
        port_a = Port()

    class Gain(Component):
        k = RealInput()
        y = RealOutput()
        u = RealInput()

    t = traced_model(
        lambda m: [m.shaft >> m.wheel >> m.conductor >> m.port, m.s >> m.gain >> m.h.u],
        shaft=Shaft(J=1.0), wheel=Wheel(), conductor=Conductor(), port=Port(),
        s=Source(), gain=Gain(k=1.0), h=Housed(use_support=True),
    )  # fmt: skip
    made = [(str(link.source), str(link.target)) for link, _ in t.signal_links]
    assert made == [("s.y", "gain.u"), ("gain.y", "h.u")]
    port, _, shaft_b, wheel_r, wheel_t, conductor_b, conductor_a = range(7)
    assert links(t) == [(shaft_b, wheel_r), (wheel_t, conductor_a), (conductor_b, port)]


def test_chains_of_slices():
    t = traced_model(
        lambda m: [m.disc[:-1] >> m.link >> m.disc[1:]],
        disc=Shaft.array(3, J=1.0), link=Shaft.array(2, J=1.0),
    )  # fmt: skip
    assert links(t) == [(1, 6), (3, 8), (7, 2), (9, 4)]


def test_one_connector_joins_all_of_an_array():
    t = traced_model(lambda m: [m.a.flange >> m.d.flange_a], a=Housed(), d=Shaft.array(3, J=1.0))
    assert links(t) == [(0, 1), (0, 3), (0, 5)]


PICKS = [
    (0, [0]), (-1, [2]), (np.int64(1), [1]), (np.array(2), [2]), (slice(1, None), [1, 2]),
    (slice(None, None, -1), [2, 1, 0]), ([2, 0], [2, 0]), ([True, False, True], [0, 2]),
    (range(2), [0, 1]), (np.array([1]), [1]), (slice(0, 9), [0, 1, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("key", "picked"), PICKS)
def test_components_are_picked_as_from_a_list(key, picked):
    t = traced_model(lambda m: [m.a.flange >> m.d[key].flange_a], a=Housed(), d=Shaft.array(3, J=1))
    assert links(t) == [(0, 1 + 2 * k) for k in picked]


NO_PICKS = [True, None, 1.0, "0", (0, 1), ..., np.array(True), [1.0], [[0]], slice("a"), {0: 1},
            slice(0, 3, 0), [[0], [1, 2]]]  # fmt: skip


@pytest.mark.parametrize("key", NO_PICKS)
def test_what_picks_no_components_is_refused(key):
    with pytest.raises(ModelError, match=r"'d\[.*\]': pick components by a whole number, a slice"):
        traced_model(lambda m: [m.d[key] >> m.d[0]], d=Shaft.array(3, J=1.0))


@pytest.mark.parametrize("key", [3, -4, [0, 3], [True, False]])
def test_components_that_there_are_none(key):
    with pytest.raises(ModelError, match=r"'d\[.*\]': there are 3 components"):
        traced_model(lambda m: [m.d[key] >> m.d[0]], d=Shaft.array(3, J=1.0))


@pytest.mark.parametrize(
    ("key", "shown"),
    [(slice(0, 0), "0:0"), (slice(3, None), "3:"), (slice(2, 1), "2:1"), ([], "[]")],
)
def test_an_empty_slice_connects_nothing(key, shown):
    for chain in (lambda m: m.d[key] >> m.a, lambda m: m.a >> m.d[key]):
        with pytest.raises(
            ModelError, match=rf"connects nothing: the slice 'd\[{re.escape(shown)}\]'"
        ):
            traced_model(lambda m, chain=chain: [chain(m)], a=Shaft(J=1.0), d=Shaft.array(3, J=1.0))


def test_nothing_may_be_connected_to_nothing():
    """A row of n parts with n - 1 links between them has none if n is 1, and a star no rays."""
    t = traced_model(
        lambda m: [m.d[:-1] >> m.link >> m.d[1:], m.a >> m.link],
        a=Shaft(J=1.0), d=Shaft.array(1, J=1.0), link=Shaft.array(0, J=1.0),
    )  # fmt: skip
    assert links(t) == []


def test_own_connectors_are_seen_from_inside():
    class Box(Component):
        flange_a = Flange()
        inner = Shaft(J=1.0)

        def equations(self):
            yield self.flange_a >> self.inner

    ((link, _),) = trace(Box()).connector_links
    assert (link.left_face, link.right_face) == (1, 0)


def test_signals_may_be_connected_in_either_order():
    for order in (lambda m: m.s.y >> m.h.u, lambda m: connect(m.h.u, m.s.y)):
        t = traced_model(lambda m, order=order: [order(m)], s=Source(), h=Housed(use_support=True))
        ((link, _),) = t.signal_links
        assert (str(link.source), str(link.target)) == ("s.y", "h.u")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (lambda m: m.a.flange_a >> m.port, "connectors of different kinds"),
        (lambda m: m.s.y >> m.a, "cannot be connected"),
        (lambda m: m.s.y >> m.s.y, "both are outputs"),
        (lambda m: m.h.u >> m.h.u, "both are inputs"),
        (lambda m: m.a.w >> m.h.u, "not a signal"),
        (lambda m: m.d >> m.e, "3 connectors and .* has 2"),
        (lambda m: m.pair >> m.a, "name the connector"),
    ],
)
def test_what_does_not_fit_is_refused(statement, message):
    class Pair(Component):
        left = Flange()
        right = Flange()

    with pytest.raises(ModelError, match=message):
        traced_model(
            lambda m: [statement(m)],
            a=Shaft(J=1.0), s=Source(), h=Housed(use_support=True), port=Port(), pair=Pair(),
            d=Shaft.array(3, J=1.0), e=Shaft.array(2, J=1.0),
        )  # fmt: skip


# -- statements ---------------------------------------------------------------------------------


class Bouncing(Component):
    height = variable("m", start=fixed(1.0))
    speed = variable("m/s", start=fixed(0.0))
    count = integer()
    ticks = variable()
    down = boolean()

    def equations(self):
        yield self.speed == der(self.height)
        yield der(self.speed) == constant(-9.81, "m/s2")
        yield self.down == (self.height < 0)
        yield when(
            self.height < 0,
            reinit(self.speed, -0.5 * pre(self.speed)),
            self.count == pre(self.count) + 1,
        )
        yield when(initial() | sample(0.0, constant(0.1, "s")), self.ticks == pre(self.ticks) + 1)
        yield ensure(self.height < constant(10.0, "m"), "too high")
        yield hold(self.speed, while_=self.down)


def test_when_makes_its_targets_discrete():
    t = trace(Bouncing())
    names = {v.slot: v.name for v in t.variables if not v.hidden}
    assert {names.get(slot) for slot in t.discrete} - {None} == {"count", "ticks"}
    assert [v.name for v in t.variables if v.hidden] == ["when1", "when2", "push1"]
    assert texts(t)[3] == "when(height < 0, …)"
    assert str(t.equations[3].rhs) == "height < 0"
    assert texts(t)[4].startswith("when(height < 0, count == ")
    assert str(t.equations[4].rhs).startswith("where(when1 & ~pre(when1) & ~initial")
    assert str(t.equations[6].rhs).startswith("where(when2 & ~pre(when2), pre(ticks) + 1")


def test_reinit_assertion_and_hold_are_collected():
    t = trace(Bouncing())
    names = {v.slot: v.name for v in t.variables}
    (jump,) = t.reinits
    assert names[jump.slot] == "speed"
    assert not any(node.op == "pre" for node in walk(jump.value)), "speed has not jumped yet"
    assert t.assertions[0].message == "too high"
    assert (names[t.holds[0].speed], names[t.holds[0].condition]) == ("speed", "down")


def test_pre_of_a_variable_assigned_in_when_stays():
    t = trace(Bouncing())
    ticks = t.equations[6]
    assert any(node.op == "pre" and node.name == "pre(ticks)" for node in walk(ticks.rhs))


@pytest.mark.parametrize(
    ("statement", "error", "message"),
    [
        (lambda m: m.x, ExpressionError, "not an equation"),
        (lambda m: True, ExpressionError, "yield 'left == right'"),
        (lambda m: m.x == m.b, ExpressionError, "compares a Boolean with a number"),
        (lambda m: when(m.b, m.x > 0), ExpressionError, "variable == expression"),
        (lambda m: hold(m.x, while_=m.x > 0), ExpressionError, "must be variables"),
        (lambda m: der(m.n) == 0, ExpressionError, "only real variables"),
        (lambda m: m.xx == 0, NameLookupError, "no member 'xx'; did you mean 'x'"),
        (lambda m: m.a.v == 0, NameLookupError, r"'a' \(Shaft\) has no member 'v'"),
        (lambda m: m.a.flange_a.ph == 0, NameLookupError, "did you mean 'phi'"),
        (lambda m: m.a[0].w == 0, ModelError, "not an array"),
        (lambda m: m.d[5].w == 0, ModelError, "there are 3 components"),
        (lambda m: m.d.w == 0, ModelError, r"pick one element, 'd\[0\]\.w'"),
    ],
)
def test_mistakes_are_named_with_their_line(statement, error, message):
    class Sample(Model):
        x = variable()
        b = boolean()
        n = integer()
        a = Shaft(J=1.0)
        d = Shaft.array(3, J=1.0)

        def equations(self):
            yield self.x == 0
            yield statement(self)

    lines, first = inspect.getsourcelines(Sample)
    with pytest.raises(error, match=message) as caught:
        trace(Sample())
    place = SourceLine(__file__, first + len(lines) - 1)
    assert f"[in Sample, {place}]" in str(caught.value)


def test_returning_an_equation_is_explained():
    class Sample(Component):
        x = variable()

        def equations(self):
            return self.x == 0

    with pytest.raises(ExpressionError, match="returns 'x == 0' instead of yielding it"):
        trace(Sample())


def test_an_experiment_belongs_to_a_model():
    class Sample(Model):
        experiment = Experiment(stop_time=2.0, interval=0.01)

    assert Sample().experiment.stop_time == 2.0
    assert Model().experiment == Experiment()
