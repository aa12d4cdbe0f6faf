"""Same input, same bits: whatever the process, its settings, its threads and what ran before."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import Model, examples, fixed, simulate
from drivetrain.blocks import CombiTable2Ds, Sine, StateSpace, Step
from drivetrain.rotational import Brake, Inertia, SpringDamper, Torque

LONG = bool(os.environ.get("DRIVETRAIN_LONG"))
FEW = (
    "CoupledClutches", "HeatLosses", "LossyGearDemo2", "edition2002.First",
    "redundancy.BrakesAtGear", "machines.EightSpeedAutomatic",
)  # fmt: skip
NAMES = tuple(examples.names()) if LONG else FEW

# Prints for each example a hash of its code, of its rows, and of everything that is told about it.
PRINT_HASHES = """
import sys
from hashlib import sha256
from drivetrain import check, compile, examples

def short(*parts):
    return sha256(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)).hexdigest()

for name in sys.argv[1:]:
    model = examples.find(name)()
    compiled = compile(model)
    result = compiled.simulate()
    told = [*result.names, result.events.text(detail=True), str(result.energy), str(check(model))]
    print(name, short(compiled.translation.machine.ir), short(result.rows.tobytes()), short(*told))
"""


# What a program may have set before, none of it our business.
SETTINGS = """
import decimal, gc, sys, warnings
import numpy as np
np.seterr(all="raise")
np.set_printoptions(precision=2, suppress=True, linewidth=20, legacy="1.13")
decimal.getcontext().prec = 3
gc.set_threshold(50, 2, 2)
sys.setrecursionlimit(400)
warnings.simplefilter("error")
"""
SURROUNDINGS = {
    "PYTHONHASHSEED": "4242", "TZ": "Asia/Kolkata", "LC_ALL": "C", "PYTHONMALLOC": "malloc",
    "MALLOC_PERTURB_": "165", "OMP_NUM_THREADS": "7", "OPENBLAS_NUM_THREADS": "7",
}  # fmt: skip


def hashes(names: Iterable[str], before: str = "", **variables: str) -> dict[str, str]:
    """Hashes of some examples, run one after the other in a process of their own."""
    environment = os.environ | {"PYTHONPATH": str(Path(drivetrain.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", before + PRINT_HASHES, *names],
        env=environment | variables, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = (line.partition(" ") for line in done.stdout.splitlines())
    return {name: rest for name, _, rest in lines}


def test_processes_hash_seeds_threads_settings_and_what_ran_before_change_nothing() -> None:
    one = hashes(NAMES, PYTHONHASHSEED="0", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    other = hashes(reversed(NAMES), SETTINGS, **SURROUNDINGS)
    assert one.keys() == set(NAMES)
    assert one == other


# Prints what a library for linear algebra makes of it: other bits on other processors.
PRINT_PRODUCT = """
import numpy as np
a = np.random.default_rng(0).normal(size=(61, 61))
print((a @ a).sum().hex(), np.linalg.svd(a)[1].sum().hex())
"""


def print_of(code: str, core: str) -> str:
    """What a process prints whose linear algebra takes the processor for another one."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, PATHS))}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=environment | {"OPENBLAS_CORETYPE": core, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


PATHS = (Path(drivetrain.__file__).parents[1], Path(__file__).parents[1])
CORES = ("Prescott", "Haswell")

# Starts, tables and systems with much linear algebra.
PRINT_STARTS = """
from tests.test_determinism import linear_models
from drivetrain import compile
for model in linear_models():
    print(compile(model).simulate(stop_time=0.1).rows.tobytes().hex())
"""


