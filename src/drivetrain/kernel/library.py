"""Locate and load the C library; ctypes mirrors of its structs.

The classes mirror `drivetrain_kernel.h` field by field; see that header for the meaning.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_uint64, c_void_p
from functools import cache
from pathlib import Path

from drivetrain.errors import DrivetrainError

__all__ = [
    "ABI_VERSION",
    "VERIFY_ROWS",
    "BlockShape",
    "Equation",
    "Failure",
    "Io",
    "Model",
    "RowsOfRuns",
    "Selection",
    "Series",
    "Settings",
    "Span",
    "Stats",
    "StepProbe",
    "Verdict",
    "Verification",
    "address_of",
    "library_path",
    "load_library",
]

ABI_VERSION = 44
"""Version of the binary interface expected by this binding."""

_SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


class Io(ctypes.Structure):
    """`dt_io`: data exchanged between the kernel and a model."""

    _fields_ = [
        ("time", c_double),
        ("initial", c_int64),
        ("x", POINTER(c_double)),
        ("p", POINTER(c_double)),
        ("tables", POINTER(c_double)),
        ("table_offset", POINTER(c_int64)),
        ("pre", POINTER(c_double)),
        ("z", POINTER(c_double)),
        ("rel", POINTER(c_double)),
        ("sample", POINTER(c_double)),
        ("memory", POINTER(c_double)),
        ("xdot", POINTER(c_double)),
        ("z_out", POINTER(c_double)),
        ("g", POINTER(c_double)),
        ("t_event", POINTER(c_double)),
        ("reinit_on", POINTER(c_double)),
        ("reinit_value", POINTER(c_double)),
        ("assert_ok", POINTER(c_double)),
        ("y", POINTER(c_double)),
        ("failed_block", c_int64),
        ("jac", POINTER(c_double)),
        ("dfdt", POINTER(c_double)),
        ("delay_value", POINTER(c_double)),
        ("delay_time", POINTER(c_double)),
        ("history", c_void_p),
        ("work", POINTER(c_double)),
        ("constant", POINTER(c_double)),
        ("factors", POINTER(c_double)),
        ("blocks", c_void_p),
        ("switching", POINTER(c_double)),
        ("branch", POINTER(c_double)),
        ("longest_step", POINTER(c_double)),
        ("angle", POINTER(c_double)),
        ("impact_on", POINTER(c_double)),
        ("restitution", POINTER(c_double)),
        ("units", c_void_p),
        ("n_units", c_int64),
    ]


class BlockShape(ctypes.Structure):
    """`dt_block_shape`: a large linear block."""

    _fields_ = [
        ("n", c_int64),
        ("n_torn", c_int64),
        ("ptr", c_void_p),
        ("row", c_void_p),
        ("order", c_void_p),
        ("torn", c_void_p),
        ("n_shared", c_int64),
        ("shared", c_void_p),
        ("nonsingular", c_int64),
        ("n_bounded", c_int64),
        ("bounded", c_void_p),
        ("bounds", c_int64),
    ]


class Model(ctypes.Structure):
    """`dt_model`: sizes, functions and constant arrays of a compiled model."""

    _fields_ = [
        ("n_x", c_int64),
        ("n_q", c_int64),
        ("n_z", c_int64),
        ("n_y", c_int64),
        ("n_rel", c_int64),
        ("n_time_rel", c_int64),
        ("n_sample", c_int64),
        ("n_reinit", c_int64),
        ("n_assert", c_int64),
        ("n_memory", c_int64),
        ("n_lock", c_int64),
        ("ode", c_void_p),
        ("full", c_void_p),
        ("strict", c_void_p),
        ("strict_twin", c_void_p),
        ("rel_block", c_void_p),
        ("rel_level", c_void_p),
        ("z_block", c_void_p),
        ("rate_state", c_void_p),
        ("reinit_state", c_void_p),
        ("shares", c_void_p),
        ("lock_locked", c_void_p),
        ("lock_speed", c_void_p),
        ("lock_steady", c_void_p),
        ("lock_ptr", c_void_p),
        ("lock_state", c_void_p),
        ("jacobian", c_void_p),
        ("n_jac", c_int64),
        ("n_jac_room", c_int64),
        ("jac_ptr", c_void_p),
        ("jac_row", c_void_p),
        ("n_delay", c_int64),
        ("delay_kind", c_void_p),
        ("n_work", c_int64),
        ("prepare", c_void_p),
        ("speeds", c_void_p),
        ("look", c_void_p),
        ("n_constant", c_int64),
        ("n_factors", c_int64),
        ("may_be_undefined", c_int64),
        ("limits_oscillation", c_int64),
        ("may_vary", c_int64),
        ("whole", c_void_p),
        ("n_smooth", c_int64),
        ("smooth", c_void_p),
        ("n_block", c_int64),
        ("blocks", POINTER(BlockShape)),
        ("n_switching", c_int64),
        ("switching_counts", c_void_p),
        ("switching_jumps", c_void_p),
        ("switching_lasts", c_void_p),
        ("switching_ptr", c_void_p),
        ("switching_after", c_void_p),
        ("n_angle", c_int64),
        ("n_steep", c_int64),
        ("n_one_way", c_int64),
        ("n_knot", c_int64),
        ("knot_table", c_void_p),
        ("knot_order", c_void_p),
        ("tile", c_void_p),
        ("n_tile", c_int64),
        ("n_passed", c_int64),
        ("tile_ptr", c_void_p),
        ("tile_first", c_void_p),
        ("tile_size", c_void_p),
        ("n_pair", c_int64),
        ("pair_value", c_void_p),
        ("pair_rate", c_void_p),
        ("n_contact", c_int64),
        ("contact_rel", c_void_p),
        ("contact_z", c_void_p),
        ("contact_value", c_void_p),
        ("contact_factor", c_void_p),
        ("contact_massless", c_void_p),
        ("contact_jams", c_void_p),
        ("lock_stops", c_void_p),
        ("lock_push", c_void_p),
        ("lock_on_trial", c_void_p),
        ("lock_slides", c_void_p),
        ("lock_backward", c_void_p),
        ("lock_forward", c_void_p),
        ("n_impact", c_int64),
        ("impact_lock", c_void_p),
        ("n_loss", c_int64),
        ("loss", c_void_p),
        ("n_dissipated", c_int64),
        ("dissipated", c_void_p),
        ("n_foreign", c_int64),
        ("foreign_clock", c_void_p),
        ("foreign_always", c_void_p),
        ("foreign_in_ptr", c_void_p),
        ("foreign_in", c_void_p),
        ("foreign_out_ptr", c_void_p),
        ("foreign_out", c_void_p),
    ]


ForeignCall = ctypes.CFUNCTYPE(
    c_int, c_void_p, c_int64, c_int64, c_double, POINTER(c_double), POINTER(c_double)
)
"""`dt_foreign_call`: computes a block by another program."""


class UnitData(ctypes.Structure):
    """`dt_unit`: one instance of a unit for model exchange."""

    _fields_ = [
        ("instance", c_void_p),
        ("version", c_int64),
        ("n_x", c_int64),
        ("n_u", c_int64),
        ("n_y", c_int64),
        ("n_g", c_int64),
        ("n_in", c_int64),
        ("n_out", c_int64),
        ("set_time", c_void_p),
        ("set_states", c_void_p),
        ("set_inputs", c_void_p),
        ("get_rates", c_void_p),
        ("get_outputs", c_void_p),
        ("get_indicators", c_void_p),
        ("get_directional", c_void_p),
        ("completed_step", c_void_p),
        ("input", c_void_p),
        ("output", c_void_p),
        ("known", c_void_p),
        ("unknown", c_void_p),
        ("directional", c_void_p),
        ("reads_ptr", c_void_p),
        ("reads", c_void_p),
        ("factor", c_void_p),
        ("offset", c_void_p),
        ("nominal", c_void_p),
        ("mode", c_double),
        ("time", c_double),
        ("argument", c_void_p),
        ("value", c_void_p),
        ("work", c_void_p),
        ("slope", c_void_p),
        ("slope_known", c_void_p),
        ("told", c_int64),
        ("has", c_int64),
        ("failed", c_int64),
        ("status", c_int64),
    ]


class Settings(ctypes.Structure):
    """`dt_settings`: times, tolerances, limits and parameter values of one run."""

    _fields_ = [
        ("start_time", c_double),
        ("stop_time", c_double),
        ("span", c_double),
        ("interval", c_double),
        ("n_output", c_int64),
        ("output_times", c_void_p),
        ("max_step", c_double),
        ("initial_step", c_double),
        ("event_noise", c_double),
        ("lock_tolerance", c_double),
        ("max_steps", c_int64),
        ("max_events_per_instant", c_int64),
        ("max_event_iterations", c_int64),
        ("atol", c_void_p),
        ("rtol", c_void_p),
        ("size_limit", c_void_p),
        ("parameters", c_void_p),
        ("tables", c_void_p),
        ("table_offset", c_void_p),
        ("sample_start", c_void_p),
        ("sample_interval", c_void_p),
        ("memory", c_void_p),
        ("method", c_int64),
        ("delay_longest", c_void_p),
        ("short_rows", c_int64),
        ("seconds_per_call", c_double),
        ("step_probes", c_int64),
    ]


class Selection(ctypes.Structure):
    """`dt_selection`: columns selected from rows."""

    _fields_ = [
        ("width", c_int64),
        ("function", c_void_p),
        ("n_taken", c_int64),
        ("from_", c_void_p),
        ("to", c_void_p),
        ("n_opposite", c_int64),
        ("opposite", c_void_p),
        ("n_past", c_int64),
    ]


class Slopes(ctypes.Structure):
    """`dt_slopes`: slopes of some quantities that are not always zero."""

    _fields_ = [
        ("function", c_void_p),
        ("n_quantity", c_int64),
        ("first", c_int64),
        ("ptr", c_void_p),
        ("column", c_void_p),
    ]


class Sensitivity(ctypes.Structure):
    """`dt_sensitivity`: what is differentiated along a run."""

    _fields_ = [
        ("n_direction", c_int64),
        ("n_parameter", c_int64),
        ("n_row", c_int64),
        ("parameters", c_void_p),
        ("sizes", c_void_p),
        ("start", c_void_p),
        ("rates", POINTER(Slopes)),
        ("tangent", c_void_p),
        ("n_given", c_int64),
        ("crossings", POINTER(Slopes)),
        ("events", POINTER(Slopes)),
        ("switches", POINTER(Slopes)),
        ("n_imposed", c_int64),
        ("imposed", c_void_p),
        ("n_latched", c_int64),
        ("latched", c_void_p),
        ("start_latched", c_void_p),
        ("latches", POINTER(Slopes)),
        ("delays", POINTER(Slopes)),
        ("seeks_start", c_int64),
    ]


class DirectionVerdict(ctypes.Structure):
    """`dt_verdict_on_direction`: why there is no derivative."""

    _fields_ = [("code", c_int64), ("part", c_int64), ("time", c_double)]


class Series(ctypes.Structure):
    """`dt_batch`: runs that differ in parameters."""

    _fields_ = [
        ("n_runs", c_int64),
        ("n_parameters", c_int64),
        ("parameters", c_void_p),
        ("sample_start", c_void_p),
        ("sample_interval", c_void_p),
        ("delay_longest", c_void_p),
        ("x0", c_void_p),
        ("pre0", c_void_p),
        ("n_expected", c_int64),
        ("column", c_void_p),
        ("expected", c_void_p),
        ("within", c_void_p),
        ("run", c_int64),
        ("n_rows", c_void_p),
        ("probes", c_void_p),
        ("stats", c_void_p),
        ("left", c_void_p),
    ]


class Span(ctypes.Structure):
    """`dt_span`: the step requested from an external integrator."""

    _fields_ = [
        ("start", c_double),
        ("end", c_double),
        ("fresh", c_int64),
        ("x", POINTER(c_double)),
        ("xdot", POINTER(c_double)),
    ]


class Stats(ctypes.Structure):
    """`dt_stats`: counters of one run."""

    _fields_ = [
        ("steps", c_int64),
        ("rejected_steps", c_int64),
        ("rhs_evaluations", c_int64),
        ("full_evaluations", c_int64),
        ("state_events", c_int64),
        ("time_events", c_int64),
        ("event_iterations", c_int64),
        ("mixed_sweeps", c_int64),
        ("pivots", c_int64),
        ("searches", c_int64),
        ("lock_corrections", c_int64),
        ("dormant_crossings", c_int64),
        ("stiff_steps", c_int64),
        ("jacobians", c_int64),
        ("factorisations", c_int64),
        ("switches", c_int64),
        ("impulses", c_int64),
    ]


class StepProbe(ctypes.Structure):
    """`dt_step_probe`: check of steps against their rates."""

    _fields_ = [
        ("steps", c_int64),
        ("refined", c_int64),
        ("ratio", c_double),
        ("quantity", c_int64),
        ("begin", c_double),
        ("end", c_double),
        ("change", c_double),
        ("integral", c_double),
        ("allowed", c_double),
    ]


class Change(ctypes.Structure):
    """`dt_change`: a discrete variable changed in a pass of an event."""

    _fields_ = [
        ("pass_", c_int64),
        ("discrete", c_int64),
        ("before", c_double),
        ("after", c_double),
    ]


class Failure(ctypes.Structure):
    """`dt_failure`: details of a failure."""

    _fields_ = [
        ("status", c_int64),
        ("time", c_double),
        ("state", c_int64),
        ("block", c_int64),
        ("block_code", c_int64),
        ("assertion", c_int64),
        ("n_relations", c_int64),
        ("relations", POINTER(c_int64)),
        ("n_changes", c_int64),
        ("changes", POINTER(Change)),
        ("delay", c_int64),
        ("lock", c_int64),
        ("accepted", c_int64),
        ("period", c_int64),
        ("count", c_int64),
        ("interval", c_double),
        ("ratio", c_double),
    ]


VERIFY_ROWS = 16


class Equation(ctypes.Structure):
    """`dt_equation`: an equation of a class, and the instances for which it holds."""

    _fields_ = [
        ("n_node", c_int64),
        ("node", c_void_p),
        ("constant", c_void_p),
        ("n_instance", c_int64),
        ("n_place", c_int64),
        ("place", c_void_p),
        ("left", c_int64),
        ("right", c_int64),
        ("discrete", c_int64),
        ("has_relations", c_int64),
    ]


class Verification(ctypes.Structure):
    """`dt_verification`: equations and balances that rows are checked against."""

    _fields_ = [
        ("n_equation", c_int64),
        ("equations", POINTER(Equation)),
        ("n_instance", c_int64),
        ("n_stored", c_int64),
        ("stored", POINTER(Equation)),
        ("n_supplied", c_int64),
        ("supplied", c_void_p),
        ("n_dissipated", c_int64),
        ("dissipated", c_void_p),
        ("energy_jumps", c_int64),
        ("most_nodes", c_int64),
        ("largest_gap", c_double),
    ]


class Verdict(ctypes.Structure):
    """`dt_verdict`: findings for the rows that were checked."""

    _fields_ = [
        ("n_rows", c_int64),
        ("rows", c_int64 * VERIFY_ROWS),
        ("n_looked", c_int64),
        ("n_missed", c_int64),
        ("equation", c_int64),
        ("instance", c_int64),
        ("row", c_int64),
        ("value", c_double),
        ("size", c_double),
        ("scaled", c_double),
        ("energy", c_double),
        ("imbalance", c_double),
        ("unbalanced", c_int64),
    ]


class RowsOfRuns(ctypes.Structure):
    """`dt_rows_of_runs`: complete rows of many runs, run after run."""

    _fields_ = [
        ("n_runs", c_int64),
        ("n_rows", c_void_p),
        ("most_equations", c_void_p),
        ("most_rows", c_void_p),
        ("width", c_int64),
        ("rows", c_void_p),
        ("n_parameters", c_int64),
        ("parameters", c_void_p),
        ("tables", c_void_p),
        ("table_offset", c_void_p),
    ]


def library_path() -> Path:
    """Return the expected path of the library: next to this module.

    The environment variable ``DRIVETRAIN_KERNEL`` specifies another one, such as a build with
    sanitizers.

    Returns
    -------
    pathlib.Path
        Path of the shared library; it need not exist.
    """
    other = os.environ.get("DRIVETRAIN_KERNEL")
    if other:
        return Path(other)
    return Path(__file__).with_name("libdrivetrain_kernel" + _SUFFIX)


def _stepping() -> dict[str, tuple[type | None, list[type]]]:
    """Return the types of the functions that make, change and save a run step by step."""
    doubles = c_void_p
    return {
        "dt_step_to": (c_int, [c_void_p, c_double, doubles, c_int64, POINTER(c_int64), c_int64]),
        "dt_interrupt": (c_int, [c_void_p, doubles]),
        "dt_place": (c_int, [c_void_p, doubles, doubles]),
        "dt_renew": (None, [c_void_p]),
        "dt_prolong": (None, [c_void_p, c_double]),
        "dt_set_foreign": (None, [c_void_p, ForeignCall, c_void_p]),
        "dt_foreign_circles": (c_int64, [c_void_p]),
        "dt_set_units": (None, [c_void_p, c_void_p, c_int64]),
        "dt_state_size": (c_int64, [c_void_p]),
        "dt_save": (None, [c_void_p, doubles]),
        "dt_restore": (c_int, [c_void_p, doubles, c_int64]),
    }


def _verifying() -> dict[str, tuple[type | None, list[type]]]:
    """Return the types of the functions that check the rows of a run."""
    doubles = c_void_p
    return {
        "dt_pick_rows": (c_int64, [doubles, c_int64, c_int64, c_int64, c_void_p]),
        "dt_verify": (
            None,
            [
                POINTER(Verification),
                c_double,
                c_int64,
                doubles,
                *[c_int64] * 3,
                *[doubles] * 4,
                POINTER(Verdict),
            ],
        ),
        "dt_verify_runs": (
            None,
            [POINTER(Verification), c_double, POINTER(RowsOfRuns), doubles, doubles],
        ),
    }


def _carrying() -> dict[str, tuple[type | None, list[type]]]:
    """Return the types of the functions that carry sensitivities with a run."""
    return {
        "dt_attach_sensitivity": (c_int, [c_void_p, POINTER(Sensitivity)]),
        "dt_sensitivity_limits": (c_int, [c_void_p, c_void_p]),
        "dt_sensitivity_refuse": (None, [c_void_p, c_int64, c_int64]),
        "dt_sensitivity_present": (None, [c_void_p, c_void_p]),
        "dt_take_sensitivity_rows": (c_int64, [c_void_p, POINTER(c_void_p)]),
        "dt_drop_rows": (None, [c_void_p]),
        "dt_compare_rows": (
            None,
            [c_int64, c_int64, *([c_void_p, c_int64, c_void_p] * 2), c_void_p, c_void_p],
        ),
        "dt_sensitivity_events": (c_int64, [c_void_p, POINTER(c_void_p)]),
        "dt_sensitivity_verdicts": (c_void_p, [c_void_p]),
    }


def _declare(library: ctypes.CDLL) -> None:
    """Declare argument and result types of every exported function."""
    doubles = c_void_p
    signatures: dict[str, tuple[type | None, list[type]]] = {
        "dt_abi_version": (c_int64, []),
        "dt_table": (c_double, [doubles, c_double, c_int64]),
        "dt_table_bend": (c_double, [doubles, c_double, c_double]),
        "dt_table_turn": (c_double, [doubles, c_double]),
        "dt_table_beside": (c_double, [doubles, c_double, c_int64, c_double]),
        "dt_floor_bend": (c_double, [c_double, c_double]),
        "dt_table_many": (None, [doubles, c_int64, doubles, c_int64, doubles]),
        "dt_solve": (c_int, [c_int64, doubles, doubles, doubles]),
        "dt_solve_again": (c_int, [c_int64, doubles, doubles, doubles, doubles]),
        "dt_solve_sized": (c_int, [c_int64, *[doubles] * 5, c_uint64]),
        "dt_solve_limited": (c_int, [c_int64, *[doubles] * 5, c_uint64, c_int64, doubles]),
        "dt_newton": (c_int, [c_int64, c_void_p, c_void_p, doubles, doubles, doubles, doubles]),
        "dt_delay": (c_double, [c_void_p, c_int64, c_double]),
        "dt_delay_rate": (c_double, [c_void_p, c_int64, c_double]),
        "dt_chain": (None, [c_void_p, c_int64, c_int64, c_int64, doubles]),
        "dt_elementary_function": (c_void_p, [c_char_p]),
        "dt_sparse_create": (c_void_p, [c_int64, doubles, doubles]),
        "dt_sparse_destroy": (None, [c_void_p]),
        "dt_sparse_order": (c_int, [c_void_p, doubles, doubles]),
        "dt_sparse_factor": (c_int, [c_void_p, doubles]),
        "dt_sparse_solve": (None, [c_void_p, doubles]),
        "dt_sparse_entries": (c_int64, [c_void_p]),
        "dt_block_create": (c_void_p, [POINTER(BlockShape)]),
        "dt_block_destroy": (None, [c_void_p]),
        "dt_block_factor": (c_int, [c_void_p, doubles]),
        "dt_block_rank": (c_int64, [c_void_p]),
        "dt_block_solve": (c_int, [c_void_p, doubles, doubles, doubles]),
        "dt_solve_block": (c_int, [c_void_p, c_int64, doubles, doubles, doubles]),
        "dt_create": (c_void_p, [POINTER(Model), POINTER(Settings)]),
        "dt_destroy": (None, [c_void_p]),
        "dt_row_length": (c_int64, [c_void_p]),
        "dt_initialise": (c_int, [c_void_p, c_double, doubles, doubles]),
        "dt_probe": (c_int, [c_void_p, c_double, doubles, doubles, doubles, doubles]),
        "dt_probe_nearby": (c_int, [c_void_p, c_double, doubles, doubles, doubles, doubles]),
        "dt_advance": (c_int, [c_void_p, doubles, c_int64, POINTER(c_int64), c_int64]),
        "dt_run_batch": (
            c_int,
            [POINTER(Model), POINTER(Settings), POINTER(Series), doubles, c_int64, c_int64],
        ),
        "dt_text_rows": (c_int64, [doubles, c_int64, c_int64, *3 * [c_void_p]]),
        "dt_jacobian_to_come": (c_int, [c_void_p]),
        "dt_set_jacobian": (c_int, [c_void_p, POINTER(Model)]),
        "dt_get_matrix": (c_int64, [c_void_p, *3 * [POINTER(c_void_p)]]),
        "dt_set_pivots": (c_int, [c_void_p, doubles, doubles]),
        "dt_get_span": (None, [c_void_p, POINTER(Span)]),
        "dt_rates": (c_int, [c_void_p, c_double, doubles, doubles]),
        "dt_rates_jacobian": (c_int, [c_void_p, c_double, doubles, POINTER(c_void_p)]),
        "dt_take_step": (None, [c_void_p, c_double, doubles, doubles]),
        "dt_give_up": (c_int, [c_void_p]),
        "dt_complete": (c_int, [c_void_p, doubles, c_int64, doubles]),
        "dt_select": (c_int, [c_void_p, POINTER(Selection), doubles, c_int64, doubles]),
        "dt_current": (None, [c_void_p, doubles]),
        "dt_last": (None, [c_void_p, doubles]),
        "dt_tried": (c_int, [c_void_p, doubles]),
        "dt_contradiction": (c_int64, [c_void_p, c_int64, POINTER(c_double), doubles]),
        "dt_get_step_probe": (None, [c_void_p, POINTER(StepProbe)]),
        "dt_get_stats": (None, [c_void_p, POINTER(Stats)]),
        "dt_get_failure": (None, [c_void_p, POINTER(Failure)]),
    }
    for name, (result, arguments) in (
        signatures | _stepping() | _verifying() | _carrying()
    ).items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments


@cache
def address_of(name: str) -> int:
    """Return the address of an exported function.

    Parameters
    ----------
    name : str
        Its name in `drivetrain_kernel.h`.
    """
    function = getattr(load_library(), name)
    return ctypes.cast(function, c_void_p).value or 0


@cache
def load_library() -> ctypes.CDLL:
    """Load the kernel, once.

    Returns
    -------
    ctypes.CDLL
        The library with the types of its functions declared. Calls release the interpreter lock.

    Raises
    ------
    DrivetrainError
        The library is missing, cannot be loaded, or its version differs from that of this binding.
    """
    path = library_path()
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise DrivetrainError(
            f"the simulation kernel was looked for at {path} and cannot be loaded: {error}; "
            "install the package again (pip install .), or build it in a source tree with "
            "cmake -S . -B build && cmake --build build"
        ) from error
    library.dt_abi_version.restype = c_int64
    found = library.dt_abi_version()
    if found != ABI_VERSION:
        raise DrivetrainError(
            f"the simulation kernel at {path} has interface version {found}, this package needs "
            f"{ABI_VERSION}; build it again"
        )
    _declare(library)
    return library
