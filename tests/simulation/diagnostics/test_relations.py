"""How the conditions of a model read in messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import Model, fixed
from drivetrain import compile as compile_model
from drivetrain.modeling import boolean, constant, der, variable
from drivetrain.simulation.diagnostics.relations import Relations


class Mirrored(Model):
    """A variable that is the negative of a state, and conditions on both."""

    state = variable(start=fixed(1.0))
    twin = variable()
    low = boolean()
    high = boolean()
    far = boolean()

    def equations(self) -> Iterable[Any]:
        yield constant(1.0, "s") * der(self.state) == -self.state
        yield self.twin == -self.state
        yield self.low == (self.twin < 0.5)
        yield self.high == (-self.twin > 0.7)
        yield self.far == (3 * (self.twin - 2) < self.state)


def test_a_variable_that_is_another_with_the_opposite_sign_is_shown_once() -> None:
    compiled = compile_model(Mirrored())
    relations = Relations(compiled.translation, compiled.translation.values.parameter)
    texts = {relations.text(k) for k in range(3)}
    assert texts == {"0.5 - twin > 0", "-twin > 0.7", "-twin > 3 * (twin - 2)"}
