"""Whether what broke away at an event could have held."""

import math

import numpy as np
import pytest

from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.series import Series, SeriesStart

INSTANT = 0.3
TORN = {
    "n_x": 1, "n_z": 3, "n_time_rel": 1, "strict": [True, False], "rel_block": [0, 0, -1],
    "hold_locked": [2], "hold_speed": [0], "hold_ptr": [0, 1], "hold_state": [0],
    "hold_mode_ptr": [0, 2], "hold_mode": [1, 2], "hold_release_ptr": [0, 2],
    "hold_release": [0, 1],
}  # fmt: skip
NOTHING = [0.0, 0.0, 0.0]


def torn(make_model, run, first, then, opened=0.0, **settings):
    parameters = [INSTANT, first, then, opened]
    model = make_model("torn", **TORN)
    return run(model, [0.0], [0, 0, 1], parameters=parameters, **settings)


@pytest.mark.parametrize("load", [5.5, 6.005, 7.4])
def test_a_load_of_one_pass_alone_breaks_nothing_away(make_model, run, load):
    rows, status, solver = torn(make_model, run, 10.0, load)
    assert status is Status.DONE
    assert rows[-1, 2] == pytest.approx((load - 5) * (1 - INSTANT))
    found = solver.break_away()
    assert found[:4] == (1, 1, 1, 0)
    assert found.time == INSTANT
    assert found.margin == pytest.approx(7.5 - load)
    assert math.isnan(found.limit)


@pytest.mark.parametrize("load", [7.5, 7.5 + 1e-9, 8.0, 100.0])
def test_what_needs_its_limit_or_more_breaks_away(make_model, run, load):
    found = torn(make_model, run, 10.0, load)[2].break_away()
    assert found[:4] == (1, 1, 0, -1)
    assert np.isnan(found[4:]).all()


def test_what_goes_on_holding_is_not_looked_at(make_model, run):
    assert torn(make_model, run, 7.0, 7.0)[2].break_away()[:4] == (0, 0, 0, -1)


def test_what_is_opened_may_let_go(make_model, run):
    rows, _, solver = torn(make_model, run, 6.0, 6.0, opened=1.0)
    assert rows[-1, 2] > 0
    assert solver.break_away()[:4] == (1, 1, 0, -1)


def test_without_relations_that_release_nothing_is_said(make_model, run):
    kept = {name: value for name, value in TORN.items() if name[:8] not in ("hold_mod", "hold_rel")}
    parameters = [INSTANT, 10.0, 6.0, 0.0]
    solver = run(make_model("torn", **kept), [0.0], [0, 0, 1], parameters=parameters)[2]
    assert solver.break_away()[:4] == (0, 0, 0, -1)


def test_every_run_begins_anew(make_model, run):
    solver = torn(make_model, run, 10.0, 6.0)[2]
    assert solver.break_away().wrong == 1
    solver.initialise([0.0], [0, 0, 1])
    assert solver.break_away()[:4] == (0, 0, 0, -1)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("load", "wrong"), [(1.2, 1), (1.6, 0)])
def test_a_start_that_slides_at_rest_without_need_is_found(make_network, sign, load, wrong):
    """A mass that slides at 1 and holds 1.5 is said to start to slide already."""
    network = make_network([1], [[sign * load, 0, 0]], [[1]], [1], [1.5])
    network.pre0 = [0.0, sign > 0, sign < 0, 0.0]
    rows, status, solver = network.run([0.0])
    assert status is Status.DONE
    assert rows[-1, 2] == pytest.approx(sign * (load - 1))
    found = solver.break_away()
    assert found[:3] == (1, 1, wrong)
    if wrong:
        assert found[3:] == (0, 0.0, pytest.approx(1.5 - load), pytest.approx(1.5))


def test_two_that_tear_each_other_loose_are_found(make_network):
    """Shafts under -1.4 and 2.7, a clutch between them, a brake at the second; both hold 1.5.

    At rest they carry 1.4 and 1.3. Once one of them slides at 1 the other needs more than 1.5.
    """
    network = make_network(
        [1, 1], [[-1.4, 0, 0], [2.7, 0, 0]], [[-1, 1], [0, 1]], [1] * 2, [1.5] * 2
    )
    assert network.run([0.0, 0.0])[2].break_away()[:2] == (0, 0)
    network.pre0 = [0.0, 1.0, 0.0, 0.0] * 2
    rows, _, solver = network.run([0.0, 0.0])
    assert rows[-1, 2:4] == pytest.approx([-0.4, 0.7])
    expected = (2, 2, 2, 1, 0.0, pytest.approx(0.2), pytest.approx(1.5))
    assert solver.break_away() == expected


