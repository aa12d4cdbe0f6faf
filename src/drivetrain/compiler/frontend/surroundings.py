"""Inner members that a model lacks: default ones are made where that is unambiguous."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

from drivetrain.calls import warn
from drivetrain.errors import DrivetrainError, ModelError, ModelWarning
from drivetrain.modeling.component import Component
from drivetrain.modeling.members import REQUIRED, Parameter
from drivetrain.modeling.members.scopes import is_outer
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
    for wants in root.outer_buses.values():
        _tell(root, wants, "it is added")
    if not root.needs:
        return root
    made = {name: _made(name, needs) for name, needs in _by_name(root.needs).items()}
    for name, one in made.items():
        asking = [need.want for need in root.needs if need.want.name == name]
        _tell(root, asking, f"{name} = {type(one).__name__}() is added")
    if root not in _MADE:
        _MADE[root] = completed(root, {name: (one, trace(one)) for name, one in made.items()})
    return _MADE[root]


def _by_name(needs: Iterable[Need]) -> dict[str, list[Need]]:
    found: dict[str, list[Need]] = {}
    for need in needs:
        found.setdefault(need.want.name, []).append(need)
    return found


def _tell(root: Trace, wants: Sequence[Want], what: str) -> None:
    """Warn of an inner member that the model lacks."""
    said = getattr(wants[0].member, "missing_inner_message", "")
    warn(
        ModelWarning(
            f"the model '{root.title}' has no inner '{wants[0].name}', which "
            f"{_asking(wants)}: {what} to it" + (f" ({said})" if said else "")
        )
    )


def _asking(wants: Iterable[Want]) -> str:
    asking = dict.fromkeys(one.asked_by for one in wants)
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
    except DrivetrainError as error:
        raise _missing(want, str(error)) from error
    for key, one in made.declarations().items():
        if isinstance(one, Parameter) and one.default is REQUIRED and not is_outer(one):
            raise _missing(want, f"'{key}' of {want.kind} has no value")
    return made


def _missing(want: Want, why: str) -> ModelError:
    said = getattr(want.member, "missing_inner_message", "")
    return want.refusal(
        f"is declared nowhere around, and none can be made ({why}): declare "
        f"{want.name} = inner(…) in the model" + (f" ({said})" if said else "")
    )
