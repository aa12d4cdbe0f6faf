"""FMUs that pythonfmu makes of Python classes."""

import subprocess
import sys
from pathlib import Path

import pytest

import drivetrain as dt
from tests.fmi.imported.test_co_simulation import controlled, recursion

pytest.importorskip("pythonfmu")

CODE = '''
from pythonfmu import Boolean, Fmi2Causality, Fmi2Slave, Fmi2Variability, Integer, Real


class Controller(Fmi2Slave):
    """An integral controller."""

    author = "drivetrain"

    def __init__(self, **settings):
        super().__init__(**settings)
        self.k, self.u, self.x, self.on, self.count = 1.0, 0.0, 0.0, True, 0
        fixed = {"causality": Fmi2Causality.parameter, "variability": Fmi2Variability.tunable}
        self.register_variable(Real("k", **fixed))
        self.register_variable(Boolean("on", causality=Fmi2Causality.input))
        self.register_variable(Real("u", causality=Fmi2Causality.input))
        self.register_variable(Real("x", causality=Fmi2Causality.output))
        self.register_variable(Integer("count", causality=Fmi2Causality.output))

    def do_step(self, time, step):
        if self.k > 100:
            raise ValueError("the gain is too large")
        self.x += step * self.k * self.u
        self.count += 1
        return True
'''


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the FMU."""
    folder = tmp_path_factory.mktemp("python_units")
    (folder / "Controller.py").write_text(CODE)
    command = [sys.executable, "-m", "pythonfmu", "build", "-f", "Controller.py"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "Controller.fmu"


def test_a_controller_in_python_acts_from_tick_to_tick(path: Path) -> None:
    result = dt.simulate(controlled(path), stop_time=2.0)
    assert result.final["wheel.w"] == pytest.approx(recursion(-3.0, 1.0, 16)[0], rel=1e-12)


def test_an_ensemble_of_controllers(path: Path) -> None:
    gains = [-4.0, -3.0, -2.0, 0.5]
    many = dt.compile(controlled(path)).ensemble({"unit.k": gains}, stop_time=1.0)
    wanted = [recursion(k, 1.0, 8)[0] for k in gains]
    assert many.final("wheel.w") == pytest.approx(wanted, rel=1e-12)


def test_an_error_of_the_class_is_told(path: Path) -> None:
    with pytest.raises(dt.DrivetrainError, match="has failed in the step from t = 0 s"):
        dt.simulate(controlled(path, k=200.0), stop_time=1.0)
