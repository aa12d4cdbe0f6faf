"""Layouts of half sections: every body is one piece, and no lines lie upon each other."""

from __future__ import annotations

import pytest
from tests.diagram.section.geometry import contacts, crossings, pieces
from tests.diagram.section.random_gearboxes import random_puzzle

from drivetrain.diagram.section.layout import Layout, Pin, layout_of
from drivetrain.diagram.section.order import OPEN, Element, Puzzle, best_order
from drivetrain.diagram.section.picture.bodies import Segment, segments_of
from drivetrain.diagram.section.picture.frame import Frame, frame_of

SEEDS = range(24)
APART = 4.0


def laid_out(puzzle: Puzzle) -> tuple[Layout, list[Segment]]:
    """Return the layout of a gearbox, and all lines, those to the housing among them."""
    layout = layout_of(puzzle)
    assert layout is not None
    frame = frame_of(layout, lambda _: 17.0, 0.0, 0.0, 20.0)
    kinds = [one.kind for one in puzzle.elements]

    def reach(k: int, _: int) -> float:
        return APART if kinds[layout.columns[k].element] == "pair" else 0.0

    return layout, segments_of(layout, frame, reach) + taps(puzzle, layout, frame)


def taps(puzzle: Puzzle, layout: Layout, frame: Frame) -> list[Segment]:
    """Return the lines from bodies to their brakes."""
    found = []
    for k, column in enumerate(layout.columns):
        if column.element >= 0 and puzzle.elements[column.element].kind == "tap":
            j = next(j for j, slot in enumerate(column.slots) if slot.terminal >= 0)
            x, y = frame.columns[k], frame.y(layout.radii[Pin(k, j)])
            body = puzzle.elements[column.element].bodies[0]
            found.append(Segment(body, x, y, x, frame.housing))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_are_those_of_the_gearbox(seed: int) -> None:
    puzzle = random_puzzle(seed)
    layout, segments = laid_out(puzzle)
    for body in puzzle.ends:
        own = [one for one in segments if one.body == body]
        assert pieces(own) <= 1, body
    assert contacts(segments) == []
    assert crossings(segments) == layout.crossings


@pytest.mark.parametrize("seed", SEEDS)
def test_every_terminal_has_its_body(seed: int) -> None:
    puzzle = random_puzzle(seed)
    layout, _ = laid_out(puzzle)
    placed = [one.element for one in layout.columns if one.element >= 0]
    assert sorted(placed) == list(range(len(puzzle.elements)))
    for column in layout.columns:
        if column.element < 0:
            continue
        element = puzzle.elements[column.element]
        for slot in column.slots:
            if slot.terminal < 0 or element.kind == "tap":
                continue
            stack = element.kind == "stack"
            bodies = element.bodies[slot.terminal : slot.terminal + 1] if stack else element.bodies
            met = {slot.left, slot.right} - {-1}
            assert met <= set(bodies)
            assert {body for body in bodies if body != OPEN and needs_line(puzzle, body)} <= met


def needs_line(puzzle: Puzzle, body: int) -> bool:
    """Tell whether a body has more than one terminal or end."""
    return puzzle.ends[body] > 1 or body in (*puzzle.left, *puzzle.right)


@pytest.mark.parametrize("seed", SEEDS)
def test_radii_grow_outwards(seed: int) -> None:
    layout, _ = laid_out(random_puzzle(seed))
    for k, column in enumerate(layout.columns):
        levels = [layout.radii[Pin(k, j)] for j in range(len(column.slots))]
        assert levels == sorted(set(levels))


def test_the_same_gearbox_gives_the_same_order_when_searched_again() -> None:
    puzzle = random_puzzle(5)
    first = best_order(puzzle)
    best_order.cache_clear()
    assert best_order(puzzle) == first


def test_sets_stand_in_a_given_order() -> None:
    stacks = tuple(Element("stack", (k, k + 1, OPEN)) for k in range(3))
    for order in ((0, 1, 2), (2, 0, 1), (1, 2)):
        found = best_order(Puzzle(stacks, (), (), order))
        assert found is not None
        placed = [step.element for step in found.steps if step.element in order]
        assert tuple(placed) == order


def test_a_row_of_sets_keeps_its_order() -> None:
    stacks = tuple(Element("stack", (k, k + 1, OPEN)) for k in range(6))
    layout = layout_of(Puzzle(stacks, (0,), (6,)))
    assert layout is not None
    assert [one.element for one in layout.columns[1:-1]] == list(range(6))
    assert layout.crossings == 0


def test_what_cannot_be_built_has_few_crossings() -> None:
    sets = Element("stack", (2, 0, 1)), Element("stack", (0, 2, 1))
    others = Element("pair", (0, 2)), Element("tap", (0,)), Element("tap", (1,))
    puzzle = Puzzle((*sets, *others), (2,), (0, 1))
    layout = layout_of(puzzle)
    assert layout is not None
    assert layout.crossings == 1
