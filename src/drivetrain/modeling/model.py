"""Base class of models: components made of components, as a class or built step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, ClassVar, Never, Self, overload

from drivetrain.calls import explained, folding
from drivetrain.errors import MemberError, ModelError, nearest, shown
from drivetrain.modeling.component import (
    Component,
    Experiment,
    calling_line,
    check_name,
    without_name,
)
from drivetrain.modeling.connection import connections
from drivetrain.modeling.members import Declaration
from drivetrain.modeling.tracing.trace import TraceBuilder

if TYPE_CHECKING:
    from drivetrain.diagram.diagram import Diagram
    from drivetrain.modeling.argument_types import Number
    from drivetrain.notebook.widget import Explorer
    from drivetrain.studies.study import Study

__all__ = ["Model"]


class Model(Component):
    """A component made of components; the top of what is simulated.

    Either a class (declarations in its body, connections in :meth:`equations`) or built step by
    step: ``m = Model("launch")``, ``m.add(engine=Inertia(J=0.2))``,
    ``m.connect(m.engine >> m.clutch)``.

    Parameters
    ----------
    title : str, optional
        Name of a model that is built step by step.
    **modifiers
        As for every component.
    """

    experiment: ClassVar[Experiment] = Experiment()

    if TYPE_CHECKING:
        # The parts of `Model("title")` are known only while it runs, those of a class before.
        @overload
        def __new__(cls, title: str, **modifiers: Any) -> SteppedModel: ...
        @overload
        def __new__(cls, *own: Any, **modifiers: Any) -> Self: ...
        def __new__(cls, *own: Any, **modifiers: Any) -> Any: ...  # noqa: D102
    else:

        def __init__(self, title: str | None = None, **modifiers: Any) -> None:
            if "title" in type(self).declarations():  # a member of that name is given a value
                modifiers |= {} if title is None else {"title": title}
                title = None
            super().__init__(**modifiers)
            self._entitle(title)

    def _entitle(self, title: Any) -> None:
        """Check and keep the title."""
        if title is not None and not isinstance(title, str):
            if type(self) is not Model:
                raise without_name(type(self), title)
            raise ModelError(f"Model({title!r}): the title is a text, Model('launch')")
        if title is not None and not (title.strip() and title.isprintable()):
            raise ModelError(
                f"Model({shown(title)}): the title is a text of one line that can be printed, "
                "Model('launch')"
            )
        if title is not None and type(self) is not Model:
            raise ModelError(
                f"{type(self).__name__}({title!r}): a title is for models built step by step, "
                "Model('…')"
            )
        self.__dict__["_title"] = title or type(self).__name__
        self.__dict__["_steps"] = None

    @property
    def title(self) -> str:
        """Name of the model."""
        return str(self.__dict__["_title"])

    def __repr__(self) -> str:
        """Return what the model is: its name, and the names and classes of its parts."""
        from drivetrain.modeling.presentation.display import parts_text

        title = repr(self.title) if type(self) is Model else super().__repr__().removesuffix("()")
        return f"<Model {title} with {parts_text(self._parts())}>"

    def _repr_html_(self) -> str:
        """Return the members of the model as a table for notebooks."""
        from drivetrain.modeling.presentation.display import member_table

        if type(self) is not Model:
            return super()._repr_html_()
        return member_table(f"Model {self.title!r}", self._parts(), {})

    def __dir__(self) -> list[str]:
        """Return what an interactive session completes: the parts that were added, too."""
        steps = self.__dict__.get("_steps")
        return sorted({*super().__dir__(), *(steps.references if steps else ())})

    def _parts(self) -> dict[str, str]:
        """Return the class of each part by its name."""
        steps = self.__dict__.get("_steps")
        declared = {
            name: (type(part).__name__, part._count)
            for name, part in type(self).declarations().items()
            if isinstance(part, Component)
        }
        found = steps.parts() if steps else declared
        return {
            name: kind if count is None else f"{kind} × {count}"
            for name, (kind, count) in found.items()
        }

    def _builder(self) -> TraceBuilder:
        if type(self) is not Model:
            raise ModelError(
                f"{type(self).__name__} is declared as a class: add to its body or derive from it; "
                "step-by-step building starts from Model('title')"
            )
        if self.__dict__["_steps"] is None:
            self.__dict__["_steps"] = TraceBuilder(Model, self.title, {})
        steps: TraceBuilder = self.__dict__["_steps"]
        return steps

    def _steps_taken(self) -> TraceBuilder | None:
        return self._builder() if type(self) is Model else None

    def __copy__(self) -> Self:
        """Copy what has been built so far; later additions to one do not affect the other."""
        made = object.__new__(type(self))
        vars(made).update(vars(self), _steps=deepcopy(self.__dict__["_steps"]))
        return made

    def _as_built(self) -> Self:
        """Return the model in its current state; unlike a copy, at almost no cost."""
        if type(self) is not Model:
            return self
        made = object.__new__(type(self))
        vars(made).update(vars(self), _steps=self._builder().as_built())
        return made

    def add(self, /, *parts: Never, **members: Any) -> None:
        """Add components (or parameters, variables, connectors) under the names given.

        Parameters
        ----------
        *parts
            None: each part has a name.
        **members
            What to add, by name: ``m.add(engine=Inertia(J=0.2), clutch=Clutch(fn_max=200))``.

        Raises
        ------
        ModelError
            If a name is missing, invalid, or already in use.
        """
        if parts:
            kind = type(parts[0]).__name__
            raise ModelError(f"give the part a name: m.add(name={kind}(…)) instead of {kind}(…)")
        builder = self._builder()
        with folding():
            for name, member in members.items():
                check_name(self.title, name, member, Model)
            for name, member in members.items():
                if isinstance(member, Declaration):
                    member.name = name
                builder.declare(name, member, calling_line())

    def connect(self, *ends: Any) -> None:
        """Connect two connectors or signals, or those along chains ``m.a >> m.b >> m.c``.

        Parameters
        ----------
        *ends
            Either one or several chains, or the two ends of one connection.

        Raises
        ------
        ModelError
            If these are neither, or do not match.
        """
        builder, where = self._builder(), calling_line()
        with folding():
            for statement in connections(ends):
                builder.state(statement, where)

    def equation(self, statement: Any) -> None:
        """Add an equation or any other statement allowed in `equations`."""
        with folding():
            self._builder().state(statement, calling_line())

    @explained
    def diagram(
        self, view: str | None = None, *, inside: str = "", opened: Sequence[str] = ()
    ) -> Diagram:
        """Draw the machine: shaft lines from left to right, signals above them, heat below.

        Models with faults are drawn as well, with the faults marked.

        Parameters
        ----------
        view : str, optional
            ``"schematic"``: shaft lines, for every model; ``"section"``: the half section of a
            coaxial gearbox. By default what suits the model.
        inside : str
            Path of a part: what is inside it is drawn, not the whole model.
        opened : sequence of str
            Paths of parts in whose place their own parts are drawn.

        Returns
        -------
        Diagram
            Shown as it is in notebooks; ``save("machine.svg")`` writes SVG, PNG, PDF or HTML.

        Raises
        ------
        UsageError
            If there is no such view.
        NameLookupError
            If there is no such part, or nothing inside it.

        Examples
        --------
        >>> import drivetrain as dt
        >>> picture = dt.examples.find("CoupledClutches")().diagram()
        >>> picture.svg.count('data-path="clutch1"')
        1
        """
        from drivetrain.diagram.diagram import diagram_of

        return diagram_of(self, view, inside, opened)

    @explained
    def explore(
        self,
        *names: str,
        plot: str | Sequence[str | Sequence[str]] | None = None,
        stop_time: Any = None,
        ranges: Mapping[str, tuple[Any, Any]] | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Explorer:
        """Show the model in a notebook, and run it again while its parameters are moved.

        The output of the cell has the diagram, a slider for each parameter that is named, curves
        with one cursor and one zoom, and the modes and events. A click on a part shows its other
        parameters and variables. Needs the extra ``notebook``; the notebook may be JupyterLab,
        Notebook, VS Code, Colab or marimo.

        Parameters
        ----------
        *names : str
            Parameters that get a slider, and start values, ``"J1.w.start"``; patterns with ``*``
            and ``?`` stand for several. ``"disc[:].J"`` moves all elements of an array together.
        plot : str or list of str, optional
            Variables to draw, or patterns; by default the speeds of the bodies. Variables of one
            unit share a panel.
        stop_time : float or quantity, optional
            End of the run, s; by default that of the model's `experiment`.
        ranges : mapping of str to pair, optional
            Lowest and highest value of sliders; a parameter that is not among `names` gets one. By
            default from bound to bound, else from a third of the value to three times it.
        parameters : mapping, optional
            Values to begin with, as for :func:`drivetrain.simulate`.

        Returns
        -------
        Explorer
            What the notebook shows. Its `parameters` are the values that differ from the model, its
            `result` is the run with them; `close()` takes it off the page.

        Raises
        ------
        UsageError
            If the extra is not installed, or an argument has no meaning.
        NameLookupError
            If a parameter or a variable does not exist; the nearest is suggested.
        ModelError
            If the model cannot be translated.

        Examples
        --------
        >>> import drivetrain as dt
        >>> model = dt.examples.find("CoupledClutches")()
        >>> explorer = model.explore("clutch1.fn_max", "clutch?.peak", plot=["J*.w"])
        >>> explorer.parameters = {"clutch1.fn_max": 12.0}
        >>> explorer.result.parameters["clutch1.fn_max"]
        12.0
        >>> explorer.close()
        """
        from drivetrain.notebook.explore import explore_model

        return explore_model(self, names, plot, stop_time, ranges, parameters)

    @explained
    def study(
        self,
        vary: Mapping[Any, Any] | None = None,
        *,
        design: Any,
        record: Mapping[str, Any] | None = None,
        keep: Sequence[str] | None = None,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        interval: Number | None = None,
    ) -> Study:
        """Plan many runs with other parameters, and what is to be kept of each; nothing runs yet.

        Parameters
        ----------
        vary, design, record, keep, start_time, stop_time, tolerance, interval
            As for :meth:`CompiledModel.study`.

        Returns
        -------
        Study
            It says how many runs there are; `sets` is the table of their parameters, `run()` makes
            them.

        Raises
        ------
        UsageError, NameLookupError, ParameterError
            As for :meth:`CompiledModel.study`.

        Examples
        --------
        >>> import drivetrain as dt
        >>> from drivetrain.studies import final, grid
        >>> model = dt.examples.find("CoupledClutches")()
        >>> study = model.study(
        ...     {"J1.J": [0.9, 1.0, 1.1]}, design=grid(), record={"w": final("J1.w")}
        ... )
        >>> study.run(progress=False)["w"].round(3).tolist()
        [3.033, 3.247, 3.451]
        """
        from drivetrain.studies.study import study_of

        return study_of(
            self, vary, design=design, record=record, keep=keep, start_time=start_time,
            stop_time=stop_time, tolerance=tolerance, interval=interval,
        )  # fmt: skip

    def __setattr__(self, name: str, value: Any) -> None:
        steps = self.__dict__.get("_steps")
        if steps is not None and name in steps.references:
            raise ModelError(
                f"model '{self.title}' has a member {name!r} already, so m.{name} = {shown(value)} "
                f"says nothing about it: give values where it is made [{calling_line()}]"
            )
        super().__setattr__(name, value)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            return self._part(name)

    def _part(self, name: str) -> Any:
        """Return a part, or another member, of a model that is built step by step."""
        if name == "_modifiers":
            raise ModelError(f"'{type(self).__name__}.__init__' has to call super().__init__()")
        if name.startswith("_") or type(self) is not Model:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        builder = self._builder()
        if name not in builder.references:
            raise MemberError(
                f"model '{self.title}' has no member {name!r}{nearest(name, builder.references)}; "
                f"it has {', '.join(builder.references) or 'none'}. Add it before it is connected: "
                f"m.add({name}=…)"
            )
        return builder.references[name]


if TYPE_CHECKING:

    class SteppedModel(Model):
        """What `Model("title")` is for a type checker: any name may be one of its parts."""

        def __init__(self, title: str, **modifiers: Any) -> None: ...

        def __getattr__(self, name: str) -> Any: ...
