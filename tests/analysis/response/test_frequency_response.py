"""Frequency responses against closed forms, runs, and python-control; names, tables, refusals."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.analysis.shafts import chain, grounded, long_shaft, receptance
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain import examples
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.response.inputs import harmonic_inputs
from drivetrain.analysis.response.pairs import Pairs
from drivetrain.blocks import Constant, Sine
from drivetrain.errors import (
    AnalysisError,
    ArgumentError,
    NameLookupError,
    UnitError,
    UsageError,
)
from drivetrain.rotational import Damper, Fixed, Inertia, Position, Spring, SpringDamper, Torque
from drivetrain.simulation.linearisation.inputs import resolved

QUICK = ("CoupledClutches", "HeatLosses", "machines.ShipShafting", "redundancy.HeldPlanetary")
NAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in examples.names()
]


@pytest.fixture(scope="module")
def pair() -> LinearModel:
    """Two inertias, with a torque at either of them."""
    outputs = ["shaft0.tau", "disc1.w"]
    return dt.linearise(chain([2, 3], [1200], [6]), inputs=["disc0", "disc1"], outputs=outputs)


def test_names_and_units(pair: LinearModel) -> None:
    response = pair.frequency_response([10.0, 20.0])
    assert list(response) == [(a, b) for a in ("disc0", "disc1") for b in ("shaft0.tau", "disc1.w")]
    assert response["disc0", "shaft0.tau"].shape == (2,)
    assert response.unit("disc0", "shaft0.tau") == "1"
    assert response.unit("disc1", "disc1.w") == "rad/s/(N.m)"
    assert response.frequency == pytest.approx([10 / (2 * np.pi), 20 / (2 * np.pi)])
    alone = pair.frequency_response([10.0], inputs=["disc1"], outputs="*.w")
    assert alone["disc1.w"] == pytest.approx(response["disc1", "disc1.w"][:1])
    assert alone.amplitude("disc1.w") == pytest.approx(abs(alone["disc1", "disc1.w"]))
    assert "1 × 1 at 1 frequency" in repr(alone)
    assert ("disc1", "disc1.w") in alone
    assert alone == alone
    assert alone != response


def test_phases_have_no_jumps() -> None:
    """A chain of five discs turns the last one back by half a turn for each resonance."""
    linear = dt.linearise(
        chain([1.0] * 5, [1e4] * 4, [2.0] * 4), inputs=["disc0"], outputs=["disc4.phi"]
    )
    response = linear.frequency_response(between=(1.0, 1e3))
    phase = response.phase("disc4.phi")
    assert np.abs(np.diff(phase)).max() < 1.0
    assert phase[0] - phase[-1] == pytest.approx(4 * np.pi, abs=2.2)


@pytest.mark.parametrize("omega", ["300 rpm", ["300 rpm", "30 rad/s"], 31.4159265358979])
def test_angular_frequencies_have_units(pair: LinearModel, omega: Any) -> None:
    response = pair.frequency_response(omega)
    assert response.omega[0] == pytest.approx(10 * np.pi)


def test_frequencies_in_hertz(pair: LinearModel) -> None:
    expected = pair.frequency_response(20 * np.pi)
    for frequency in (10.0, "10 Hz", [10.0]):
        found = pair.frequency_response(frequency=frequency)
        assert found.matrix == pytest.approx(expected.matrix)
    band = pair.frequency_response(between=("1 Hz", "300 rpm"))
    assert band.frequency[[0, -1]] == pytest.approx([1.0, 5.0])
    pint = pytest.importorskip("pint")
    hertz = pint.UnitRegistry().Hz
    assert pair.frequency_response(frequency=10 * hertz).omega == pytest.approx([20 * np.pi])
    with pytest.raises(UnitError, match="give frequency=… instead"):
        pair.frequency_response(10 * hertz)


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [
        ({}, UsageError, "give frequencies in one way"),
        ({"omega": 1.0, "frequency": 1.0}, UsageError, "give frequencies in one way"),
        ({"omega": 1.0, "between": (1, 2)}, UsageError, "not both"),
        ({"omega": "50 Hz"}, UnitError, "for cycles per second give frequency=…"),
        ({"omega": [1.0, -1.0]}, UsageError, "not negative"),
        ({"omega": [[1.0]]}, UsageError, "in one row"),
        ({"omega": float("inf")}, UsageError, "finite"),
        ({"between": (3, 1)}, UsageError, "the first has to be above 0 and below the second"),
        ({"between": (0, 1)}, UsageError, "the first has to be above 0"),
        ({"between": 7}, UsageError, "give two frequencies"),
        ({"between": (1, 2), "points": 1}, UsageError, "at least 2"),
        ({"omega": 1.0, "inputs": ["disc2"]}, NameLookupError, "did you mean 'disc1'"),
        ({"omega": 1.0, "outputs": ["shaft0.ta"]}, NameLookupError, "did you mean 'shaft0.tau'"),
        ({"omegas": 1.0}, ArgumentError, "did you mean 'omega'"),
        ({"omega": 1.0, "outputs": []}, UsageError, r"outputs=\[\]: name at least one"),
        ({"omega": 1.0, "inputs": ()}, UsageError, r"inputs=\(\): name at least one"),
        ({"omega": 1.0, "hysteresis": {"shaft0.d": 0.1}}, UsageError, "no stiffness"),
        ({"omega": 1.0, "hysteresis": {"shaft0.e": 0.1}}, NameLookupError, r"did you mean"),
        ({"omega": 1.0, "hysteresis": {"shaft0.c": -0.1}}, UsageError, "at least 0"),
        ({"omega": 1.0, "hysteresis": 0.1}, UsageError, "give values by parameter"),
        ({"omega": 1.0, "laws": {"shaft0.c": 1.1}}, UsageError, "give a function"),
        ({"omega": 1.0, "laws": {"shaft0.c": lambda w: "no"}}, UsageError, "finite number"),
        (
            {"omega": 1.0, "laws": {"shaft0.c": abs}, "hysteresis": {"*.c": 0.1}},
            UsageError,
            "given twice",
        ),
        ({"omega": 0.0}, AnalysisError, r"response of disc1.w is not bounded: .* disc1.w"),
    ],
)
def test_refused(pair: LinearModel, how: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        pair.frequency_response(**how)


def test_inputs_and_outputs_have_to_be_named(pair: LinearModel) -> None:
    response = pair.frequency_response(1.0)
    with pytest.raises(UsageError, match=r"the inputs are disc0, disc1"):
        response["shaft0.tau"]
    with pytest.raises(NameLookupError, match=r"did you mean 'disc1\.w'"):
        response["disc0", "disc1.ww"]
    model = chain([2, 3], [1200])
    with pytest.raises(UsageError, match=r"has no inputs: linearise with inputs="):
        dt.linearise(model).frequency_response(1.0)
    with pytest.raises(UsageError, match=r"has no outputs"):
        dt.linearise(model, inputs=["disc0"], outputs=[]).frequency_response(1.0)


def test_the_static_response_of_what_is_tied_to_the_ground() -> None:
    linear = dt.linearise(grounded(2.0, 1000.0), inputs=["disc"], outputs=["disc.phi", "shaft.tau"])
    response = linear.frequency_response([0.0, 1.0])
    assert response["disc.phi"][0] == pytest.approx(1e-3)
    assert response["shaft.tau"][0] == pytest.approx(1.0)
    assert response["disc.phi"][1] == pytest.approx(1 / 998)


def test_the_static_torque_of_a_free_shaft(pair: LinearModel) -> None:
    """A shaft that accelerates passes on what the second disc needs."""
    response = pair.frequency_response([0.0, 1e-5], outputs=["shaft0.tau"])
    assert response["disc0", "shaft0.tau"] == pytest.approx([-0.6, -0.6])
    assert response["disc1", "shaft0.tau"] == pytest.approx([0.4, 0.4])


def prescribed(d: float) -> LinearModel:
    m = dt.Model("prescribed")
    m.add(
        motion=Position(exact=True), signal=Constant(k=0.0), shaft=SpringDamper(c=1000.0, d=d),
        disc=Inertia(J=2.0),
    )  # fmt: skip
    m.connect(m.signal.y >> m.motion.phi_ref)
    m.connect(m.motion.flange >> m.shaft.flange_a)
    m.connect(m.shaft.flange_b >> m.disc.flange_a)
    outputs = ["disc.phi", "motion.flange.tau", "motion.flange.phi"]
    return dt.linearise(m, inputs=["signal.y"], outputs=outputs)


@pytest.mark.parametrize("d", [0.0, 2.0])
def test_a_prescribed_motion_is_one_input(d: float) -> None:
    """Its first and second derivatives act with it."""
    linear = prescribed(d)
    assert any(linear.inputs.orders)
    omega = np.array([1.0, 20.0, 100.0])
    response = linear.frequency_response(omega)
    assert list(response.inputs) == ["signal.y"]
    spring = 1000 + 1j * omega * d
    expected = spring / (spring - 2 * omega**2)
    assert response["disc.phi"] == pytest.approx(expected, rel=1e-11)
    assert response["motion.flange.phi"] == pytest.approx([1.0, 1.0, 1.0])
    torque = 2 * omega**2 * expected  # into the source, which pushes with the opposite
    assert response["motion.flange.tau"] == pytest.approx(torque, rel=1e-9)
    assert response.unit("motion.flange.tau").startswith("N.m")


def test_random_shafts_against_runs() -> None:
    """Run with a sinusoidal torque until transients are gone; fit amplitude and phase."""
    for seed in range(4):
        random = np.random.default_rng(seed)
        n = int(random.integers(2, 5))
        omega, amplitude = float(random.uniform(3, 40)), float(random.uniform(0.5, 3))
        m = chain(
            list(random.uniform(0.2, 2, n)), list(random.uniform(50, 2000, n - 1)),
            list(random.uniform(2, 10, n - 1)),
        )  # fmt: skip
        m.add(
            signal=Sine(amplitude=amplitude, f=omega / (2 * np.pi)), push=Torque(),
            tie=SpringDamper(c=100.0, d=10.0), ground=Fixed(),
        )  # fmt: skip
        m.connect(m.signal.y >> m.push.tau)
        m.connect(m.push.flange >> m.disc0.flange_a)
        m.connect(getattr(m, f"disc{n - 1}").flange_b >> m.tie.flange_a)
        m.connect(m.tie.flange_b >> m.ground.flange)
        names = ["shaft0.tau", "tie.tau", "disc0.w"]
        linear = dt.linearise(m, inputs=["signal.y"], outputs=names)
        slowest = min(-linear.eigenmodes().eigenvalue.real.max(), *-linear.eigenmodes().decays, 99)
        begin = 30 / slowest
        end = begin + 2 * 2 * np.pi / omega
        result = dt.simulate(m, stop_time=end, tolerance=1e-10, interval=(end - begin) / 64)
        late = result.time >= begin
        time = result.time[late]
        waves = np.column_stack([np.sin(omega * time), np.cos(omega * time), np.ones(len(time))])
        response = linear.frequency_response(omega)
        for name in names:
            (sine, cosine, mean), *_ = np.linalg.lstsq(waves, result[name][late], rcond=None)
            expected = amplitude * response[name][0]
            assert sine + 1j * cosine == pytest.approx(expected, rel=1e-6, abs=1e-8)
            assert mean == pytest.approx(0.0, abs=1e-6)


def test_a_thousand_discs_against_the_closed_form() -> None:
    n = 1000
    outputs = ["disc[0].w", "shaft[5].tau", f"disc[{n - 1}].phi"]
    linear = dt.linearise(long_shaft(n), inputs=["disc[0]"], outputs=outputs)
    omega = np.geomspace(0.5, 400, 60)
    response = linear.frequency_response(omega)
    spring = 1e4 + 1j * omega
    twist = receptance(n, 6, 0, omega) - receptance(n, 5, 0, omega)
    assert response["disc[0].w"] == pytest.approx(1j * omega * receptance(n, 0, 0, omega), rel=1e-7)
    assert response["shaft[5].tau"] == pytest.approx(spring * twist, rel=1e-7)
    last = receptance(n, n - 1, 0, omega)
    assert response[outputs[2]] == pytest.approx(last, abs=1e-8 * np.abs(last).max())


def test_sparse_models_against_dense_matrices() -> None:
    """Above 2000 states matrices are sparse, and only speeds are unknowns."""
    n = 1050
    outputs = ["disc[3].w", "shaft[5].tau", "disc[1049].phi"]
    linear = dt.linearise(long_shaft(n), inputs=["disc[0]", "disc[500]"], outputs=outputs)
    assert not isinstance(linear.A, np.ndarray)
    A, B, C, D = (
        np.asarray(m.toarray() if hasattr(m, "toarray") else m)
        for m in (linear.A, linear.B, linear.C, linear.D)
    )
    omega = np.array([3.0, 200.0])
    found = linear.frequency_response(omega).matrix
    for k, w in enumerate(omega):
        states = np.linalg.solve(1j * w * np.eye(len(A)) - A, B)
        assert found[k] == pytest.approx(C @ states + D, rel=1e-6, abs=1e-12)
    with pytest.raises(AnalysisError, match="is not bounded: nothing resists a motion of disc"):
        linear.frequency_response(0.0)
    assert linear.frequency_response(0.0, outputs=["shaft[5].tau"]).matrix[0, 0] == pytest.approx(
        [-(n - 6) / n, 6 / n], rel=1e-8
    )


def test_control_gives_the_same() -> None:
    control = pytest.importorskip("control")
    model = chain([2, 3, 4], [1200, 3e4], [6, 2])
    linear = dt.linearise(model, inputs=["disc0", "disc2"], outputs=["*.tau", "*.w"])
    omega = np.geomspace(1, 400, 40)
    theirs = control.frequency_response(linear.to_control(), omega)
    expected = np.moveaxis(np.asarray(theirs.frdata), -1, 0)
    assert linear.frequency_response(omega).matrix == pytest.approx(expected, rel=1e-8)


def test_responses_at_other_frequencies(pair: LinearModel) -> None:
    response = pair.frequency_response(between=(1, 100), outputs=["shaft0.tau"])
    found = response.at(frequency=5.0)
    assert found.matrix == pytest.approx(
        pair.frequency_response(10 * np.pi, outputs=["shaft0.tau"]).matrix
    )
    again = pickle.loads(pickle.dumps(response))
    assert np.array_equal(again.matrix, response.matrix)
    assert again.at(12.0).matrix == pytest.approx(response.at(12.0).matrix)


@pytest.mark.parametrize(
    "how", [{"hysteresis": {"shaft0.c": 0.1}}, {"laws": {"shaft0.c": lambda w: 1 + 0.1j}}]
)
def test_loaded_responses_have_no_laws(pair: LinearModel, how: dict[str, Any]) -> None:
    response = pair.frequency_response(10.0, **how)
    assert "complex: shaft0.c" in response.notes()
    again = pickle.loads(pickle.dumps(response))
    assert np.array_equal(again.matrix, response.matrix)
    with pytest.raises(AnalysisError, match="was loaded"):
        again.at(12.0)


def test_tables_and_files(pair: LinearModel, tmp_path: Path) -> None:
    response = pair.frequency_response([10.0, 20.0], outputs=["disc1.w"])
    table = response.to_pandas()
    assert table.index.name == "omega [rad/s]"
    assert list(table.columns)[:3] == [
        "frequency [Hz]", "disc1.w by disc0 [rad/s/(N.m)]", "phase of disc1.w by disc0 [rad]",
    ]  # fmt: skip
    assert table.iloc[:, 1].to_numpy() == pytest.approx(response.amplitude("disc0", "disc1.w"))
    plain = response.to_pandas(form="complex")
    assert plain.iloc[0, 1] == response["disc0", "disc1.w"][0]
    assert "<table>" in response._repr_html_()
    assert "disc1.w by disc1" in str(response)
    assert response.save(tmp_path / "r.csv").read_text().startswith("omega [rad/s],")
    with pytest.raises(UsageError, match="'polar', 'complex'"):
        response.to_pandas(form="cartesian")


def test_too_much_at_once_is_refused(pair: LinearModel) -> None:
    with pytest.raises(UsageError, match="name the inputs and outputs that are wanted"):
        pair.frequency_response(np.linspace(1, 2, 8_000_000))


def test_the_point_is_told_where_it_is_no_equilibrium() -> None:
    m = dt.Model("falling")
    m.add(a=Inertia(J=1, w=dt.fixed(10)), d=Damper(d=1), s=Spring(c=10), ground=Fixed())
    m.connect(m.a >> m.d)
    m.connect(m.d.flange_b >> m.ground.flange)
    m.connect(m.a.flange_a >> m.s.flange_a)
    m.connect(m.s.flange_b >> m.ground.flange)
    linear = dt.linearise(m, inputs=["a"], outputs=["a.w"])
    assert any("no equilibrium" in note for note in linear.frequency_response(1.0).notes())


@pytest.mark.parametrize("part", [0.31, 0.77])
@pytest.mark.parametrize("name", NAMES)
def test_examples_against_their_matrices(name: str, part: float) -> None:
    """What is split off (locks, free motions) changes nothing."""
    model = compiled_example(name)
    settings = model._settings(None, None, None, "auto", None)
    at = settings.start_time + part * (settings.stop_time - settings.start_time)
    linear = model.linearise(at=at, inputs=acting(model))
    omega = np.array([0.7, 8.0, 90.0])
    try:
        found = linear.frequency_response(omega).matrix
    except AnalysisError as refused:
        pytest.skip(str(refused))
    pairs = Pairs(harmonic_inputs(linear.inputs), linear.outputs, list(range(len(linear.outputs))))
    for k, w in enumerate(omega):
        B, D = (
            sum((1j * w) ** term.power * m for term, m in pairs.inputs.terms(matrix).items())
            for matrix in (linear.B, linear.D)
        )
        states = np.linalg.solve(1j * w * np.eye(len(linear.A)) - linear.A, B)
        expected = linear.C @ states + D
        terms = np.abs(linear.C) @ np.abs(states) + np.abs(D)
        assert np.all(np.abs(found[k] - expected) <= 1e-7 * terms + 1e-12 * terms.max(initial=0))


def acting(model: dt.CompiledModel) -> list[str]:
    """Return up to three parts on which a torque or force can act."""
    found = []
    for part in dict.fromkeys(name.partition(".")[0] for name in model.layout.names):
        try:
            resolved([part], model.translation, model.layout)
        except dt.DrivetrainError:
            continue
        found.append(part)
    if not found:
        pytest.skip("nothing has a flange")
    return found[:3]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("output", ["disc0.phi", "disc1.phi", "shaft0.tau"])
def test_the_frequency_of_an_undamped_oscillation_is_refused(number: int, output: str) -> None:
    """Its last bit would decide about the response; the second disc is a node of the first one."""
    linear = dt.linearise(chain([8, 6, 4], [4e6, 2e6]), inputs=["disc0"], outputs=[output])
    omega = linear.eigenmodes()[number].omega
    with pytest.raises(AnalysisError, match="an oscillation has no damping at all"):
        linear.frequency_response(omega)
    with pytest.raises(AnalysisError, match="an oscillation has no damping at all"):
        linear.limit(omega)
    assert np.isfinite(linear.frequency_response([omega * (1 - 1e-9), omega + 1e-6]).matrix).all()


def test_a_node_moves_as_far_as_the_other_eigenmodes_say() -> None:
    """Rigid rotation and the second eigenmode (1, -2, 1) remain."""
    linear = dt.linearise(chain([8, 6, 4], [4e6, 2e6]), inputs=["disc0"], outputs=["disc1.phi"])
    expected = -1 / (18 * 5e5) - 2 / (36 * 1e6)
    for omega in (np.sqrt(5e5) * (1 - 1e-9), np.sqrt(5e5) * (1 + 1e-9)):
        found = linear.frequency_response(omega)["disc1.phi"]
        assert found == pytest.approx([expected], rel=1e-6)


def test_hardly_damped_oscillations_have_a_response() -> None:
    linear = dt.linearise(grounded(2.0, 1000.0, 1e-9), inputs=["disc"], outputs=["disc.phi"])
    omega = np.sqrt(500.0)
    assert linear.frequency_response(omega)["disc.phi"] == pytest.approx(
        [-1j / (1e-9 * omega)], rel=1e-3
    )
