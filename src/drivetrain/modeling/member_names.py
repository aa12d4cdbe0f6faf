"""Names: what a part, a declaration, a class or a connector's variable may be called."""

from __future__ import annotations

from keyword import iskeyword
from unicodedata import normalize

__all__ = ["fault_of_name"]


def fault_of_name(name: str) -> str:
    """Return what is wrong with a name, and what to do; an empty text if it is one.

    Parameters
    ----------
    name : str
        Dotted names are made of it: in results, messages and the headers of files.
    """
    if not name.isidentifier():
        return (
            "is no name: a name is made of letters, digits and '_' and does not begin with a digit"
        )
    if iskeyword(name):
        return f"is a word of Python: write {name}_"
    plain = normalize("NFKC", name)
    if plain != name:
        return f"is a name that Python reads as another: write {plain!r}"
    if name.startswith("_"):
        return "begins with '_', which is kept for what components hold themselves: leave it out"
    return ""
