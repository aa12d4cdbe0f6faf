"""A component of either edition between a driven inertia and one with drag."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import rotational, simulate
from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Component, Model, fixed
from drivetrain.simulation.results.result import Result

__all__ = ["run"]


def run(
    part: Component,
    *,
    rigid: bool = False,
    sign: int = 1,
    force: str | None = None,
    speed: float = 3.0,
    stop_time: float = 1.5,
) -> Result:
    """Run the component with sine and drag.

    Parameters
    ----------
    part
        The component.
    rigid
        Left and right inertia move together.
    sign
        -1 reverses all start values and torques.
    force
        Input of a clutch or brake, pressed with 0.8.
    speed
        Of the left inertia at the start.
    """
    right = {} if rigid else {"phi": fixed(0.0), "w": fixed(0.0)}
    members: dict[str, Any] = {
        "left": rotational.Inertia(J=1.0, phi=fixed(0.0), w=fixed(sign * speed)),
        "part": part,
        "right": rotational.Inertia(J=2.0, **right),
        "sine": Sine(amplitude=sign * 25.0, f=1.0, phase=0.3),
        "motor": rotational.Torque(),
        "drag": rotational.Damper(d=0.5),
        "ground": rotational.Fixed(),
        "speed_a": rotational.SpeedSensor(),
        "speed_b": rotational.SpeedSensor(),
    }
    if force:
        members["pressure"] = Constant(k=0.8)

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.left >> self.part >> self.right >> self.drag >> self.ground
        yield self.part.flange_a >> self.speed_a.flange
        yield self.part.flange_b >> self.speed_b.flange
        if force:
            yield self.pressure.y >> getattr(self.part, force)

    model: Model = type("Bench", (Model,), {**members, "equations": equations})()
    return simulate(model, stop_time=stop_time, interval=2e-4, tolerance=1e-8)
