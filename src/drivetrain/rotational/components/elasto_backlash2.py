"""Backlash with elastic contact and full damping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import initial, where
from drivetrain.rotational.interfaces import Backlash

__all__ = ["ElastoBacklash2"]


class ElastoBacklash2(Backlash):
    """Backlash in series with a spring-damper that damps fully from the first contact.

    The torque jumps by ``d * w_rel`` when contact is made, which is an event, and so is the instant
    at which the contact would begin to pull.
    """

    symbol = "backlash"

    def equations(self) -> Iterable[Any]:
        both, loss = self.tau_c + self.tau_d, self.tau_d * self.w_rel
        yield self.tau == where(
            initial(),
            both,
            self.by_contact(both, where(both <= 0, 0, both), where(both >= 0, 0, both)),
        )
        yield self.loss_power == where(
            initial(),
            loss,
            self.by_contact(loss, where(both <= 0, 0, loss), where(both >= 0, 0, loss)),
        )
