"""Valid names for parts, declarations, classes and connector variables."""

from __future__ import annotations

from keyword import iskeyword
from unicodedata import normalize

__all__ = ["fault_of_name"]


def fault_of_name(name: str) -> str:
    """Return what is wrong with a name, and a remedy; an empty string if it is valid.

    Parameters
    ----------
    name : str
        It becomes part of dotted names: in results, messages and file headers.
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
