"""A translated model with the data common to its runs: start values, solvers, names."""

from __future__ import annotations

from threading import Lock
from time import perf_counter
from typing import Any

from drivetrain.compiler.pipeline import translate
from drivetrain.modeling.component import Component
from drivetrain.simulation.initialisation.start import Starts
from drivetrain.simulation.kernel_solver import Solvers
from drivetrain.simulation.results.column_selection import ColumnSelection
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.results.variable_names import layout_of
from drivetrain.simulation.verification.verify import Verifier

__all__ = ["PreparedModel"]


class PreparedModel:
    """A translated model with the data common to its runs.

    Parameters
    ----------
    model : Component
        The author's model.
    built : Component
        The model as it was when compiled, without later additions.
    **how
        How to translate, see `drivetrain.compiler.pipeline.translate`.

    Attributes
    ----------
    translation : Translation
        Output of the compiler.
    translate_time : float
        Translation time, s.
    base : PreparedModel
        The model without options of translation; this one if it has none.
    how : dict
        Options of the translation.
    known_outsets : dict
        Starts of runs with sensitivities at the model's own values, by what is differentiated.
    """

    def __init__(self, model: Component, built: Component, **how: Any) -> None:
        self.model, self.built = model, built
        self.base = self
        self.how = {name: value for name, value in how.items() if name != "progress"}
        begin = perf_counter()
        self.translation = translate(built, **how)
        self.translate_time = perf_counter() - begin
        self.solvers = Solvers()
        self.picking = ColumnSelection()
        self.known_outsets: dict[tuple[Any, ...], Any] = {}
        self._layout: Layout | None = None
        self._starts: Starts | None = None
        self._verifier: Verifier | None = None
        self._unrolled: PreparedModel | None = None
        self._spent = 0.0
        self._lock = Lock()

    def variant(self, **how: Any) -> PreparedModel:
        """Return the same model, translated with these options besides its own."""
        made = PreparedModel(self.model, self.built, **{**self.how, **how})
        made.base = self.base
        return made

    def without_loops(self) -> PreparedModel:
        """Return the same model with a Jacobian, whatever the cost."""
        with self._lock:
            if self._unrolled is None:
                self._unrolled = self.variant(loops=False)
            return self._unrolled

    @property
    def title(self) -> str:
        """Name of the model."""
        return self.translation.flat.root.title

    @property
    def layout(self) -> Layout:
        """Names, units and columns of all variables."""
        if self._layout is None:
            self._layout = layout_of(self.translation)
        return self._layout

    @property
    def starts(self) -> Starts:
        """Start values of the runs."""
        if self._starts is None:
            self._starts = Starts(self.translation)
        return self._starts

    @property
    def verifier(self) -> Verifier:
        """Checks that the runs are verified by."""
        if self._verifier is None:
            self._verifier = Verifier(self.translation)
        return self._verifier

    def has_run(self, seconds: float) -> None:
        """Add the time that runs took."""
        self._spent += seconds

    def make_ready(self, often: bool = False) -> None:
        """Generate faster machine code once that pays, or at once for frequent runs.

        A run does not wait for another thread that does so already.
        """
        if not (often or self.translation.machine.pays(self._spent)):
            return
        if self._lock.acquire(blocking=often):
            try:
                self.translation = self.translation.optimised()
            finally:
                self._lock.release()
