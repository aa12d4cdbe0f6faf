"""Linear models of many variants: matched eigenmodes, bands, threads, failures."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.errors import NameLookupError, UsageError

SHIP = dt.compile(examples.find("machines.ShipShafting")())


def variants(n: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    return {
        "flywheel.J": 8000 * (1 + 0.1 * random.standard_normal(n)),
        "damper_spring.c": 5e6 * (1 + 0.3 * random.standard_normal(n)),
    }


def test_each_variant_is_the_model_with_these_parameters() -> None:
    given = variants(20)
    many = SHIP.linear_ensemble(given)
    for run in (0, 7, 19):
        own = {name: float(column[run]) for name, column in given.items()}
        modes = SHIP.linearise(parameters=own, outputs=()).eigenmodes()
        assert np.sort(np.abs(many.eigenvalue[run])) == pytest.approx(modes.omega, rel=1e-12)
        growth = max(modes.eigenvalue.real.max(), modes.decays.max())
        assert many.growth[run] == pytest.approx(growth)
    assert len(many) == 20
    assert many.to_pandas().shape == (20, 2 + 2 * 9 + 1)


def test_columns_are_the_same_eigenmode_where_frequencies_change_places() -> None:
    """A stiffer damper spring lifts the mode of the damper past others; it stays in its column."""
    many = SHIP.linear_ensemble({"damper_spring.c": [5e6, 2e7, 1e8]})
    named = [part.split()[0] for part in many.parts]
    column = named.index("damper_spring")
    assert (np.diff(many.frequency[:, column]) > 0).all()
    crank = named.index("coupling") if "coupling" in named else 3
    assert many.frequency[:, crank] == pytest.approx(many.frequency[0, crank], rel=0.1)


def test_results_do_not_depend_on_threads() -> None:
    given = variants(300)
    bits = {SHIP.linear_ensemble(given, threads=n).eigenvalue.tobytes() for n in (1, 2, 5)}
    assert len(bits) == 1


def test_tolerance_bands() -> None:
    many = SHIP.linear_ensemble(variants(200))
    bands = many.percentile(5, 95)
    assert (bands["frequency 5 % [Hz]"] <= bands["nominal [Hz]"]).all()
    assert (bands["frequency 95 % [Hz]"] >= bands["nominal [Hz]"]).all()
    assert bands["frequency 5 % [Hz]"].iloc[1] == pytest.approx(
        np.percentile(many.frequency[:, 1], 5)
    )
    assert "frequency 50 % [Hz]" in str(many)
    assert pickle.loads(pickle.dumps(many)).percentile().equals(many.percentile())


def test_variants_that_fail_have_reasons() -> None:
    m = dt.Model("held")
    m.add(a=dt.rotational.Inertia(J=1, w=dt.fixed(10)), drag=dt.rotational.Damper(d=0.1))
    m.add(motor=dt.rotational.ConstantTorque(tau_constant=1), ground=dt.rotational.Fixed())
    m.connect(m.motor >> m.a >> m.drag >> m.ground)
    compiled = dt.compile(m)
    many = compiled.linear_ensemble({"drag.d": [0.1, 0.0, 0.2]}, at="steady")
    assert many.failed == [1]
    assert many.messages[1]
    assert many.growth[[0, 2]] == pytest.approx([-0.1, -0.2])
    assert np.isnan(many.growth[1])
    assert "failed: 1 runs; run 1" in str(many)


def test_a_table_of_variants_keeps_its_index() -> None:
    table = pd.DataFrame({"flywheel.J [t.m2]": [8.0, 9.0]}, index=["light", "heavy"])
    many = SHIP.linear_ensemble(table)
    assert list(many.to_pandas().index) == ["light", "heavy"]
    modes = SHIP.linearise(parameters={"flywheel.J": 9000.0}, outputs=()).eigenmodes()
    assert np.sort(np.abs(many.eigenvalue[1])) == pytest.approx(modes.omega, rel=1e-12)


def test_refused() -> None:
    with pytest.raises(NameLookupError, match="did you mean"):
        SHIP.linear_ensemble({"flywheel.K": [1, 2]})
    with pytest.raises(UsageError, match="one value per run"):
        SHIP.linear_ensemble({"flywheel.J": [1, 2], "coupling.J": [1, 2, 3]})
    with pytest.raises(UsageError, match="threads=0"):
        SHIP.linear_ensemble({"flywheel.J": [1e3]}, threads=0)
    with pytest.raises(UsageError, match="percentages from 0 to 100"):
        SHIP.linear_ensemble({"flywheel.J": [8e3]}).percentile(120)
