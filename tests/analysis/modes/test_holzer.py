"""Holzer tables: closed forms, eigenmodes as checks, gears, branches, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analysis.modes.test_random_machines import examples as few

import drivetrain as dt
from drivetrain import examples
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.modes.holzer.table import HolzerTable
from drivetrain.errors import AnalysisError, NameLookupError, ParameterError
from drivetrain.rotational import (
    Damper,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    Spring,
    SpringDamper,
)


def turbine(**dampings: float) -> dt.Model:
    """Return a turbine set, as in Rao, Mechanical Vibrations."""
    m = dt.Model("turbine")
    m.add(
        hp=Inertia(J=8), front=SpringDamper(c=4e6, d=dampings.get("front", 0)), lp=Inertia(J=6),
        rear=SpringDamper(c=2e6, d=dampings.get("rear", 0)), generator=Inertia(J=4),
    )  # fmt: skip
    m.connect(m.hp >> m.front >> m.lp >> m.rear >> m.generator)
    return m


def column(table: HolzerTable, name: str) -> Any:
    """Return a column by the beginning of its name."""
    frame = table.to_pandas()
    (full,) = (c for c in frame.columns if c.split(" [")[0] == name)
    return frame[full].to_numpy()


@pytest.mark.parametrize(
    ("omega", "amplitudes", "residual"),
    [(700, [1, 0.02, -1.9694], 118_776), (1200, [1, -1.88, 0.4816], -1_949_184)],
)
def test_a_turbine_set_at_a_trial_frequency(
    omega: float, amplitudes: list[float], residual: float
) -> None:
    table = dt.linearise(turbine()).holzer(omega)
    assert column(table, "phi") == pytest.approx(amplitudes, abs=1e-9)
    assert table.residual == pytest.approx(residual, rel=1e-9)
    assert column(table, "sum")[-1] == pytest.approx(residual, rel=1e-9)
    assert column(table, "J omega^2") == pytest.approx(np.array([8, 6, 4]) * omega**2)
    assert column(table, "sum")[:2] / [4e6, 2e6] == pytest.approx(column(table, "twist")[:2])
    assert f"residual: {residual:.6g} N.m at generator" in str(table)


def test_eigenmodes_leave_no_residual() -> None:
    modes = dt.linearise(turbine()).eigenmodes()
    for mode, shape in zip(modes, ([1, 0, -2], [1, -2, 1]), strict=True):
        table = mode.holzer()
        assert not table.damped
        assert column(table, "phi") == pytest.approx(shape, abs=1e-9)
        assert abs(table.residual) <= 1e-9 * np.abs(column(table, "sum")).max()


def test_dampers_make_it_complex() -> None:
    linear = dt.linearise(turbine(front=500, rear=100))
    for mode in linear.eigenmodes():
        table = mode.holzer()
        assert table.damped
        assert column(table, "-J s^2")[0] == pytest.approx(-8 * mode.eigenvalue**2)
        shape = mode.shape("hp.phi", "lp.phi", "generator.phi", scale="at:hp")
        assert column(table, "phi") == pytest.approx(list(shape.values()))
        assert abs(table.residual) <= 1e-9 * np.abs(column(table, "sum")).max()
    table = linear.holzer(700, damped=True)
    assert column(table, "c")[0] == pytest.approx(4e6 + 700j * 500)
    assert linear.holzer(700).residual == pytest.approx(118_776)
    undamped = linear.eigenmodes(damped=False)[1].holzer()
    assert undamped.residual == pytest.approx(0, abs=1e-2)


def branched() -> dt.Model:
    """Return a motor that drives two branches over a reversing gear of 2:1."""
    m = dt.Model("branched")
    m.add(
        motor=Inertia(J=4), shaft=Spring(c=1e4), pinion=Inertia(J=0.25), gear=IdealGear(ratio=-2),
        wheel=Inertia(J=0.5), left=Spring(c=5e3), right=Spring(c=4e3), a=Inertia(J=7),
        b=Inertia(J=9),
    )  # fmt: skip
    m.connect(m.motor >> m.shaft >> m.pinion >> m.gear >> m.wheel)
    m.connect(m.wheel >> m.left >> m.a)
    m.connect(m.wheel >> m.right >> m.b)
    return m


def test_branches_are_blocks_that_join_at_gears() -> None:
    """By hand at 20 rad/s: the branches swing as their ends let them."""
    table = dt.linearise(branched()).holzer(20)
    rows = {row.part: row for row in table.rows}
    assert [row.block for row in table.rows] == [1, 1, 2, 2, 3]
    pinion = 1 - 4 * 400 / 1e4
    wheel = -pinion / 2
    a = wheel / (1 - 7 * 400 / 5e3)
    assert rows["pinion"].amplitude == pytest.approx(pinion)
    assert rows["wheel"].amplitude == pytest.approx(wheel)
    assert rows["a"].amplitude == pytest.approx(a)
    assert rows["wheel"].branches == pytest.approx(7 * 400 * a)
    arriving = (4 * 400 + 0.25 * 400 * pinion) * -2  # at the wheel
    total = arriving + 0.5 * 400 * wheel + 7 * 400 * a
    assert rows["wheel"].total == pytest.approx(total)
    b = wheel - total / 4e3
    assert rows["b"].amplitude == pytest.approx(b)
    assert table.residual == pytest.approx(total + 9 * 400 * b)
    assert rows["pinion"].shaft == "gear, -0.5"
    assert rows["a"].shaft == "left → wheel"


def test_all_may_be_referred_to_one_shaft() -> None:
    """Inertias and stiffnesses behind the gear count a quarter; the residual is that torque."""
    linear = dt.linearise(branched())
    plain, referred = linear.holzer(20), linear.holzer(20, shaft="motor")
    assert "referred to the shaft of motor" in str(referred)
    assert [row.block for row in referred.rows] == [1, 1, 1, 1, 2]
    for one, other in zip(plain.rows, referred.rows, strict=True):
        ratio = 1 if one.part in ("motor", "pinion") else -0.5
        assert other.inertia == pytest.approx(one.inertia * ratio**2)
        assert other.amplitude == pytest.approx(one.amplitude / ratio)
        assert other.total == pytest.approx(one.total * ratio)
        if one.twist is not None:
            assert other.shaft_stiffness == pytest.approx(one.shaft_stiffness * ratio**2)
            assert other.twist == pytest.approx(one.twist / ratio)
    assert referred.residual == pytest.approx(plain.residual * -0.5)


def test_a_shaft_without_inertia_of_its_own_begins_at_a_gear() -> None:
    m = dt.Model("geared")
    m.add(a=Inertia(J=0.1), gear=IdealGear(ratio=10), shaft=Spring(c=4e3), b=Inertia(J=8))
    m.connect(m.a >> m.gear >> m.shaft >> m.b)
    table = dt.linearise(m).holzer(30)
    assert [row.part for row in table.rows] == ["a", "", "b"]
    assert column(table, "phi") == pytest.approx([1, 0.1, -0.125])
    assert table.residual == pytest.approx(0, abs=1e-9)


def test_parts_in_series_are_one_shaft() -> None:
    m = dt.Model("series")
    m.add(
        a=Inertia(J=1), one=Spring(c=300), gear=IdealGear(ratio=3), two=Spring(c=600),
        b=Inertia(J=2),
    )  # fmt: skip
    m.connect(m.a >> m.one >> m.gear >> m.two >> m.b)
    linear = dt.linearise(m)
    (mode,) = linear.eigenmodes()
    whole = 1 / (1 / 300 + 1 / (600 / 9))
    assert mode.omega == pytest.approx(np.sqrt(whole * (1 + 9 / 2)))
    table = mode.holzer(shaft="a")
    assert table.rows[0].shaft == "one + two"
    assert table.rows[0].shaft_stiffness == pytest.approx(whole)
    assert table.residual == pytest.approx(0, abs=1e-7)


def test_what_is_tied_to_the_ground_is_told() -> None:
    m = turbine()
    m.add(ground=Fixed(), bed=SpringDamper(c=3e5, d=200))
    m.connect(m.generator >> m.bed >> m.ground)
    linear = dt.linearise(m)
    table = linear.holzer(500)
    assert column(table, "from ground")[-1] == pytest.approx(-3e5 * table.rows[-1].amplitude)
    for mode in linear.eigenmodes():
        found = mode.holzer()
        assert abs(found.residual) <= 1e-9 * np.abs(column(found, "sum")).max()


def test_a_table_may_begin_anywhere() -> None:
    linear = dt.linearise(turbine())
    table = linear.holzer(600, begin="lp")
    assert table.rows[0].part == "lp"
    assert table.rows[0].amplitude == pytest.approx(1)
    there = linear.holzer(600)
    scale = there.rows[1].amplitude
    assert table.residual == pytest.approx(there.residual / scale)
    with pytest.raises(AnalysisError, match="lp does not move at this value"):
        linear.eigenmodes()[1].holzer(begin="lp")


def test_machines_that_are_not_coupled_are_named() -> None:
    m = turbine()
    m.add(other=Inertia(J=1), link=Spring(c=10), last=Inertia(J=2))
    m.connect(m.other >> m.link >> m.last)
    linear = dt.linearise(m)
    assert "not coupled to these: other, last" in str(linear.holzer(100))
    assert linear.holzer(100, begin="other").rows[0].part == "other"
    slow = linear.eigenmodes()[1].holzer()
    assert {row.part for row in slow.rows} == {"other", "last"}


def test_an_automatic_gearbox_in_gear_is_a_chain() -> None:
    """Locked planetary sets turn as one; a vehicle counts as mass behind its wheels."""
    name = "machines.EightSpeedAutomatic"
    linear = dt.linearise(examples.find(name)(), at=12)
    table = linear.eigenmodes()[1].holzer()
    assert [row.shaft for row in table.rows if row.twist is not None] == ["half_shafts"]
    assert abs(table.residual) <= 1e-8 * np.abs(column(table, "sum")).max()


def refused(*parts: Any) -> LinearModel:
    m = dt.Model("refused")
    m.add(**dict(parts))
    return dt.linearise(m)


def test_refused() -> None:
    linear = dt.linearise(turbine())
    with pytest.raises(NameLookupError, match="did you mean 'generator'"):
        linear.holzer(3, begin="generater")
    with pytest.raises(NameLookupError, match=r"shaft='rear'.*they are hp, lp, generator"):
        linear.holzer(3, shaft="rear")
    with pytest.raises(ParameterError, match="omega='fast'"):
        linear.holzer("fast")  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="no two discs with a shaft"):
        refused(("a", Inertia(J=1))).holzer(3)


def test_loops_and_planetary_sets_are_refused() -> None:
    m = turbine()
    m.add(beside=Spring(c=1e5))
    m.connect(m.hp.flange_a, m.beside.flange_a)
    m.connect(m.beside.flange_b, m.generator.flange_b)
    with pytest.raises(AnalysisError, match="closes a loop of shafts"):
        dt.linearise(m).holzer(3)
    m = dt.Model("planetary")
    m.add(set=IdealPlanetary(ratio=2), sun=Inertia(J=1), ring=Inertia(J=1), carrier=Inertia(J=1))
    m.add(shaft=Spring(c=10), end=Inertia(J=3))
    m.connect(m.sun.flange_a, m.set.sun)
    m.connect(m.ring.flange_a, m.set.ring)
    m.connect(m.set.carrier, m.carrier.flange_a)
    m.connect(m.carrier >> m.shaft >> m.end)
    with pytest.raises(AnalysisError, match="neither a chain nor a tree"):
        dt.linearise(m).holzer(3)


def test_something_that_moves_without_inertia_is_refused() -> None:
    m = dt.Model("soft")
    m.add(a=Inertia(J=1), spring=Spring(c=10), damper=Damper(d=2), b=Inertia(J=3))
    m.connect(m.a >> m.spring >> m.damper >> m.b)
    with pytest.raises(AnalysisError, match="no inertia of its own"):
        dt.linearise(m).holzer(3)


@few(25)
@given(st.data())
def test_random_trees_leave_no_residual(data: st.DataObject) -> None:
    """Trees of discs with gears and branches, with and without dampers, at all eigenvalues."""
    m, count = dt.Model("tree"), data.draw(st.integers(2, 8))
    number = st.sampled_from([0.1, 0.25, 0.7, 1.0, 2.0, 5.0])
    for k in range(count):
        m.add(**{f"disc{k}": Inertia(J=data.draw(number))})
        if not k:
            continue
        line = [getattr(m, f"disc{data.draw(st.integers(0, k - 1))}")]
        for place in data.draw(st.sampled_from(["s", "gs", "sg", "gsg"])):
            part: Any = IdealGear(ratio=data.draw(st.sampled_from([2.0, -0.5, 3.0])))
            if place == "s":
                part = SpringDamper(c=1e3 * data.draw(number), d=data.draw(number))
            name = f"{place}{k}{len(line)}"
            m.add(**{name: part})
            line.append(getattr(m, name))
        for before, after in zip(line, [*line[1:], getattr(m, f"disc{k}")], strict=True):
            m.connect(before >> after)
    linear = dt.linearise(m)
    for damped in (True, False):
        for mode in linear.eigenmodes(damped=damped):
            table = mode.holzer()
            assert abs(table.residual) <= 1e-6 * np.abs([row.total for row in table.rows]).max()


def test_effective_inertias_of_a_held_machine_add_up_to_its_inertia() -> None:
    m = dt.Model("held")
    m.add(wall=Fixed(), left=Spring(c=2e4), disc=Inertia(J=1.5), gear=IdealGear(ratio=3),
          wheel=Inertia(J=0.2), right=Spring(c=9e3), tip=Inertia(J=0.7))  # fmt: skip
    m.connect(m.wall >> m.left >> m.disc >> m.gear >> m.wheel >> m.right >> m.tip)
    modes = dt.linearise(m).eigenmodes(damped=False)
    for shaft, total in (("disc", 1.5 + (0.2 + 0.7) / 9), ("tip", 1.5 * 9 + 0.2 + 0.7)):
        assert sum(mode.effective_inertia(shaft=shaft) for mode in modes) == pytest.approx(total)
    assert modes[1].effective_inertia() == modes[1].effective_inertia(shaft="disc")


def test_a_free_machine_has_no_effective_inertia() -> None:
    for mode in dt.linearise(turbine()).eigenmodes():
        assert mode.effective_inertia() == pytest.approx(0, abs=1e-9)


def test_the_effective_inertia_of_a_pendulum_of_two_discs() -> None:
    m = dt.Model("pendulum")
    m.add(wall=Fixed(), a=Spring(c=1), one=Inertia(J=1), b=Spring(c=1), two=Inertia(J=1))
    m.connect(m.wall >> m.a >> m.one >> m.b >> m.two)
    golden = (1 + np.sqrt(5)) / 2  # amplitudes 1 and golden, golden and -1
    shares = [(1 + golden) ** 2, (golden - 1) ** 2] / (1 + golden**2)
    modes = dt.linearise(m).eigenmodes()
    assert [mode.effective_inertia() for mode in modes] == pytest.approx(shares)


def test_the_effective_inertia_of_a_disc_that_does_not_exist() -> None:
    with pytest.raises(NameLookupError, match="did you mean"):
        dt.linearise(turbine()).eigenmodes()[1].effective_inertia(shaft="generatr")
