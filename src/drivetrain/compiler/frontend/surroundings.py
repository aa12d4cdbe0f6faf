"""Inner members that a model lacks: default ones are made where that is unambiguous."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from drivetrain.calls import warn
from drivetrain.errors import DrivetrainError, ModelError, ModelWarning
from drivetrain.modeling.component import Component
from drivetrain.modeling.tracing.sharing.needs import Need, Want, completed
from drivetrain.modeling.tracing.slots import Trace
from drivetrain.modeling.tracing.trace import trace

__all__ = ["with_surroundings"]

_MADE: WeakKeyDictionary[Trace, Trace] = WeakKeyDictionary()


def with_surroundings(root: Trace) -> Trace:
    """Return a model with all that its parts look for in classes around.

    Parameters
    ----------
    root : Trace
        The model.

    Raises
    ------
    ModelError
        If something is looked for that is nowhere declared, and no component can be made in its
        place.

    Warns
    -----
    ModelWarning
        If a component is made in its place, with the values of its class.
    """
    if not root.needs:
        return root
    made = {name: _made(name, needs) for name, needs in _by_name(root.needs).items()}
    for name, one in made.items():
        kind = type(one).__name__
        message = (
            f"the model '{root.title}' has no inner '{name}', which "
            f"{_asking(root.needs, name)}: {name} = {kind}() is added to it"
        )
        warn(ModelWarning(message))
    if root not in _MADE:
        _MADE[root] = completed(root, {name: (one, trace(one)) for name, one in made.items()})
    return _MADE[root]


def _by_name(needs: Iterable[Need]) -> dict[str, list[Need]]:
    found: dict[str, list[Need]] = {}
    for need in needs:
        found.setdefault(need.want.name, []).append(need)
    return found


def _asking(needs: Iterable[Need], name: str) -> str:
    asking = dict.fromkeys(one.want.asked_by for one in needs if one.want.name == name)
    first = next(iter(asking))
    part = f"'{first}'" if first else "it"
    more = f" and {len(asking) - 1} more parts look" if len(asking) > 1 else " looks"
    return f"{part}{more} for"


def _made(name: str, needs: list[Need]) -> Component:
    """Return a component in the place of one that is missing."""
    want = needs[0].want
    kinds = {type(need.want.member) for need in needs}
    if not isinstance(want.member, Component):
        raise want.refusal(f"is declared nowhere around: declare {name} = inner(…) in the model")
    if len(kinds) > 1:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise want.refusal(f"is declared nowhere around, and of several classes: {names}")
    if vars(type(want.member)).get("is_partial"):
        raise _missing(want, f"{want.kind} is partial")
    try:
        made = type(want.member)()
        trace(made)
        return made
    except DrivetrainError as error:
        raise _missing(want, str(error)) from error


def _missing(want: Want, why: str) -> ModelError:
    return want.refusal(
        f"is declared nowhere around, and none can be made ({why}): declare "
        f"{want.name} = inner(…) in the model"
    )
