"""The search itself: many starts, failures, timing, kinks, profiles, bootstrap, open ends."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.calibration import Sensor, Unknown, problem
from drivetrain.errors import AnalysisError, AnalysisWarning, MemberError, UsageError
from drivetrain.modeling import Experiment, Model, constant, ensure, fixed, parameter
from drivetrain.rotational import BearingFriction, Damper, Fixed, Inertia, Torque
from tests.calibration.bench import BOTH, SIGMA, TRUTH, bench, record, true_run

TIMES = np.linspace(0.02, 2.0, 40)
TWO = {"clutch.fn_max": (20.0, 80.0), "engine.J": (0.1, 0.4)}
REST = {"brake.d": TRUTH["brake.d"]}


def two(**changes: Any) -> Any:
    """Return a problem of two unknowns."""
    asked = {"observe": BOTH, "sigma": SIGMA, "vary": TWO, "parameters": REST, **changes}
    return problem(bench(), record(true_run(), TIMES), **asked)


def test_many_starts_lead_to_one_end() -> None:
    fit = two().fit(starts=6, seed=2)
    table = fit.starts.to_pandas()
    assert len(table) == 6
    assert table["cost"].is_monotonic_increasing
    assert table["cost"].iloc[0] == pytest.approx(fit.cost)
    assert "6 starts: 6 of 6 searches end at the best fit" in str(fit)
    again = two().fit(starts=6, seed=2)
    assert again.starts.to_pandas().equals(table)
    with pytest.raises(MemberError, match="ask for more by starts=8"):
        two().fit().starts  # noqa: B018


def test_many_starts_need_bounds() -> None:
    with pytest.raises(UsageError, match=r"engine\.J has none"):
        two(vary={"clutch.fn_max": (20, 80), "engine.J": None}).fit(starts=3)


class Fragile(Model):
    """A wheel whose assertion ends runs in which it turns too fast."""

    experiment = Experiment(stop_time=1.0)

    tau = parameter(1.0, unit="N.m", doc="Torque")
    motor = Torque()
    wheel = Inertia(J=0.1, phi=fixed(0.0), w=fixed(0.0))
    brake = Damper(d=0.02)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.motor.tau == self.tau
        yield self.motor >> self.wheel >> self.brake >> self.ground
        yield ensure(self.wheel.w < constant(40.0, "rad/s"), "it burst")


def fragile(**changes: Any) -> Any:
    times = np.linspace(0.05, 1.0, 20)
    run = dt.simulate(Fragile(), parameters={"tau": 3.5}, interval=0.05)
    data = {"t": times, "w": run.at(times, "wheel.w")}
    asked = {"observe": {"w": "wheel.w"}, "sigma": 0.05, **changes}
    return problem(Fragile(), data, **asked)


def test_runs_that_fail_are_large_finite_residuals_and_counted() -> None:
    made = fragile(vary={"tau": (0.1, 20.0)})
    good, bad = made.residuals([3.0]), made.residuals([15.0])
    assert np.isfinite(bad).all()
    assert np.abs(bad).min() > 100 * np.abs(good).max()
    assert sum(made.failures.values()) == 1
    assert "it burst" in next(iter(made.failures))
    fit = made.fit()
    assert fit["tau"].value == pytest.approx(3.5, rel=1e-5)
    many = fragile(vary={"tau": (0.1, 20.0)}).fit(starts=8, seed=1)
    assert many["tau"].value == pytest.approx(3.5, rel=1e-5)
    assert sum(many.failures.values()) > 0
    assert any("runs failed during the search" in line for line in many.notes())


def test_a_start_that_fails_is_refused_with_the_reason() -> None:
    with pytest.raises(AnalysisError, match="it burst"):
        fragile(vary={"tau": Unknown(15.0, bounds=(0.1, 20.0))}).fit()


def test_values_out_of_bounds_of_the_model_are_failures_not_errors() -> None:
    """The search of somebody else may ask for anything."""
    made = two(vary={"clutch.fn_max": None, "engine.J": None})
    costs = made.objective([[42.0, 0.21], [-1.0, 0.2], [42.0, -0.1]])
    assert np.isfinite(costs).all()
    assert costs[1] > 1e4 * costs[0]
    assert sum(made.failures.values()) == 2


def test_residuals_jacobian_and_objective_fit_together() -> None:
    made = two()
    x = np.array([41.0, 0.205])
    own, slopes = made.residuals(x), made.jacobian(x)
    assert own.shape == (80,)
    assert slopes.shape == (80, 2)
    h = np.array([1e-2, 1e-4])
    for k in range(2):
        change = np.where(np.arange(2) == k, h, 0.0)
        plain = (made.residuals(x + change) - made.residuals(x - change)) / (2 * h[k])
        assert slopes[:, k] == pytest.approx(plain, rel=1e-4, abs=1e-5 * np.abs(plain).max())
    assert made.objective(x) == pytest.approx(np.sum(own**2) / 2)
    both = made.objective(np.array([x, [42.0, 0.21]]))
    assert both[0] == made.objective(x)
    assert made.many_residuals([x])[0].tobytes() == own.tobytes()


def test_at_a_bound_the_jacobian_is_one_sided_and_the_fit_says_so() -> None:
    made = two(vary={"clutch.fn_max": (20.0, 41.0), "engine.J": (0.1, 0.4)})
    assert np.isfinite(made.jacobian([41.0, 0.2])).all()
    fit = made.fit()
    assert fit["clutch.fn_max"].note == "at its bound"
    assert np.isnan(fit["clutch.fn_max"].standard_error)
    assert np.isfinite(fit["engine.J"].standard_error)


def test_few_samples_near_events_that_decide_are_told() -> None:
    """The acceleration jumps at locking: two samples on the wrong side are far away."""
    run = true_run()
    locked = float(run.events.times("clutch.mode", after="stuck")[0])
    early, late = locked - 1e-3, locked + 1e-3
    times = np.union1d(np.linspace(0.02, 1.5, 60), [early, late])
    a = run.at(times, "engine.a")
    a[times == early], a[times == late] = run.at(late, "engine.a"), run.at(early, "engine.a")
    rng = np.random.default_rng(0)
    data = pd.DataFrame({"t": times, "a": a + 0.5 * rng.normal(size=len(times))})
    near = Unknown(0.2101, bounds=(0.1, 0.4))
    asked = {"observe": {"a": "engine.a"}, "sigma": 0.5, "vary": {"engine.J": near}}
    given = {k: TRUTH[k] for k in ("clutch.fn_max", "brake.d")}
    with pytest.warns(AnalysisWarning, match="near events"):
        plain = dt.fit(bench(), data, **asked, parameters=given)
    assert any("timing=" in line for line in plain.notes())
    timed = dt.fit(bench(), data, **asked, parameters=given, timing=2e-3)
    assert not any("near events" in line for line in timed.notes())
    assert abs(timed["engine.J"].value - 0.21) < 3.5 * timed["engine.J"].standard_error
    assert timed.uncertainty.chi_square < plain.uncertainty.chi_square / 3


class Sticking(Model):
    """A wheel that its bearing holds up to a torque."""

    experiment = Experiment(stop_time=1.0)

    tau = parameter(2.0, unit="N.m", doc="Torque")
    motor = Torque()
    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    bearing = BearingFriction(tau_pos=[[0, 2.0]])

    def equations(self) -> Iterable[Any]:
        yield self.motor.tau == self.tau
        yield self.motor >> self.wheel >> self.bearing


def test_a_kink_at_the_estimate_is_told() -> None:
    """It stood still, but for noise: the torque is at most 2 N·m, where the kink is."""
    times = np.linspace(0.1, 1.0, 10)
    data = {"t": times, "w": 1e-4 * times}
    made = problem(Sticking(), data, observe={"w": "wheel.w"}, sigma=1e-3,
                   vary={"tau": Unknown(2.5, bounds=(1.0, 4.0))})  # fmt: skip
    with pytest.warns(AnalysisWarning, match="tau has a kink at its estimate"):
        fit = made.fit()
    assert fit["tau"].value == pytest.approx(2.0001, abs=2e-4)


def test_a_profile_agrees_with_the_curvature_where_that_is_right() -> None:
    fit = two().fit()
    profile = fit.profile("engine.J")
    low, high = fit.interval()[1]
    assert profile.interval == pytest.approx((low, high), rel=2e-3)
    assert len(profile.values) == 9
    narrow = fit.profile("engine.J", level=0.5)
    assert profile.interval[0] < narrow.interval[0] < narrow.interval[1] < profile.interval[1]


@pytest.mark.filterwarnings("ignore::drivetrain.errors.AnalysisWarning")
def test_the_profile_of_what_data_do_not_tell_has_no_ends() -> None:
    vary = {"clutch.fn_max": (20.0, 80.0), "clutch.cgeo": (0.6, 1.5)}
    fit = two(vary=vary, parameters={k: TRUTH[k] for k in ("engine.J", "brake.d")}).fit()
    profile = fit.profile("clutch.cgeo", values=np.linspace(0.7, 1.4, 5))
    assert profile.interval == (-np.inf, np.inf)
    assert profile.increase.max() < 1e-3


def test_a_bootstrap_agrees_with_the_curvature() -> None:
    fit = two().fit()
    boot = fit.bootstrap(40, seed=1)
    assert boot.samples.shape == (40, 2)
    ratio = boot.to_pandas()["standard error"].to_numpy() / fit.standard_errors
    assert ((ratio > 0.7) & (ratio < 1.4)).all()
    drawn = fit.bootstrap(10, seed=1, from_residuals=True)
    assert drawn.to_pandas()["mean"].to_numpy() == pytest.approx(fit.x, rel=0.02)
    assert fit.bootstrap(5, seed=1).samples.tobytes() == boot.samples[:5].tobytes()


def test_a_fit_is_a_mapping_with_tables() -> None:
    fit = two().fit()
    assert list(fit) == ["clutch.fn_max", "engine.J"]
    assert dict(fit.estimates) == dict(zip(fit, fit.x.tolist(), strict=True))
    table = fit.to_pandas()
    assert table.loc["engine.J", "unit"] == "kg.m2"
    assert table.loc["engine.J", "low"] < fit["engine.J"].value < table.loc["engine.J", "high"]
    assert fit.correlation.to_numpy().diagonal() == pytest.approx([1.0, 1.0])
    assert fit.covariance.loc["engine.J", "engine.J"] == pytest.approx(
        fit["engine.J"].standard_error ** 2
    )
    assert repr(fit).startswith("<Fit of LockUp: 2 unknowns")
    assert "<table>" in fit._repr_html_()
    with pytest.raises(dt.DrivetrainError, match=r"did you mean 'engine\.J'"):
        fit["engine.j"]
    rows = fit.residuals
    assert rows["residual"].to_numpy() == pytest.approx(
        (rows["modelled"] - rows["measured"]) / rows["sigma"]
    )
    again = fit.simulate().at(rows["time"][:5].to_numpy(), "engine.w")
    assert rows["modelled"][:5].to_numpy() == pytest.approx(again, rel=1e-6)


def test_pictures(tmp_path: Any) -> None:
    mpl.use("Agg")
    fit = two(observe={"n_in": Sensor("engine.w", offset="drift"), "n_out": "load.w"},
              vary={**TWO, "drift": (-5, 5)}).fit(starts=2)  # fmt: skip
    fit.plot(path=tmp_path / "fit.png")
    fit.plot_residuals(path=tmp_path / "residuals.svg")
    fit.plot_correlation(path=tmp_path / "correlation.png")
    fit.starts.plot(path=tmp_path / "starts.png")
    fit.profile("drift").plot(path=tmp_path / "profile.png")
    fit.bootstrap(4).plot(path=tmp_path / "bootstrap.png")
    assert len(list(tmp_path.iterdir())) == 6
    axes = fit.plot(title="Clutch").axes
    assert [len(panel.lines) for panel in axes[:1]] == [5]
    assert axes[0].get_ylabel() == "measured, fitted in rad/s"


def test_results_travel() -> None:
    fit = two().fit()
    boot, profile = fit.bootstrap(3), fit.profile("engine.J", values=[0.2, 0.22])
    for one in (boot, profile):
        assert str(pickle.loads(pickle.dumps(one))) == str(one)


def test_a_problem_whose_only_unknowns_are_those_of_sensors() -> None:
    data = record(true_run(), TIMES)
    data["n_in"] += 2.0
    fit = dt.fit(bench(), data, observe={"n_in": Sensor("engine.w", offset="drift")},
                 vary={"drift": (-5, 5)}, sigma=SIGMA, parameters=TRUTH)  # fmt: skip
    assert abs(fit["drift"].value - 2.0) < 3.5 * fit["drift"].standard_error


@pytest.mark.parametrize("loss", ["linear", "soft_l1", "huber", "cauchy", "arctan"])
def test_every_loss_has_standard_errors(loss: str) -> None:
    fit = two().fit(loss=loss)
    assert np.isfinite(fit.standard_errors).all()
    assert fit["engine.J"].value == pytest.approx(0.21, rel=0.05)
