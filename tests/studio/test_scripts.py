"""The scripts of the page by themselves, without a page."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain.studio
import drivetrain.web
from drivetrain.studio.runs.rows_message import packed

FOLDERS = [
    Path(package.__file__).parent / "static" for package in (drivetrain.studio, drivetrain.web)
]


def node() -> str:
    """Return Node: that of the system, or the one that playwright brings."""
    if find_spec("playwright") is not None:
        from playwright._impl._driver import compute_driver_executable

        found = compute_driver_executable()
        return str(found[0] if isinstance(found, tuple) else found)
    system = shutil.which("node")
    if system is None:
        pytest.skip("there is no Node")
    return system


def together(place: Path) -> None:
    """Put the modules into one folder, as the server offers them."""
    for folder in FOLDERS:
        shutil.copytree(folder, place, dirs_exist_ok=True)
    (place / "package.json").write_text('{"type": "module"}', encoding="utf-8")


@pytest.fixture
def evaluate(tmp_path: Path) -> Any:
    """A function that runs a script beside the modules and returns what it yields as JSON."""
    together(tmp_path)

    def run(text: str) -> Any:
        (tmp_path / "test.js").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [node(), "test.js"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_a_message_is_read_as_it_was_packed(evaluate: Any, tmp_path: Path) -> None:
    time = np.array([0.0, 0.1, 1 / 3, 1 / 3, 1.0])
    columns = [np.array([1.0, 2.0, 3.0, 5.0, 4.0]), np.array([0.0, 0.0, 0.0, 1.0, 1.0])]
    head = {"names": ["a µ", "b"], "kinds": ["real", "integer"], "rows": 5}
    (tmp_path / "message").write_bytes(packed(head, time, columns))
    seen = evaluate("""
        import { readFileSync } from "node:fs";
        import { decode, rowAt, valueAt } from "./rows.js";
        const { buffer, byteOffset, byteLength } = readFileSync("message");
        const made = decode(buffer.slice(byteOffset, byteOffset + byteLength));
        console.log(JSON.stringify({ head: made.head, time: [...made.time],
            columns: made.columns.map(one => [...one]),
            rows: [-1, 0, 0.05, 1 / 3, 2].map(t => rowAt(made.time, t)),
            values: [0.05, 0.2, 1 / 3, 2 / 3, 2].map(t => valueAt(made, 0, t)),
            steps: [0.2, 0.4].map(t => valueAt(made, 1, t)) }));
    """)
    assert seen["head"] == head
    assert seen["time"] == time.tolist()
    assert seen["columns"] == [column.tolist() for column in columns]
    assert seen["rows"] == [0, 0, 0, 3, 4]
    expected = [1.5, np.interp(0.2, time[1:3], [2.0, 3.0]), 5.0, 4.5, None]
    assert [v and round(v, 6) for v in seen["values"]] == [e and round(e, 6) for e in expected]
    assert seen["steps"] == [0.0, 1.0]


def test_pure_modules_do_what_their_own_tests_say(tmp_path: Path) -> None:
    together(tmp_path)
    shutil.copytree(Path(__file__).parent / "scripts", tmp_path, dirs_exist_ok=True)
    done = subprocess.run(
        [node(), "--test"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "fail 0" in done.stdout
    assert "pass 0" not in done.stdout


def test_no_two_curves_look_the_same(evaluate: Any) -> None:
    seen = evaluate("""
        import { lineStyle } from "./line_styles.js";
        const looks = [];
        for (let age = 0; age < 13; age++)
            for (let k = 0; k < 64; k++) looks.push(JSON.stringify(lineStyle(k, age, 64)));
        const few = Array.from({ length: 8 }, (_, k) => lineStyle(k, 0, 8));
        console.log(JSON.stringify({ count: looks.length, different: new Set(looks).size, few,
            ninth: lineStyle(8, 0, 9), pinned: lineStyle(0, 1, 9) }));
    """)
    assert seen["different"] == seen["count"] == 13 * 64
    assert [one["colour"] for one in seen["few"]] == list(range(8))
    assert all(one["dash"] == [] for one in seen["few"])
    assert seen["ninth"]["colour"] == 0
    assert seen["ninth"]["dash"] != seen["pinned"]["dash"] != []


def test_speeds_are_told_with_their_direction(evaluate: Any) -> None:
    seen = evaluate("""
        import { speedText } from "./motion.js";
        const rpm = Math.PI / 30;
        console.log(JSON.stringify([speedText(rpm, rpm, "rad/s"), speedText(-1500 * rpm,
            -1500 * rpm, "rad/s"), speedText(0, 0, "rad/s"), speedText(1, 2.5, "m/s"),
            speedText(99.9 * rpm, 123.4 * rpm, "rad/s"), speedText(-1e-9, -1e-9, "m/s")]));
    """)
    assert seen == ["▸ 1.00 rpm", "◂ −1500 rpm", "0.00 rpm", "▸ 1.00 … 2.50 m/s",
                    "▸ 99.9 … 123.4 rpm", "0.00 m/s"]  # fmt: skip


def test_parts_of_one_name_with_several_modes_are_told_so(evaluate: Any) -> None:
    seen = evaluate("""
        globalThis.matchMedia = () => ({ matches: false });
        globalThis.HTMLElement = class {};
        import("./machine.js").then(({ byPart }) => {
            const modes = new Map([["a[0].mode", "stuck"], ["a[1].mode", "free"],
                ["b.mode", "free"], ["c[0].mode", "stuck"], ["c[1].mode", "stuck"]]);
            const found = byPart(modes, path => ["a", "b", "c"].includes(path));
            console.log(JSON.stringify(Object.fromEntries(found)));
        });
    """)
    assert seen == {"a": "several", "b": "free", "c": "stuck"}


def test_axes_have_round_numbers(evaluate: Any) -> None:
    seen = evaluate("""
        import { ratios, ticks } from "./study_picture.js";
        console.log(JSON.stringify([ticks(0, 1), ticks(-0.3, 0.25), ticks(1e6, 1.3e6),
            ratios(2, 18), ratios(0.001, 100), ratios(1, 3)]));
    """)
    assert seen[0] == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert seen[1] == [-0.2, 0, 0.2]
    assert seen[2] == [1e6, 1.1e6, 1.2e6, 1.3e6]
    assert seen[3] == [2, 5, 10]
    assert seen[4] == [0.001, 0.01, 0.1, 1, 10, 100]
    assert seen[5] == [1, 1.5, 2, 3]
