"""C source of models computes the same bits as the machine code made by LLVM."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

import drivetrain as dt
from drivetrain import blocks, examples, fixed, rotational
from drivetrain.compiler.codegen import llvm as codegen
from drivetrain.errors import DrivetrainError
from drivetrain.fmi.sources.c_text import c_text
from drivetrain.kernel import library

COMPILER = shutil.which("cc")
FOLDER = Path(library.__file__).parent
QUICK = ["CoupledClutches", "LossyGearDemo1", "HeatLosses", "Backlash", "machines.ServoAxis"]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-unused-variable",
            "-Wno-unused-but-set-variable", "-Wno-unused-function"]  # fmt: skip

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler 'cc'")


class Library:
    """A shared library with the interface that LLVM's engine has."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))

    def get_function_address(self, name: str) -> int:
        return ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value or 0


class Compiler:
    """Compiles LLVM IR by way of C."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.count = folder, 0

    def __call__(self, ir: str, *_: Any) -> Library:
        codegen._target()
        source = self._folder / f"model{self.count}.c"
        made = source.with_suffix(".so")
        self.count += 1
        source.write_text(c_text(str(llvm.parse_assembly(ir))))
        kernel = next(iter(FOLDER.glob("libdrivetrain_kernel.*")))
        subprocess.run(
            [str(COMPILER), "-std=c11", "-O1", *WARNINGS, "-fPIC", "-shared", str(source), "-o",
             str(made), f"-I{FOLDER / 'include'}", str(kernel), "-lm"],
            check=True,
        )  # fmt: skip
        return Library(made)


@pytest.fixture
def compiler(tmp_path: Path) -> Compiler:
    return Compiler(tmp_path)


class LongShaft(dt.Model):
    """Enough equal parts that LLVM's code uses vectors and loops."""

    disc = rotational.Inertia.array(3000, J=1.0)
    link = rotational.SpringDamper.array(2999, c=1e3, d=1)
    bearing = rotational.BearingFriction.array(20)
    wheel = rotational.Inertia.array(20, J=1, w=fixed(3))
    drive = rotational.Torque()
    torque = blocks.Sine(amplitude=3, f=1)

    def equations(self) -> dt.Equations:
        yield self.disc[:-1] >> self.link >> self.disc[1:]
        yield self.drive.flange >> self.disc[0].flange_a
        yield self.wheel >> self.bearing
        yield self.torque.y >> self.drive.tau


def check_bits(
    model: type[dt.Model], compiler: Compiler, monkeypatch: pytest.MonkeyPatch, **settings: Any
) -> None:
    expected = dt.simulate(model(), **settings)
    monkeypatch.setattr(codegen, "_machine_code", compiler)
    found = dt.simulate(model(), **settings)
    assert compiler.count > 0
    assert [*found] == [*expected]
    for name in expected:
        np.testing.assert_array_equal(found[name], expected[name], name)


@pytest.mark.parametrize("name", QUICK)
def test_runs_have_the_same_bits(
    name: str, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_bits(examples.find(name), compiler, monkeypatch)


def test_a_long_shaft_has_the_same_bits(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_bits(LongShaft, compiler, monkeypatch, stop_time=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("name", [one for one in examples.names() if one not in QUICK])
def test_all_examples_have_the_same_bits(
    name: str, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_bits(examples.find(name), compiler, monkeypatch)


RELATIONS = ("oeq", "une", "ogt", "oge", "olt", "ole", "one", "ueq", "ugt", "uge", "ult", "ule",
             "ord", "uno")  # fmt: skip
AWKWARD = [0.0, -0.0, 1.0, -1.5, 5e-324, 1.7e308, float("inf"), float("-inf"), float("nan")]


@pytest.mark.parametrize("relation", RELATIONS)
def test_relations_of_awkward_numbers(relation: str, compiler: Compiler) -> None:
    ir = f"""
    define i32 @f(double %a, double %b) {{
      %c = fcmp {relation} double %a, %b
      %r = zext i1 %c to i32
      ret i32 %r
    }}"""
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_double, ctypes.c_double)
    engine = codegen._machine_code(ir, 0)
    of_llvm = function(engine.get_function_address("f"))
    of_c = function(compiler(ir).get_function_address("f"))
    for a in AWKWARD:
        for b in AWKWARD:
            assert of_c(a, b) == of_llvm(a, b), (a, b)


@pytest.mark.parametrize("value", [*AWKWARD, 0.1, 1 / 3, -1e-300])
def test_numbers_keep_their_bits(value: float, compiler: Compiler) -> None:
    bits = np.float64(value).view(np.uint64)
    ir = f"define double @f() {{\n  %a = fadd double -0.0, 0x{bits:016X}\n  ret double %a\n}}"
    found = ctypes.CFUNCTYPE(ctypes.c_double)(compiler(ir).get_function_address("f"))()
    assert np.float64(found).tobytes() == np.float64(value).tobytes()


def test_values_that_a_loop_exchanges(compiler: Compiler) -> None:
    """What a block takes over is assigned at once: two values change places."""
    ir = """
    define double @f() {
    entry:
      br label %loop
    loop:
      %k = phi i64 [ 0, %entry ], [ %next, %loop ]
      %a = phi double [ 1.0, %entry ], [ %b, %loop ]
      %b = phi double [ 2.0, %entry ], [ %a, %loop ]
      %next = add i64 %k, 1
      %more = icmp ult i64 %next, 4
      br i1 %more, label %loop, label %end
    end:
      ret double %a
    }"""
    assert ctypes.CFUNCTYPE(ctypes.c_double)(compiler(ir).get_function_address("f"))() == 2.0


def test_constants_of_a_module(compiler: Compiler) -> None:
    ir = r"""
    @data = private unnamed_addr constant [8 x i8] c"\00\00\00\00\00\00\F8?", align 16
    @both = internal constant { i64, ptr, double } { i64 7, ptr @data, double 2.5 }
    define double @f() {
      %p = getelementptr i8, ptr @both, i64 8
      %d = load ptr, ptr %p
      %x = load double, ptr %d
      %q = getelementptr i8, ptr @both, i64 16
      %y = load double, ptr %q
      %s = fadd double %x, %y
      ret double %s
    }"""
    assert ctypes.CFUNCTYPE(ctypes.c_double)(compiler(ir).get_function_address("f"))() == 4.0


def test_texts_with_any_bytes(compiler: Compiler) -> None:
    data = bytes(range(256)) + b'; \\\\ ; "'
    escaped = "".join(f"\\{byte:02X}" for byte in data)
    ir = f"""
    @data = private unnamed_addr constant [{len(data)} x i8] c"{escaped}", align 16
    define ptr @f() {{
      ret ptr @data
    }}"""
    place = ctypes.CFUNCTYPE(ctypes.c_void_p)(compiler(ir).get_function_address("f"))()
    assert ctypes.string_at(place, len(data)) == data


def test_an_unknown_instruction_is_refused() -> None:
    ir = "define double @f(double %a) {\n  %b = frem double %a, 2.0\n  ret double %b\n}"
    with pytest.raises(DrivetrainError, match="unknown instruction frem"):
        c_text(ir)
