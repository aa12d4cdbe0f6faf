"""Type of an array of components, as editors and type checkers see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from drivetrain.modeling.connection import Chain

__all__ = ["ComponentArray"]

T_co = TypeVar("T_co", covariant=True)


class ComponentArray(Generic[T_co]):
    """Components of one class in sequence, as declared by ``Inertia.array(…)``.

    In `equations` it is indexed (``self.disc[0]``), sliced (``self.disc[1:]``), measured
    (``len(self.disc)``), iterated, and connected by ``>>``, element by element. This class gives
    annotations their name: ``disc: ComponentArray[Inertia]``. It is never instantiated.
    """

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: int | np.integer[Any]) -> T_co: ...
        @overload
        def __getitem__(
            self, key: slice | Sequence[int] | NDArray[np.integer[Any] | np.bool_]
        ) -> ComponentArray[T_co]: ...
        def __getitem__(self, key: Any) -> Any: ...

        def __iter__(self) -> Iterator[T_co]: ...

        def __len__(self) -> int: ...

        def __rshift__(self, other: Any) -> Chain: ...

        def __rrshift__(self, other: Any) -> Chain: ...

        # A connector or signal of every element.
        def __getattr__(self, name: str) -> Any: ...
