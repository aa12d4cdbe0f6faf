"""Small models around single blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from drivetrain import simulate
from drivetrain.modeling import Component, Model

PRECISE = {"tolerance": 1e-11, "interval": 0.01}


def run(source: Component, stop_time: float = 3.0, **settings: Any) -> Any:
    """Run a model that consists of `source`."""
    model = type("OneSource", (Model,), {"source": source})()
    return simulate(model, stop_time=stop_time, **{"interval": 0.01, **settings})


def drive(block: Component, stop_time: float = 3.0, **inputs: Any) -> Any:
    """Run a model of `block` with a source for each input (a list for a vector input)."""
    settings = {k: inputs.pop(k) for k in ("tolerance", "interval", "start_time") if k in inputs}
    flat: dict[str, Component] = {}
    for name, source in inputs.items():
        if isinstance(source, list):
            flat |= {f"{name}{k}": one for k, one in enumerate(source)}
        else:
            flat[name] = source

    def equations(self: Any) -> Iterable[Any]:
        for name, source in inputs.items():
            target = getattr(self.block, name)
            if isinstance(source, list):
                for k, one in enumerate(target):
                    yield getattr(self, f"s_{name}{k}").y >> one
            else:
                yield getattr(self, f"s_{name}").y >> target

    members = {f"s_{name}": source for name, source in flat.items()}
    model = type("OneBlock", (Model,), {"block": block, **members, "equations": equations})()
    return simulate(model, stop_time=stop_time, **{**PRECISE, **settings})


def rights(result: Any, name: str) -> tuple[Any, Any]:
    """Return time and values without the left limits of events."""
    keep = np.append(np.diff(result.time) > 0, True)
    return result.time[keep], np.asarray(result[name])[keep]


def lefts(result: Any, name: str) -> tuple[Any, Any]:
    """Return time and values without the right limits of events."""
    keep = np.insert(np.diff(result.time) > 0, 0, True)
    return result.time[keep], np.asarray(result[name])[keep]
