"""The energy flow on the diagram: widths are the energies of the flow, and of the audit."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.diagram.schematic.layout import lay_out
from drivetrain.errors import ResultError
from drivetrain.plotting.energy_diagram.bands import Band, bands_of, draw_band
from drivetrain.rotational import Inertia, SpringDamper, Torque
from drivetrain.text_tables import joules

NAMES = ("CoupledClutches", "machines.DualClutchLaunch", "machines.WindTurbineStop", "HeatLosses")


def bands(name: str) -> tuple[dt.Result, list[Band]]:
    """Return a run, and the bands of its energy flow."""
    model = examples.find(name)()
    result = dt.simulate(model)
    layout = lay_out(dt.structure(model))
    assert layout is not None
    flow = result.energy_flow()
    parts = (*flow.parts, *flow.composites)
    energies = {f"{part.path}.{one.name}": one.energy for part in parts for one in part.flanges}
    return result, bands_of(layout, energies)


@pytest.mark.parametrize("name", NAMES)
def test_what_runs_through_a_line_is_what_the_part_at_its_end_receives(name: str) -> None:
    result, drawn = bands(name)
    flow = result.energy_flow()
    for part in flow.parts:
        for flange in part.flanges:
            path = f"{part.path}.{flange.name}"
            own = [
                b for b in drawn if len(b.net.pins) == 2 and path in {p.path for p in b.net.pins}
            ]
            for band in own:
                assert band.energy == pytest.approx(abs(flange.energy), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_the_balance_is_that_of_the_audit(name: str) -> None:
    result = dt.simulate(examples.find(name)())
    flow = result.energy_flow()
    largest = max(part.size for part in flow.parts)
    audit = result.energy
    assert flow.lost == pytest.approx(audit.dissipated[-1], abs=1e-6 * largest)
    assert flow.stored == pytest.approx(audit.stored[-1] - audit.stored[0], abs=1e-6 * largest)
    told = result.energy_diagram().svg
    assert "left over" in told


def test_widths_are_energies_and_directions_are_told() -> None:
    _, drawn = bands("CoupledClutches")
    largest = max(band.energy for band in drawn)
    widest = next(band for band in drawn if band.energy == largest)
    shape = next(iter(draw_band(widest, largest)))
    heights = [y for _, values in shape.steps for y in values[1::2]]  # type: ignore[union-attr]
    assert max(heights) - min(heights) == pytest.approx(15.0)
    half = Band(widest.net, widest.end, widest.start, largest / 2, is_forward=False)
    back = next(iter(draw_band(half, largest)))
    assert back.look == "backward"
    heights = [y for _, values in back.steps for y in values[1::2]]  # type: ignore[union-attr]
    assert max(heights) - min(heights) == pytest.approx(7.5)


def test_arrays_are_added_up() -> None:
    svg = dt.simulate(examples.find("machines.ShipShafting")(), stop_time=0.2).energy_diagram().svg
    ElementTree.fromstring(svg)
    assert re.search(r"stored [−\d.]+ k?J", svg)


def shaft(discs: int) -> dt.Model:
    """Return a shaft of discs with springs between them."""
    made = dt.Model("shaft")
    made.add(drive=Torque(tau=1.0), disc=Inertia.array(discs, J=0.1), load=Torque(tau=-0.5))
    made.add(spring=SpringDamper.array(discs - 1, c=1e3, d=1.0))
    made.connect(made.drive >> made.disc[0])
    made.connect(made.disc[:-1] >> made.spring)
    made.connect(made.spring >> made.disc[1:])
    made.connect(made.disc[-1] >> made.load)
    return made


@pytest.mark.parametrize("discs", [6, 250])
def test_a_row_of_parts_shows_what_enters_and_what_leaves_it(discs: int) -> None:
    model = shaft(discs)
    result = dt.simulate(model, stop_time=0.5)
    flow = result.energy_flow()
    layout = lay_out(dt.structure(model))
    assert layout is not None
    energies = {f"{path}.flange": flow[path].flanges[0].energy for path in ("drive", "load")}
    drawn = bands_of(layout, {**energies, "disc.flange_a": 1e9, "spring.flange_b": 1e9})
    told = {frozenset(pin.path for pin in band.net.pins): band.energy for band in drawn}
    assert told == {
        frozenset({"drive.flange", "disc.flange_a"}): pytest.approx(abs(energies["drive.flange"])),
        frozenset({"load.flange", "spring.flange_b"}): pytest.approx(abs(energies["load.flange"])),
    }
    svg = result.energy_diagram().svg
    stored = sum(part.stored for part in flow if part.class_name == "Inertia")
    assert f"stored {joules(stored)}" in svg


def test_thin_bands_are_not_hidden_by_their_shafts() -> None:
    svg = dt.simulate(examples.find("First")()).energy_diagram().svg
    body = svg.partition("</style>")[2]
    assert 'class="rotation slim"' in body


def test_a_loaded_result_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = dt.simulate(examples.find("First")()).save(tmp_path / "run.csv")
    with pytest.raises(ResultError):
        dt.Result.load(path).energy_diagram()


def test_a_line_of_which_too_little_is_known_has_no_band() -> None:
    layout = lay_out(dt.structure(examples.find("First")()))
    assert layout is not None
    assert not bands_of(layout, {})
    drawn = bands_of(layout, {"inertia2.flange_b": -3.0, "damper.flange_a": 1.0})
    assert {band.net.path for band in drawn} == {"inertia2.flange_b"}
    assert max(band.energy for band in drawn) == pytest.approx(3.0)
