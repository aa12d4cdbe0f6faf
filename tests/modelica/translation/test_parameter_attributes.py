"""What modifiers say of parameters of parts beside their values."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivetrain.errors import DrivetrainError

from .models import run

PART = "  model W parameter Real k; parameter Real d = 1; Real y = k*d; end W;"
INERTIA = "  Modelica.Mechanics.Rotational.Components.Inertia a"
ACCEPTED = {
    "all of them": (f'{PART} W w(k(start=3, nominal=2, min=0, max=5, quantity="Q") = 2);', 2),
    "a start in place of a value": (f"{PART} W w(k(start=3, min=0));", 3),
    "a start beside a default": (f"{PART} W w(k=2, d(start=3));", 2),
    "a bound of a default": (f"{PART} W w(k=2, d(min=0.5));", 2),
    "a bound that is a parameter": (f"{PART} parameter Real m = 3; W w(k(max=m) = m);", 3),
    "one for each of a row": (f"{PART} W w[2](each k(max=3) = 2); Real y = w[1].y;", 2),
}
REFUSED = {
    "numbers": (f"{PART} W w(k(max=3) = 4);", r"A\.mo:2:\d+: 4 is above its maximum 3"),
    "a default": (f"{PART} W w(k=2, d(min=3));", r"w\.d is below its minimum 3"),
    "a parameter": (
        f"{PART} parameter Real m = 3; W w(k(max=m) = m + 1);", r"w\.k is above its maximum m",
    ),
    "the library": (f"{INERTIA}(J(max=1) = 2);", "2 is above its maximum 1"),
    "another unit": (f'{INERTIA}(J(unit="kg") = 2);', r"'J' is declared in kg\.m2"),
    "fixed=false": (f"{PART} W w(k(fixed=false));", "'fixed' of the parameter 'k'"),
    "an input beside its value": (
        "  block B input Real u; output Real y = u; end B; B b(u(max=0.5) = time);",
        "'max' of the input 'u' is not supported beside its value",
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", ACCEPTED)
@pytest.mark.filterwarnings("ignore:.*its start, 3, is taken")
def test_what_is_said_of_a_parameter_counts(tmp_path: Path, title: str) -> None:
    text, wanted = ACCEPTED[title]
    final = run(tmp_path, text).final
    assert final["y" if " Real y = w[1]" in text else "w.y"] == wanted


@pytest.mark.parametrize("title", REFUSED)
def test_what_is_violated_or_not_supported_is_refused(tmp_path: Path, title: str) -> None:
    text, told = REFUSED[title]
    with pytest.raises(DrivetrainError, match=told):
        run(tmp_path, text)
