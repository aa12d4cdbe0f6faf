"""Temperatures in degC and in kelvin are not added, compared or equated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from drivetrain import Model, simulate
from drivetrain.errors import UnitError
from drivetrain.modeling import constant, der, fixed, maximum, minimum, parameter, variable, where

CONDUCTANCE = constant(5.0, "W/K")


class Wall(Model):
    """Temperatures on both scales; what is stated about `kelvin`, `celsius` and `heat` varies."""

    T = parameter(300.0, unit="K", min=0)
    t = parameter(20.0, unit="degC")
    u = parameter(30.0, unit="degC")
    dT = parameter(10.0, unit="K")
    zero = parameter(273.15, unit="K")
    kelvin = variable("K")
    celsius = variable("degC")
    heat = variable("W")
    stated: Callable[[Any], Any]

    def equations(self) -> Iterable[Any]:
        statement, free = type(self).stated(self)
        yield statement
        rest = {"kelvin": self.T, "celsius": self.t, "heat": constant(0.0, "W")}
        for name in free:
            yield getattr(self, name) == rest[name]


def wall(stated: Callable[[Any], Any], of: str, open_units: bool) -> Model:
    free = {"kelvin", "celsius", "heat"} - {of}
    inside = {"stated": lambda self: (stated(self), sorted(free))}
    made: type[Model] = type("Stated", (Wall,), inside | {"numbers_fit_any_unit": open_units})
    return made()


FITS = {
    "a difference of two": ("kelvin", lambda m: m.kelvin == m.t - m.u, -10.0),
    "heat that flows": ("heat", lambda m: m.heat == CONDUCTANCE * (m.u - m.t), 50.0),
    "with a difference in K": ("celsius", lambda m: m.celsius == m.t + m.dT, 30.0),
    "less a difference in K": ("celsius", lambda m: m.celsius == m.t - m.dT, 10.0),
    "their mean": ("celsius", lambda m: m.celsius == (m.t + m.u) / 2, 25.0),
    "weights": ("celsius", lambda m: m.celsius == 0.25 * m.t + 0.75 * m.u, 27.5),
    "to kelvin": ("kelvin", lambda m: m.kelvin == m.t + constant(273.15, "K"), 293.15),
    "by a parameter": ("kelvin", lambda m: m.kelvin == m.t + m.zero, 293.15),
    "by absolute zero": ("kelvin", lambda m: m.kelvin == m.t - constant(-273.15, "degC"), 293.15),
    "from kelvin": ("celsius", lambda m: m.celsius == m.T - m.zero, 300.0 - 273.15),
    "the lower one": ("celsius", lambda m: m.celsius == minimum(m.t, m.u), 20.0),
    "one of two": ("celsius", lambda m: m.celsius == where(m.t > m.u, m.t, m.u), 30.0),
    "compared as kelvin": (
        "kelvin", lambda m: m.kelvin == where(m.t + m.zero > m.T, m.T, m.t + m.zero), 293.15,
    ),
}  # fmt: skip
APART = {
    "a sum": ("kelvin", lambda m: m.kelvin == m.T + m.t),
    "a difference": ("heat", lambda m: m.heat == CONDUCTANCE * (m.T - m.t)),
    "a difference the other way": ("heat", lambda m: m.heat == CONDUCTANCE * (m.t - m.T)),
    "a mean in kelvin": ("kelvin", lambda m: m.kelvin == (m.t + m.u) / 2),
    "a difference in degC": ("celsius", lambda m: m.celsius == m.T - m.kelvin),
    "the lower one": ("kelvin", lambda m: m.kelvin == minimum(m.T, m.t)),
    "the higher one": ("celsius", lambda m: m.celsius == maximum(m.T, m.t)),
    "one of two": ("kelvin", lambda m: m.kelvin == where(m.dT > 2 * m.dT, m.T, m.t)),
    "a comparison": ("kelvin", lambda m: m.kelvin == where(m.t < m.T, m.T, m.T)),
    "the wrong sign": ("kelvin", lambda m: m.kelvin == m.t - m.zero),
    "twice to kelvin": ("kelvin", lambda m: m.kelvin == m.T + m.zero),
    "radiation": (
        "heat", lambda m: m.heat == constant(5.67e-8, "W/K4") * (m.t**4 - m.T**4),
    ),
}  # fmt: skip


@pytest.mark.parametrize("open_units", [False, True])
@pytest.mark.parametrize("title", FITS)
def test_what_is_on_one_scale_is_computed(title: str, open_units: bool) -> None:
    of, stated, wanted = FITS[title]
    final = simulate(wall(stated, of, open_units), stop_time=0.1).final
    assert final[of] == pytest.approx(wanted)


@pytest.mark.parametrize("open_units", [False, True])
@pytest.mark.parametrize("title", APART)
def test_what_is_not_on_one_scale_is_refused(title: str, open_units: bool) -> None:
    of, stated = APART[title]
    with pytest.raises(UnitError, match=r"0 degC is 273\.15 K|273\.15 (from|to) a temperature"):
        simulate(wall(stated, of, open_units), stop_time=0.1)


def test_the_message_names_both_temperatures() -> None:
    of, stated = APART["a difference"]
    with pytest.raises(UnitError) as caught:
        simulate(wall(stated, of, open_units=False), stop_time=0.1)
    assert str(caught.value).endswith(
        "in 'T - t', 't' is a temperature in degC but 'T' is one in K: 0 degC is 273.15 K; add the "
        "difference to the first one, or declare both in K"
    )


def test_a_start_is_on_the_scale_of_its_variable() -> None:
    class Body(Model):
        t = parameter(20.0, unit="degC")
        T = variable("K", start=fixed(t))

        def equations(self) -> Iterable[Any]:
            yield der(self.T) == constant(0.0, "K/s")

    with pytest.raises(UnitError, match=r"start of Body\.T' has unit K but 't' has unit degC"):
        simulate(Body(), stop_time=0.1)


@pytest.mark.parametrize("open_units", [False, True])
@pytest.mark.parametrize("attribute", ["start", "nominal", "min", "max"])
def test_attributes_have_the_unit_of_their_variable(attribute: str, open_units: bool) -> None:
    class Shaft(Model):
        numbers_fit_any_unit = open_units
        J = parameter(2.0, unit="kg.m2")
        w = variable("rad/s", **{attribute: J})  # type: ignore[arg-type]

        def equations(self) -> Iterable[Any]:
            yield self.w == constant(3.0, "rad/s")

    with pytest.raises(UnitError, match=rf"{attribute} of Shaft\.w"):
        simulate(Shaft(), stop_time=0.1)
