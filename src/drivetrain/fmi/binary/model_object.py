"""The object file of a model: its machine code, and all its data as constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.codegen.llvm import Output, function_text
from drivetrain.compiler.kernel_tables import jacobian_of
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError
from drivetrain.fmi.binary.constant_data import ConstantData, Pointer, joined_texts
from drivetrain.fmi.binary.machine_code import CodeParts, with_tables
from drivetrain.fmi.binary.parameter_program import ParameterProgram
from drivetrain.fmi.binary.structs import FMU_VERSION, Condition, Input, Model, Reliance, Variable
from drivetrain.fmi.binary.structs import Derived as Place
from drivetrain.fmi.binary.variables import BinaryVariable, Type
from drivetrain.fmi.binary.words import Texts, words_of
from drivetrain.kernel import library as c
from drivetrain.kernel.binding import MOST_STEPS, Solver
from drivetrain.kernel.description.model import KernelModel
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL, walk
from drivetrain.simulation.initialisation.conditions import equation_reads
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.kernel_solver import Scales, make_solver, sizes
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["Unit", "code_of", "object_of", "parameters_of"]

Floats = NDArray[np.float64]

_TYPES = {REAL: Type.REAL, INTEGER: Type.INTEGER, BOOLEAN: Type.BOOLEAN}
_TIME = 0
"""Place of the time in a row."""

_FUNCTIONS = ("ode", "full", "prepare", "speeds", "look", "tiles")


@dataclass(frozen=True, eq=False)
class Unit:
    """What a unit is made of.

    Attributes
    ----------
    model : PreparedModel
        The model.
    settings : Settings
        Those of the run described: span, tolerance, method.
    variables : sequence of BinaryVariable
        By value reference.
    name, token : str
        Name for messages; text that an importer has to know.
    nominals : array, optional
        Nominal values of the states for other integrators; by default those of the model.
    parameters : ParameterProgram, optional
        What follows from parameters, if it is known already.
    notes : sequence of str
        What was warned of when the model was compiled and started.
    most_steps : int
        Steps of the solver in a step of the environment.
    """

    model: PreparedModel
    settings: Settings
    variables: Sequence[BinaryVariable]
    name: str
    token: str
    nominals: Floats | None = None
    parameters: ParameterProgram | None = None
    notes: Sequence[str] = ()
    most_steps: int = MOST_STEPS

    @property
    def translation(self) -> Translation:
        """The compiled model."""
        return self.model.translation


@dataclass(frozen=True, eq=False)
class _Start:
    """Initial point of a unit with the model's own parameters."""

    scales: Scales
    solver: Solver
    reached: Reached
    there: tuple[Floats, Floats] | None


def object_of(unit: Unit, triple: str) -> bytes:
    """Return the object file of a model.

    Parameters
    ----------
    unit : Unit
        What it is made of.
    triple : str
        The platform, as LLVM names it.

    Raises
    ------
    InitialisationError
        If the model itself has no consistent start.
    UsageError
        If a part of the model is computed by another program.
    """
    return _parts_of(unit, triple).object_file()


def code_of(unit: Unit) -> str:
    """Return the LLVM IR of a model with its data.

    Parameters
    ----------
    unit : Unit
        What it is made of.

    Raises
    ------
    InitialisationError
        If the model itself has no consistent start.
    """
    return _parts_of(unit, "").text()


def _parts_of(unit: Unit, triple: str) -> CodeParts:
    """Return code and data of a model."""
    _check_parts(unit.translation.kernel)
    start = _start_of(unit)
    data, parts = ConstantData(), CodeParts(triple)
    symbols = _add_code(unit.translation, parts)
    jacobian = _add_jacobian(unit.translation, parts, symbols)
    model = _kernel_model(unit.translation.kernel, jacobian, symbols, data)
    settings = _settings(start.solver, data)
    given = {"model": model, "settings": settings}
    follow = unit.parameters or ParameterProgram(unit.translation, start.reached)
    given |= _add_parameters(follow, parts, symbols)
    _exported(unit, start, follow, given, data)
    declared = [f"declare i32 {name}(ptr)" for name in sorted(set(symbols.values()))]
    parts.add("\n".join([*declared, data.text]))
    return parts


