"""A compiled model with the results of all compiler passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.active_states import find_active_states
from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.codegen.llvm import Machine, emit_function
from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.dimensions import quantities
from drivetrain.compiler.frontend.driven_inputs import InputSignal
from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.parameter_updates import ParameterUpdates
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.jacobian.derivatives import Derivatives
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.lower.nodes import discrete_of
from drivetrain.compiler.model_functions import member_outputs
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.mixed_systems import mixed_systems
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.structure.causalization import Ordered
from drivetrain.compiler.structure.guards import Guards
from drivetrain.compiler.structure.loose_ends import loose_ends
from drivetrain.compiler.structure.massless_shafts import undamped_friction
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.sensitivity import RunCode
from drivetrain.modeling.expression import BOOLEAN, INTEGER

__all__ = ["Translation"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Translation:
    """A compiled model with the results of all compiler passes.

    Attributes
    ----------
    column : int array, shape (variables,)
        Column of a recorded row that contains each variable, -1 for variables always zero.
    recorded : int array
        Chain members that belong to the columns `y`.
    member_column : int array
        Column of a recorded row that contains each chain member, -1 for none.
    holds : list of Lock
        Speeds that the kernel keeps at zero while elements are locked.
    bends : Discontinuities
        Where derivatives are discontinuous without an event.
    seconds : dict
        Time spent in each pass.
    n_nodes : int
        Number of nodes of the program; derivatives that are made later add others.
    """

    flat: Flat
    values: Values
    aliased: Aliased
    groups: list[Group]
    reduced: Reduced
    ordered: Ordered
    lowered: Lowered
    machine: Machine
    kernel: KernelModel
    column: Ints
    recorded: Ints
    member_column: Ints
    holds: list[Lock]
    bends: Discontinuities
    seconds: dict[str, float]
    n_nodes: int

    def optimised(self) -> Translation:
        """Return the same translation with faster machine code; the numbers stay the same."""
        machine = self.machine.optimised()
        if machine is self.machine:
            return self
        kernel = self.kernel.with_functions(machine.functions, machine.tiles, machine)
        return replace(self, machine=machine, kernel=kernel)

    @cached_property
    def known_slopes(self) -> dict[tuple[Any, ...], RunCode]:
        """Code for slopes along runs, by what it was made for."""
        return {}

    @cached_property
    def known_derivatives(self) -> dict[tuple[Any, ...], Derivatives]:
        """Code for derivatives of variables, by what it was made for."""
        return {}

    @cached_property
    def independent_sets(self) -> set[tuple[str, ...]]:
        """Names of parameters of which none was found to follow from another."""
        return set()

    @cached_property
    def whole_discretes(self) -> NDArray[np.bool_]:
        """Which discrete quantities are Booleans or integers."""
        kinds = (discrete_of(self.flat, self.aliased, kind) for kind in (BOOLEAN, INTEGER))
        return np.logical_or(*kinds)

    @cached_property
    def active_states(self) -> NDArray[np.bool_]:
        """Which states the motion depends on."""
        return find_active_states(self.lowered)

    @cached_property
    def probable_slips(self) -> tuple[str, ...]:
        """What is hardly meant although the model can be solved, a sentence each."""
        friction = undamped_friction(self.flat, self.aliased)
        return (*loose_ends(self.flat, self.aliased), *friction)

    @cached_property
    def quantities(self) -> Ints:
        """A number for the unit of each variable, 0 for variables without unit."""
        return quantities(self.flat)

    @cached_property
    def guards(self) -> Guards:
        """Conditions on other parameter values under which the program remains valid."""
        return Guards(self.flat, self.aliased, self.reduced, self.values)

    @cached_property
    def parameter_updates(self) -> ParameterUpdates:
        """The quantities to be recomputed when parameters change."""
        return ParameterUpdates(self.flat, self.values)

    @cached_property
    def read_parameters(self) -> NDArray[np.bool_]:
        """Which parameters the equations read, other than to determine further parameters."""
        found = self.guards.concerned_parameters.copy()
        for program in _with_inner(self.program):
            numbers = [program.values[k] for k, op in enumerate(program.ops) if op == "p"]
            own = [n for n in numbers if n < self.flat.n_parameters]
            found[np.array(own, dtype=np.int64)] = True
            for rows in program.rows:
                for numbers_of_rows in rows.parameters.values():
                    found[numbers_of_rows] = True
        return found

    @property
    def inputs(self) -> tuple[InputSignal, ...]:
        """Inputs that the environment of the model drives."""
        return self.flat.inputs

    @property
    def n_equations(self) -> int:
        """Number of scalar equations before any simplification."""
        return self.flat.n_variables

    @property
    def mixed_systems(self) -> Ints:
        """Number of the mixed system of each relation, -1 for a relation in no loop."""
        return mixed_systems(self.program).system

    def parameters_of(self, parameters: Floats) -> Floats:
        """Return the parameters of a run, those that loops read contiguously, and their masks.

        Parameters
        ----------
        parameters : float array, shape (n_parameters,) or (n_runs, n_parameters)
            Parameters of the model, in one or several runs.

        Returns
        -------
        float array, shape (n_given,) or (n_runs, n_given)
        """
        program = self.program
        if not program.runs:
            return parameters
        parts = [parameters[..., numbers] for numbers in program.side_by_side]
        masks = np.empty((*parameters.shape[:-1], len(program.runs)))
        given = np.concatenate([parameters, *parts, masks], axis=-1)
        bits = given.view(np.int64)
        for k, (first, count) in enumerate(program.runs):
            run = bits[..., first : first + count]
            alike = (run == run[..., :1]).all(axis=-1)
            bits[..., program.masks + k] = np.where(alike, 0, -1)
        return given

    def column_code(self, columns: Ints, places: Ints) -> tuple[int, Any]:
        """Compile a function that computes some columns of a row only.

        The code gives bit-identical results to that for complete rows.

        Parameters
        ----------
        columns : int array
            Columns of a row that contain neither states nor discrete values, each once.
        places : int array
            Positions in `y` where the function stores them.

        Returns
        -------
        address : int
            Address of the code.
        engine : object
            Must be kept alive as long as the code is used.
        """
        wanted = self.recorded[columns - self.kernel.known_length]
        outputs = member_outputs("y", wanted, self.lowered, places)
        constants = self.machine.constants
        return emit_function(self.program, "columns", outputs, constants, False, optimise=True)

    def value_in(self, number: int | Ints, rows: Floats) -> Floats:
        """Return the value of one or several variables in recorded rows; 0 without a column.

        Parameters
        ----------
        number : int or int array
            Which variables: several of one row, or one of several rows.
        rows : float array
            One row, or several.
        """
        column = self.column[number]
        found = self.aliased.sign[number] * rows[..., np.maximum(column, 0)]
        return np.where(column < 0, 0.0, found)

    @property
    def program(self) -> Program:
        """The program."""
        return self.lowered.program


def _with_inner(program: Program) -> Iterator[Program]:
    """Yield a program and those of its nonlinear loops."""
    yield program
    for residual in program.residuals:
        yield residual.program
