"""Consistent modes: the ways in which they are sought."""

import ctypes

import numpy as np

from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.library import Io

MISSED = {(0, 0): (1.0, 2.0), (0, 1): (-1.0, 1.0), (1, 0): (-1.0, -1.0), (1, 1): (-1.0, -1.0)}
"""What two relations compare with zero for each pair of their values: (0, 1) alone agrees."""


def settled_by(full, n_y):
    """Return a solver of a model with one state and two relations that decide each other."""
    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Io))(full)
    address = ctypes.cast(function, ctypes.c_void_p).value
    model = KernelModel(
        ode_address=address, full_address=address, n_x=1, n_y=n_y, strict=[True, True],
        rel_block=[0, 0], keep_alive=function,
    )  # fmt: skip
    return Solver(model, start_time=0.0, stop_time=1.0, interval=1.0)


def test_what_is_missed_by_most_changes_first_where_the_first_one_leads_nowhere():
    """Both at once, and one after the other from the first on, lead back to the start."""

    def full(io):
        modes = io[0].rel[0], io[0].rel[1]
        if io[0].g:
            io[0].g[0], io[0].g[1] = MISSED[modes]
        io[0].y[0], io[0].y[1] = modes
        io[0].xdot[0] = 0.0
        return 0

    with settled_by(full, 2) as solver:
        assert solver.initialise([0.0]) is Status.DONE
        rows, status = solver.advance()
        assert status is Status.DONE
        assert rows[-1, -2:].tolist() == [0.0, 1.0]
        assert solver.stats.searches == 0


def test_beside_a_point_its_modes_are_kept_where_sweeps_find_none():
    """Beyond 0.5 no modes agree: only a difference from below may be taken there."""

    def full(io):
        modes, x = (io[0].rel[0], io[0].rel[1]), io[0].x[0]
        if io[0].g:
            wrong = tuple(1.0 - 2.0 * mode for mode in modes)
            io[0].g[0], io[0].g[1] = (-1.0, 1.0) if x < 0.5 else wrong
        io[0].y[0], io[0].y[1], io[0].y[2] = *modes, x
        io[0].xdot[0] = 0.0
        return 0

    with settled_by(full, 3) as solver:
        assert solver.probe_nearby(0.0, [1.0])[2] is Status.NO_MODES  # beside nothing
        at, _, status = solver.probe(0.0, [0.0])
        assert status is Status.DONE
        beside, _, status = solver.probe_nearby(0.0, [1.0])
        assert status is Status.DONE
        assert at[-3:].tolist() == [0.0, 1.0, 0.0]
        assert beside[-3:].tolist() == [0.0, 1.0, 1.0]
        assert solver.probe(0.0, [1.0])[2] is Status.NO_MODES
        assert solver.probe_nearby(0.0, [0.25])[0][-3:].tolist() == [0.0, 1.0, 0.25]


def test_what_alone_contradicts_itself_is_told_with_its_values():
    """The second relation is false where it is true, and the other way round; the first is true."""

    def full(io):
        first, second = io[0].rel[0], io[0].rel[1]
        if io[0].g:
            io[0].g[0], io[0].g[1] = 1.0, -0.25 if second else 0.75
        io[0].y[0], io[0].y[1], io[0].y[2] = first, second, 3.0 + second
        io[0].xdot[0] = 0.0
        return 0

    with settled_by(full, 3) as solver:
        assert solver.initialise([0.0]) is Status.NO_MODES
        before = solver.current
        told = sorted(solver.contradictions(), key=lambda one: one.holds)
        assert [(one.relation, one.holds, one.missed) for one in told] == [
            (1, False, 0.25), (1, True, 0.75)
        ]  # fmt: skip
        assert [one.row[-3:].tolist() for one in told] == [[1.0, 1.0, 4.0], [1.0, 0.0, 3.0]]
        np.testing.assert_array_equal(solver.current, before)


def test_nothing_contradicts_itself_where_modes_were_found():
    def full(io):
        if io[0].g:
            io[0].g[0], io[0].g[1] = 1.0, 1.0
        io[0].xdot[0] = 0.0
        return 0

    with settled_by(full, 0) as solver:
        assert solver.initialise([0.0]) is Status.DONE
        assert list(solver.contradictions()) == []