def _check_parts(kernel: KernelModel) -> None:
    """Refuse parts that are no equations."""
    if kernel.foreign:
        raise UsageError(
            f"'{kernel.foreign[0].part}' is computed by a program of its own (an imported unit), "
            "which an exported unit cannot contain: export the model without it, and connect both "
            "units in the tool that runs them"
        )


def parameters_of(model: PreparedModel, settings: Settings) -> ParameterProgram:
    """Return which parameters can be set in a unit, and what follows from them.

    Parameters
    ----------
    model : PreparedModel
        The model.
    settings : Settings
        Those of the run described.
    """
    start = _start_of(Unit(model, settings, (), "", ""))
    return ParameterProgram(model.translation, start.reached)


def _start_of(unit: Unit) -> _Start:
    """Solve for the start of the model's own parameters."""
    t, starts = unit.translation, unit.model.starts
    said = starts.said(t.values)
    scales = starts.scales(t.values, said, unit.settings.tolerance)
    solver = make_solver(t, t.values, unit.settings, scales)
    reached, there = starts.find(t.values, said, unit.settings, solver)
    return _Start(scales, solver, reached, there)


def _add_code(t: Translation, parts: CodeParts) -> dict[str, Pointer]:
    """Add the functions of a model; return the symbols of those it has."""
    ir, kept = t.machine.text()
    own = [name for name in _FUNCTIONS if f"@{name}(ptr %io" in ir]
    parts.add(with_tables(ir, kept), own)
    return {name: Pointer(f"@dt_model_{name}") for name in own}


def _add_jacobian(t: Translation, parts: CodeParts, symbols: dict[str, Pointer]) -> dict[str, Any]:
    """Add the Jacobian, if there is one; return its pattern and its size."""
    made = jacobian_of(t.lowered, t.machine)
    if made is None:
        return {}
    ir, kept, jacobian = made.text()
    parts.add(with_tables(ir, kept), ["jacobian"])
    symbols["jacobian"] = Pointer("@dt_model_jacobian")
    return {"jac_ptr": jacobian.pointers, "jac_row": jacobian.rows, "n_jac_room": jacobian.room}


def _add_parameters(
    follow: ParameterProgram, parts: CodeParts, symbols: dict[str, Pointer]
) -> dict[str, Pointer]:
    """Add the functions of parameters; return their symbols."""
    nodes = {
        "derive": [derived.node for derived in follow.derived],
        "rely": [one.node for one in follow.reliances if one.parameter is None],
    }
    found = {}
    for name, wanted in nodes.items():
        if wanted:
            outputs = [Output("y", k, node) for k, node in enumerate(wanted)]
            ir, kept = function_text(follow.program, name, outputs, {})
            parts.add(with_tables(ir, kept), [name])
            found[name] = symbols[name] = Pointer(f"@dt_model_{name}")
    return found


def _kernel_model(
    kernel: KernelModel, jacobian: dict[str, Any], symbols: dict[str, Pointer], data: ConstantData
) -> Pointer:
    """Define the struct that the kernel sees."""
    struct = c.Model.from_buffer_copy(kernel.struct)
    arrays: dict[str, NDArray[Any]] = dict(kernel.arrays)
    if jacobian:
        struct.n_jac_room = jacobian.pop("n_jac_room")
        arrays |= {name: np.asarray(array, dtype=np.int64) for name, array in jacobian.items()}
        struct.n_jac = arrays["jac_row"].size
    pointers = {name: data.array(array) for name, array in arrays.items()}
    pointers |= {name: symbols[name] for name in symbols if name != "tiles"}
    if "jacobian" not in symbols:
        pointers.pop("jac_ptr", None)
    if "tiles" in symbols:
        pointers["tile"] = symbols["tiles"]
        for name, array in kernel.tile_arrays.items():
            pointers[name] = data.array(array)
    if kernel.blocks:
        shapes = [
            data.struct(block.struct, {n: data.array(a) for n, a in block.arrays.items()})
            for block in kernel.blocks
        ]
        pointers["blocks"] = data.define("blocks", shapes)
    return data.define("model", [data.struct(struct, pointers)])


def _settings(solver: Solver, data: ConstantData) -> Pointer:
    """Define the settings of a run without limit of time for a call, and without checks beside."""
    struct = c.Settings.from_buffer_copy(solver.settings)
    struct.seconds_per_call, struct.step_probes, struct.n_output = float("inf"), 0, 0
    pointers = {name: data.array(array) for name, array in solver.arrays.items()}
    return data.define("settings", [data.struct(struct, pointers)])


