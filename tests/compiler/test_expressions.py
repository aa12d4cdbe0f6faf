"""Random expressions: machine code and derivatives against NumPy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from drivetrain import compile as compile_model
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.modeling import Model, constant, der, fixed, parameter, time, variable
from drivetrain.modeling import functions as f
from drivetrain.simulation.verification.residuals import residuals

quick = settings(
    max_examples=40, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip

SECOND = constant(1.0, "s")

# Texts, so that a failing example can be read and run.
LEAVES = st.sampled_from(["x", "t", "k", "c1", "c2", "c3"])
NUMBERS = {"c1": constant(0.7), "c2": constant(2.0), "c3": constant(-1.3)}
SMOOTH = [
    "sin({0})", "cos({0})", "exp(-({0})**2)", "sqrt(1.0 + ({0})**2)", "atan({0})", "tanh({0})",
    "log(1.5 + ({0})**2)", "sinh(tanh({0}))", "cosh(sin({0}))", "asin(0.9 * sin({0}))",
    "({0}) + ({1})", "({0}) - ({1})", "({0}) * ({1})", "({0}) / (1.2 + ({1})**2)", "-({0})",
    "({0})**2", "(1.5 + ({0})**2)**1.7", "atan2({0}, 2.0 + ({1})**2)", "log10(2.0 + cos({0}))",
    "acos(0.5 * tanh({0}))", "tan(tanh({0}))", "(1.5 + sin({0}))**({1})",
]  # fmt: skip
KINKED = [
    "where(({0}) > ({1}), {0}, {1})", "where(({0}) <= 0.3, 2.0 * ({1}), ({1})**2)",
    "no_event(where(({0}) < ({1}), {1}, -({0})))", "abs({0})", "minimum({0}, {1})",
    "maximum({0}, {1})", "where((({0}) >= 0.1) & ~(({1}) > 0.2), 1.0, {0})", "sign({0}) * ({1})",
    "where((({0}) > 0.5) | (({1}) < -0.5), {0}, ({1}) + 1.0)", "floor({0})", "mod({0}, 0.7)",
    "mod({0}, 1.2 + ({1})**2)",
]  # fmt: skip


def texts(forms: list[str]) -> st.SearchStrategy[str]:
    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.builds(lambda form, a, b: form.format(a, b), st.sampled_from(forms), inner, inner)

    return st.recursive(LEAVES, grow, max_leaves=6)


def model(text: str, with_rate: bool) -> Model:
    """Return a model of ``y == text``, and of the rate of `y` if wanted."""
    names = {k: getattr(f, k) for k in f.__all__}

    def equations(self: Any) -> Iterable[Any]:
        here = {**names, **NUMBERS, "x": self.x, "t": time / SECOND, "k": self.k}
        yield der(self.x) == (f.cos(time / SECOND) - 0.5 * self.x) / SECOND
        yield self.y == eval(text, here)
        if with_rate:
            yield self.rate == SECOND * der(self.y)

    members: dict[str, Any] = {
        "x": variable(start=fixed(0.4)), "y": variable(), "k": parameter(0.8)
    }  # fmt: skip
    if with_rate:
        members["rate"] = variable()
    made: Model = type("Random", (Model,), {**members, "equations": equations})()
    return made


@quick
@given(texts(SMOOTH + KINKED))
def test_machine_code_computes_what_is_written(text: str):
    compiled = compile_model(model(text, with_rate=False))
    result = compiled.simulate(stop_time=2.0, interval=0.1)
    found = residuals(compiled, result)
    assert found.worst <= 1e-9, f"{text}\n{found}"


@quick
@given(texts(SMOOTH))
def test_symbolic_rates_are_slopes(text: str):
    """The rate integrated by Boole's rule gives back the increments."""
    compiled = compile_model(model(text, with_rate=True))
    result = compiled.simulate(stop_time=1.0, interval=1 / 256, tolerance=1e-11)
    inside = result.rows[:, 1] != 1
    y, rate = result["y"][inside], result["rate"][inside]
    assume(len(y) == 257)
    weights = np.array([7, 32, 12, 32, 7]) * 4 / 90 / 256
    area = sum(w * rate[k : k + 253 : 4] for k, w in enumerate(weights))
    size = np.abs(y).max() + np.abs(rate).max() + 1.0
    assume(np.abs(np.diff(rate)).max() < 0.05 * size)
    np.testing.assert_allclose(np.diff(y[::4]), area, atol=1e-6 * size, err_msg=text)


@quick
@given(texts(SMOOTH), st.floats(-2.0, 2.0), st.floats(-2.0, 2.0))
def test_partial_derivatives_are_differences(text: str, x: float, k: float):
    from drivetrain.compiler.expressions.template import template_of
    from drivetrain.modeling.component import SourceLine
    from drivetrain.modeling.members import VariableRef

    declaration = variable()
    declaration.name = "x"
    ref = VariableRef(0, declaration, "x", True)
    names = {name: getattr(f, name) for name in f.__all__}
    e = eval(text, {**names, **NUMBERS, "x": ref, "t": constant(0.3), "k": constant(k)})
    template, _ = template_of(e, constant(0.0), SourceLine("", 0))
    if not template.n_slots:
        return

    def value(at: float, expression: Any) -> float:
        return float(evaluate(expression, Environment({"slot": lambda place: at})))

    h = 1e-5
    slope = (value(x + h, template.lhs) - value(x - h, template.lhs)) / (2 * h)
    bend = value(x + h, template.lhs) - 2 * value(x, template.lhs) + value(x - h, template.lhs)
    exact = value(x, template.sensitivity(0))
    assert abs(exact - slope) <= 1e-5 * (1 + abs(slope)) + 10 * abs(bend), text
