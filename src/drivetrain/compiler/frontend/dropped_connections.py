"""Tell which connections are left out, because a connector is switched off."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import component_path

__all__ = ["dropped_connections"]


def dropped_connections(flat: Flat) -> Iterator[str]:
    """Yield a note on every connection that is left out; alike parts share one note.

    Parameters
    ----------
    flat : Flat
        The flat model.
    """
    for one in flat.instances:
        for link, where in one.trace.dropped_links:
            path = component_path(flat.root, int(one.variable[0]), one.trace)
            more = len(one.variable) - 1
            inside = f" in '{path}'{f' and {more} more' * (more > 0)}" if path else ""
            yield (
                f"{link.text}{inside} is left out: '{link.absent}' does not exist, because "
                f"{link.why} [{where}]"
            )
