"""A real kernel: what a notebook shows of models, results and mistakes."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytestmark = pytest.mark.slow

CELLS = (
    "import drivetrain as dt\nfrom drivetrain.rotational import Inertia",
    'm = dt.Model("shaft")\nm.add(disc=Inertia(J=1))\nm',
    "result = dt.simulate(m, stop_time=0.1)\nresult",
    'dt.simulate(m, parameters={"disc.I": 1})',
    "Inertia(JJ=1)",
    "class Wrong(dt.Model):\n    disc = Inertia(J=1)\n    def equations(self):\n"
    "        yield self.disc.speed == 1\n\ndt.check(Wrong())",
    "dt.compile(Wrong())",
    "%env DRIVETRAIN_FULL_TRACEBACK=1\ndt.compile(Wrong())",
)


@pytest.fixture(scope="module")
def outputs() -> list[Any]:
    """The last output of each cell."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", allow_errors=True
    ).execute()
    return [cell.outputs[-1] if cell.outputs else None for cell in notebook.cells]


def traceback_of(output: Any) -> str:
    assert output.output_type == "error"
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(output.traceback))


def test_models_and_results_are_tables(outputs: list[Any]) -> None:
    for output in outputs[1:3]:
        assert output.data["text/html"].startswith("<table>")
    assert outputs[1].data["text/plain"] == "<Model 'shaft' with 1 part: disc (Inertia)>"


@pytest.mark.parametrize(
    ("cell", "line", "message"),
    [
        (3, 'dt.simulate(m, parameters={"disc.I": 1})', "disc.I"),
        (4, "Inertia(JJ=1)", "did you mean 'J'"),
        (6, "dt.compile(Wrong())", "has no member 'speed'"),
    ],
)
def test_a_mistake_shows_the_cell_and_the_message(
    cell: int, line: str, message: str, outputs: list[Any]
) -> None:
    shown = traceback_of(outputs[cell])
    assert line in shown
    assert message in shown
    assert "drivetrain/modeling" not in shown.replace("\\", "/")
    assert "drivetrain/calls.py" not in shown.replace("\\", "/")


def test_the_equation_at_fault_is_shown(outputs: list[Any]) -> None:
    assert "yield self.disc.speed == 1" in traceback_of(outputs[6])


def test_all_frames_are_shown_on_demand(outputs: list[Any]) -> None:
    assert "drivetrain/calls.py" in traceback_of(outputs[7]).replace("\\", "/")
