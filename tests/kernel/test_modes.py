"""Consistent modes: the ways in which they are sought."""

import ctypes

import numpy as np

from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.library import Io
from drivetrain.kernel.model import KernelModel

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
        assert solver.probe_beside(0.0, [1.0])[2] is Status.NO_MODES  # beside nothing
        at, _, status = solver.probe(0.0, [0.0])
        assert status is Status.DONE
        beside, _, status = solver.probe_beside(0.0, [1.0])
        assert status is Status.DONE
        assert at[-3:].tolist() == [0.0, 1.0, 0.0]
        assert beside[-3:].tolist() == [0.0, 1.0, 1.0]
        assert solver.probe(0.0, [1.0])[2] is Status.NO_MODES
        assert solver.probe_beside(0.0, [0.25])[0][-3:].tolist() == [0.0, 1.0, 0.25]


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
