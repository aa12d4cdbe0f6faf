"""Description of a compiled model: sizes, addresses of functions, constant arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError
from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import Indices, check_pointers, check_range, entry_keys, fixed
from drivetrain.kernel.description.blocks import BlockShape
from drivetrain.kernel.description.contacts import Contacts
from drivetrain.kernel.description.impulses import Impulses
from drivetrain.kernel.description.tiles import Tiles
from drivetrain.kernel.foreign.blocks import ForeignBlock, foreign_arrays

__all__ = ["Jacobian", "KernelModel", "elementary_addresses", "factors_size", "symbol_addresses"]

_LEAST_MAX = 64


def factors_size(n: int) -> int:
    """Return how many numbers ``dt_solve_again`` keeps for a system of `n` unknowns."""
    return 3 + 6 * n * n + 6 * n if 1 <= n <= _LEAST_MAX else 0


def symbol_addresses() -> dict[str, int]:
    """Return the addresses of the services that generated code calls.

    Returns
    -------
    dict of str to int
        ``dt_table``, ``dt_solve`` and so on.
    """
    names = (
        "dt_table", "dt_table_bend", "dt_table_turn", "dt_table_beside", "dt_floor_bend",
        "dt_solve", "dt_solve_again", "dt_solve_sized", "dt_solve_limited", "dt_newton",
        "dt_delay", "dt_delay_rate", "dt_solve_block", "dt_chain", "dt_sin", "dt_cos", "dt_exp",
        "dt_log", "dt_unit_value",
    )  # fmt: skip
    return {name: c.address_of(name) for name in names}


def elementary_addresses(names: Iterable[str]) -> dict[str, int]:
    """Return the addresses of elementary functions in the C library that the kernel is linked with.

    Generated code calls the very functions that the kernel calls, on every system.

    Parameters
    ----------
    names : iterable of str
        As C calls them: ``sin``, ``atan2``, …

    Raises
    ------
    DrivetrainError
        If the kernel does not know one of them.
    """
    address = c.load_library().dt_elementary_function
    found = {name: address(name.encode()) for name in names}
    missing = [name for name in found if not found[name]]
    if missing:
        raise DrivetrainError(f"the kernel has no function {', '.join(missing)}; build it again")
    return found


class Jacobian(NamedTuple):
    """A Jacobian of the states in the form that the kernel takes.

    Attributes
    ----------
    address : int
        Address of the function.
    pointers, rows : int array
        Compressed columns: the rows of the structurally nonzero entries, ascending within a column.
    room : int
        Further numbers after the entries, for the function's own use.
    """

    address: int
    pointers: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    room: int = 0


_COUNTED = {
    "n_smooth": "smooth", "n_knot": "knot_table", "n_pair": "pair_value",
    "n_switching": "switching_counts",
    "n_jac": "jac_row", "n_impact": "impact_lock", "n_loss": "loss", "n_dissipated": "dissipated",
    "n_foreign": "foreign_clock",
}  # fmt: skip
"""Sizes passed to the kernel → arrays of that length."""


class KernelModel:
    """Sizes, function addresses and constant arrays of a compiled model.

    Parameters
    ----------
    n_x, n_q, n_z, n_y : int
        Numbers of states, quadratures, discrete variables, other continuous variables.
    n_time_rel, n_sample, n_assert, n_memory, n_work, n_constant, n_factors, n_angle : int
    n_steep, n_one_way : int
        Numbers of time relations, clocks, assertions, values kept for algebraic blocks, values that
        the functions exchange within one call, values that are constant during a run, room for the
        factors of algebraic blocks and for the systems of large ones, monitored angles: in total,
        of steep localised features, and of those passed in one direction.
    ode_address, full_address : int
        Addresses of the two model functions (`dt_function`). Their code must be kept alive;
        `keep_alive` does so.
    prepare_address : int
        Address of the function that computes the constant values; 0 (default): there are none.
    speeds_address : int
        Address of the function that computes the locked speeds that are not states; 0 (default):
        the one that computes everything is used.
    strict : array of bool
        One entry per state relation: true for ``g > 0``, false for ``g >= 0``.
    strict_twin : array of int, optional
        For each ``g >= 0`` the relation ``g > 0`` of the same function, -1 if there is none
        (default).
    rel_block : array of int, optional
        Mixed system of each relation, state relations first, then time relations; -1: not part of a
        loop (default).
    rel_level : array of int, optional
        Level of the mixed system of each relation: systems of one level do not depend on each
        other. By default every system has its own level.
    z_block : array of int, optional
        Mixed system that alone determines each discrete variable; -1: none, or several (default for
        all).
    rate_state : array of bool, optional
        Which states are speeds; none by default.
    reinit_state : array of int
        State set by each reinitialisation.
    shares : array of bool, optional
        Which values kept for algebraic blocks are unknowns of linear ones; by default none.
    lock_locked, lock_speed : array of int
        Index in z of each "locked", value index of the speed that is zero while locked.
    lock_steady : array of bool, optional
        Whether each of these speeds depends on states only; by default none does.
    lock_ptr, lock_state : array of int
        Compressed rows: the states on which each of these speeds depends.
    contacts : Contacts, optional
        Elements with limited loads; none by default.
    impulses : Impulses, optional
        Behaviour of elements that lock while moving, or collide; none by default.
    jacobian_address : int or callable
        Address of the function that computes the Jacobian of the states; 0 (default): there is
        none, and only the explicit method can be used. A function without arguments that returns
        the :class:`Jacobian` is called when one is first needed, by whichever thread needs it.
    jac_ptr, jac_row : array of int
        Compressed columns: the rows of the structurally nonzero entries of that Jacobian, ascending
        within a column. `jac_ptr` may be omitted if such a function is given.
    delay_kind : array of int
        One entry per delayed expression: 0 if the delay may change during a run, 1 if it is
        constant, 2 if it is constant and past values may affect the delayed expression.
    blocks : sequence of BlockShape
        Large linear blocks.
    repeatable : bool
        Whether `full` reads neither memory nor history: its values at an instant can then be
        computed later as well.
    may_be_undefined : bool
        Whether variables other than states may become infinite or undefined between events, so that
        they are checked after every step.
    limits_oscillation : bool
        Whether the model limits the step size.
    may_vary : bool
        Whether discrete variables may depend on quantities that change between events.
    whole : array of bool, optional
        Which discrete variables are integers; none by default.
    smooth : array of int
        Index in y of variables that must not jump at events unless states do.
    switching_counts : array of bool
        One entry per switching function, which changes sign where derivatives have a discontinuity:
        whether its branches are numbered, like the pieces of a table.
    switching_jumps, switching_lasts : array of bool, optional
        Whether there may be a jump, and whether it affects a delayed expression; by default all are
        kinks, and none does.
    switching_ptr, switching_after : array of int, optional
        Compressed rows: the other switching functions that each discontinuity may affect.
    knot_table, knot_order : array of int
        Tables whose arguments are the last angles, and which derivatives of them are read.
    pair_value, pair_rate : array of int
        Value indices of variables recorded together with their derivatives, and of these
        derivatives.
    tiles : Tiles, optional
        The derivatives tile by tile.
    foreign : sequence of ForeignBlock
        Blocks that other programs compute.
    keep_alive : object
        Kept alive as long as this object lives.

    Raises
    ------
    DrivetrainError
        An array has the wrong size or an index out of range.
    """

    def __init__(
        self,
        *,
        ode_address: int,
        full_address: int,
        n_x: int = 0,
        n_q: int = 0,
        n_z: int = 0,
        n_y: int = 0,
        n_time_rel: int = 0,
        n_sample: int = 0,
        n_assert: int = 0,
        n_memory: int = 0,
        n_work: int = 0,
        prepare_address: int = 0,
        speeds_address: int = 0,
        look_address: int = 0,
        n_constant: int = 0,
        n_factors: int = 0,
        n_angle: int = 0,
        n_steep: int = 0,
        n_one_way: int = 0,
        strict: Sequence[bool] | npt.NDArray[Any] = (),
        strict_twin: Indices | None = None,
        rel_block: Indices | None = None,
        rel_level: Indices | None = None,
        z_block: Indices | None = None,
        rate_state: Sequence[bool] | npt.NDArray[Any] | None = None,
        reinit_state: Indices = (),
        shares: Sequence[bool] | npt.NDArray[Any] | None = None,
        lock_locked: Indices = (),
        lock_speed: Indices = (),
        lock_steady: Sequence[bool] | npt.NDArray[Any] | None = None,
        lock_ptr: Indices = (0,),
        lock_state: Indices = (),
        contacts: Contacts | None = None,
        impulses: Impulses | None = None,
        jacobian_address: int | Callable[[], Jacobian] = 0,
        jac_ptr: Indices = (),
        jac_row: Indices = (),
        delay_kind: Indices = (),
        blocks: Sequence[BlockShape] = (),
        repeatable: bool = False,
        may_be_undefined: bool = False,
        limits_oscillation: bool = False,
        may_vary: bool = False,
        whole: Sequence[bool] | npt.NDArray[Any] | None = None,
        smooth: Indices = (),
        knot_table: Indices = (),
        knot_order: Indices = (),
        pair_value: Indices = (),
        pair_rate: Indices = (),
        switching_counts: Sequence[bool] | npt.NDArray[Any] = (),
        switching_jumps: Sequence[bool] | npt.NDArray[Any] | None = None,
        switching_lasts: Sequence[bool] | npt.NDArray[Any] | None = None,
        switching_ptr: Indices | None = None,
        switching_after: Indices = (),
        tiles: Tiles | None = None,
        foreign: Sequence[ForeignBlock] = (),
        keep_alive: object = None,
    ) -> None:
        self.foreign = tuple(foreign)
        self.n_x, self.n_q, self.n_z, self.n_y = n_x, n_q, n_z, n_y
        self.n_rel, self.n_time_rel = len(strict), n_time_rel
        self.n_sample, self.n_memory, self.repeatable = n_sample, n_memory, repeatable
        self.n_delay = len(delay_kind)
        n_lock, n_reinit = len(lock_locked), len(reinit_state)
        rel_block = _or_nowhere(rel_block, self.n_rel + n_time_rel)
        rel_level = rel_block if rel_level is None else rel_level
        self.has_jacobian = jacobian_address != 0
        self._make_jacobian = jacobian_address if callable(jacobian_address) else None
        comes_later = not len(jac_ptr) and (callable(jacobian_address) or not jacobian_address)
        if callable(jacobian_address):
            jacobian_address = c.address_of("dt_jacobian_to_come")
        self.keep_alive: object = (tiles, keep_alive)
        self._arrays = {
            "strict": fixed("strict", strict, np.uint8, self.n_rel),
            "strict_twin": fixed(
                "strict_twin", _or_nowhere(strict_twin, self.n_rel), np.int64, self.n_rel
            ),
            "rel_block": fixed("rel_block", rel_block, np.int64, self.n_rel + n_time_rel),
            "rel_level": fixed("rel_level", rel_level, np.int64, self.n_rel + n_time_rel),
            "z_block": fixed("z_block", _or_nowhere(z_block, n_z), np.int64, n_z),
            "rate_state": fixed("rate_state", _or_none(rate_state, n_x), np.uint8, n_x),
            "reinit_state": fixed("reinit_state", reinit_state, np.int64, n_reinit),
            "shares": fixed("shares", _or_none(shares, n_memory), np.uint8, n_memory),
            **_lock_arrays(lock_locked, lock_speed, lock_steady, lock_ptr, lock_state),
            "jac_ptr": fixed("jac_ptr", jac_ptr, np.int64, None if comes_later else n_x + 1),
            "jac_row": fixed("jac_row", jac_row, np.int64, None),
            "whole": fixed("whole", _or_none(whole, n_z), np.uint8, n_z),
            "smooth": fixed("smooth", smooth, np.int64, None),
            "knot_table": fixed("knot_table", knot_table, np.int64, None),
            "knot_order": fixed("knot_order", knot_order, np.int64, len(knot_table)),
            **_pair_arrays(pair_value, pair_rate),
            **(contacts or Contacts()).arrays(),
            **(impulses or Impulses()).arrays(n_lock),
            **_switching_arrays(
                switching_counts, switching_jumps, switching_lasts, switching_ptr, switching_after
            ),
            "delay_kind": fixed("delay_kind", delay_kind, np.uint8, self.n_delay),
            **foreign_arrays(self.foreign, n_z, n_sample),
        }
        self._check_indices()
        self._blocks = blocks
        self.struct = c.Model(
            n_x=n_x,
            n_q=n_q,
            n_z=n_z,
            n_y=n_y,
            n_rel=self.n_rel,
            n_time_rel=n_time_rel,
            n_sample=n_sample,
            n_reinit=n_reinit,
            n_assert=n_assert,
            n_memory=n_memory,
            n_work=n_work,
            prepare=prepare_address,
            speeds=speeds_address,
            look=look_address,
            n_constant=n_constant,
            n_factors=n_factors,
            may_be_undefined=may_be_undefined,
            limits_oscillation=limits_oscillation,
            may_vary=may_vary,
            n_block=len(blocks),
            blocks=(c.BlockShape * len(blocks))(*(block.struct for block in blocks)),
            n_angle=n_angle,
            n_steep=n_steep,
            n_one_way=n_one_way,
            n_lock=n_lock,
            n_contact=self._arrays["contact_massless"].size,
            **{count: self._arrays[name].size for count, name in _COUNTED.items()},
            n_delay=self.n_delay,
            ode=ode_address,
            full=full_address,
            jacobian=jacobian_address,
            **{name: array.ctypes.data for name, array in self._arrays.items()},
        )
        if comes_later:
            self.struct.jac_ptr = None
        self._set_strips(tiles)

    def _set_strips(self, tiles: Tiles | None) -> None:
        self._tiles = tiles
        if tiles is None:
            return
        model = self.struct
        model.tile, model.n_passed = tiles.address, tiles.remembered
        model.n_tile = tiles.pointers.size - 1
        for name, array in self.tile_arrays.items():
            setattr(model, name, array.ctypes.data)

    def with_functions(
        self, functions: Mapping[str, int], tiles: Tiles | None, keep_alive: object
    ) -> KernelModel:
        """Return this model with other code for the same functions.

        Parameters
        ----------
        functions : mapping
            Addresses of all functions by name.
        tiles : Tiles or None
            The derivatives tile by tile.
        keep_alive : object
            Keeps their code alive.
        """
        other = copy(self)
        other.struct = c.Model.from_buffer_copy(self.struct)
        for name, address in functions.items():
            setattr(other.struct, name, address)
        other._set_strips(tiles)
        other.keep_alive = self.keep_alive, tiles, keep_alive
        return other

    @property
    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Constant arrays by their names in the struct."""
        return self._arrays

    @property
    def tile_arrays(self) -> dict[str, npt.NDArray[np.int64]]:
        """Arrays of the tiles by their names in the struct; none without tiles."""
        tiles = self._tiles
        if tiles is None:
            return {}
        return {"tile_ptr": tiles.pointers, "tile_first": tiles.first, "tile_size": tiles.size}

    @property
    def blocks(self) -> Sequence[BlockShape]:
        """Large linear blocks."""
        return self._blocks

    @property
    def jacobian_to_come(self) -> bool:
        """Whether the Jacobian is yet to be generated."""
        return self._make_jacobian is not None

    @property
    def pattern(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] | None:
        """Rows and columns of the entries of the Jacobian, column by column; None: it has none."""
        if not self.has_jacobian:
            return None
        if not self._arrays["jac_ptr"].size:
            self.make_jacobian()
        pointers = self._arrays["jac_ptr"]
        return self._arrays["jac_row"], np.repeat(np.arange(self.n_x), np.diff(pointers))

    @property
    def pairs(self) -> npt.NDArray[np.int64]:
        """Value indices of variables and their derivatives recorded in pairs: shape (n_pair, 2)."""
        return np.stack([self._arrays["pair_value"], self._arrays["pair_rate"]], axis=1)

    @property
    def decided(self) -> npt.NDArray[np.int64]:
        """Relations that follow from decisions about contacts, not from what they compare."""
        relations = self._arrays["contact_rel"]
        return relations[relations >= 0]

    @property
    def n_rates(self) -> int:
        """Number of states and quadratures."""
        return self.n_x + self.n_q

    @property
    def row_length(self) -> int:
        """Length of a row: time, flag, then all values."""
        return self.known_length + self.n_y

    @property
    def has_short_rows(self) -> bool:
        """Whether rows can be shortened: modes take less space than what follows from them."""
        return self.repeatable and self.n_rel + self.n_time_rel < self.n_y

    @property
    def known_length(self) -> int:
        """Length of the part of a row, except modes, from which the rest can be computed."""
        return 2 + self.n_x + self.n_q + self.n_z

    @property
    def given_loads(self) -> list[int]:
        """Numbers of the discrete variables by which loads of contacts are prescribed."""
        given: list[int] = self._arrays["contact_z"][2::3].tolist()
        return [number for number in given if number >= 0]

    def make_jacobian(self) -> None:
        """Generate the Jacobian if that has not been done."""
        make = self._make_jacobian
        if make is None:
            return
        made = make()
        other = c.Model.from_buffer_copy(self.struct)  # others may be reading this one
        other.jacobian, other.n_jac_room = made.address, made.room
        if not self._arrays["jac_ptr"].size:
            pointers = fixed("jac_ptr", made.pointers, np.int64, None)
            rows = fixed("jac_row", made.rows, np.int64, None)
            self._arrays = self._arrays | {"jac_ptr": pointers, "jac_row": rows}
            self._check_jacobian()
            other.n_jac = rows.size
            other.jac_ptr, other.jac_row = pointers.ctypes.data, rows.ctypes.data
        self.struct = other
        self._make_jacobian = None

    def _check_indices(self) -> None:
        arrays = self._arrays
        check_range("rel_block", arrays["rel_block"], -1, self.n_rel + self.n_time_rel)
        check_range("z_block", arrays["z_block"], -1, int(arrays["rel_block"].max(initial=-1)) + 1)
        check_range("strict_twin", arrays["strict_twin"], -1, self.n_rel)
        check_range("reinit_state", arrays["reinit_state"], 0, self.n_x)
        check_range("lock_locked", arrays["lock_locked"], 0, self.n_z)
        check_range("lock_speed", arrays["lock_speed"], 0, self.row_length - 2)
        check_range("lock_state", arrays["lock_state"], 0, self.n_x)
        Contacts.check(arrays, self.n_rel, self.n_z, self.row_length - 2)
        Impulses.check(arrays, self.n_z, self.n_rates - self.n_x)
        check_range("smooth", arrays["smooth"], 0, self.n_y)
        for name in ("pair_value", "pair_rate"):
            check_range(name, arrays[name], 0, self.row_length - 2)
        check_range(
            "switching_after", arrays["switching_after"], 0, arrays["switching_counts"].size
        )
        check_pointers(
            "switching_ptr", arrays["switching_ptr"], "switching_after", arrays["switching_after"]
        )
        check_pointers("lock_ptr", arrays["lock_ptr"], "lock_state", arrays["lock_state"])
        if arrays["jac_ptr"].size:
            self._check_jacobian()

    def _check_jacobian(self) -> None:
        arrays = self._arrays
        check_range("jac_row", arrays["jac_row"], 0, self.n_x)
        check_pointers("jac_ptr", arrays["jac_ptr"], "jac_row", arrays["jac_row"])
        if np.any(np.diff(entry_keys(arrays["jac_ptr"], arrays["jac_row"], self.n_x)) <= 0):
            raise DrivetrainError("kernel array jac_row: must ascend within every column")


