"""Variables of a connector that have one name together: a record, or a vector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from drivetrain.calls import explained
from drivetrain.errors import ModelError, NameLookupError, nearest
from drivetrain.modeling.members.variables import Variable
from drivetrain.modeling.members.vectors import VectorRef

__all__ = ["Bundle", "BundleRef", "bundle"]


class Bundle:
    """Variables of a connector under one name; see :func:`bundle`."""

    name: str = ""

    def __init__(
        self, elements: tuple[Variable | Bundle, ...], members: Mapping[str, Variable | Bundle]
    ) -> None:
        self.elements = elements
        self.members = members

    def __set_name__(self, owner: type, name: str) -> None:
        self.place(name)

    def place(self, name: str) -> None:
        """Give the variables their names: those of what is inside of something named."""
        self.name = name
        inside = [(f"{name}[{k}]", one) for k, one in enumerate(self.elements)]
        inside += [(f"{name}.{key}", one) for key, one in self.members.items()]
        for path, one in inside:
            if isinstance(one, Bundle):
                one.place(path)
            else:
                one.name = path

    def variables(self) -> Iterator[Variable]:
        """Yield the variables in order."""
        for one in (*self.elements, *self.members.values()):
            if isinstance(one, Bundle):
                yield from one.variables()
            else:
                yield one

    def references(self, refer: Any, path: str) -> Any:
        """Return what stands for the bundle in equations.

        Parameters
        ----------
        refer : callable
            Returns what stands for a variable.
        path : str
            Path of the connector.
        """
        name = f"{path}.{self.name}"

        def inside(one: Variable | Bundle) -> Any:
            return one.references(refer, path) if isinstance(one, Bundle) else refer(one)

        if self.members:
            return BundleRef(name, {key: inside(one) for key, one in self.members.items()})
        return VectorRef.of([inside(one) for one in self.elements], name)


class BundleRef:
    """A bundle in equations: ``self.port.state.p``."""

    def __init__(self, name: str, members: Mapping[str, Any]) -> None:
        self._name = name
        self._members = members

    def __dir__(self) -> list[str]:
        """Return what an interactive session completes."""
        return list(self._members)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name not in self._members:
            known = ", ".join(self._members)
            hint = nearest(name, self._members)
            raise NameLookupError(f"'{self._name}' has no variable {name!r}{hint}; it has {known}")
        return self._members[name]


@explained
def bundle(*elements: Any, **members: Any) -> Any:
    """Declare variables of a connector that have one name together.

    Parameters
    ----------
    *elements : potential, flow or bundle
        The elements of a vector, which have numbers.
    **members : potential, flow or bundle
        Variables with names of their own; a bundle has either elements or members.

    Examples
    --------
    ``state = bundle(p=potential("Pa"), T=potential("K"))``, in `equations` ``self.port.state.p``
    """
    every = (*elements, *members.values())
    are_variables = all(isinstance(one, (Variable, Bundle)) for one in every)
    if bool(elements) == bool(members) or not are_variables:
        raise ModelError(
            "bundle(…): give it variables of a connector, either in sequence or by their names"
        )
    return Bundle(tuple(elements), dict(members))
