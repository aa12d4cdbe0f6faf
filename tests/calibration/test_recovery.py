"""Known parameters come back from noisy data, within what the fit says of itself."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import drivetrain as dt
from drivetrain.calibration import Measured, Sensor, Unknown, problem
from drivetrain.errors import AnalysisWarning
from drivetrain.gradients import final, first
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Damper, Fixed, Inertia, Torque
from tests.calibration.bench import BOTH, SIGMA, TRUTH, bench, record, true_run

TIMES = np.linspace(0.02, 2.0, 40)
BOUNDS = {"clutch.fn_max": (20.0, 80.0), "engine.J": (0.1, 0.4), "brake.d": (0.1, 1.0)}


def within(fit: dt.calibration.Fit, truth: dict[str, float], errors: float = 3.5) -> None:
    """Every estimate is near the truth, beside its standard error."""
    for name, value in truth.items():
        estimate = fit[name]
        assert abs(estimate.value - value) < errors * estimate.standard_error, name


def test_exact_data_give_the_parameters_exactly() -> None:
    data = record(true_run(), TIMES, seed=None)
    fit = dt.fit(bench(), data, observe=BOTH, vary=BOUNDS, sigma=SIGMA)
    assert fit.converged
    for name, value in TRUTH.items():
        assert fit[name].value == pytest.approx(value, rel=1e-6)


def test_noisy_data_give_them_within_their_errors() -> None:
    fit = dt.fit(bench(), record(true_run(), TIMES), observe=BOTH, vary=BOUNDS, sigma=SIGMA)
    within(fit, TRUTH)
    assert fit.uncertainty.degrees == 2 * len(TIMES) - 3
    assert 1e-3 < fit.uncertainty.p_value < 1 - 1e-3
    assert not fit.failures


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """95 % of 200 repetitions, within the 99.9 % range of the binomial distribution."""
    count, level = 200, 0.95
    result = true_run()
    made = problem(
        bench(), record(result, TIMES, seed=None), observe=BOTH,
        vary={name: Unknown(bounds=ends) for name, ends in BOUNDS.items()}, sigma=SIGMA,
    )  # fmt: skip
    exact, rng = made.measured.copy(), np.random.default_rng(3)
    covered = np.zeros(3, dtype=int)
    for _ in range(count):
        fit = made.with_measured(exact + SIGMA * rng.normal(size=len(exact))).fit()
        low, high = fit.interval(level).T
        truth = np.array([TRUTH[name] for name in made.names])
        covered += (low <= truth) & (truth <= high)
    least, most = stats.binom.interval(0.999, count, level)
    assert ((least <= covered) & (covered <= most)).all(), covered


def test_with_unknown_noise_it_is_estimated() -> None:
    data = record(true_run(), TIMES)
    known = dt.fit(bench(), data, observe=BOTH, vary=BOUNDS, sigma=SIGMA)
    fit = dt.fit(bench(), data, observe=BOTH, vary=BOUNDS)
    assert fit.uncertainty.noise == pytest.approx(SIGMA, rel=0.25)
    assert np.isnan(fit.uncertainty.p_value)
    for name in TRUTH:
        assert fit[name].value == pytest.approx(known[name].value, rel=1e-5)
    ratio = fit.standard_errors / known.standard_errors
    assert ratio == pytest.approx(fit.uncertainty.noise / SIGMA, rel=1e-3)


def test_a_pair_that_only_occurs_as_a_product_is_named() -> None:
    vary = {**BOUNDS, "clutch.cgeo": (0.5, 2.0)}
    with pytest.warns(AnalysisWarning, match=r"determine clutch\.fn_max · clutch\.cgeo"):
        fit = dt.fit(bench(), record(true_run(), TIMES), observe=BOTH, vary=vary, sigma=SIGMA)
    (direction,) = fit.uncertainty.directions
    assert direction.is_blind
    assert set(direction.shares) == {"clutch.fn_max", "clutch.cgeo"}
    assert np.isinf(fit["clutch.cgeo"].standard_error)
    assert fit["clutch.cgeo"].note == "not determined"
    assert np.isfinite(fit["engine.J"].standard_error)
    product = fit["clutch.fn_max"].value * fit["clutch.cgeo"].value
    assert product == pytest.approx(TRUTH["clutch.fn_max"], rel=0.03)


def test_a_prior_tells_such_a_pair_apart() -> None:
    vary = {**BOUNDS, "clutch.cgeo": Unknown(bounds=(0.5, 2.0), prior=(1.0, 0.01))}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AnalysisWarning)
        fit = dt.fit(bench(), record(true_run(), TIMES), observe=BOTH, vary=vary, sigma=SIGMA)
    assert fit["clutch.cgeo"].standard_error == pytest.approx(0.01, rel=0.01)
    within(fit, TRUTH)


def test_what_has_no_effect_is_named() -> None:
    vary = {**BOUNDS, "ground.phi0": Unknown(scale=1.0)}
    with pytest.warns(AnalysisWarning, match=r"ground\.phi0 has no effect"):
        fit = dt.fit(bench(), record(true_run(), TIMES), observe=BOTH, vary=vary, sigma=SIGMA)
    assert np.isinf(fit["ground.phi0"].standard_error)


def test_offset_and_gain_of_sensors() -> None:
    data = record(true_run(), TIMES)
    data["n_in"] += 3.0
    data["n_out"] *= 1.05
    observe = {
        "n_in": Sensor("engine.w", offset="drift"), "n_out": Sensor("load.w", gain="gain"),
    }  # fmt: skip
    vary = {"clutch.fn_max": (20, 80), "engine.J": (0.1, 0.4), "drift": (-10, 10), "gain": (0.5, 2)}
    fit = dt.fit(bench(), data, observe=observe, vary=vary, sigma=SIGMA,
                 parameters={"brake.d": TRUTH["brake.d"]})  # fmt: skip
    truth = {"clutch.fn_max": 42.0, "engine.J": 0.21, "drift": 3.0, "gain": 1.05}
    within(fit, truth)
    assert fit["drift"].unit == "rad/s"
    assert fit["gain"].unit == "1"


def test_two_experiments_share_parameters_and_have_their_own() -> None:
    """Another inertia of the load is known, other speeds at the start are not."""
    first_run = true_run()
    second = true_run(**{"load.J": 0.8, "engine.w.start": 120.0})
    fit = dt.fit(
        bench(),
        {
            "small": Measured(record(first_run, TIMES)),
            "large": Measured(record(second, TIMES[::2], seed=5), parameters={"load.J": 0.8}),
        },
        observe=BOTH, sigma=SIGMA,
        vary={**BOUNDS, "engine.w.start": Unknown(bounds=(50.0, 150.0), separate=True)},
    )  # fmt: skip
    within(fit, {**TRUTH, "engine.w.start [small]": 100.0, "engine.w.start [large]": 120.0})
    assert len(fit.problem.experiments) == 2
    assert fit.parameters("large")["load.J"] == 0.8
    assert fit.parameters("large")["engine.w.start"] == fit["engine.w.start [large]"].value
    assert len(fit.residuals) == 2 * len(TIMES) + 2 * len(TIMES[::2])


def test_columns_with_times_of_their_own_and_missing_samples() -> None:
    result = true_run()
    slow = record(result, TIMES[::3])[["t", "n_in"]]
    quick = record(result, TIMES, seed=2)[["t", "n_out"]]
    quick.loc[3:6, "n_out"] = np.nan
    fit = dt.fit(bench(), [slow, quick], observe=BOTH, vary=BOUNDS, sigma=SIGMA)
    within(fit, TRUTH)
    assert len(fit.residuals) == len(slow) + len(quick) - 4
    assert "4 samples are missing" in fit.notes()


def test_units_of_headers_are_converted() -> None:
    data = record(true_run(), TIMES)
    in_rpm = pd.DataFrame({
        "t [ms]": data["t"] * 1e3, "n_in [rpm]": data["n_in"] * 30 / np.pi, "n_out": data["n_out"],
    })  # fmt: skip
    one, other = (
        dt.fit(bench(), table, observe=BOTH, vary=BOUNDS, sigma=SIGMA) for table in (data, in_rpm)
    )
    assert other.x == pytest.approx(one.x, rel=1e-6)


def test_weights_by_a_column_of_deviations() -> None:
    data = record(true_run(), TIMES)
    data["sd"] = SIGMA
    data.loc[5, "n_in"] += 50.0
    data.loc[5, "sd"] = 1e4
    fit = dt.fit(bench(), data, observe={"n_in": "engine.w"}, sigma={"n_in": "sd"},
                 vary={"clutch.fn_max": (20, 80)},
                 parameters={k: TRUTH[k] for k in ("engine.J", "brake.d")})  # fmt: skip
    within(fit, {"clutch.fn_max": 42.0})


def test_a_robust_loss_forgives_outliers() -> None:
    data = record(true_run(), TIMES)
    data.loc[[4, 20, 33], "n_in"] += 40.0
    plain = dt.fit(bench(), data, observe=BOTH, vary=BOUNDS, sigma=SIGMA)
    robust = dt.fit(bench(), data, observe=BOTH, vary=BOUNDS, sigma=SIGMA, loss="cauchy")
    assert "does not fit within the given noise" in str(plain)
    within(robust, TRUTH)
    away = {name: abs(plain[name].value / value - 1) for name, value in TRUTH.items()}
    near = {name: abs(robust[name].value / value - 1) for name, value in TRUTH.items()}
    assert sum(near.values()) < sum(away.values()) / 2


def test_instants_are_data() -> None:
    """Locking at t* ± 2 ms and the final speed tell two parameters, without any samples."""
    result = true_run()
    locked = float(result.events.times("clutch.mode", after="stuck")[0])
    end = float(result.final["load.w"])
    fit = dt.fit(
        bench(),
        outcomes={first("clutch.mode", "stuck"): (locked, 2e-3), final("load.w"): (end, 0.05)},
        vary={"clutch.fn_max": (20.0, 80.0), "brake.d": (0.1, 1.0)},
        parameters={"engine.J": TRUTH["engine.J"]}, stop_time=2.0,
    )  # fmt: skip
    assert fit["clutch.fn_max"].value == pytest.approx(42.0, rel=1e-5)
    assert fit["brake.d"].value == pytest.approx(0.38, rel=1e-5)
    slopes = bench().gradient(
        [first("clutch.mode", "stuck"), final("load.w")], ["clutch.fn_max", "brake.d"],
        given=TRUTH, stop_time=2.0,
    ).values / np.array([[2e-3], [0.05]])  # fmt: skip
    expected = np.sqrt(np.diag(np.linalg.inv(slopes.T @ slopes)))
    assert fit.standard_errors == pytest.approx(expected, rel=1e-3)


def test_an_event_that_does_not_happen_in_the_search_counts_as_late() -> None:
    """From a force with which the clutch does not lock in time the search finds the way back."""
    locked = float(true_run().events.times("clutch.mode", after="stuck")[0])
    fit = dt.fit(
        bench(), record(true_run(), TIMES[:20]), observe=BOTH, sigma=SIGMA,
        outcomes={first("clutch.mode", "stuck"): (locked, 2e-3)},
        vary={"clutch.fn_max": Unknown(10.0, bounds=(5.0, 80.0))}, stop_time=2.0,
        parameters={k: TRUTH[k] for k in ("engine.J", "brake.d")},
    )  # fmt: skip
    within(fit, {"clutch.fn_max": 42.0})
    assert fit.problem.absent > 0
    assert any("did not occur" in line for line in fit.notes())


class Rig(Model):
    """A wheel with a brake, driven by a torque that was recorded."""

    experiment = Experiment(stop_time=2.0)

    road = dt.from_data({"t": [0.0, 2.0], "torque [N.m]": [1.0, 1.0]})
    motor = Torque()
    wheel = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0))
    brake = Damper(d=0.2)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.road.torque >> self.motor.tau
        yield self.motor >> self.wheel >> self.brake >> self.ground


def test_recorded_signals_drive_the_experiments() -> None:
    rig, rng = dt.compile(Rig()), np.random.default_rng(4)
    times = np.linspace(0.0, 2.0, 41)
    tables = []
    for law in (np.sin(3 * times) * 5, np.where(times < 1, 4.0, -2.0)):
        table = pd.DataFrame({"t": times, "torque [N.m]": law})
        run = rig.simulate(parameters={"road.table": table, "wheel.J": 0.6, "brake.d": 0.3},
                           interval=0.05)  # fmt: skip
        table["w"] = run.at(times, "wheel.w") + 0.01 * rng.normal(size=len(times))
        tables.append(Measured(table, inputs="road"))
    fit = dt.fit(rig, tables, observe={"w": "wheel.w"}, sigma=0.01,
                 vary={"wheel.J": (0.1, 2.0), "brake.d": (0.0, 1.0)})  # fmt: skip
    within(fit, {"wheel.J": 0.6, "brake.d": 0.3})
    assert fit.simulate("0").parameters["road.table"].shape == (41, 2)


def test_a_search_over_the_logarithm() -> None:
    vary = {"clutch.fn_max": Unknown(5.0, bounds=(1.0, 1000.0), log=True)}
    given = {k: TRUTH[k] for k in ("engine.J", "brake.d")}
    fit = dt.fit(bench(), record(true_run(), TIMES), observe=BOTH, vary=vary, sigma=SIGMA,
                 parameters=given)  # fmt: skip
    within(fit, {"clutch.fn_max": 42.0})
    (low, high), estimate = fit.interval()[0], fit["clutch.fn_max"].value
    assert low * high == pytest.approx(estimate**2, rel=1e-9)