def test_where_one_of_two_has_to_go_it_may_be_either(make_network):
    """A shaft under 1.6 on a clutch that holds 1.7, then a brake that holds 1.5; both slide at 1.

    The clutch slides and the brake holds 1. Or the brake slides and the clutch holds 1.3.
    """
    incidence, drive = [[1, -1], [0, 1]], [[1.6, 0, 0], NOTHING]
    network = make_network([1, 1], drive, incidence, [1, 1], [1.7, 1.5])
    network.pre0 = [0.0, 1.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0]
    rows, _, solver = network.run([0.0, 0.0])
    assert rows[-1, 2:4] == pytest.approx([0.6, 0.0])
    assert solver.break_away()[:3] == (1, 1, 0)


def test_rounding_of_a_speed_that_vanishes_at_once_is_no_motion(make_network):
    """It slides for 1e-14 s, since less than what it slides at drives it."""
    network = make_network([1], [[0.5, 0, 0]], [[1]], [1], [1.5])
    rows, _, solver = network.run([1e-14])
    assert rows[-1, 2] == 0.0
    assert solver.break_away().wrong == 0


def test_rounding_of_a_speed_that_grows_is(make_network):
    network = make_network([1], [[1.2, 0, 0]], [[1]], [1], [1.5])
    rows, _, solver = network.run([1e-14])
    assert rows[-1, 2] == pytest.approx(0.2)
    assert solver.break_away()[:4] == (1, 1, 1, 0)


def test_waiting_at_a_limit_beside_another_element_is_no_motion(make_network):
    """Limits 1 and 2 on one shaft: the weaker one goes to its limit before both let go."""
    network = make_network([1], [[0, 5, 0]], [[1], [1]], [1, 2], [1, 1])
    solver = network.run([0.0])[2]
    found = solver.break_away()
    assert found.seen == found.checked == 2
    assert found.wrong == 0


@pytest.mark.parametrize("peak", [1.0, 1.4])
def test_a_ramp_breaks_away_when_it_has_to(make_network, peak):
    network = make_network([1], [[0, 2, 0]], [[1]], [1], [peak])
    assert network.run([0.0])[2].break_away()[:4] == (1, 1, 0, -1)


def test_checks_leave_no_trace(make_network):
    network = make_network([1, 2], [[0, 0, 1.6], NOTHING], [[1, -1], [0, 1]], [1, 1], [1.3, 1])
    rows, _, solver = network.run([0.0, 0.0], stop_time=10)
    assert solver.break_away().checked > 10
    network.model.struct.hold_release_ptr = None
    without, _, other = network.run([0.0, 0.0], stop_time=10)
    assert other.break_away().seen == 0
    assert np.array_equal(rows, without)
    assert solver.stats == other.stats


def test_checks_take_a_small_part_of_the_work_only(make_network):
    ones, alike = np.ones(8), np.eye(8)
    network = make_network(ones, [[0, 0, 1.5]] * 8, alike, ones, 1.3 * ones)
    solver = network.run(np.zeros(8), stop_time=30, interval=30, atol=1e-4, rtol=1e-4)[2]
    found, made = solver.break_away(), solver.stats.rhs_evaluations + solver.stats.full_evaluations
    assert found.wrong == 0
    assert 30 < found.checked < found.seen
    assert found.checked <= 16 + made / 64


def test_runs_of_a_series_are_checked_one_by_one(make_model):
    sets = np.array([[INSTANT, 10, 6, 0], [INSTANT, 10, 8, 0], [0.5, 9, 7, 0], [0.2, 1, 1, 0.0]])
    none = np.empty((len(sets), 0))
    settings = {"start_time": 0.0, "stop_time": 1.0, "interval": 0.5}
    nowhere = np.empty(0)
    begin = SeriesStart(np.zeros(1), np.array([0.0, 0.0, 1.0]), nowhere, nowhere, nowhere)
    with Solver(make_model("torn", **TORN), parameters=sets[0], **settings) as like:
        series = Series(like, parameters=sets, start=begin, sample_start=none,
                        sample_interval=none, delay_longest=none)  # fmt: skip
    ended, left = series.advance(1000, 10_000)
    assert left is None
    assert len(ended) == len(sets)
    found = series.break_aways
    assert found["wrong"].tolist() == [1, 0, 1, 0]
    assert found["seen"].tolist() == [1, 1, 1, 0]
    assert found["hold"].tolist() == [0, -1, 0, -1]
    assert found["time"][[0, 2]].tolist() == [INSTANT, 0.5]
    assert found["margin"][[0, 2]] == pytest.approx([1.5, 0.5])
