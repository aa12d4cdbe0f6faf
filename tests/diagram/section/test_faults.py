"""Half sections of gearboxes with faults, and with notes below the names of parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
from tests.diagram.section.gearboxes import Lepelletier, Ravigneaux, Simpson
from tests.diagram.section.geometry import flat, label_box

import drivetrain as dt
from drivetrain import examples
from drivetrain.diagram.drawing import Label
from drivetrain.diagram.notes import Note
from drivetrain.diagram.section import section
from drivetrain.diagram.section.picture.metrics import overlap
from drivetrain.rotational import Clutch, Inertia


def marks(svg: str) -> list[str]:
    """Return the paths of the ports that are marked."""
    return sorted(re.findall(r'class="fault-mark" data-path="([^"]*)"', svg))


@pytest.mark.parametrize("model", [Simpson, Ravigneaux, Lepelletier])
def test_open_ports_are_marked_at_their_parts(model: type[dt.Model]) -> None:
    picture = model().diagram()
    assert picture.view == "section"
    assert marks(picture.svg) == marks(model().diagram("schematic").svg)


def test_a_gearbox_with_a_spare_part_names_its_fault_below() -> None:
    class Unfinished(type(examples.find("machines.EightSpeedAutomatic")())):  # type: ignore[misc]
        spare = Clutch(fn_max=1.0)

    picture = Unfinished().diagram()
    assert picture.view == "section"
    texts = {one.path or one.text for one in flat(picture.drawing.items) if isinstance(one, Label)}
    assert {"spare:", "f_normalized"} <= texts
    assert "spare is connected to nothing" in picture.svg


class Confused(Simpson):
    """A statement that cannot be understood, at the end."""

    spare = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.engine.tau >> self.spare.flange_a


def test_what_a_message_names_is_marked() -> None:
    picture = Confused().diagram()
    assert picture.view == "section"
    assert "spare" in picture.svg
    assert "cannot be connected" in picture.svg


def test_notes_stand_below_names_and_overlap_nothing() -> None:
    model = examples.find("machines.EightSpeedAutomatic")()
    found = dt.structure(model)
    paths = [part.path for part in found.parts]
    notes = {path: (Note(f"heat of {path}"), Note("second line")) for path in paths}
    drawing = section(found, notes=notes)
    texts = [one for one in flat(drawing.items) if isinstance(one, Label)]
    for path in paths:
        assert sum(one.text == f"heat of {path}" for one in texts) == 1
    for one, other in combinations(texts, 2):
        assert not overlap(label_box(one), label_box(other)), (one.text, other.text)
    assert all(label_box(one).left > 0 and label_box(one).bottom < drawing.height for one in texts)
    assert model.diagram().view == "section"
