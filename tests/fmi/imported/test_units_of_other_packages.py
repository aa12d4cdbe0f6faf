"""FMUs that other packages write: PythonFMU3 for both kinds, CasADi for model exchange."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

pytest.importorskip("fmpy")

import fmpy

import drivetrain as dt
from drivetrain.blocks import Constant
from tests.fmi.imported import units

PYTHON_3 = '''
from pythonfmu3 import (
    CoSimulation, Fmi3Causality as C, Fmi3Initial as I, Fmi3SlaveBase, Fmi3Variability as V,
    Float64, Int32, ModelExchange,
)


class Decay(Fmi3SlaveBase, ModelExchange, CoSimulation):
    """x' = -k x + u."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.author = "drivetrain"
        self.time, self.k, self.u, self.x, self.derx, self.count = 0.0, 1.0, 0.0, 1.0, 0.0, 0
        continuous = {"variability": V.continuous}
        self.register_variable(Float64("time", causality=C.independent, **continuous))
        self.register_variable(Float64(
            "x", causality=C.output, start=1, initial=I.exact, **continuous))
        self.register_variable(Float64("derx", causality=C.local, derivative=1, **continuous))
        self.register_variable(Float64("k", causality=C.parameter, variability=V.fixed))
        self.register_variable(Float64("u", causality=C.input, **continuous))
        self.register_variable(Int32("count", causality=C.output, variability=V.discrete))

    def get_continuous_state_derivatives(self):
        self.derx = -self.k * self.x + self.u
        return [self.derx]

    def do_step(self, current_time, step_size):
        self.time = current_time + step_size
        self.x += (-self.k * self.x + self.u) * step_size
        self.count += 1
        return True
'''


@pytest.fixture(scope="module")
def decay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a unit by PythonFMU3."""
    pytest.importorskip("pythonfmu3")
    folder = tmp_path_factory.mktemp("python_3")
    (folder / "Decay.py").write_text(PYTHON_3)
    command = [sys.executable, "-m", "pythonfmu3", "build", "-f", "Decay.py"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "Decay.fmu"


def fed(path: Path, **how: object) -> dt.Model:
    class Fed(dt.Model):
        """The unit and what enters it."""

        source = Constant(k=3.0)
        unit = dt.FMU(path, **how)

        def equations(self):
            yield self.source.y >> self.unit.u

    return Fed()


@pytest.mark.filterwarnings("ignore:.*violates the standard")
def test_a_class_in_python_is_integrated_with_the_model(decay: Path) -> None:
    result = dt.simulate(fed(decay, kind="me", k=2.0, x=0.5), stop_time=1.0, tolerance=1e-10)
    assert result.final["unit.x"] == pytest.approx(1.5 - math.exp(-2), rel=1e-8)


@pytest.mark.filterwarnings("ignore:.*violates the standard")
@pytest.mark.parametrize("isolated", [False, True])
def test_a_class_in_python_steps_from_tick_to_tick(decay: Path, isolated: bool) -> None:
    model = fed(decay, kind="cs", step=0.125, k=2.0, isolated=isolated)
    result = dt.simulate(model, stop_time=1.0)
    assert result.final["unit.x"] == pytest.approx(1.5 - 0.5 * 0.75**8, rel=1e-12)
    assert result.final["unit.count"] == 8


@pytest.fixture(scope="module")
def oscillator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a unit by CasADi, with derivatives in directions."""
    casadi = pytest.importorskip("casadi")
    if not hasattr(casadi.DaeBuilder, "export_fmu") or not units.has_compiler():
        pytest.skip("needs a CasADi that exports units, and the C compiler cc")
    folder = tmp_path_factory.mktemp("casadi")
    script = (
        "import casadi\n"
        "d = casadi.DaeBuilder('osc')\n"
        "k = d.add('k', 'parameter', 'tunable', dict(start=4.0))\n"
        "u = d.add('u', 'input', dict(start=0.0))\n"
        "x, v = d.add('x', dict(start=1.0)), d.add('v', dict(start=0.0))\n"
        "y = d.add('y', 'output')\n"
        "d.eq(d.der(x), v)\nd.eq(d.der(v), -k * x + u)\nd.eq(y, 2 * x + u)\n"
        "d.export_fmu()\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, capture_output=True)
    words = ["cc", "-shared", "-fPIC", "-O1", f"-I{units.HEADERS}", "osc.c", "osc_wrap.c"]
    subprocess.run([*words, "-o", "osc.so", "-lm"], cwd=folder, check=True)
    with ZipFile(folder / "osc.fmu", "w") as archive:
        archive.write(folder / "modelDescription.xml", "modelDescription.xml")
        archive.write(folder / "osc.so", f"binaries/{fmpy.platform_tuple}/osc.so")
    return folder / "osc.fmu"


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_expressions_of_casadi_are_integrated_with_the_model(oscillator: Path, solver: str) -> None:
    result = dt.simulate(
        fed(oscillator, kind="me", k=9.0), stop_time=1.0, tolerance=1e-10, solver=solver
    )
    x = 1 / 3 + (1 - 1 / 3) * math.cos(3.0)
    assert result.final["unit.x"] == pytest.approx(x, rel=1e-7)
    assert result.final["unit.y"] == pytest.approx(2 * x + 3.0, rel=1e-7)
