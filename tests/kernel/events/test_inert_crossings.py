"""Relations that change without influence: no event, and none missed that has influence."""

import numpy as np
import pytest

from drivetrain.kernel.binding import RowFlag, Status

WINDOW = {"n_x": 2, "n_z": 1, "n_time_rel": 1, "strict": [True, True]}
ONE_STEP = {"initial_step": 1.0, "max_step": 1.0, "interval": 0.25}


def run_window(make_model, run, low, high, matters, since, **settings):
    """Run z = (low < x < high and matters and time >= since) with x = time in few steps."""
    parameters = [low, high, matters, since]
    model = make_model("window", **WINDOW)
    rows, status, solver = run(model, [0, 0], [0], parameters=parameters, **ONE_STEP | settings)
    assert status is Status.DONE
    return rows, solver.stats


def instants(rows):
    return list(rows[rows[:, 1] == RowFlag.LEFT, 0])


@pytest.mark.parametrize("high", [0.3, 0.6, 0.95])
def test_crossings_without_influence_are_no_events(make_model, run, high):
    rows, stats = run_window(make_model, run, 0.2, high, 0, 0.0)
    assert instants(rows) == []
    assert stats.state_events == 0
    assert stats.dormant_crossings == 2
    assert stats.steps == 1


@pytest.mark.parametrize(("low", "high"), [(0.2, 0.3), (0.2, 0.7), (0.6, 0.7), (0.1, 0.9)])
def test_relations_that_matter_only_together_are_events(make_model, run, low, high):
    """At the end of the step neither alone nor both together they make a difference."""
    rows, stats = run_window(make_model, run, low, high, 1, 0.0)
    assert np.allclose(instants(rows), [low, high], rtol=0, atol=1e-15)
    assert rows[-1, 3] == pytest.approx(high - low, abs=1e-14)
    assert stats.state_events == 2


def test_a_relation_that_matters_later_has_its_value_by_then(make_model, run):
    rows, stats = run_window(make_model, run, 0.2, 2.0, 1, 0.5)
    assert instants(rows) == [0.5]
    assert stats.dormant_crossings + stats.time_events == 1
    (i,) = np.flatnonzero(rows[:, 1] == RowFlag.LEFT)
    assert list(rows[i : i + 2, 4]) == [0.0, 1.0]
    assert rows[i + 1, 1] == RowFlag.RIGHT + RowFlag.SCHEDULED


def test_a_crossing_at_a_scheduled_instant_is_a_scheduled_event(make_model, run):
    rows, stats = run_window(make_model, run, -1.0, 0.25, 1, 0.25)
    assert list(rows[rows[:, 0] == 0.25, 1]) == [RowFlag.LEFT, RowFlag.RIGHT + RowFlag.SCHEDULED]
    assert stats.time_events == 1


def test_sliding_friction_counts_only_changes_of_mode(make_network):
    """One disc on a shaft: the limit of sticking is passed while it slides."""
    network = make_network([1.0], [[0.0, 0.0, 5.0]], [[1.0]], [1.0], [1.0])
    rows, status, solver = network.run([3.0], stop_time=4.0, interval=0.01)
    assert status is Status.DONE
    left = np.flatnonzero(rows[:, 1] == RowFlag.LEFT)
    modes = network.values(rows, "locked"), network.values(rows, "mode")
    changed = [any(np.any(v[i] != v[i + 1]) for v in modes) for i in left]
    assert solver.stats.dormant_crossings > 0
    assert all(changed)
