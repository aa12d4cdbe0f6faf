"""Components: declarations, inheritance, and what is refused when one is made."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.errors import DrivetrainError, ModelError, NameLookupError, ParameterError
from drivetrain.modeling import (
    Component,
    Connector,
    Model,
    boolean,
    constant,
    fixed,
    flow,
    guess,
    integer,
    parameter,
    potential,
    table,
    variable,
)
from drivetrain.rotational import Brake, Clutch, Inertia, Torque


class Flange(Connector):
    phi = potential("rad")
    tau = flow("N.m")


class Base(Component):
    end = Flange()
    J = parameter(unit="kg.m2", min=0)
    twice = parameter(2 * J, unit="kg.m2", final=True)
    law = parameter("linear", structural=True, choices=("linear", "square"))
    w = variable("rad/s")


class Derived(Base):
    n = integer()
    w = variable("rad/s", start=fixed(3.0), state_select="prefer")


def test_members_of_bases_come_first_and_may_be_declared_anew():
    assert list(Derived.declarations()) == ["end", "J", "twice", "law", "w", "n"]
    assert Derived.declarations()["w"].state_select == "prefer"
    assert Base.declarations()["w"].state_select == "default"


def test_a_plain_value_does_not_hide_a_declaration():
    class Wrong(Base):
        J = 3.0

    with pytest.raises(ModelError, match=r"Wrong\.J hides"):
        Wrong()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"K": 1.0}, "no parameter or variable 'K'"),
        ({"twic": 1.0}, "did you mean 'twice'"),
        ({"twice": 1.0}, "computed from other parameters"),
        ({"end": 1.0}, "'end' is a part of Base"),
        ({"law": "sqare"}, "did you mean 'square'"),
    ],
)
def test_a_wrong_modifier_is_refused_at_once(given, message):
    with pytest.raises(ParameterError, match=message):
        Base(**given)


def test_arguments_are_given_by_name():
    with pytest.raises(ParameterError, match=r"Base\(1.0\): give every value by its name.*J=…"):
        Base(1.0)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=r"Own\(1.0\): give every value by its name"):
        type("Own", (Model,), {})(1.0)
    with pytest.raises(ModelError, match=r"give the part a name: m.add\(name=Base\(…\)\)"):
        Model("two").add(Base(J=1.0))  # type: ignore[arg-type]


def test_what_is_wrong_is_shown_as_it_was_written():
    with pytest.raises(ParameterError, match=r"part.J=fixed\(1.0\): give a number"):
        simulate(type("Host", (Model,), {"part": Inertia(J=fixed(1.0))})())
    assert repr(guess(2)) == "guess(2)"


def test_names_are_offered_whatever_their_case():
    with pytest.raises(ParameterError, match=r"'j'; did you mean 'J'\?; it has the parameters J, "):
        Inertia(j=1.0)
    with pytest.raises(ParameterError, match="fn_max, and the variables loss_power, free, "):
        Clutch(bogus=1.0)


@pytest.mark.parametrize(
    ("connected", "said"),
    [
        (lambda m: m.a > m.b, "'a' is connected by '>>', from left to right"),
        (lambda m: m.a.flange_b << m.b.flange_a, "'a.flange_b' is connected by '>>'"),
        (lambda m: m.a >> Inertia, r"Inertia is a class.*part = Inertia\(…\)"),
        (lambda m: Inertia >> m.a, r"Inertia is a class.*part = Inertia\(…\)"),
        (lambda m: Inertia >> m.a.flange_a, r"Inertia is a class.*part = Inertia\(…\)"),
        (lambda m: m.connect(), r"m\.connect\(\): give it the two ends of one connection"),
        (lambda m: m.connect(m.a), r"m\.connect\(a\): give it the two ends"),
        (lambda m: m.connect(m.a, m.b, m.a), r"m\.connect\(a, b, a\): .* or chains, m\.connect"),
        (lambda m: m.connect(m.a >> m.b, m.b), r"m\.connect\(a >> b, b\): give it"),
        (lambda m: m.add(c=Inertia), r"make one of the class, Inertia\(…\)"),
    ],
)
def test_slips_in_connections(connected: Any, said: str):
    m = Model("pair")
    m.add(a=Inertia(J=1.0), b=Inertia(J=1.0))
    with pytest.raises(ModelError, match=said):
        connected(m)


def test_several_chains_are_connected_at_once():
    def ring() -> Model:
        m = Model("ring")
        m.add(a=Inertia(J=1.0, w=fixed(2.0)), b=Inertia(J=1.0), c=Inertia(J=1.0))
        return m

    at_once, one_by_one = ring(), ring()
    at_once.connect(at_once.a >> at_once.b, at_once.b >> at_once.c)
    one_by_one.connect(one_by_one.a >> one_by_one.b)
    one_by_one.connect(one_by_one.b.flange_b, one_by_one.c.flange_a)
    ran, expected = simulate(at_once), simulate(one_by_one)
    assert ran.final["c.w"] == 2.0
    assert ran.rows.tobytes() == expected.rows.tobytes()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"w": [fixed(0), fixed(1)]}, r"say fixed\(\[0, 1\]\) for .* or guess\(\[0, 1\]\)"),
        ({"w": (guess(0), 1)}, r"say fixed\(\[0, 1\]\)"),
        ({"J": np.ones((2, 1))}, r"found an array of 2 × 1 values for 2 components; .* in a row"),
        ({"w": fixed(np.ones((2, 1)))}, r"found an array of 2 × 1 values for 2 components"),
        ({"J": np.ones((2, 2))}, r"found an array of 2 × 2 values for 2 components"),
    ],
)
def test_values_for_the_parts_of_an_array(given: dict[str, Any], said: str):
    m = Model("discs")

    def run() -> None:
        m.add(disc=Inertia.array(2, **{"J": 1.0, **given}))
        simulate(m)

    with pytest.raises(ParameterError, match=said):
        run()


def test_start_values():
    assert (fixed(2.0).value, fixed(2.0).is_fixed) == (2.0, True)
    assert (guess(2.0).value, guess(2.0).is_fixed) == (2.0, False)
    assert fixed(0.0, nominal=1e-3).nominal == 1e-3
    assert (variable(start=fixed(1.0)).start, variable(start=fixed(1.0)).is_fixed) == (1.0, True)
    assert (variable(start=1.0).start, variable(start=1.0).is_fixed) == (1.0, False)
    assert boolean().start is False
    assert integer(start=fixed(3), labels={3: "unknown"}).labels == {3: "unknown"}


def test_connectors_of_one_family_fit():
    class Flange2(Flange):
        pass

    assert Flange2.family() is Flange
    assert [v.name for v in Flange2.variables()] == ["phi", "tau"]


def test_connecting_outside_equations_is_explained():
    with pytest.raises(ModelError, match="equations"):
        Base.end >> Derived.end


def test_a_title_is_for_models_built_step_by_step():
    class Mine(Model):
        pass

    assert Mine().title == "Mine"
    assert Model("mine").title == "mine"
    with pytest.raises(ModelError, match="step by step"):
        Mine("other")


def test_building_step_by_step():
    m = Model("two")
    m.add(a=Base(J=1.0), b=Base(J=2.0))
    m.connect(m.a.end, m.b.end)
    with pytest.raises(ModelError, match="already has a member 'a'"):
        m.add(a=Base(J=1.0))
    with pytest.raises(NameLookupError, match="has no member 'aa'; did you mean 'a'"):
        m.aa  # noqa: B018
    with pytest.raises(ModelError, match=r"'two\.nothing'"):
        m.add(nothing=3.0)


@pytest.mark.parametrize("name", ["", "*", "x.y", "a b", "der(x)", "x[0]", "1x", "a-b"])
def test_what_is_no_name_is_refused(name: str):
    """The dots and brackets of names in results would mean something else."""
    m = Model("two")
    with pytest.raises(ModelError, match=rf"'two' declares '{re.escape(name)}', which is no name"):
        m.add(first=Base(J=1.0), **{name: Base(J=1.0)})
    m.add(first=Base(J=1.0), Größe_2=Base(J=1.0))


@pytest.mark.parametrize(
    "wrong",
    [
        {"motor": Torque(tau="x")},
        {"motor": Torque.array(2, tau=[1.0, "x"])},
        {"disc": Inertia(J="x")},
        {"disc": Inertia(J=1.0, w=2.0)},
        {"disc": Inertia.array(-1, J=1.0)},
        {"brake": Brake(fn_max=1.0, mu_pos=constant(1.0))},
    ],
)
def test_what_is_refused_leaves_nothing_behind(wrong: dict[str, Any]):
    """As in a notebook, where the cell is mended and run again."""

    def rest(m: Model) -> Model:
        m.add(motor=Torque(tau=3.0), disc=Inertia(J=1.0, phi=fixed(0), w=fixed(0)))
        m.add(brake=Brake(fn_max=1.0, f_normalized=0.0))
        m.connect(m.motor >> m.disc >> m.brake)
        return m

    mended = Model("mended")
    with pytest.raises(DrivetrainError):
        mended.add(**wrong)
    assert simulate(rest(mended)).rows.tobytes() == simulate(rest(Model("first"))).rows.tobytes()


def test_a_class_is_not_extended_step_by_step():
    class Mine(Model):
        pass

    with pytest.raises(ModelError, match="declared as a class"):
        Mine().add(a=Base(J=1.0))


def test_table_columns_are_counted():
    t = table([[0, 1, 2]], units=("1", "N", "m"))
    t.name = "t"
    assert t(0.5, column=3).value == 3
    with pytest.raises(ModelError, match="column 4"):
        t(0.5, column=4)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("J", 2.0, r"Inertia\.J = 2\.0 comes too late: .* Inertia\(J=2\.0\), or to the run"),
        ("w", fixed(1.0), r"Inertia\.w = … states nothing"),
        ("wheel", Inertia(J=1.0), r"Inertia\.wheel = … states nothing: .* m\.add\(name=…\)"),
        ("JJ", 2.0, r"Inertia has no member 'JJ'; did you mean 'J'\?"),
    ],
)
def test_what_is_said_too_late_is_refused(name: str, value: Any, said: str):
    class Wheels(Model):
        wheel = Inertia(J=1.0)

    for part in (Inertia(J=1.0), Wheels().wheel):
        with pytest.raises(ModelError, match=said + r".* \[.*test_component\.py"):
            setattr(part, name, value)


def test_a_part_is_not_assigned_to_a_model_step_by_step():
    m = Model("line")
    with pytest.raises(ModelError, match=r"m\.add\(name=…\)"):
        m.left = Inertia(J=1.0)


def test_a_class_with_its_own_way_to_be_made_keeps_what_it_likes():
    class Own(Model):
        disc = Inertia(J=1.0)

        def __init__(self, discs: int) -> None:
            super().__init__()
            self.discs = discs

    assert Own(3).discs == 3


def test_a_value_assigned_to_a_part_in_equations_is_refused():
    class Late(Model):
        disc = Inertia(J=1.0)

        def equations(self):
            self.disc.J = 7.0
            return ()

    with pytest.raises(ModelError, match=r"'disc\.J = 7\.0' says nothing .* where 'disc' is made"):
        compile_model(Late())


def test_a_value_assigned_to_a_part_step_by_step_is_refused():
    m = Model("line")
    m.add(disc=Inertia(J=1.0))
    with pytest.raises(ModelError, match=r"'disc\.J = 7' says nothing"):
        m.disc.J = 7
    with pytest.raises(ModelError, match=r"'disc\.flange_a\.tau = 2' says nothing"):
        m.disc.flange_a.tau = 2


def test_a_class_is_no_part():
    with pytest.raises(ModelError, match=r"'disc = Inertia' declares nothing.*disc = Inertia\(…\)"):

        class Missing(Model):
            disc = Inertia


def test_a_member_without_self_is_offered_with_it():
    class Bare(Model):
        disc = Inertia(J=1.0)

        def equations(self):
            yield disc.w == 1.0  # noqa: F821

    with pytest.raises(NameLookupError, match=r"write 'self\.disc' \[in Bare, .*:\d+\]"):
        compile_model(Bare())