def outcome(found, *, memory=(), **more):
    """Return status, final modes, memory and statistics of a model of which `found` tells the rest.

    `found` takes the modes and the memory and returns crossing functions and new memory.
    """
    n = len(more["rel_block"])
    n_y = n + len(memory)

    def full(io):
        modes = tuple(io[0].rel[k] for k in range(n))
        g, new = found(modes, [io[0].memory[i] for i in range(len(memory))])
        for k in range(n):
            if io[0].g:
                io[0].g[k] = g[k]
            io[0].y[k] = modes[k]
        for i, value in enumerate(new):
            io[0].memory[i] = io[0].y[n + i] = value
        io[0].xdot[0] = 0.0
        return 0

    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Io))(full)
    address = ctypes.cast(function, ctypes.c_void_p).value
    model = KernelModel(
        ode_address=address, full_address=address, n_x=1, n_y=n_y, strict=[True] * n,
        n_memory=len(memory), shares=[True] * len(memory), keep_alive=function, **more,
    )  # fmt: skip
    with Solver(
        model, start_time=0.0, stop_time=1.0, interval=1.0, memory=np.array(memory, dtype=float)
    ) as solver:
        status = solver.initialise([0.0])
        values = solver.current[-n_y:] if n_y else np.zeros(0)
        return status, values[:n].tolist(), values[n:], solver.stats


def nearest(point, normal, level):
    """Return the point of the line normal·p = level that is nearest to another one."""
    p, a = np.array(point), np.array(normal)
    return p + a * (level - a @ p) / (a @ a)


def test_one_that_moves_the_wrong_way_is_tried_at_rest_first():
    """Forward cannot be; both at rest and moving backward agree with themselves."""
    missed = {(0, 0): (-1.0, -1.0), (1, 0): (-1.0, 1.0), (0, 1): (-1.0, 1.0), (1, 1): (-1.0, -1.0)}
    missed_at_first = {**missed, (0, 0): (1.0, -1.0)}
    passes = []

    def found(modes, memory):
        passes.append(modes)
        return (missed_at_first if len(passes) == 1 else missed)[modes], ()

    status, modes, _, _ = outcome(found, rel_block=[0, 0])
    assert status is Status.DONE
    assert passes[:3] == [(0.0, 0.0), (1.0, 0.0), (0.0, 0.0)]
    assert modes == [0.0, 0.0]


def test_what_is_upstream_is_settled_first():
    """The second system cycles until the first one has its modes, and then no more."""
    settled = {(0, 0): (1.0, 1.0), (1, 1): (-1.0, -1.0), (1, 0): (1.0, -1.0), (0, 1): (-1.0, -1.0)}
    unsettled = {**settled, (1, 0): (-1.0, 1.0)}

    def found(modes, memory):
        return (1.0, *(settled if modes[0] else unsettled)[modes[1:]]), ()

    status, modes, _, stats = outcome(found, rel_block=[0, 1, 1])
    assert status is Status.DONE
    assert modes == [1.0, 1.0, 0.0]
    assert (stats.searches, stats.pivots) == (0, 2)


def test_every_pattern_is_judged_with_the_torques_of_before():
    """The first one tried leaves no trace in the shares of the second."""

    def found(modes, memory):
        new = nearest(memory, (1, 3), 1.0) if not modes[0] else nearest(memory, (1, -1), 0.5)
        return (new[0],), new

    status, modes, shares, _ = outcome(found, memory=(0.0, 0.0), rel_block=[0])
    assert status is Status.DONE
    assert modes == [1.0]
    np.testing.assert_allclose(shares, nearest((0.0, 0.0), (1, -1), 0.5), rtol=0, atol=1e-15)


def test_rounding_may_be_larger_than_presumed():
    """Beside a crossing function of 1 another one misses by 10⁻¹¹ at both sides."""

    def found(modes, memory):
        return (-1e-11 if modes[0] else 1e-11, -1.0), ()

    assert outcome(found, rel_block=[0, 0])[0] is Status.DONE


def test_what_is_missed_by_more_than_rounding_is_an_error():
    def found(modes, memory):
        return (-1e-9 if modes[0] else 1e-9, -1.0), ()

    assert outcome(found, rel_block=[0, 0])[0] is Status.NO_MODES
