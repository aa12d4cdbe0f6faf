"""Compile a program to machine code in this process, by LLVM.

A program yields two functions: `ode` (derivatives only, modes frozen) and `full` (everything,
modes recomputed); in addition `look`, which is `full` without what is only recorded or read after
events, `speeds` for speeds that locked elements stop, and `prepare` for values that all of them
only have to read.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.frequent_calls import Frequent, is_late
from drivetrain.compiler.codegen.loop_fusion import fused
from drivetrain.compiler.codegen.printer import (
    DECLARATIONS,
    LIBM,
    Copy,
    Output,
    inner_functions,
    write_function,
)
from drivetrain.compiler.codegen.printer.tiles import write_tiles
from drivetrain.compiler.codegen.strip_mining import cut
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.program.run_constants import run_constants
from drivetrain.kernel.description.model import elementary_addresses, symbol_addresses
from drivetrain.kernel.description.tiles import Tiles

__all__ = [
    "Copy",
    "Machine",
    "Output",
    "chained_text",
    "emit",
    "emit_chained",
    "emit_function",
    "function_text",
]

Ints = NDArray[np.int64]

_ANY = ("", "")
"""Any processor of this family: good enough for straight-line code that runs a few times, and
faster to compile."""
_OPTIMISED = 2
"""Optimisation level that pays off for code that runs often."""
_LONG_TEXT = 2_000_000
"""Characters in a single function beyond which optimising it takes minutes."""
_SECONDS_PER_CHARACTER = 5e-7
"""Time to optimise code, per character of its text."""
_OPTIONAL = ("prepare", "speeds", "look")
"""Functions that a model need not have."""
_LONG = 50_000
"""Rows of all loops from which on code is optimised at once: evaluations are slow anyway."""


@dataclass(eq=False)
class Machine:
    """Machine code of a model; valid as long as this object lives.

    Attributes
    ----------
    ode_address, full_address : int
        Addresses of the two model functions.
    prepare_address, speeds_address, look_address : int
        Addresses of the functions that compute the run-time constants, the speeds that are not
        states and that elements stop, and what is read within steps; 0 if there are none.
    constants : dict
        Node of each constant → its position among them.
    n_constant : int
        Number of these positions, and of those for what faster code remembers from call to call.
    ir : str
        The LLVM IR before time was spent on faster code.
    faster : callable
        Returns the LLVM IR of faster code for the same functions.
    engine : object
        Owner of the code, and of the tables that it reads.
    is_optimised : bool
        Whether time was spent on faster code.
    tiles : Tiles or None
        The derivatives once more, tile by tile, if the model is long.
    """

    ode_address: int
    full_address: int
    prepare_address: int
    speeds_address: int
    look_address: int
    constants: dict[int, int]
    n_constant: int
    ir: str
    faster: Callable[[], str] = field(repr=False)
    engine: Any = field(repr=False)
    is_optimised: bool
    tiles: Tiles | None

    @property
    def functions(self) -> dict[str, int]:
        """Addresses of all functions by the names that the kernel has for them."""
        return {
            "ode": self.ode_address, "full": self.full_address, "prepare": self.prepare_address,
            "speeds": self.speeds_address, "look": self.look_address,
        }  # fmt: skip

    def text(self) -> tuple[str, list[Ints]]:
        """Return the LLVM IR of the fast code, and the tables to which it refers by address."""
        return self.faster(), self.engine[1]

    @property
    def effort(self) -> float:
        """About how long it takes to optimise the code, s; 0 if that was done."""
        return 0.0 if self.is_optimised else _SECONDS_PER_CHARACTER * len(self.ir)

    def pays(self, seconds: float) -> bool:
        """Return whether to optimise after runs of this duration: as long as optimising would take.

        Then the time wasted is at most the time of all runs: on optimising, if no more runs follow;
        on slow code, if they do.
        """
        return seconds > self.effort

    def optimised(self) -> Machine:
        """Return code that runs faster and gives bit-identical results."""
        if self.is_optimised:
            return self
        engine = _machine_code(ir := self.faster(), _OPTIMISED, _processor())
        functions = _addresses(engine, ir, self.tiles)
        return replace(self, **functions, engine=(engine, self.engine[1]), is_optimised=True)


def emit(
    program: Program,
    ode: Sequence[Output | Copy],
    full: Sequence[Output | Copy],
    speeds: Sequence[Output | Copy],
    bends: Discontinuities,
    optimise: bool = False,
    read: Container[int] = (),
) -> Machine:
    """Compile the two model functions.

    Parameters
    ----------
    program : Program
        The model.
    ode, full, speeds : list of Output and Copy
        What each function stores.
    bends : Discontinuities
        Nodes that change their branch without an event. In `ode` they stay on the branch that the
        kernel selects.
    optimise : bool
        Spend time on faster code; for loops over very many rows this is done in any case.
    read : container of int
        Places of `y` that the kernel reads; the others are only recorded.
    """
    kept: list[Ints] = []
    constants = run_constants(program, [root for output in full for root in output.roots])
    prepare = [Output("constant", place, node) for node, place in constants.items()]
    prepare += [Output("factors", *fixed) for block in program.blocks for fixed in block.fixed]
    lean, left = fused(program, ode, True)
    own = {
        "ode": write_function(lean, "ode", left, kept, constants, True, bends),
        "full": _full(program, full, kept, constants, read),
    }
    tiles = None
    if not bends.crossings:
        n_rates = sum(1 if isinstance(output, Output) else len(output.places) for output in ode)
        own["tiles"], tiles = _tiles(lean, left, n_rates, kept, constants)
    if speeds:
        own["speeds"] = _function(program, "speeds", speeds, kept, constants, True)
    if prepare:
        own["prepare"] = write_function(program, "prepare", prepare, kept, {})
    frequent = Frequent(program, ode, full, bends, constants, read)
    ir = _module(program, list(own.values()), bends)

    def faster() -> str:
        return _module(program, frequent.functions(own, kept), bends)

    long = sum(rows.count for rows in program.rows) > _LONG
    text = faster() if optimise and not long else ir
    level = _OPTIMISED if optimise or long else 0
    engine = _machine_code(text, level, _processor_for(program, optimise or long))
    return Machine(
        **_addresses(engine, text, tiles), constants=constants, n_constant=frequent.memo.size,
        ir=ir, faster=faster, engine=(engine, kept), is_optimised=optimise or long,
    )  # fmt: skip


def _addresses(engine: Any, ir: str, tiles: Tiles | None) -> dict[str, Any]:
    """Return the addresses of the functions of a module, as a machine has them."""
    names = [name for name in ("ode", "full", *_OPTIONAL) if f"@{name}(ptr %io) {{" in ir]
    found = {f"{name}_address": engine.get_function_address(name) for name in names}
    if tiles:
        tiles = replace(tiles, address=engine.get_function_address("tiles"))
    return {**{f"{name}_address": 0 for name in _OPTIONAL}, **found, "tiles": tiles}


def _module(program: Program, functions: list[str], bends: Discontinuities | None = None) -> str:
    """Return a module of functions with everything they need."""
    text = "\n".join(functions)
    return "\n".join([DECLARATIONS, *inner_functions(program, text, bends), text])


def _function(
    program: Program,
    name: str,
    outputs: Sequence[Output | Copy],
    kept: list[Ints],
    constants: Mapping[int, int],
    discrete_known: bool,
) -> str:
    lean, left = fused(program, outputs, discrete_known)
    return write_function(lean, name, left, kept, constants, discrete_known)


def _full(
    program: Program,
    outputs: Sequence[Output | Copy],
    kept: list[Ints],
    constants: Mapping[int, int],
    read: Container[int],
) -> str:
    """Return the function for everything; without relations nobody looks at a part of it."""
    lean, left = fused(program, outputs, False)
    late = {k for k, output in enumerate(left) if program.relations and is_late(output, read)}
    return write_function(lean, "full", left, kept, constants, False, late=late, first="look")


def _tiles(
    lean: Program,
    left: Sequence[Output | Copy],
    n_rates: int,
    kept: list[Ints],
    constants: Mapping[int, int],
) -> tuple[str, Tiles | None]:
    """Return the derivatives in tiles as LLVM IR, and their description for the kernel."""
    found = cut(lean, left, constants, n_rates)
    if found is None:
        return "", None
    text, remembered = write_tiles(lean, "tiles", left, kept, constants, found)
    return text, Tiles.of(found.state, found.count, remembered)


def emit_function(
    program: Program,
    name: str,
    outputs: Sequence[Output | Copy],
    constants: Mapping[int, int],
    discrete_known: bool = True,
    optimise: bool = False,
    bends: Discontinuities | None = None,
) -> tuple[int, Any]:
    """Compile a further function that reads the run-time constants.

    Parameters
    ----------
    program : Program
        The model.
    name : str
        Its name.
    outputs : list of Output and Copy
        What it stores.
    constants : mapping
        Node → position of the values that are constant during a run.
    discrete_known : bool
        Whether discrete variables are inputs too.
    optimise : bool
        Spend time on faster code; for loops this is done in any case.
    bends : Discontinuities, optional
        Nodes that change their branch without an event: they stay on that selected by the kernel.

    Returns
    -------
    address : int
        Address of the code.
    engine : object
        Must be kept alive as long as the code is used.
    """
    ir, kept = function_text(program, name, outputs, constants, discrete_known, bends)
    level = _OPTIMISED if optimise or program.rows else 0
    processor = _processor_for(program, optimise)
    engine = _machine_code(ir, level, processor)
    return engine.get_function_address(name), (engine, kept)


def function_text(
    program: Program,
    name: str,
    outputs: Sequence[Output | Copy],
    constants: Mapping[int, int],
    discrete_known: bool = True,
    bends: Discontinuities | None = None,
) -> tuple[str, list[Ints]]:
    """Return a further function as LLVM IR, and the tables to which it refers by address.

    Parameters
    ----------
    program, name, outputs, constants, discrete_known, bends
        As for `emit_function`.
    """
    kept: list[Ints] = []
    lean, left = fused(program, outputs, discrete_known)
    function = write_function(lean, name, left, kept, constants, discrete_known, bends)
    return _module(program, [function], bends), kept


def emit_chained(
    program: Program,
    outputs: Sequence[Output | Copy],
    chain: Ints,
    n_x: int,
    cleared: int,
    constants: Mapping[int, int],
) -> tuple[int, Any]:
    """Compile a Jacobian that the kernel assembles from slopes of single equations.

    Parameters
    ----------
    program, outputs, constants
        As for `emit_function`, for the slopes.
    chain : int array, shape (lines, 3)
        How they are multiplied and added up.
    n_x, cleared : int
        Number of states; number of positions set to zero first.

    Returns
    -------
    address, engine
        As for `emit_function`.
    """
    ir, kept = chained_text(program, outputs, chain, n_x, cleared, constants)
    level = _OPTIMISED if len(ir) <= _LONG_TEXT else 0
    engine = _machine_code(ir, level, _processor_for(program))
    return engine.get_function_address("jacobian"), (engine, kept)


def chained_text(
    program: Program,
    outputs: Sequence[Output | Copy],
    chain: Ints,
    n_x: int,
    cleared: int,
    constants: Mapping[int, int],
) -> tuple[str, list[Ints]]:
    """Return such a Jacobian as LLVM IR, and the tables to which it refers by address.

    Parameters
    ----------
    program, outputs, chain, n_x, cleared, constants
        As for `emit_chained`.
    """
    kept: list[Ints] = [np.ascontiguousarray(chain, dtype=np.int64)]
    table = f"ptr inttoptr (i64 {kept[0].ctypes.data} to ptr)"
    both = [
        "define i32 @jacobian(ptr %io) {",
        "  %code = call i32 @slopes(ptr %io)",
        "  %bad = icmp ne i32 %code, 0",
        "  br i1 %bad, label %end, label %ok",
        "ok:",
        f"  call void @dt_chain(ptr %io, i64 {n_x}, i64 {cleared}, i64 {len(chain)}, {table})",
        "  br label %end",
        "end:",
        "  ret i32 %code",
        "}",
    ]
    slopes = write_function(program, "slopes", outputs, kept, constants)
    return _module(program, [slopes, *both]), kept


@cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name, address in (symbol_addresses() | elementary_addresses(LIBM)).items():
        llvm.add_symbol(name, address)
    return llvm.Target.from_default_triple()


def _processor_for(program: Program, optimise: bool = False) -> tuple[str, str]:
    return _processor() if optimise or program.rows else _ANY


@cache
def _processor() -> tuple[str, str]:
    """Return name and features of this processor.

    Loops use its vectors. No multiplication is fused with an addition, so that all processors give
    the same numbers.
    """
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _machine_code(ir: str, level: int, processor: tuple[str, str] = _ANY) -> Any:
    cpu, features = processor
    machine = _target().create_target_machine(cpu, features, opt=level, jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(ir), machine)
    engine.finalize_object()
    return engine
