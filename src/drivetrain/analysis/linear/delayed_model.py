"""A linear model with delays: exact at every frequency, but without a state matrix."""

from __future__ import annotations

from typing import Any

from drivetrain.analysis.linear.delays import Delays, with_pade
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError

__all__ = ["DelayedModel"]


class _Refused:
    """What a model with delays does not have; asking for it is refused by name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, model: DelayedModel | None, owner: type) -> Any:
        if model is None:
            return self
        raise AnalysisError(
            f"{model.name} has delays, {model.delays.told()}, which have infinitely many states, "
            f"so that '{self._name}' does not exist: frequency_response(…) is exact; for the rest "
            "approximate the delays, linearise(…, pade=3), or use PadeDelay in the model"
        )


class DelayedModel(LinearModel):
    """A linear model with delays ``v(t) = z(t - T)``.

    Its frequency response is exact, with ``v = exp(-i omega T) z``. A delay has infinitely many
    states, so that there are neither matrices nor eigenvalues; :meth:`with_pade` returns a model
    with both, in which delays are approximated. The names of its states are those of the rest.

    Parameters
    ----------
    delays : Delays
        The delays, and the model without them.
    """

    A: Any = _Refused()
    B: Any = _Refused()
    C: Any = _Refused()
    D: Any = _Refused()
    details: Any = _Refused()
    reduction: Any = _Refused()
    scheme: Any = _Refused()
    indeterminate: Any = _Refused()
    kinks: Any = _Refused()
    eigenmodes: Any = _Refused()
    holzer: Any = _Refused()
    limit: Any = _Refused()
    one_sided: Any = _Refused()
    impulse_response: Any = _Refused()
    step_response: Any = _Refused()
    reduced: Any = _Refused()
    balanced: Any = _Refused()
    to_control: Any = _Refused()
    control_names: Any = _Refused()
    to_scipy: Any = _Refused()
    to_block: Any = _Refused()
    save: Any = _Refused()
    plot: Any = _Refused()
    to_pandas: Any = _Refused()
    with_matrices: Any = _Refused()

    def __init__(self, delays: Delays) -> None:
        rest = delays.at_rest()
        vars(self).update(
            name=rest.name, states=rest.states, inputs=rest.inputs, outputs=rest.outputs,
            point=rest.point, constraints=rest.constraints, held_by=rest.held_by,
            make_details=None, approximated=(), _delays=delays, _rest=rest,
        )  # fmt: skip

    def __repr__(self) -> str:
        """Return one line."""
        return f"{super().__repr__()[:-1]}, delays of {self.delays.told()}>"

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the matrices; the compiled model is not included."""
        return dict(vars(self))

    @property
    def delays(self) -> Delays:
        """The delays, and the model without them."""
        found: Delays = vars(self)["_delays"]
        return found

    @property
    def at_rest(self) -> LinearModel:
        """The model without delays: what it is at the frequency zero."""
        found: LinearModel = vars(self)["_rest"]
        return found

    @explained
    def with_pade(self, order: int) -> LinearModel:
        """Return a linear model in which delays are approximated by Padé's rational functions.

        Parameters
        ----------
        order : int
            Degree of numerator and denominator, from 1 to 12: how many states each delay gets.

        Raises
        ------
        UsageError
            If the order is no such integer.
        """
        return with_pade(self.delays, order)

    def notes(self) -> list[str]:
        """Return what holds at the operating point, a line each."""
        return [*self.at_rest.notes(), *(f"delay: {one}" for one in self.delays.listed())]

    @property
    def free_motions(self) -> list[str]:
        """Motions that nothing resists, in words; for models of up to 2000 states."""
        return self.at_rest.free_motions

    @property
    def residual(self) -> float:
        """Largest rate of change of a state at the point, in nominal values per second."""
        return self.at_rest.residual

    @property
    def shares_locks(self) -> bool:
        """Whether several locked elements hold the same motion, so that their loads are open."""
        return self.at_rest.shares_locks
