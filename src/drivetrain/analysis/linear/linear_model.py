"""A linear model: matrices with names and units, valid at one operating point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.export import (
    MATRIX_SUFFIXES,
    block_of,
    control_names,
    control_system,
    saved,
    scipy_system,
)
from drivetrain.analysis.linear.model_parts import ELASTIC, Details
from drivetrain.analysis.linear.model_reduction import balanced_truncation, modal_truncation
from drivetrain.analysis.linear.one_sided import OneSided, one_sided_of
from drivetrain.analysis.linear.operating_point import OperatingPoint
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.modes.holzer.requests import table_at
from drivetrain.analysis.modes.holzer.table import HolzerTable
from drivetrain.analysis.modes.reduction import Reduction, reduction_of, without_effect
from drivetrain.analysis.modes.scheme import Scheme, scheme_of
from drivetrain.analysis.modes.solution import eigenmodes_of
from drivetrain.analysis.presentation import SUFFIXES, Presented
from drivetrain.analysis.response.frequencies import asked
from drivetrain.analysis.response.frequency_response import FrequencyResponse, frequency_response_of
from drivetrain.analysis.response.inputs import harmonic_inputs
from drivetrain.analysis.response.laws import laws_of
from drivetrain.analysis.response.limits import AmplitudeLimits, kinks_of, limits_of
from drivetrain.analysis.response.pairs import asked_names, pairs_of
from drivetrain.analysis.response.time_response import (
    TimeResponse,
    impulse_response_of,
    step_response_of,
)
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, UsageError, shown
from drivetrain.files import check_path, suffix_of

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.linear.delays import Delays

__all__ = ["LinearModel"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Matrix = Any

_STEADY = 1e-6
"""Largest rate of change at rest, in nominal values per second, that counts as none."""
_TWISTED = 1e-9
"""Twist of a part, relative to the terms that cancel in it, that counts as none."""
_ANGLES, _SPEEDS = ("rad", "m"), ("rad/s", "m/s")


@dataclass(frozen=True, eq=False, repr=False)
class LinearModel(Presented):
    """``x' = A x + B u``, ``y = C x + D u`` for small deviations from an operating point.

    Contacts are those of the operating point: what is stuck there stays stuck.

    Attributes
    ----------
    name : str
        Name of the model.
    A, B, C, D : float array or sparse array
        The matrices; sparse for models with more than 2000 states. Units follow from those of the
        signals.
    states, inputs, outputs : Signals
        Names and units of their rows and columns.
    point : OperatingPoint
        Where they hold.
    constraints : matrix, shape (n_constraints, n_states)
        Combinations of the states that locked elements hold at zero.
    held_by : tuple of str
        The element behind each of them.
    approximated : tuple of str
        Delays that are rational functions here, and of which order, in words.
    """

    name: str
    A: Matrix
    B: Matrix
    C: Matrix
    D: Matrix
    states: Signals
    inputs: Signals
    outputs: Signals
    point: OperatingPoint
    constraints: Matrix
    held_by: tuple[str, ...]
    make_details: Callable[[], Details] | None = field(default=None, repr=False)
    approximated: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What it is, in one line."""
        told = "".join(f", {one}" for one in self.approximated)
        return f"{self.name}, linear at {self.point.title}{told}"

    def __repr__(self) -> str:
        """Return one line."""
        told = "".join(f"; {one}" for one in self.approximated)
        return f"<LinearModel of {self.name} at {self.point.title}: {self._sizes()}{told}>"

    def _sizes(self) -> str:
        counted = (self.states, self.inputs, self.outputs)
        return ", ".join(f"{len(some)} {some.kind}{'s' * (len(some) != 1)}" for some in counted)

    def __str__(self) -> str:
        """Return what it is, where it holds, what is held there and what turns freely."""
        return "\n".join([self.title, self._sizes(), *self.notes()])

    def _repr_html_(self) -> str:
        """Return the same as a table for notebooks."""
        from drivetrain.markup import outline

        return outline("\n".join([self._sizes(), *self.notes()]), self.title)

    def notes(self) -> list[str]:
        """Return what holds at the operating point, a line each."""
        point = self.point
        lines = [f"equilibrium: {self._equilibrium()}"]
        lines += [
            f"asked: {one.name} = {_with_unit(one.asked, one.unit)}, reached {one.reached:.6g}"
            for one in point.requested
        ]
        lines += [f"by: {one.name} = {_with_unit(one.value, one.unit)}" for one in point.held]
        lines += [f"contact: {contact.name} = {contact.state}" for contact in point.contacts]
        if self.held_by:
            lines.append(f"held: by {', '.join(dict.fromkeys(self.held_by))}")
        if self.shares_locks:
            lines.append("shared: several locked elements hold one motion; see lin.indeterminate")
        if self.free_motions:
            lines.append(f"free: {'; '.join(self.free_motions)}")
        return [*lines, *(f"approximated: {one}" for one in self.approximated)]

    def _equilibrium(self) -> str:
        rate = f"largest rate of change {self.residual:.3g} nominal values per second"
        if not self.is_equilibrium:
            return f"none, {rate}; {_ONLY_FAST}"
        changing = float(np.abs(self.point.by_time / self.point.nominal).max(initial=0.0))
        drift = "; a source changes with time" if changing > _STEADY else ""
        return f"{rate}{drift}"

    @property
    def delays(self) -> Delays | None:
        """Delays that are exact at every frequency, if there are any."""
        return None

    @explained
    def with_pade(self, order: int) -> LinearModel:
        """Return a linear model in which delays are approximated by Padé's rational functions.

        Parameters
        ----------
        order : int
            Degree of numerator and denominator, from 1 to 12: how many states each delay gets.

        Raises
        ------
        UsageError
            If the model has no delays, or the order is no such integer.
        """
        raise UsageError(f"pade={shown(order)}: {self.name} has no delays, so this has no effect")

    @cached_property
    def details(self) -> Details:
        """What the compiled model knows about its parts at this point.

        Raises
        ------
        AnalysisError
            If this linear model comes without its model, as after unpickling.
        """
        if self.make_details is None:
            raise AnalysisError(
                f"this linear model of {self.name} comes without its model (it was loaded, copied "
                "or reduced), so energies, sensitivities and limits of its parts cannot be computed"
                ": linearise the model again"
            )
        return self.make_details()

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the matrices; the compiled model is not included."""
        kept = {name: value for name, value in vars(self).items() if name in _FIELDS}
        return {**kept, "make_details": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)

    # -- form ----------------------------------------------------------------------------------

    @cached_property
    def is_angle(self) -> Bools:
        """Which states are angles or positions."""
        return np.array([unit in _ANGLES for unit in self.states.units], dtype=bool)

    @cached_property
    def is_speed(self) -> Bools:
        """Which states are speeds."""
        return np.array([unit in _SPEEDS for unit in self.states.units], dtype=bool)

    @cached_property
    def reduction(self) -> Reduction:
        """The states that are left without those held by locks, and without free motions."""
        judge = None if self.make_details is None else self._is_elastic
        return reduction_of(self.A, self.constraints, self.point.nominal, resists=judge)

    def _is_elastic(self, motion: Floats) -> bool:
        """Return whether a motion of the states twists a part that stores elastic energy."""
        stores = self.details.energies()
        elastic = np.unique(stores.first[(stores.kind == ELASTIC) & (stores.slope != 0)])
        rows = stores.rows[elastic]
        return bool(np.any(np.abs(rows @ motion) > _TWISTED * (abs(rows) @ np.abs(motion))))

    @cached_property
    def scheme(self) -> Scheme:
        """The shafts of the machine, and the parts between them."""
        details = self.details
        return scheme_of(details.energies(), details.powers(), self.A, self.reduction.basis)

    @property
    def free_motions(self) -> list[str]:
        """Motions that nothing resists, in words; for models of up to 2000 states."""
        if is_sparse(self.A):
            return []
        return [self.motion_in_words(column) for column in np.asarray(self.reduction.free).T]

    def motion_in_words(self, direction: NDArray[Any]) -> str:
        """Return the states that take part in a motion, as text.

        Parameters
        ----------
        direction : array, shape (n_states,)
            What each state does.
        """
        moved = np.flatnonzero(direction)
        names = [self.states.names[k] for k in moved.tolist()]
        return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")

    @property
    def residual(self) -> float:
        """Largest rate of change of a state at the point, in nominal values per second.

        Shafts that turn steadily and are not tied to the ground are at rest in this sense.
        """
        rates = self.point.rates / self.point.nominal
        turning = without_effect(self.A, self.reduction.free) / self.point.nominal[:, None]
        if turning.shape[1]:
            rates = rates - turning @ np.linalg.lstsq(turning, rates, rcond=None)[0]
        return float(np.abs(rates).max(initial=0.0))

    @property
    def shares_locks(self) -> bool:
        """Whether several locked elements hold the same motion, so that their loads are open."""
        return bool(self.reduction.dependent)

    @cached_property
    def indeterminate(self) -> tuple[str, ...]:
        """Outputs that depend on how locked elements share a load.

        Equilibrium determines the sum of their loads only. The rows of these outputs are those of
        loads that change least; rates and eigenmodes do not depend on the shares.
        """
        if not self.shares_locks:
            return ()
        left_open = set(self.details.indeterminate())
        return tuple(name for name in self.outputs if name in left_open)

    @property
    def is_equilibrium(self) -> bool:
        """Whether nothing changes at the point, steady rotation aside."""
        return self.residual <= _STEADY

    # -- what follows from it ------------------------------------------------------------------

    @explained
    def eigenmodes(
        self,
        *,
        count: int | None = None,
        near: float = 0.0,
        between: tuple[float, float] | None = None,
        damped: bool = True,
    ) -> Eigenmodes:
        """Return the eigenmodes.

        Parameters
        ----------
        count : int, optional
            Number of oscillations, those nearest to `near`; all of them by default, for models of
            up to 2000 states.
        near : float
            Undamped angular frequency, rad/s.
        between : (float, float), optional
            Range of undamped angular frequencies, rad/s.
        damped : bool
            False for the oscillations of the mechanical system without dampers: forces that depend
            on speeds are left out.

        Returns
        -------
        Eigenmodes
            Oscillations in the order of their frequency, and decays.

        Raises
        ------
        AnalysisError
            If the model is too large for all eigenmodes, or has no undamped mechanical form.
        """
        return eigenmodes_of(self, count, near, between, damped)

    @explained
    def holzer(
        self,
        omega: float,
        *,
        damped: bool = False,
        begin: str | None = None,
        shaft: str | None = None,
    ) -> HolzerTable:
        """Return Holzer's table at a trial frequency.

        Discs in rigid groups, and shafts between these, are calculated from one end to the other;
        the torque that is left over there is zero at an eigenfrequency. Branches have blocks of
        their own, joined at gears.

        Parameters
        ----------
        omega : float
            Trial angular frequency, rad/s.
        damped : bool
            Whether dampers count; then all amplitudes are complex.
        begin : str, optional
            The disc whose amplitude is 1; by default the first one at an end.
        shaft : str, optional
            A disc to whose shaft all is referred: inertias and stiffnesses are multiplied by the
            squared ratio. By default angles and torques are those of each shaft itself.

        Returns
        -------
        HolzerTable
            Rows, and the residual torque.

        Raises
        ------
        AnalysisError
            If the machine is neither a chain nor a tree of discs and shafts.
        NameLookupError
            If there is no such disc.
        """
        return table_at(self, omega, damped, begin, shaft)

    @explained
    def frequency_response(
        self,
        omega: Any = None,
        *,
        frequency: Any = None,
        between: Any = None,
        points: int = 200,
        inputs: Iterable[str] = ("*",),
        outputs: Iterable[str] = ("*",),
        hysteresis: Mapping[str, float] | None = None,
        laws: Mapping[str, Callable[[float], complex]] | None = None,
    ) -> FrequencyResponse:
        """Return the response to harmonic inputs.

        It is ``C (i omega I - A)^-1 B + D``: complex amplitudes of outputs for inputs of amplitude
        1. An input that is a prescribed motion acts by its derivatives, too. Where nothing resists
        a motion, the response has no value at the frequency zero.

        Parameters
        ----------
        omega : float or array_like, optional
            Angular frequencies: numbers in rad/s, or quantities such as ``"1500 rpm"``.
        frequency : float or array_like, optional
            Frequencies, Hz, instead.
        between : (float, float), optional
            Limits of a grid instead: numbers in rad/s, or quantities such as ``"50 Hz"``. The grid
            resolves every peak by at least nine points within its half-power width.
        points : int
            Number of frequencies of a grid, besides those that resolve peaks.
        inputs, outputs : iterable of str
            Names or patterns; all of them by default.
        hysteresis : mapping of str to float, optional
            Loss factors of stiffnesses by name or pattern: ``{"shaft.c": 0.035}`` stands for a
            stiffness ``c (1 + 0.035i)``, whose loss does not depend on the frequency.
        laws : mapping of str to callable, optional
            Complex factors of parameters that depend on the angular frequency in rad/s:
            ``{"mount.c": lambda omega: 1 + 0.1j * omega**0.3}``.

        Returns
        -------
        FrequencyResponse
            ``response["motor", "shaft.tau"]`` is a complex array.

        Raises
        ------
        UsageError
            If frequencies are missing, negative or not finite, or there are no inputs.
        NameLookupError
            If there is no such input, output or parameter.
        AnalysisError
            If an oscillation without damping is hit, or a free motion has no static response.
        """
        pairs = pairs_of(self, inputs, outputs)
        given = omega, frequency, between, points
        return frequency_response_of(self, *given, pairs, (hysteresis, laws))

    @explained
    def limit(
        self,
        omega: Any = None,
        *,
        frequency: Any = None,
        inputs: Iterable[str] = ("*",),
        hysteresis: Mapping[str, float] | None = None,
        laws: Mapping[str, Callable[[float], complex]] | None = None,
    ) -> AmplitudeLimits:
        """Return up to which amplitude of harmonic inputs the linear model holds.

        At a larger amplitude a contact changes its state: a clutch slips, a tooth lifts, a corner
        of a table is passed.

        Parameters
        ----------
        omega, frequency, inputs, hysteresis, laws
            As for :meth:`frequency_response`.

        Returns
        -------
        AmplitudeLimits
            The largest amplitude of each input, and what ends the linear answer.
        """
        chosen = harmonic_inputs(self.inputs)
        chosen = chosen.some(chosen.signals.match(*asked_names(inputs, "inputs")))
        return limits_of(self, chosen, asked(omega, frequency), laws_of(self, hysteresis, laws))

    @cached_property
    def kinks(self) -> tuple[str, ...]:
        """What is just about to change at the operating point: the part, and what becomes true.

        There the derivatives are those of one side.
        """
        return kinks_of(self)

    @explained
    def one_sided(self) -> OneSided:
        """Return the linear models on both sides of every kink at the operating point.

        The states are moved across each kink by a ten-millionth of their size, and contacts are
        decided anew there.

        Returns
        -------
        OneSided
            By the part: before the kink, where the present laws hold, and beyond it.

        Raises
        ------
        AnalysisError
            If the operating point is a mean, or the model has more than 64 states.

        Examples
        --------
        >>> import drivetrain as dt
        >>> from drivetrain.rotational import ElastoBacklash, Fixed, Inertia
        >>> m = dt.Model("tooth")
        >>> mesh = ElastoBacklash(c=400, d=0, b=0.1, phi_rel0=0)
        >>> m.add(wall=Fixed(), mesh=mesh, wheel=Inertia(J=1))
        >>> m.connect(m.wall.flange >> m.mesh >> m.wheel)
        >>> linear = dt.linearise(m, at={"wheel.phi": 0.05, "wheel.w": 0.0})
        >>> linear.kinks
        ('mesh: mesh.phi_diff > mesh.b_max',)
        >>> _, before, beyond = linear.one_sided()["mesh"]
        >>> len(before.eigenmodes()), beyond.eigenmodes().omega.round(6).tolist()
        (0, [20.0])
        """
        return one_sided_of(self)

    @explained
    def impulse_response(
        self, times: Any, *, inputs: Iterable[str] = ("*",), outputs: Iterable[str] = ("*",)
    ) -> TimeResponse:
        """Return the deviation of outputs after an impulse of each input, of area 1.

        Parameters
        ----------
        times : array_like
            Instants after the impulse, s, increasing.
        inputs, outputs : iterable of str
            Names or patterns; all of them by default.

        Returns
        -------
        TimeResponse
            ``response["motor", "shaft.tau"]`` is an array.
        """
        return impulse_response_of(self, pairs_of(self, inputs, outputs), times)

    @explained
    def step_response(
        self, times: Any, *, inputs: Iterable[str] = ("*",), outputs: Iterable[str] = ("*",)
    ) -> TimeResponse:
        """Return the deviation of outputs after a step of each input, of height 1.

        Parameters
        ----------
        times, inputs, outputs
            As for :meth:`impulse_response`.

        Returns
        -------
        TimeResponse
            ``response["motor", "shaft.tau"]`` is an array.
        """
        return step_response_of(self, pairs_of(self, inputs, outputs), times)

    # -- smaller models, other programs --------------------------------------------------------

    @explained
    def reduced(
        self, *, count: int | None = None, between: Any = None, static_correction: bool = True
    ) -> LinearModel:
        """Return a model of the slowest eigenmodes, or of those in a band.

        Free motions are kept in any case, and decays that are as slow. States of the new model are
        modal coordinates.

        Parameters
        ----------
        count : int, optional
            Number of oscillations, beginning with the slowest one.
        between : (float, float), optional
            Band of undamped frequencies instead: numbers in rad/s, or quantities.
        static_correction : bool
            Whether faster modes follow without delay, as part of `D`; otherwise they are missing.

        Returns
        -------
        LinearModel
            It has the same inputs and outputs.
        """
        return modal_truncation(self, count, between, static_correction)

    @explained
    def balanced(self, *, count: int) -> LinearModel:
        """Return a model of the states that inputs move and outputs show most.

        Free motions are kept in any case. Inputs and outputs are compared by their numbers in SI
        units.

        Parameters
        ----------
        count : int
            Number of states besides free motions.

        Returns
        -------
        LinearModel
            It has the same inputs and outputs.

        Raises
        ------
        AnalysisError
            If the model is not stable, or larger than 2000 states.
        """
        return balanced_truncation(self, count)

    @explained
    def to_control(self, *, rename: Callable[[str], str] | None = None) -> Any:
        """Return the model as a StateSpace of python-control, if that package is installed.

        Parameters
        ----------
        rename : callable, optional
            Returns another name for a name. By default dots and brackets become underscores, since
            python-control accepts no dots; :meth:`control_names` tells which name became which.

        Raises
        ------
        AnalysisError
            If python-control is not installed, or the model is too large.
        """
        return control_system(self, rename)

    @explained
    def control_names(self, *, rename: Callable[[str], str] | None = None) -> dict[str, str]:
        """Return the names of states, inputs and outputs in python-control, by name here.

        Parameters
        ----------
        rename : callable, optional
            As for :meth:`to_control`.
        """
        return control_names(self, rename)

    @explained
    def to_scipy(self) -> Any:
        """Return the model as a ``scipy.signal.StateSpace``, which has no names.

        Its inputs are the columns of `B`: rates of inputs that act, such as ``der(motor)``, have
        columns of their own.
        """
        return scipy_system(self)

    @explained
    def to_block(self) -> dict[str, Any]:
        """Return the parameters of a block, to put the linear model into another model.

        What locks hold is left out. The block has no states of the operating point: its inputs and
        outputs are deviations.

        Returns
        -------
        dict
            For ``drivetrain.blocks.StateSpace(**lin.to_block())``.

        Raises
        ------
        AnalysisError
            If there are more than 200 states, or derivatives of inputs act.
        """
        return block_of(self)

    @explained
    def save(self, path: str | Path) -> Path:
        """Write the matrices to a file.

        Parameters
        ----------
        path : str or Path
            File ending with ``.mat`` or ``.npz`` for matrices with names and units (sparse ones in
            compressed rows), with ``.csv`` or ``.parquet`` for one table, or with ``.pickle``.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        ResultError
            If the suffix is unknown, the folder is missing, or writing fails.
        """
        target = check_path(path, (*MATRIX_SUFFIXES, *SUFFIXES))
        if suffix_of(target) in MATRIX_SUFFIXES:
            return saved(self, target)
        return super().save(target)

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the eigenvalues in the complex plane, with rays of equal damping.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return self.eigenmodes().plot_roots(path=path, title=title)

    def to_pandas(self) -> pd.DataFrame:
        """Return the matrices as one table: rates and outputs over states and inputs."""
        import pandas as pd

        whole = np.block([[dense(self.A), dense(self.B)], [dense(self.C), dense(self.D)]])
        rows = [f"der({name})" for name in self.states] + list(self.outputs)
        columns = [*self.states, *self.inputs]
        return pd.DataFrame(whole, index=pd.Index(rows, name="row"), columns=columns)

    def with_matrices(self, **changed: Any) -> LinearModel:
        """Return a linear model with other matrices, which knows no more of its parts."""
        return replace(self, make_details=None, **changed)


def _with_unit(value: float, unit: str) -> str:
    return f"{value:.6g}" if unit == "1" else f"{value:.6g} {unit}"


_FIELDS = frozenset(LinearModel.__dataclass_fields__)
_ONLY_FAST = (
    "the eigenvalues are those of the frozen point, and mean something for motions that are faster "
    "than its change"
)
