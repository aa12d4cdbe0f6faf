"""Drawings as SVG and as figures of matplotlib."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from drivetrain.diagram.drawing import (
    Drawing,
    Group,
    Label,
    box,
    circle,
    closed,
    line,
    to_figure,
    to_svg,
)
from drivetrain.diagram.drawing.looks import DARK, LIGHT, LOOKS, look_of
from drivetrain.diagram.drawing.svg import style_sheet

SVG = "{http://www.w3.org/2000/svg}"


def drawing() -> Drawing:
    """Return a drawing with one of everything."""
    part = Group((box(10, 10, 30, 20, "mass"), Label(25, 45, "a<b>&c")), "part", 'says "hello"')
    same = Group((circle(70, 20, 5, "port", "part.flange"),), "part")
    items = (
        part,
        same,
        line(((40, 20), (65, 20)), "rotation"),
        closed(((0, 0), (5, 5), (9, 0)), "solid"),
    )
    return Drawing(100, 60, items, "one & two", "A drawing")


def test_svg_is_valid_and_text_is_escaped() -> None:
    root = ElementTree.fromstring(to_svg(drawing()))
    assert [one.text for one in root.iter(f"{SVG}text")] == ["a<b>&c"]
    assert [one.text for one in root.iter(f"{SVG}title")] == ["one & two", 'says "hello"']
    assert root.get("viewBox") == "0 0 100 60"
    assert root.get("role") == "img"


def test_identities_are_unique() -> None:
    root = ElementTree.fromstring(to_svg(drawing()))
    assert [one.get("id") for one in root.iter(f"{SVG}g")] == ["diagram-part", "diagram-part-2"]


def test_both_themes_have_the_same_colours() -> None:
    assert set(LIGHT) == set(DARK)
    for look in LOOKS.values():
        for colour in (look.stroke, look.fill):
            assert colour is None or colour == "none" or colour in LIGHT or colour.startswith("#")


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.1)."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    "name", ["ink", "muted", "heat", "rod", "real", "boolean", "integer", "fault"]
)
def test_colours_of_lines_and_texts_stand_out(theme: dict[str, str], name: str) -> None:
    first, second = sorted((luminance(theme[name]), luminance(theme["paper"])))
    assert (second + 0.05) / (first + 0.05) >= 4.0


def test_later_looks_count_more() -> None:
    merged = look_of("rotation heat")
    assert (merged.stroke, merged.width) == (LOOKS["heat"].stroke, LOOKS["heat"].width)
    assert look_of("rotation unknown") == look_of("rotation")


def test_a_figure_has_the_size_of_the_drawing() -> None:
    figure = to_figure(drawing(), 2.0)
    assert tuple(figure.get_size_inches() * 96) == pytest.approx((200, 120))
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.texts] == ["a<b>&c"]
    assert len(axes.patches) == 4


def test_a_picture_has_its_own_background() -> None:
    assert "background:var(--background,var(--paper))" in style_sheet("diagram")
