"""Numbers in equations, structural values from Python, classes that depend on files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from drivetrain import simulate
from drivetrain.modeling import (
    Component,
    Model,
    RealOutput,
    computed,
    constant,
    interpolate,
    parameter,
    time,
)
from drivetrain.modeling.tracing.trace import trace


class Path2D(Component):
    """Coordinates that follow from a table among the structural parameters."""

    rows = parameter(structural=True, doc="Time and coordinates")
    y = RealOutput(size=computed(lambda rows: len(rows[0]) - 1, rows), doc="Coordinates")

    def equations(self) -> Iterable[Any]:
        instants, *columns = zip(*self.rows, strict=True)
        for y, column in zip(self.y, columns, strict=True):
            yield y == interpolate(time / constant(1.0, "s"), instants, column)


def test_numbers_in_an_equation():
    rows = np.array([[0.0, 1.0, 0.0], [0.5, 2.0, 3.0], [1.0, 0.0, 0.0]])
    result = simulate(type("Moved", (Model,), {"path": Path2D(rows=rows)})(), stop_time=1.0)
    for k in range(2):
        expected = np.interp(result.time, rows[:, 0], rows[:, k + 1])
        np.testing.assert_allclose(result[f"path.y[{k}]"], expected, atol=1e-14)


def test_equal_numbers_share_a_table():
    rows = [[0.0, 1.0, 1.0], [1.0, 2.0, 2.0]]
    assert trace(Path2D(rows=rows)).n_tables == 1


def test_lists_and_arrays_of_equal_numbers_share_a_trace():
    rows = [[0.0, 1.0], [1.0, 2.0]]
    assert trace(Path2D(rows=rows)) is trace(Path2D(rows=np.array(rows)))


class FromFile(Component):
    """Output that stands in a file."""

    traced_once = False
    name = parameter(structural=True, doc="File")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == float(Path(self.name).read_text())


def test_a_file_is_read_again_for_each_run(tmp_path):
    file = tmp_path / "value.txt"
    model = type("Outer", (Model,), {"source": FromFile(name=str(file))})
    for text in ("1.0", "2.0"):
        file.write_text(text)
        assert simulate(model(), stop_time=0.1)["source.y"][-1] == float(text)


class Twice(Component):
    """Passes on a structural value that is computed from a string."""

    kind = parameter("one", structural=True, doc="Number in words")
    path = Path2D(rows=computed(lambda kind: ((0.0, len(kind)), (1.0, 0.0)), kind))


def test_a_part_may_get_what_is_computed_from_any_value():
    result = simulate(type("Top", (Model,), {"part": Twice(kind="three")})(), stop_time=0.5)
    assert result["part.path.y[0]"][0] == 5.0