def _conditions(t: Translation, start: _Start, texts: Texts) -> list[Condition]:
    """Return the conditions that a start has to meet."""
    held = start.reached.held
    found = [
        Condition(
            column=int(held.column[k]) - FIRST_VALUE, value=held.value[k], scale=held.scale[k],
            text=texts.add(f"{held.name(t, k)} = {held.asked_of(k):.9g}"),
            required=bool(t.values.is_fixed[held.variable[k]]),
        )
        for k in range(len(held.variable))
    ]  # fmt: skip
    if t.flat.initial_equations and start.there is not None:
        values = np.concatenate(start.there)
        text = texts.add("what an initial equation reads, which was solved when the unit was made,")
        places, _ = equation_reads(t)
        found += [
            Condition(column=place - FIRST_VALUE, value=values[place], text=text, required=True)
            for place in [*([_TIME] if _reads_time(t) else []), *places.tolist()]
        ]
    return found


def _reads_time(t: Translation) -> bool:
    """Return whether an initial equation reads the time."""
    sides = [side for one in t.flat.initial_equations for side in (one.traced.lhs, one.traced.rhs)]
    return any(node.op == "time" for side in sides for node in walk(side))


def _moves(start: _Start) -> NDArray[np.uint8]:
    """Return which states may move to meet conditions."""
    reached = start.reached
    moves = reached.settled < 0
    if reached.solved is not None:
        moves[:] = False
        moves[list(reached.solved)] = True
    return moves.astype(np.uint8)


def _exported(
    unit: Unit,
    start: _Start,
    follow: ParameterProgram,
    pointers: Mapping[str, Pointer],
    data: ConstantData,
) -> None:
    """Define what the FMI layer sees."""
    t, texts = unit.translation, Texts()
    program, own = t.program, t.values.parameter
    named = words_of(t, texts, unit.notes)
    variables = [_variable(one, texts) for one in unit.variables]
    inputs = [Input(one.parameter, _TYPES[one.kind]) for one in t.inputs]
    conditions = _conditions(t, start, texts)
    derived = [Place(one.index, one.place) for one in follow.derived]
    reliances = [
        Reliance(texts.add(one.text), -1 if one.parameter is None else one.parameter, one.zero)
        for one in follow.reliances
    ]
    nominal, _ = sizes(t, t.values)
    side = [np.asarray(numbers, dtype=np.int64).ravel() for numbers in program.side_by_side]
    copied = np.concatenate([np.zeros(0, dtype=np.int64), *side]) if program.runs else side[:0]
    values = Model(
        version=FMU_VERSION,
        kernel=c.ABI_VERSION,
        tolerance=unit.settings.tolerance,
        most_steps=unit.most_steps,
        n_variables=len(variables),
        n_inputs=len(inputs),
        n_parameters=start.solver.parameters.size,
        n_own=own.size,
        n_copied=len(copied),
        n_runs=len(program.runs),
        n_derived=len(derived),
        n_conditions=len(conditions),
        n_reliances=len(reliances),
    )
    joined, begins = joined_texts(texts.texts)
    words = data.struct(named.words, {
        "text": data.array(np.frombuffer(joined, dtype=np.uint8)), "start": data.array(begins),
        "ends": data.array(named.ends), "labels": data.array(named.labels),
    })  # fmt: skip
    found = {
        **pointers,
        "name": data.string(unit.name),
        "token": data.string(unit.token),
        "nominal": data.array(nominal),
        "size": data.array(nominal if unit.nominals is None else unit.nominals),
        "variables": data.table(variables),
        "inputs": data.table(inputs),
        "copied": data.array(np.asarray(copied, dtype=np.int64)),
        "runs": data.array(np.asarray(program.runs, dtype=np.int64)),
        "derived": data.table(derived),
        "x0": data.array(start.reached.x),
        "z0": data.array(start.reached.said.discrete),
        "moves": data.array(_moves(start)),
        "conditions": data.table(conditions),
        "reliances": data.table(reliances),
        "words": data.define("words", [words]),
    }
    data.define("dt_fmu_exported", [data.struct(values, found)], visible=True)


def _variable(one: BinaryVariable, texts: Texts) -> Variable:
    return Variable(
        one.index, one.start, one.minimum, one.maximum, texts.add(one.name), one.kind, one.type,
        one.settable, one.sign,
    )  # fmt: skip
