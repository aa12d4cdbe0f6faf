"""A model with inputs and outputs, ready to be linearised at any operating point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.delayed_model import DelayedModel
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.linear.model_parts import ELASTIC
from drivetrain.analysis.linear.operating_point import Contacts, Held, OperatingPoint, Requested
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.modes.solvers import LARGEST_DENSE
from drivetrain.compiler.frontend.qualified_names import (
    find_variable,
    own_variable,
    variable_name,
)
from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import AnalysisError
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.kernel_solver import make_another, make_solver
from drivetrain.simulation.linearisation.contact_states import ContactStates
from drivetrain.simulation.linearisation.details import ModelDetails
from drivetrain.simulation.linearisation.input_columns import InputColumns
from drivetrain.simulation.linearisation.input_rates import check_rates
from drivetrain.simulation.linearisation.inputs import Input, ParameterInput
from drivetrain.simulation.linearisation.omitted_terms import lifted, omitting
from drivetrain.simulation.linearisation.open_delays import OpenDelays, delay_inputs
from drivetrain.simulation.linearisation.state_signals import signals_of_members
from drivetrain.simulation.linearisation.transfer import Transfer
from drivetrain.simulation.linearisation.variants import Variant, with_inputs
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings, settings_of
from drivetrain.simulation.slopes.held_motions import held_at
from drivetrain.simulation.slopes.machine_slopes import MachineSlopes
from drivetrain.simulation.slopes.member_values import MemberValues
from drivetrain.simulation.slopes.point_solver import PointSolver
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.slopes import Rows, Slopes, SlopeSource
from drivetrain.simulation.slopes.system_slopes import (
    SystemSlopes,
    absolute_coordinates,
    own_coordinates,
)

__all__ = ["Linearisation", "PointFacts"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Matrix = Any

_SMALL = 64
"""States up to which equations that could run as loops are written out, for faster evaluation."""
_MOST_DENSE = 4_000_000
"""Entries of an output matrix up to which it is dense."""


class PointFacts:
    """How an operating point was found.

    Parameters
    ----------
    kind : str
        As in `OperatingPoint`.
    requested : sequence of Requested
        Values asked for.
    held : sequence of Held
        What was adjusted.
    revolutions : float
        Revolutions over which the model was averaged.
    """

    def __init__(
        self,
        kind: str,
        requested: Sequence[Requested] = (),
        held: Sequence[Held] = (),
        revolutions: float = 0.0,
    ) -> None:
        self.kind, self.requested, self.held = kind, tuple(requested), tuple(held)
        self.revolutions = revolutions


class Linearisation:
    """A model with inputs and outputs, ready to be linearised at any operating point.

    Parameters
    ----------
    base : PreparedModel
        The model, whose runs reach the operating points.
    inputs : sequence of Input
        Its inputs.
    outputs : list of str
        Names of its outputs.
    adjusted : sequence of Input
        Inputs that keep speeds in a steady state; they are no inputs of the linear model.
    also : sequence of str
        Other parameters with respect to which it is differentiated.
    """

    def __init__(
        self,
        base: PreparedModel,
        inputs: Sequence[Input],
        outputs: Sequence[str],
        adjusted: Sequence[Input] = (),
        also: Sequence[str] = (),
    ) -> None:
        self.base = base
        delayed = delay_inputs(base)
        inputs = [*inputs, *delayed]
        every = [*inputs, *(one for one in adjusted if one not in inputs)]
        variant = with_inputs(base.built, every)
        self.prepared, looped = _translated(base, variant, _lifts(base, every, also))
        t = self.translation = self.prepared.translation
        check_rates(t, inputs)
        self.columns = InputColumns(t, every, variant.additions, len(inputs))
        self.adjusted = [self.columns.place(one.name) for one in adjusted]
        self.delays = OpenDelays(t, delayed, variant.delays, self.columns)
        names = [*outputs, *self.delays.arguments]
        numbers = [find_variable(t.flat.root, name) for name in names]
        self._outputs = np.array([n for n in numbers if n is not None], dtype=np.int64)
        self.coordinates = absolute_coordinates(t) if looped else own_coordinates(t)
        self.source = self._slope_source(looped)
        self.output_signals = _output_signals(base, outputs, self.delays)
        self._transfer = self._transferred(variant)
        self._members = MemberValues(base.translation)
        self.contacts = ContactStates(self.prepared.layout)
        self._base_contacts = ContactStates(base.layout)
        self._latest: tuple[Solver, Floats] | None = None

    def _slope_source(self, looped: bool) -> SlopeSource:
        if looped:
            return self.system
        return MachineSlopes(self.translation, self.columns.parameters, self._outputs)

    @cached_property
    def system(self) -> SystemSlopes:
        """The slopes of the equations themselves."""
        return SystemSlopes(
            self.translation, self.coordinates, self.columns.parameters, self._outputs
        )

    @cached_property
    def in_states_of_runs(self) -> Linearisation:
        """The same with the states of the runs; those of long shafts may be other ones here."""
        if np.array_equal(self.coordinates.states, self.translation.lowered.states):
            return self
        other = copy(self)
        for name in ("system", "state_signals", "in_states_of_runs"):
            vars(other).pop(name, None)
        other.coordinates = own_coordinates(self.translation)
        other.source = other.system
        return other

    def _transferred(self, variant: Variant) -> Transfer | None:
        """Return what carries rows of the model over to the variant; None if it is the model."""
        if self.prepared is self.base:
            return None
        root = self.translation.flat.root
        named = {o.before: o.signal for o in variant.openings}
        like = {find_variable(root, new): find_variable(root, old) for new, old in named.items()}
        known = {new: old for new, old in like.items() if new is not None and old is not None}
        return Transfer(self.base.translation, self.translation, known)

    @cached_property
    def state_signals(self) -> Signals:
        """Names and units of the states."""
        return signals_of_members(self.translation, self.coordinates.states)

    def carried(self, reached: Reached, settings: Settings) -> Reached:
        """Return an operating point of the model as one of the variant with inputs."""
        if self._transfer is None:
            return reached
        values = self._values(reached.values)
        members = self._members.at(reached.solver, reached.row)
        row = self._carried_row(self._transfer, reached.row, members)
        found = Reached(self.solver(values, settings), row, values)
        if not len(self.delays):
            return found
        return self.delays.resting(self.source, found, lambda other: self.solver(other, settings))

    def _carried_row(self, transfer: Transfer, row: Floats, members: Floats) -> Floats:
        try:
            return transfer.row(row, members)
        except AnalysisError as error:
            if not len(self.delays):
                raise
            raise AnalysisError(
                f"{error}; this may be since a condition depends on a delay directly: give the "
                "delayed value a variable of its own"
            ) from None

    def _values(self, values: Values) -> Values:
        """Return the values of the variant: its inputs add nothing."""
        own = self.translation.values
        more = own.parameter[len(values.parameter) :]
        return replace(
            own,
            parameter=np.concatenate([values.parameter, more]),
            tables=values.tables,
            table_offset=values.table_offset,
        )

    def solver(self, values: Values, settings: Settings) -> Solver:
        """Return a solver with these values."""
        latest = self._latest
        if latest is not None and np.array_equal(latest[1], values.tables):
            return make_another(latest[0], self.translation, values)
        starts = self.prepared.starts
        scales = starts.scales(values, starts.said(values), settings.tolerance)
        solver = make_solver(self.translation, values, settings, scales, with_relations=True)
        self._latest = solver, values.tables
        return solver

    def model(
        self, reached: Reached, facts: PointFacts, modes: Floats | None = None,
        slopes: Slopes | None = None, rows: Sequence[Floats] = (),
    ) -> LinearModel:  # fmt: skip
        """Return the linear model at an operating point of the variant.

        Parameters
        ----------
        reached : Reached
            The operating point, of the variant.
        facts : PointFacts
            How it was found.
        modes : float array, optional
            Row of the model itself there, which tells the contacts.
        slopes : Slopes, optional
            Derivatives there, if they are already known.
        rows : sequence of float array
            Rows over which they are averaged, if they are.
        """
        slopes = slopes or self.source.at(reached.solver, reached.row, reached.values)
        parameters = reached.values.parameter
        rates = self.columns.mixed(slopes.rates, parameters)
        outputs = self.columns.mixed(slopes.outputs, parameters)
        kept = self.columns.acting(rates, outputs)
        if len(self.delays):
            self.delays.check(slopes, parameters)
        held, held_by = held_at(self.translation, reached.row)
        contacts = self.contacts.at(reached.row) if modes is None else self._base_contacts.at(modes)
        point = self._point(reached, rates, slopes.by_time, facts, contacts)
        small = len(self.state_signals) <= LARGEST_DENSE
        found = LinearModel(
            self.base.title,
            _shaped(rates.by_states, small),
            _shaped(rates.by_inputs[:, kept], small),
            _shaped(outputs.by_states, small),
            _shaped(outputs.by_inputs[:, kept], small),
            self.state_signals,
            self.columns.signals(kept),
            self.output_signals,
            point,
            slopes.locks.by_states[held] if len(held) else np.zeros((0, len(self.state_signals))),
            held_by,
            self._details(reached, facts, slopes, kept, rows),
        )
        return DelayedModel(self.delays.of(found, slopes)) if len(self.delays) else found

    def beside(self, reached: Reached, facts: PointFacts, change: Floats) -> LinearModel:
        """Return the linear model where the states differ a little, with contacts decided anew.

        Raises
        ------
        AnalysisError
            If the model is too large, or cannot be solved there.
        """
        if self.coordinates.reduced is not self.translation.reduced:
            raise AnalysisError(
                f"{self.base.title} is linearised in other states than those of its runs, as it "
                "has many of them; both sides of a kink are told for models of up to 64 states"
            )
        solver = make_another(reached.solver, self.translation, reached.values)
        points = PointSolver(self.translation)
        row = points.row(solver, reached.row, reached.row[points.states] + change)
        return self.model(Reached(solver, row, reached.values), facts)

    def lifted(
        self, points: Sequence[Reached], facts: PointFacts, names: Sequence[str]
    ) -> LinearModel:
        """Return the linear model at the same point, with no term omitted that depends on names.

        Parameters
        ----------
        points : sequence of Reached
            The operating point, or the positions over which it is averaged.
        facts : PointFacts
            How it was found.
        names : sequence of str
            Parameters.
        """
        other = Linearisation(self.prepared, (), (), also=names)
        settings = settings_of(self.base.model, None, None, None, "auto", None)
        carried = [other.carried(point, settings) for point in points]
        rows = [one.row for one in carried] if len(carried) > 1 else []
        first = carried[0]
        slopes = other.source.mean(first.solver, rows, first.values) if rows else None
        return other.model(first, facts, None, slopes, rows)

    def _details(
        self, reached: Reached, facts: PointFacts, slopes: Slopes, kept: list[int],
        rows: Sequence[Floats],
    ) -> Callable[[], ModelDetails]:  # fmt: skip
        own = self.base.translation.flat.n_parameters

        def mixed(rows: Rows) -> Rows:
            found = self.columns.mixed(rows, reached.values.parameter)
            return Rows(found.values, found.by_states, found.by_inputs[:, kept])

        points = [replace(reached, row=row) for row in rows] or [reached]
        beside = partial(self.beside, reached, facts)
        lifted = partial(self.lifted, points, facts)
        return lambda: ModelDetails(self.system, own, points, slopes, mixed, beside, lifted)

    def _point(
        self, reached: Reached, rates: Rows, by_time: Floats, facts: PointFacts, contacts: Contacts
    ) -> OperatingPoint:
        """Return the description of the operating point."""
        return OperatingPoint(
            time=float(reached.row[TIME_COLUMN]),
            kind=facts.kind,
            states=self._states(reached),
            rates=np.asarray(rates.values),
            by_time=by_time,
            nominal=self.system.nominal(reached.values),
            contacts=contacts,
            requested=facts.requested,
            held=facts.held,
            revolutions=facts.revolutions,
        )

    def twists(self, reached: Reached, slopes: Slopes) -> Floats:
        """Return how the twists of elastic parts follow from the states, shape (n, n_states)."""
        own = self.base.translation.flat.n_parameters
        energies = ModelDetails(self.system, own, [reached], slopes).energies()
        elastic = np.unique(energies.first[energies.kind == ELASTIC])
        return dense(energies.rows[elastic])

    def names_of(self, numbers: Ints) -> list[tuple[str, str]]:
        """Return names and units of variables."""
        root = self.translation.flat.root
        return [
            (variable_name(root, number), own_variable(root, number).declaration.unit)
            for number in numbers.tolist()
        ]

    def _states(self, reached: Reached) -> Floats:
        t = self.translation
        if self.coordinates.reduced is t.reduced:
            return reached.row[2 : 2 + len(t.lowered.states)].copy()
        members = self.system.point(reached.solver, reached.row, reached.values).members
        return members[self.coordinates.states]


def _lifts(base: PreparedModel, inputs: Sequence[Input], also: Sequence[str]) -> dict[str, Any]:
    """Return values for parameters that are differentiated, but omitted as they are zero."""
    names = [one.name for one in inputs if isinstance(one, ParameterInput)]
    t = base.translation
    lost = omitting(t, t.values.parameter, [*names, *also])
    return lifted(t, t.values, lost)


def _translated(
    base: PreparedModel, variant: Variant, lifts: Mapping[str, Any]
) -> tuple[PreparedModel, bool]:
    """Return the translation to be differentiated, and whether it has loops over rows.

    Parameters
    ----------
    base : PreparedModel
        The model.
    variant : Variant
        The model with inputs.
    lifts : mapping
        Parameters that are not to be taken for zero.
    """
    plain, how = base, dict(base.how)
    how["openings"] = (*how.get("openings", ()), *variant.openings, *variant.delays)
    if lifts:
        how["overrides"] = {**(how.get("overrides") or {}), **lifts}
    if variant.model is not base.built or lifts:
        plain = PreparedModel(base.model, variant.model, **how)
        plain.base = base.base
    program = plain.translation.program
    if not (program.rows or program.blocks):
        return plain, False
    if len(plain.translation.lowered.states) > _SMALL:
        return plain, True
    if plain is base:
        return base.without_loops(), False
    how["loops"] = False
    made = PreparedModel(base.model, variant.model, **how)
    made.base = base.base
    return made, False


def _output_signals(base: PreparedModel, names: Sequence[str], delays: OpenDelays) -> Signals:
    """Return the outputs, the arguments of delays last."""
    layout = base.layout
    units = tuple(layout.units[layout.position(name)] for name in names)
    return Signals("output", (*names, *delays.arguments), (*units, *delays.units))


def _shaped(matrix: Matrix, small: bool) -> Matrix:
    """Return a matrix of a small model as a dense array, unless it would be huge."""
    if not is_sparse(matrix):
        return matrix
    if small and matrix.shape[0] * matrix.shape[1] <= _MOST_DENSE:
        return matrix.toarray()
    return matrix.tocsr()
