"""Pictures of eigenmodes: shapes along the shafts, energies, roots, sensitivities, tracks."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.blocks import Constant
from drivetrain.errors import NameLookupError, ResultError, UsageError
from drivetrain.plotting.analysis.shaft_layout import Layout, layout_of
from drivetrain.rotational import (
    Clutch,
    ConstantSpeed,
    Fixed,
    IdealGear,
    Inertia,
    Spring,
    SpringDamper,
)


def geared() -> dt.Model:
    """Return a motor that drives two branches over a reversing gear."""
    m = dt.Model("geared")
    m.add(
        motor=Inertia(J=0.4), shaft=Spring(c=1e4), pinion=Inertia(J=0.02), gear=IdealGear(ratio=-3),
        wheel=Inertia(J=0.25), left=Spring(c=5e3), right=Spring(c=4e3), pump=Inertia(J=0.7),
        joint=Inertia(J=0.1), last=Spring(c=2e4), fan=Inertia(J=1.9),
    )  # fmt: skip
    m.connect(m.motor >> m.shaft >> m.pinion >> m.gear >> m.wheel)
    m.connect(m.wheel >> m.left >> m.pump)
    m.connect(m.wheel >> m.right >> m.joint >> m.last >> m.fan)
    return m


class Belt(dt.Model):
    """A disc dragged by friction that falls with the slip."""

    belt = ConstantSpeed(w_fixed=10)
    clutch = Clutch(fn_max=400, mu_pos=[[0, 0.5], [100, 0.4]])
    disc = Inertia(J=0.5, phi=dt.fixed(0.2), w=dt.fixed(0))
    spring = SpringDamper(c=800, d=0.2)
    ground = Fixed()
    pressed = Constant(k=1)

    def equations(self) -> Any:
        yield self.belt >> self.clutch >> self.disc >> self.spring >> self.ground
        yield self.pressed.y >> self.clutch.f_normalized


SHIP = dt.compile(examples.find("machines.ShipShafting")())
BELT = dt.compile(Belt())


def named(layout: Layout) -> list[list[str]]:
    """Return the discs of each line, from left to right."""
    return [
        [layout.discs[shaft][0].name if shaft in layout.discs else "–" for shaft in line.shafts]
        for line in layout.lines
    ]


def layout(linear: Any) -> Layout:
    return layout_of(linear.scheme)


def test_a_chain_is_one_line_from_left_to_right() -> None:
    found = layout(SHIP.linearise())
    throws = [f"throw[{k}]" for k in range(6)]
    assert named(found) == [["damper", *throws, "flywheel", "coupling", "propeller"]]
    assert found.lines[0].x.tolist() == list(range(10))
    assert all(link.elastic for link in found.lines[0].links)


def test_branches_are_lines_of_their_own_and_gears_have_ratios() -> None:
    found = layout(dt.linearise(geared()))
    assert named(found) == [["pump", "wheel", "joint", "fan"], ["pinion", "motor"]]
    joint = found.lines[1].joint
    assert joint is not None
    assert joint.name == "gear"
    assert found.lines[1].step == pytest.approx(-3)
    assert found.lines[1].x[0] == found.lines[0].x[1]
    assert found.lines[1].track == 1


def test_a_branch_without_a_gear_leaves_at_its_shaft() -> None:
    m = dt.Model("tree")
    for name in "abcde":
        m.add(**{name: Inertia(J=1)})
    m.add(ab=Spring(c=1), bc=Spring(c=1), bd=Spring(c=1), de=Spring(c=1))
    m.connect(m.a >> m.ab >> m.b >> m.bc >> m.c)
    m.connect(m.b >> m.bd >> m.d >> m.de >> m.e)
    found = layout(dt.linearise(m))
    assert sorted(map(len, named(found))) == [2, 4]
    branch = next(line for line in found.lines if line.joint is not None)
    assert named(found)[found.lines.index(branch)][0] == "b"
    assert branch.track == 1


def test_planetary_sets_with_a_ring_on_the_ground_are_gears_in_a_row() -> None:
    linear = dt.linearise(examples.find("machines.WindTurbineStop")())
    found = layout(linear)
    order = [name for _, name in sorted(
        (float(x), name)
        for line, names in zip(found.lines, named(found), strict=True)
        for x, name in zip(line.x, names, strict=True)
    )]  # fmt: skip
    assert order == ["rotor", "carrier", "sun1", "sun2", "pinion", "generator"]
    assert found.tracks == 1
    assert not found.further


def test_clutches_that_slide_are_no_gears() -> None:
    """Two gears and an open clutch between shafts whose speeds are in a constant ratio."""
    linear = dt.linearise(examples.find("machines.DualClutchLaunch")())
    found = layout(linear)
    joints = {line.joint.name for line in found.lines if line.joint is not None}
    assert joints <= {"gear1", "gear2", "final_drive"}
    assert {name for name, _ in found.further} <= {"gear1", "gear2"}
    (with_engine,) = (k for k, names in enumerate(named(found)) if "engine" in names)
    assert not any(link.elastic for link in found.lines[with_engine].links)


def drawn_lines(axes: Any) -> list[Any]:
    """Return solid lines of more than one point, the zero line apart."""
    return [
        line for line in axes.lines
        if line.get_linestyle() == "-" and len(set(line.get_xdata())) > 1
        and line.get_color() != "#888888"
    ]  # fmt: skip


def test_no_line_leads_from_one_branch_to_the_next() -> None:
    """Each line has the amplitudes of its own shafts; the largest of all is 1."""
    modes = dt.linearise(geared()).eigenmodes()
    figure = modes.plot(1)
    axes = figure.axes[1]
    lines = drawn_lines(axes)
    assert [len(line.get_xdata()) for line in lines] == [4, 2]
    shape = modes[1].shape("*.phi")
    shown = np.concatenate([line.get_ydata() for line in lines])
    names = ["pump", "wheel", "joint", "fan", "pinion", "motor"]
    expected = np.array([shape[f"{name}.phi"].real for name in names])
    assert shown == pytest.approx(expected * np.sign(shown[0] * expected[0]))
    assert np.abs(shown).max() == pytest.approx(1)
    steps = [line for line in axes.lines if line.get_linestyle() == ":"]
    assert len(steps) == 1
    ratio = np.divide(*steps[0].get_ydata()[::-1])
    assert ratio == pytest.approx(-3)
    assert axes.get_title(loc="left").startswith("1: ")


def test_nodes_are_where_nothing_moves() -> None:
    """The second eigenmode of three discs (8, 6, 4) has amplitudes 1, -2, 1."""
    m = dt.Model("turbine")
    m.add(a=Inertia(J=8), ab=Spring(c=4e6), b=Inertia(J=6), bc=Spring(c=2e6), c=Inertia(J=4))
    m.connect(m.a >> m.ab >> m.b >> m.bc >> m.c)
    axes = dt.linearise(m).eigenmodes().plot(2).axes[1]
    (nodes,) = (line for line in axes.lines if line.get_markerfacecolor() == "white")
    assert nodes.get_xdata() == pytest.approx([1 / 3, 5 / 3])


def test_all_may_be_referred_to_one_shaft() -> None:
    modes = dt.linearise(geared()).eigenmodes()
    figure = modes.plot(1, shaft="motor")
    step = next(line for line in figure.axes[1].lines if line.get_linestyle() == ":")
    assert np.divide(*step.get_ydata()) == pytest.approx(1)
    assert "referred to the shaft of motor" in figure.axes[1].get_xlabel()
    with pytest.raises(NameLookupError, match=r"there is no disc of this name"):
        modes.plot(shaft="gear")


def test_travelling_parts_are_dashed_and_said() -> None:
    figure = SHIP.linearise().eigenmodes().plot(1)
    assert any(line.get_linestyle() == "--" for line in figure.axes[1].lines)
    (legend,) = figure.legends
    assert "imaginary part" in [text.get_text() for text in legend.get_texts()]
    plain = dt.linearise(geared()).eigenmodes().plot(1)
    told = [text.get_text() for text in plain.legends[0].get_texts()]
    assert "imaginary part" not in told
    assert "gear" in told


def test_outputs_may_be_drawn_one_by_one() -> None:
    figure = SHIP.linearise().eigenmodes().plot(1, 3, names=["throw[*].phi", "*_shaft.tau"])
    angles, torques = figure.axes[2:]
    assert angles.get_xlabel() == "rad, largest = 1"
    assert torques.get_xlabel() == "N·m, largest = 1"
    labels = [tick.get_text() for tick in torques.get_xticklabels()]
    assert labels == ["intermediate_shaft.tau", "propeller_shaft.tau"]
    for axes in figure.axes:
        (stems,) = (line for line in axes.lines if line.get_label() == "real part")
        assert np.max(np.abs(np.asarray(stems.get_ydata()))) == pytest.approx(1)


def test_pictures_are_written_and_made_from_what_was_pickled(tmp_path: Path) -> None:
    modes = pickle.loads(pickle.dumps(SHIP.linearise().eigenmodes()))
    for name, draw in {
        "shapes": modes.plot, "energy": modes.plot_energy, "roots": modes.plot_roots,
        "one": modes[2].plot,
    }.items():  # fmt: skip
        draw(path=tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").stat().st_size > 5000
    with pytest.raises(ResultError, match="suffix"):
        modes.plot(path=tmp_path / "shapes.bmp")
    with pytest.raises(UsageError, match="numbered from 1 to 9"):
        modes.plot_energy(12)


def test_energies_are_bars_and_what_feeds_is_red() -> None:
    modes = BELT.linearise(at="steady").eigenmodes()
    kinetic, elastic, damping = modes.plot_energy().axes
    assert [bar.get_width() for bar in kinetic.patches] == pytest.approx([100])
    assert kinetic.get_xlim() == (100, 0)
    assert [bar.get_width() for bar in elastic.patches] == pytest.approx([100])
    assert [tick.get_text() for tick in damping.get_yticklabels()] == ["clutch", "spring"]
    assert [bar.get_width() for bar in damping.patches] == pytest.approx([-1, 0.5], rel=1e-6)
    red, other = (bar.get_facecolor() for bar in damping.patches)
    assert red[0] > 0.7 > red[1]
    assert other != red


def test_roots_have_numbers_and_rays() -> None:
    modes = SHIP.linearise().eigenmodes()
    (axes,) = modes.plot_roots().axes
    told = [text.get_text() for text in axes.texts]
    assert {str(k + 1) for k in range(len(modes))} <= set(told)
    assert "ζ = 0.05" in told
    ray = next(line for line in axes.lines if line.get_linestyle() == "--")
    x, y = (np.asarray(data, dtype=float) for data in ray.get_data())
    ratio = -x[1] / np.hypot(x[1], y[1])
    assert f"ζ = {ratio:.3g}" in told
    crosses = [line for line in axes.lines if line.get_marker() == "x"]
    assert sum(len(line.get_xdata()) for line in crosses) == len(modes)


def test_a_locus_marks_its_critical_value() -> None:
    locus = BELT.root_locus("clutch.fn_max", np.linspace(100, 300, 5), at="steady")
    axes, bar = locus.plot().axes
    assert "200 N" in [text.get_text() for text in axes.texts]
    assert bar.get_ylabel() == "clutch.fn_max in N"
    upper, lower = locus.plot_tracks().axes
    assert upper.get_ylabel() == "frequency in Hz"
    assert lower.get_xlabel() == "clutch.fn_max in N"


def test_a_map_has_the_border_of_stability() -> None:
    found = BELT.stability_map(
        {"clutch.fn_max": [100, 200, 300, 400], "spring.d": [0.1, 0.2, 0.3]}, at="steady"
    )
    axes, bar = found.plot().axes
    assert axes.get_xlabel() == "clutch.fn_max in N"
    assert axes.get_ylabel() == "spring.d in N·m·s/rad"
    assert "unstable" in bar.get_ylabel()


def test_sensitivities_are_bars() -> None:
    found = SHIP.linearise().eigenmodes().sensitivity("*.c", "*.J")
    figure = found.plot(1, 2)
    assert [axes.get_xlabel() for axes in figure.axes] == ["% per %", "% per %"]
    assert len(figure.axes[0].patches) == min(20, len(found.parameters))
    with pytest.raises(UsageError, match="numbered from 1 to 9"):
        found.plot(10)


def test_bands_of_many_variants() -> None:
    many = SHIP.linear_ensemble({"flywheel.J": np.linspace(7e3, 9e3, 30)})
    left, right = many.plot().axes
    assert left.get_xlabel() == "frequency, % from nominal"
    assert right.get_xlabel() == "damping ratio"
    assert len(left.get_yticklabels()) == 9
