"""Names as FMI spells them: the same as here, with arrays that begin at 1."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["as_identifier", "from_one"]

_INDEX = re.compile(r"\[(\d+)\]")
_NO_LETTER = re.compile(r"\W", re.ASCII)


def from_one(name: str) -> str:
    """Return a name with the first element of arrays as 1, as in Modelica.

    Parameters
    ----------
    name : str
        Dotted name in Python.

    Examples
    --------
    >>> from_one("disc[0].w")
    'disc[1].w'
    """
    path, dot, leaf = name.rpartition(".")
    return f"{_counted_from_one(path)}{dot}{_counted_from_one(leaf)}"


@lru_cache(maxsize=1 << 16)  # in large models the variables of a part are far from each other
def _counted_from_one(name: str) -> str:
    if "[" not in name:
        return name
    return _INDEX.sub(lambda found: f"[{int(found[1]) + 1}]", name)


def as_identifier(name: str) -> str:
    """Return a name of C for the binaries of a model.

    Parameters
    ----------
    name : str
        Name of the model.

    Examples
    --------
    >>> as_identifier("my model")
    'my_model'
    """
    made = _NO_LETTER.sub("_", name)
    return made if made[:1].isalpha() or made[:1] == "_" else f"model_{made}"
