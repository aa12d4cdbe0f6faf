"""Example models, one per module; a new module is a new example.

A module is named after its class: `coupled_clutches` holds `CoupledClutches`.
"""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from typing import TYPE_CHECKING

from drivetrain.errors import NameLookupError, nearest

if TYPE_CHECKING:
    from drivetrain.modeling import Model

__all__ = ["find", "names"]


def names() -> list[str]:
    """Return the names of all examples in alphabetical order, without importing them."""
    return sorted(
        "".join(word.capitalize() for word in module.name.split("_"))
        for module in pkgutil.iter_modules(__path__)
        if not module.name.startswith("_")
    )


def find(name: str) -> type[Model]:
    """Return the class of an example.

    Parameters
    ----------
    name : str
        Class name as in :func:`names`.

    Returns
    -------
    type of Model
        ``find("First")()`` is a model to simulate.

    Raises
    ------
    NameLookupError
        If there is no such example; the nearest names are offered.
    """
    known = names()
    if name not in known:
        raise NameLookupError(
            f"there is no example {name!r}{nearest(name, known)}; the examples are "
            f"{', '.join(known)}"
        )
    module = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    example: type[Model] = getattr(import_module(f"{__name__}.{module}"), name)
    return example
