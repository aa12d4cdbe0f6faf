"""Which contacts slide, decided from a small matrix, against a quadratic program."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.kernel.contact.box_problems import accelerations, random_contacts

from drivetrain.kernel import library

pytestmark = pytest.mark.slow

SOURCE = Path(library.__file__).parent / "source"
ANSWERS = 5  # slip acceleration, limits at rest, limits that it begins to slide with
PARTS = 10
PROBLEMS = 10_000


class Decision(ctypes.Structure):
    """`struct decision` of the kernel."""

    _fields_ = [
        ("m", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("first", "load", "slope", "passed", "way", "noise")),
        *((name, ctypes.c_void_p) for name in ("state", "next", "trial", "order")),
        ("limits_follow", ctypes.c_bool),
        ("work", ctypes.c_void_p),
    ]


@pytest.fixture(scope="module")
def decide(tmp_path_factory):
    """`decide(contacts, peak)`: loads, and which way contacts slide; None: nothing agrees."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler for a part of the kernel")
    target = tmp_path_factory.mktemp("decisions") / "pivot.so"
    headers = [f"-I{Path(library.__file__).parent / 'include'}"]
    command = [compiler, "-std=c11", "-O2", "-ffp-contract=off", "-shared", "-fPIC", *headers]
    subprocess.run(
        [*command, str(SOURCE / "contact" / "principal_pivoting.c"), "-o", str(target), "-lm"],
        check=True,
    )
    function = ctypes.CDLL(str(target)).dt_decide
    function.restype = ctypes.c_bool

    def decided(contacts, peak=1.0):
        m = len(contacts.low)
        load = np.clip(contacts.before, contacts.low, contacts.high)
        limits = contacts.low, contacts.high, contacts.low / peak, contacts.high / peak
        first = np.column_stack([contacts.slip_accelerations(load), *limits])
        slope = np.zeros((ANSWERS, m, m))
        slope[0] = -contacts.delassus
        passed, way, state, following, trial = np.zeros((5, m), dtype=np.int8)
        noise, work, order = np.zeros(m), np.zeros(m * (m + 6)), np.zeros(2 * m, dtype=np.int64)
        arrays = (first, load, slope, passed, way, noise, state, following, trial, order)
        asked = Decision(m, *(v.ctypes.data for v in arrays), False, work.ctypes.data)
        return (load, way) if function(ctypes.byref(asked)) else None

    return decided


def size_of_accelerations(contacts):
    torques = np.abs(contacts.drive) + np.abs(contacts.D.T) @ np.abs(contacts.high)
    return (np.abs(contacts.D) / contacts.J) @ torques + 1e-300


@pytest.mark.parametrize("part", range(PARTS))
def test_slips_accelerate_as_little_as_they_can(decide, part):
    for seed in range(part, PROBLEMS, PARTS):
        contacts = random_contacts(seed)
        found = decide(contacts)
        assert found is not None, f"seed {seed}"
        load, way = found
        slips, size = contacts.slip_accelerations(load), size_of_accelerations(contacts)
        assert (np.abs(slips - accelerations(contacts)) <= 1e-8 * size).all(), f"seed {seed}"
        assert (load <= contacts.high + 1e-9 * contacts.size).all(), f"seed {seed}"
        assert (load >= contacts.low - 1e-9 * contacts.size).all(), f"seed {seed}"
        assert ((np.abs(slips) <= 1e-8 * size) | (np.sign(slips) == way)).all(), f"seed {seed}"


@pytest.mark.parametrize("part", range(PARTS))
def test_what_slides_bears_what_it_slides_with(decide, part):
    """Loads that drop when contacts begin to slide: those at rest bear up to `peak` times more."""
    for seed in range(part, PROBLEMS, PARTS):
        contacts = random_contacts(seed, most=8)
        peak = np.random.default_rng(seed + PROBLEMS).choice(
            [1.0, 1.0, 1.1, 2.0, 5.0], len(contacts.low)
        )
        found = decide(contacts, peak)
        assert found is not None, f"seed {seed}"
        load, way = found
        slips, size = contacts.slip_accelerations(load), size_of_accelerations(contacts)
        least = 1e-9 * contacts.size
        within = (load <= contacts.high + least) & (load >= contacts.low - least)
        holds = (way == 0) & within & (np.abs(slips) <= 1e-8 * size)
        ahead = np.abs(load - contacts.high / peak) <= least
        back = np.abs(load - contacts.low / peak) <= least
        slides = ((way > 0) & ahead) | ((way < 0) & back)
        assert (holds | (slides & (way * slips >= -1e-8 * size))).all(), f"seed {seed}"