def linear_models() -> Iterable[Model]:
    """Yield models with start values of many states, an Akima surface, a start from an output."""
    shaft = Model("shaft")
    shaft.add(
        disc=Inertia.array(150, J=1e-3, w=fixed(5.0)), link=SpringDamper.array(149, c=1e4, d=1.0)
    )
    shaft.connect(shaft.disc[:-1] >> shaft.link)
    shaft.connect(shaft.link >> shaft.disc[1:])
    yield shaft
    signals = Model("signals")
    rng = np.random.default_rng(1)
    grid = np.vstack([np.r_[0, np.arange(9.0)], np.c_[np.arange(7.0), rng.normal(size=(7, 9))]])
    A, B = rng.normal(size=(5, 5)) - 3 * np.eye(5), rng.normal(size=(5, 2))
    C, D = rng.normal(size=(2, 5)), rng.normal(size=(2, 2))
    signals.add(
        a=Sine(f=1.0, offset=3.0),
        b=Sine(f=2.0, offset=4.0),
        surface=CombiTable2Ds(table=grid.tolist(), smoothness="continuous_derivative"),
        system=StateSpace(
            A=A.tolist(), B=B.tolist(), C=C.tolist(), D=D.tolist(),
            init_type="initial_output", y_start=[1.0, 2.0],
        ),
    )  # fmt: skip
    signals.connect(signals.a.y >> signals.surface.u1, signals.b.y >> signals.surface.u2)
    signals.connect(signals.a.y >> signals.system.u[0], signals.b.y >> signals.system.u[1])
    yield signals


def test_the_processor_for_which_linear_algebra_is_tuned_changes_nothing() -> None:
    if len({print_of(PRINT_PRODUCT, core) for core in CORES}) < 2:
        pytest.skip("the linear algebra of NumPy is the same for both processors")
    one, other = (hashes((*NAMES, "Friction"), OPENBLAS_CORETYPE=core) for core in CORES)
    assert one == other
    starts = [print_of(PRINT_STARTS, core) for core in CORES]
    assert starts[0] == starts[1]


def test_the_order_of_parameters_changes_nothing() -> None:
    values = {"clutch1.peak": 1.3, "J2.J": 1.5, "T2": 0.3, "J4.w.start": 0.5, "sin1.f": 4.0}
    model = examples.find("CoupledClutches")()
    one = simulate(model, parameters=values)
    other = simulate(model, parameters=dict(reversed(values.items())))
    assert one.rows.tobytes() == other.rows.tobytes()


PARTS: dict[str, Callable[[], Any]] = {
    "motor": Torque,
    "sine": lambda: Sine(f=2.0, amplitude=6.0),
    "left": lambda: Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0)),
    "shaft": lambda: SpringDamper(c=300.0, d=0.5),
    "right": lambda: Inertia(J=2.0, phi=fixed(0.0), w=fixed(1.0)),
    "brake": lambda: Brake(fn_max=10.0, mu_pos=[[0, 0.5]]),
    "pedal": lambda: Step(start_time=0.2),
}


def put_together(order: Iterable[str]) -> Model:
    model = Model("line")
    for name in order:
        model.add(**{name: PARTS[name]()})
    get = {name: getattr(model, name) for name in PARTS}
    model.connect(get["motor"] >> get["left"] >> get["shaft"] >> get["right"] >> get["brake"])
    model.connect(get["sine"].y, get["motor"].tau)
    model.connect(get["pedal"].y, get["brake"].f_normalized)
    return model


@pytest.mark.parametrize("order", [reversed(PARTS), sorted(PARTS)], ids=["reversed", "sorted"])
def test_the_order_of_declarations_changes_no_more_than_rounding(order: Iterable[str]) -> None:
    one = simulate(put_together(PARTS), tolerance=1e-9)
    other = simulate(put_together(order), tolerance=1e-9)
    assert set(one) == set(other)
    assert len(one.events) == len(other.events) > 2
    np.testing.assert_allclose(other.events.times(), one.events.times(), rtol=1e-8)
    for name in ("left.w", "right.w", "shaft.tau", "brake.tau"):
        assert other[name][-1] == pytest.approx(one[name][-1], rel=1e-6, abs=1e-7)
    again = simulate(put_together(list(PARTS)), tolerance=1e-9)
    assert again.rows.tobytes() == one.rows.tobytes()
