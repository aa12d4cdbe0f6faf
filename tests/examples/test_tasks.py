"""Each task of an engineer is a short script, and what it prints is what mechanics says."""

from __future__ import annotations

import math
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "tasks"
SCRIPTS = sorted(FOLDER.glob("*.py"))

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@pytest.fixture
def numbers(
    capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> tuple[float, ...]:
    """Run the script after which a test is named, and return the numbers it prints."""
    name = request.function.__name__.removeprefix("test_")
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    found = _NUMBER.findall(capsys.readouterr().out)
    return tuple(map(float, found))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_short_and_says_how_to_run_it(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40
    assert f"python examples/tasks/{script.name}" in text


def test_there_are_eight_tasks_and_each_is_tested() -> None:
    assert len(SCRIPTS) == 8
    assert all(f"test_{script.stem}" in globals() for script in SCRIPTS)


def test_launch(numbers: tuple[float, ...]) -> None:
    slips, heat, _, speed = numbers
    friction, inertia = 250.0, 0.02 + 1200 * 0.3**2 / (12**2 * 0.95)
    time = 200 / (friction / inertia - (150 - friction) / 0.2)
    assert slips == pytest.approx(time, abs=5e-5)
    assert heat == pytest.approx(friction * 200 * time / 2 / 1e3, abs=5e-3)
    locked = friction / inertia * time + 150 / (0.2 + inertia) * (3 - time)
    assert speed == pytest.approx(3.6 * 0.3 / 12 * locked, abs=0.05)


def test_crank_train(numbers: tuple[float, ...]) -> None:
    slowest, fastest, irregularity = numbers
    phi = np.linspace(0, 2 * np.pi, 100_001)
    lean = 0.3 * np.sin(phi)
    lever = 0.045 * (np.sin(phi) + lean * np.cos(phi) / np.sqrt(1 - lean**2))
    w = 100 * np.sqrt(0.05 / (0.05 + 0.6 * lever**2))
    assert fastest == pytest.approx(100.0, abs=1e-4)
    assert slowest == pytest.approx(w.min(), abs=1e-4)
    assert irregularity == pytest.approx(100 - w.min(), abs=1e-3)


def test_servo(numbers: tuple[float, ...]) -> None:
    asked, motor, _, table, _, speed = numbers
    assert asked == 500
    assert abs(motor) <= 1e3 * 1.0 / 200  # at rest: the friction over the gain
    assert abs(table) <= abs(motor) + 1e3 * (0.004 / 2 + 1.0 / 2e4)
    assert speed == 0


def test_automatic(numbers: tuple[float, ...]) -> None:
    first, second, seconds, speed, heat = numbers
    assert first == 3.0
    assert second == 1.0
    common = (0.1 * 300 + 1.5 * 100) / (0.1 + 1.5 + 0.02)
    assert speed == pytest.approx(common, abs=5e-5)
    lost = (0.1 * 300**2 + 1.5 * 100**2 - 1.62 * common**2) / 2
    assert heat == pytest.approx(lost, abs=5e-3)
    assert seconds == pytest.approx(heat / (120 * 200 / 2), abs=5e-5)


def test_hoist(numbers: tuple[float, ...]) -> None:
    stands, rise, speed, holds, possible = numbers
    weight = 500 * 9.81 * 0.2
    assert possible == pytest.approx(2100)
    assert holds == pytest.approx(weight, abs=1e-3)
    assert 2.5 * 8 / (2100 + weight) < stands < 2.5 * 8 / 2100
    assert rise == pytest.approx(1e3 * 0.5 * stands / 2, rel=0.05)
    assert abs(speed) < 1e-6


def test_thousand_runs(numbers: tuple[float, ...]) -> None:
    runs, failed, middle, low, high, error = numbers
    assert runs == 1000
    assert failed == 0
    assert middle == pytest.approx(2 / 3, abs=0.01)
    assert 0.55 < low < middle < high < 0.85
    assert error < 1e-9


def test_calibration(numbers: tuple[float, ...]) -> None:
    friction, damping = numbers
    assert friction == pytest.approx(2.5, rel=0.02)
    assert damping == pytest.approx(0.04, rel=0.02)


def test_own_component(numbers: tuple[float, ...]) -> None:
    _, slip, _, heat, error = numbers
    inertia = 0.5 * 2.0 / 2.5
    left = 150 / (1 + 0.02 * 150 * 5 / inertia)
    assert slip == pytest.approx(left, abs=1e-3)
    assert heat == pytest.approx(inertia * (150**2 - left**2) / 2, rel=1e-4)
    assert error < 1e-4
    assert math.isfinite(error)
