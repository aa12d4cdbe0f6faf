"""Backlash with elastic contact and limited damping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import initial, maximum, minimum, no_event, where
from drivetrain.rotational.interfaces import Backlash

__all__ = ["ElastoBacklash"]


class ElastoBacklash(Backlash):
    """Backlash in series with a spring-damper whose damping torque is limited.

    In contact the damping torque never exceeds the spring torque: the torque does not jump when
    contact is made, and a contact never pulls.
    """

    symbol = "backlash"

    def equations(self) -> Iterable[Any]:
        both = self.tau_c + self.tau_d
        push = minimum(self.tau_c, self.tau_d)
        back = maximum(self.tau_c, self.tau_d)
        yield self.tau == where(
            initial(),
            both,
            self.by_contact(
                both,
                no_event(where(both <= 0, 0, self.tau_c + push)),
                no_event(where(both >= 0, 0, self.tau_c + back)),
            ),
        )
        yield self.loss_power == where(
            initial(),
            self.tau_d * self.w_rel,
            self.by_contact(
                self.tau_d * self.w_rel,
                no_event(where(both <= 0, 0, push * self.w_rel)),
                no_event(where(both >= 0, 0, back * self.w_rel)),
            ),
        )