def _pair_arrays(value: Indices, rate: Indices) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of variables recorded together with their derivatives."""
    return {
        "pair_value": fixed("pair_value", value, np.int64, None),
        "pair_rate": fixed("pair_rate", rate, np.int64, len(value)),
    }


def _lock_arrays(
    locked: Indices,
    speed: Indices,
    steady: Sequence[bool] | npt.NDArray[Any] | None,
    pointers: Indices,
    state: Indices,
) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays that say what is at rest while elements are locked."""
    n = len(locked)
    return {
        "lock_locked": fixed("lock_locked", locked, np.int64, n),
        "lock_speed": fixed("lock_speed", speed, np.int64, n),
        "lock_steady": fixed("lock_steady", _or_none(steady, n), np.uint8, n),
        "lock_ptr": fixed("lock_ptr", pointers, np.int64, n + 1),
        "lock_state": fixed("lock_state", state, np.int64, None),
    }


def _switching_arrays(
    counts: Sequence[bool] | npt.NDArray[Any],
    jumps: Sequence[bool] | npt.NDArray[Any] | None,
    lasts: Sequence[bool] | npt.NDArray[Any] | None,
    pointers: Indices | None,
    after: Indices,
) -> dict[str, npt.NDArray[Any]]:
    """Return the data of the switching functions in the form that `KernelModel` takes."""
    n = len(counts)
    if pointers is None:
        pointers = np.zeros(n + 1, dtype=np.int64)
    return {
        "switching_counts": fixed("switching_counts", counts, np.uint8, n),
        "switching_jumps": fixed("switching_jumps", _or_none(jumps, n), np.uint8, n),
        "switching_lasts": fixed("switching_lasts", _or_none(lasts, n), np.uint8, n),
        "switching_ptr": fixed("switching_ptr", pointers, np.int64, n + 1),
        "switching_after": fixed("switching_after", after, np.int64, None),
    }


def _or_none(
    marks: Sequence[bool] | npt.NDArray[Any] | None, size: int
) -> Sequence[bool] | npt.NDArray[Any]:
    """Return flags; if none are given, all are false."""
    return np.zeros(size) if marks is None else marks


def _rows(name: str, pointers: Indices | None, count: int) -> npt.NDArray[Any]:
    """Return pointers to compressed rows; if none are given, all rows are empty."""
    return fixed(name, np.zeros(count + 1) if pointers is None else pointers, np.int64, count + 1)


def _or_nowhere(places: Indices | None, size: int) -> Indices:
    """Return places; if none are given, all are -1."""
    return np.full(size, -1) if places is None else places
