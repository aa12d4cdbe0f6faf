"""`FMU`, the component that stands for a functional mock-up unit."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from drivetrain.calls import warn
from drivetrain.errors import (
    FMUError,
    ModelWarning,
    NameLookupError,
    ParameterError,
    nearest,
    shown,
)
from drivetrain.fmi.description.data import FmiKind, Interface, ModelDescription
from drivetrain.fmi.imported.archive import Archive, opened
from drivetrain.fmi.imported.arrays import MOST_ELEMENTS, Sizes, structural_of
from drivetrain.fmi.imported.co_simulation import CoSimulation
from drivetrain.fmi.imported.equations import Equations, equations_of
from drivetrain.fmi.imported.flanges import FlangeSignals, flanges_of
from drivetrain.fmi.imported.given_values import given_values
from drivetrain.fmi.imported.members import Member, free_name, members_of
from drivetrain.fmi.imported.model_exchange import ModelExchange
from drivetrain.fmi.imported.quantities import contradictory_units, unknown_units
from drivetrain.modeling import Component, parameter, variable
from drivetrain.modeling.component import Experiment, SourceLine
from drivetrain.modeling.member_names import fault_of_name
from drivetrain.modeling.members import REQUIRED
from drivetrain.modeling.statements import Exchange, Foreign

__all__ = ["FMU", "experiment_of_unit"]

_KINDS = {"cs": FmiKind.CO_SIMULATION, "me": FmiKind.MODEL_EXCHANGE}
_MOST_NAMED = 5
_PATIENCE = 60.0
_WORDS = {
    FmiKind.CO_SIMULATION: "co-simulation (kind='cs')",
    FmiKind.MODEL_EXCHANGE: "model exchange (kind='me')",
    FmiKind.SCHEDULED_EXECUTION: "scheduled execution",
}


class FMU(Component):
    """A functional mock-up unit (FMI 2.0 or 3.0) as a part of a model.

    Its inputs and outputs are signals of the part, its parameters are parameters, all under their
    own names; of a name that Python cannot spell, the other characters become ``_``
    (``motor.J`` is ``motor_J``), and brackets take it as it is: ``self.engine["motor.J"]``. The
    values are in SI units, converted from those of the FMU.

    At each multiple of `step` the unit advances there, its outputs change, and it takes its inputs,
    which it keeps until the next tick. A unit is a program: run only those that you trust.

    Parameters
    ----------
    path : str or Path
        The file.
    kind : {"cs", "me"}, optional
        Co-simulation: the FMU contains its solver. Model exchange: it is integrated together with
        the model. By default the first of them that the FMU offers.
    step : number or quantity, optional
        Time between ticks, s; by default the one that the FMU suggests.
    flanges : mapping, optional
        Ends of shafts that signals become: name → names in the FMU of torque, angle, speed (and
        acceleration), or the name of a terminal. The torque is counted as positive into the FMU,
        with ``"-tau"`` out of it. An FMU whose torque is an input gives the motion, and one whose
        torque is an output takes it. With forces it is the end of a rod.
    isolated : bool or number, optional
        For co-simulation: let the FMU run in a process of its own, which may crash, hang or allow
        one instance only; a number is the longest time that it may take to answer, s, otherwise 60.
    record : sequence of str, optional
        Names in the FMU of other computed variables that are to be outputs, and so in results;
        ``*`` and ``?`` stand for any text.
    dependencies : {"declared", "all"}
        For model exchange: whether outputs and derivatives depend on the states and inputs that the
        FMU declares, or may depend on all. What is found to be wrong is a warning.
    **values
        Values of parameters, starts of variables whose start the FMU lets be set (``h=1.0``, a
        parameter `h_start`), and constant inputs. Names that Python cannot spell are given as
        ``**{"motor.J": 0.2}``.

    Raises
    ------
    FMUError
        If the file is missing, damaged, of another version, or does not offer this kind.
    ParameterError
        If a name is unknown or a value is out of bounds.

    Examples
    --------
    ``engine = FMU("engine.fmu", step=1e-3, J=0.2)``, in `equations`
    ``yield self.speed.w >> self.engine.w`` and ``yield self.engine.tau >> self.torque.tau``
    """

    traced_once: ClassVar[bool] = True
    inputs_keep_start: ClassVar[bool] = True
    _archive: ClassVar[Archive | None] = None
    _members: ClassVar[tuple[Member, ...]] = ()
    _equations: ClassVar[Equations | None] = None
    _kind: ClassVar[FmiKind] = FmiKind.CO_SIMULATION
    _step_name: ClassVar[str] = "step"
    _sizes: ClassVar[Sizes]
    _patience: ClassVar[float | None] = None
    _believes: ClassVar[bool] = True
    own_experiment: ClassVar[Experiment] = Experiment()
    _flange_signals: ClassVar[tuple[FlangeSignals, ...]] = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __new__(
        cls,
        path: str | PathLike[str] = "",
        *,
        kind: str | None = None,
        flanges: Mapping[str, Any] | None = None,
        record: Sequence[str] = (),
        isolated: bool | float = False,
        dependencies: str = "declared",
        **values: Any,
    ) -> FMU:
        """Return an instance of the class for this file."""
        if cls is not FMU:
            return super().__new__(cls)
        archive, own = _checked_archive(path, kind)
        patience = _patience(str(path), own, isolated)
        sizes = _structural(archive.description, values)
        believes = _believes(str(path), dependencies)
        shape = _Shape.of(own, flanges, record, sizes, patience, believes)
        return super().__new__(_class_of(archive, shape))

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        kind: str | None = None,
        step: Any = None,
        flanges: Mapping[str, Any] | None = None,
        record: Sequence[str] = (),
        isolated: bool | float = False,
        dependencies: str = "declared",
        **values: Any,
    ) -> None:
        sizes = _structural(_description(type(self)), values)
        own_class = type(self)
        self._path = str(path)
        self._shape = _Shape.of(
            own_class._kind, flanges, record, sizes, own_class._patience, own_class._believes
        )
        self._file = str(Path(path).resolve())
        given = given_values(_description(type(self)), values, self._sizes)
        own = {type(self)._member_name(name): value for name, value in given.items()}
        if self._kind is FmiKind.MODEL_EXCHANGE:
            _refuse_step(self._path, step)
        elif step is not None:
            own[self._step_name] = step
        elif self._step_name not in own and _suggested(_description(type(self))) is None:
            raise ParameterError(
                f"FMU({self._path!r}): how far apart are the instants at which it is read? Give "
                "step=… in s, such as step=1e-3; the file suggests none"
            )
        super().__init__(**own)
        caller = sys._getframe(1)
        self._created = SourceLine(caller.f_code.co_filename, caller.f_lineno)

    @classmethod
    def _member_name(cls, name: str) -> str:
        """Return the name of a member to be given a value: that in Python, or that in the FMU."""
        declared, python = cls.declarations(), cls._spelled.get(name, name)
        for flange in cls._flange_signals:
            if python in flange.taken(cls._members):
                raise ParameterError(
                    f"FMU({name}=…): {name!r} follows from the flange {flange.name!r}, so that no "
                    "value can be given to it"
                )
        start = f"{python}_start"
        states = cls._equations.states if cls._equations is not None else ()
        computed = {m.name for m in cls._members if m.role == "output"}
        computed |= {cls._spelled[one.title] for one in states}
        if (python not in declared or python in computed) and start in declared:
            return start
        if python in computed:
            raise ParameterError(
                f"FMU({name}=…): {name!r} is computed by the FMU, and it lets no start of it be set"
            )
        if python not in declared and python != "enabled":
            known = dict.fromkeys([*declared, *cls._spelled])
            raise ParameterError(
                f"FMU({name}=…): {_title(cls)} has nothing called {name!r}{nearest(name, known)}; "
                f"values can be given to {', '.join(_settable(cls)) or 'nothing'}"
            )
        return python

    def __getitem__(self, name: str) -> Any:
        """Return a member by its name in the FMU."""
        return getattr(self, _python_name(type(self), name))

    def __repr__(self) -> str:
        """Return how it was made."""
        from drivetrain.modeling.presentation.display import call_text

        text = call_text("FMU", self.__dict__.get("_modifiers", {}), self.__dict__.get("_count"))
        path = repr(self.__dict__.get("_path", ""))
        path += str(self.__dict__.get("_shape", ""))
        return text.replace("FMU(", f"FMU({path}, " if "=" in text else f"FMU({path}", 1)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the file: the class is made again where it arrives."""
        return _remade, (self._file, self._shape, dict(vars(self)))

    def equations(self) -> Iterable[Any]:
        """Yield the exchange at ticks, or the equations of the FMU."""
        if self._archive is None:
            return
        step = getattr(self, self._step_name, None)
        for flange in self._flange_signals:
            yield flange.equations(self, step)
        if self._kind is FmiKind.MODEL_EXCHANGE:
            yield self._exchange()
        else:
            yield self._block(step)

    def _named(self, members: Iterable[Member]) -> list[Any]:
        return [getattr(self, m.name) for m in members]

    def _set_before(self) -> list[Member]:
        return [m for m in self._members if m.role in ("parameter", "start")]

    def _fixed(self) -> dict[Member, object]:
        roles = ("text", "structural")
        return {m: getattr(self, m.name) for m in self._members if m.role in roles}

    def _exchange(self) -> Exchange:
        """Return the equations of an FMU for model exchange."""
        assert self._archive is not None
        assert self._equations is not None
        equations, parameters = self._equations, tuple(self._set_before())
        return Exchange(
            ModelExchange(self._archive, equations, parameters, self._fixed()),
            self._archive.title,
            [getattr(self, self._spelled[one.title]) for one in equations.states],
            self._named(equations.inputs),
            self._named(equations.outputs),
            self._named(equations.discrete_inputs),
            self._named(equations.discrete_outputs),
            equations.indicators,
            equations.reads,
            self._named(parameters),
        )

    def _block(self, step: Any) -> Foreign:
        """Return the exchange with an FMU for co-simulation."""
        assert self._archive is not None
        inputs = [m for m in self._members if m.role == "input"]
        outputs = [m for m in self._members if m.role == "output"]
        parameters, names = self._set_before(), [m.name for m in inputs]
        rates = {k: of for one in self._flange_signals for k, of in one.rates(names).items()}
        return Foreign(
            CoSimulation(
                self._archive, inputs, outputs, parameters, self._fixed(), self._patience, rates
            ),
            step,
            self._named(inputs),
            self._named(outputs),
            self._named(parameters),
        )


def _description(cls: type[FMU]) -> ModelDescription:
    assert cls._archive is not None
    return cls._archive.description


def _title(cls: type[FMU]) -> str:
    return cls._archive.title if cls._archive is not None else "FMU"


def _settable(cls: type[FMU]) -> list[str]:
    step = [cls._step_name] * (cls._kind is FmiKind.CO_SIMULATION)
    return [*step, *(m.name for m in cls._members if m.role != "output")]


def _python_name(cls: type[FMU], name: str) -> str:
    """Return the name in Python of something that the FMU calls so."""
    found = cls._spelled.get(name, name)
    if found not in cls.declarations():
        known = dict.fromkeys([*cls._spelled, *cls.declarations()])
        raise NameLookupError(f"{_title(cls)} has nothing called {name!r}{nearest(name, known)}")
    return found


def _suggested(description: ModelDescription) -> float | None:
    """Return the step that an FMU suggests, s."""
    interface = description.interface(FmiKind.CO_SIMULATION)
    own: Any = interface.capabilities.get("fixedInternalStepSize") if interface else None
    return description.experiment.step_size or (float(own) if own else None)


def _patience(path: str, kind: FmiKind, isolated: bool | float) -> float | None:
    """Return the time that an isolated FMU has to answer, s; None: it runs in this process."""
    if isolated is False:
        return None
    if kind is FmiKind.MODEL_EXCHANGE:
        raise ParameterError(
            f"FMU({path!r}, isolated={isolated}): an FMU for model exchange is called by the "
            "solver itself, in this process; kind='cs' can run in one of its own"
        )
    if isolated is True:
        return _PATIENCE
    if not (isinstance(isolated, (int, float)) and 0 < isolated < math.inf):
        raise ParameterError(
            f"FMU({path!r}, isolated={shown(isolated)}): give True, or the longest time that the "
            "FMU may take to answer, in s"
        )
    return float(isolated)


def _believes(path: str, dependencies: str) -> bool:
    """Return whether the dependencies that an FMU declares are believed."""
    if dependencies not in ("declared", "all"):
        raise ParameterError(
            f"FMU({path!r}, dependencies={shown(dependencies)}): choose 'declared', as the FMU "
            "says, or 'all', if it does not say the truth"
        )
    return dependencies == "declared"


def _structural(description: ModelDescription, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are given for structural parameters."""
    known = structural_of(description)
    return {name: value for name, value in values.items() if name in known}


def experiment_of_unit(description: ModelDescription) -> Experiment:
    """Return the settings that an FMU suggests, as far as it does."""
    own, usual = description.experiment, Experiment()
    start = usual.start_time if own.start_time is None else own.start_time
    stop = start + usual.stop_time if own.stop_time is None else own.stop_time
    return Experiment(start_time=start, stop_time=stop)


def _refuse_step(path: str, step: Any) -> None:
    if step is not None:
        raise ParameterError(
            f"FMU({path!r}, step={shown(step)}): a step belongs to co-simulation; an FMU for model "
            "exchange is integrated together with the model, with its tolerance"
        )


def _checked_archive(path: str | PathLike[str], kind: str | None) -> tuple[Archive, FmiKind]:
    """Unpack a file; refuse a kind that it does not offer."""
    if kind is not None and kind not in _KINDS:
        raise ParameterError(
            f"FMU(kind={shown(kind)}): choose 'cs', for co-simulation, or 'me', for model exchange"
            f"{nearest(str(kind), _KINDS)}"
        )
    if not isinstance(path, (str, PathLike)):
        raise ParameterError(f"FMU({shown(path)}): give the name of a file, as a text or a Path")
    archive = opened(Path(path))
    wanted = _KINDS.values() if kind is None else (_KINDS[kind],)
    found = next((one for one in wanted if archive.description.interface(one)), None)
    if found is None:
        raise FMUError(_not_offered(archive, archive.description.interfaces, kind))
    return archive, found


def _not_offered(archive: Archive, offered: tuple[Interface, ...], kind: str | None) -> str:
    has = ", ".join(_WORDS[one.kind] for one in offered) or "nothing"
    wanted = "co-simulation or model exchange" if kind is None else _WORDS[_KINDS[kind]]
    return f"{archive.title} offers {has}; asked is {wanted}: have it exported once more as that"


_classes: dict[tuple[str, str], type[FMU]] = {}


class _Shape(NamedTuple):
    """What else decides which members a part has."""

    kind: FmiKind
    flanges: Mapping[str, Any]
    record: tuple[str, ...]
    structural: Mapping[str, Any]
    patience: float | None
    believes: bool

    @classmethod
    def of(
        cls,
        kind: FmiKind,
        flanges: Mapping[str, Any] | None,
        record: Any,
        structural: Mapping[str, Any],
        patience: float | None,
        believes: bool,
    ) -> _Shape:
        names = (record,) if isinstance(record, str) else tuple(record)
        return cls(kind, {} if flanges is None else flanges, names, structural, patience, believes)

    def __str__(self) -> str:
        kind = ", kind='me'" if self.kind is FmiKind.MODEL_EXCHANGE else ""
        flanges = f", flanges={dict(self.flanges)!r}" if self.flanges else ""
        record = f", record={list(self.record)!r}" if self.record else ""
        isolated = "" if self.patience is None else f", isolated={self.patience:g}"
        believes = "" if self.believes else ", dependencies='all'"
        return kind + flanges + record + isolated + believes


def _class_of(archive: Archive, shape: _Shape) -> type[FMU]:
    """Return the class for the contents of a file."""
    key = archive.digest, repr(shape)
    if key not in _classes:
        _classes[key] = _made_class(archive, shape)
    return _classes[key]


def _recorded(description: ModelDescription, record: tuple[str, ...], title: str) -> frozenset[str]:
    """Return the names of other variables that are to be outputs; ``*`` and ``?`` stand for any."""
    known = {name for name, v in description.names() if v.causality in ("local", "output")}
    found: set[str] = set()
    for name in record:
        pattern = re.escape(name).replace(r"\*", ".*").replace(r"\?", ".")
        matching = {one for one in known if re.fullmatch(pattern, one)}
        if not matching:
            raise FMUError(
                f"FMU(record=[{name!r}]): {title} has no computed variable {name!r}"
                f"{nearest(name, known)}"
            )
        found |= matching
    return frozenset(found)


def _supplied_power(self: Any) -> Any:
    """Return the power that the FMU delivers through its flanges, W."""
    return sum(flange.power(self) for flange in self._flange_signals)


def _warn_of_left_out(description: ModelDescription, members: Iterable[Member], title: str) -> None:
    """Warn of inputs and outputs that are left out."""
    there = {m.variable.name for m in members}
    signals = [v for v in description.variables if v.causality in ("input", "output")]
    missing = [v.name for v in signals if v.name not in there]
    if missing:
        listed = ", ".join(missing[:_MOST_NAMED]) + ", …" * (len(missing) > _MOST_NAMED)
        warn(
            ModelWarning(
                f"{title}: texts, binary values, clocks, arrays of more than {MOST_ELEMENTS} "
                "elements and, for model exchange, single precision are no signals here, so that "
                f"{listed} cannot be connected; inputs among them keep the values of the FMU"
            )
        )


def _warn_of_units(description: ModelDescription, title: str) -> None:
    """Warn of units whose definitions contradict their names."""
    if found := contradictory_units(description):
        warn(
            ModelWarning(
                f"{title} defines units as something else than their names say: "
                f"{'; '.join(found)}. Its definitions are taken; see whether values are right"
            )
        )
    if unknown := unknown_units(description):
        warn(
            ModelWarning(
                f"{title} has units that it does not define, and that are not known: "
                f"{', '.join(unknown[:_MOST_NAMED])}. Their numbers are taken as they are, without "
                "a unit; convert them where they are connected"
            )
        )


def _made_class(archive: Archive, shape: _Shape) -> type[FMU]:
    description = archive.description
    recorded = _recorded(description, shape.record, archive.title)
    reserved = _reserved()
    names = {one.name for one in description.variables}
    step = "step" if "step" not in names else "step_"
    sizes = Sizes(description, shape.structural, archive.title)
    members = members_of(description, {*reserved, step}, recorded, sizes, shape.kind)
    _warn_of_left_out(description, members, archive.title)
    _warn_of_units(description, archive.title)
    about = description.description or f"{description.name}, from {archive.title}."
    body: dict[str, Any] = {
        "__doc__": about,
        "_archive": archive,
        "_kind": shape.kind,
        "_members": members,
        "_step_name": step,
        "_sizes": sizes,
        "_patience": shape.patience,
        "_believes": shape.believes,
        "own_experiment": experiment_of_unit(description),
        "_spelled": _names(description, members),
    }
    body |= {member.name: member.declaration for member in members}
    if shape.kind is FmiKind.CO_SIMULATION:
        suggested = _suggested(description)
        default = REQUIRED if suggested is None else suggested
        about_step = "Time between ticks"
        body[step] = parameter(default, unit="s", min=0, nonzero=True, doc=about_step)
    else:
        equations = equations_of(description, members, sizes, archive.title, shape.believes)
        body |= {"_equations": equations} | _states(equations, body)
    signals = flanges_of(shape.flanges, members, description, archive.title)
    body["_flange_signals"] = signals
    if signals:
        body["supplied_power"] = _supplied_power
    for flange in signals:
        body |= flange.declarations(members, shape.kind is FmiKind.CO_SIMULATION)
    metaclass: Any = type(FMU)
    made: type[FMU] = metaclass("FMU", (FMU,), body)
    return made


def _states(equations: Equations, body: dict[str, Any]) -> dict[str, Any]:
    """Return the declarations of states that are no outputs, and note their names in Python."""
    spelled: dict[str, str] = body["_spelled"]
    made: dict[str, Any] = {}
    for one in equations.states:
        own, name = one.variable, one.member.name if one.member else ""
        if not name:
            name = free_name(one.title, {*_reserved(), *body, *made})
            nominal = None if own.nominal is None else abs(own.nominal * one.conversion.factor)
            unit, about = one.conversion.unit, own.description
            made[name] = variable(unit, nominal=nominal, doc=about)
        spelled[one.title] = name
    return made


@cache
def _reserved() -> frozenset[str]:
    """Return the names that every component has."""
    return frozenset(name for name in dir(FMU) if not fault_of_name(name)) | {
        "enabled",
        "time",
        "kind",
        "path",
    }


def _names(description: ModelDescription, members: tuple[Member, ...]) -> dict[str, str]:
    """Return the name in Python for each name in the FMU, other names of variables included."""
    others: dict[int, list[str]] = {}
    for name, one in description.names():
        others.setdefault(id(one), []).append(name)
    starts_first = sorted(members, key=lambda one: one.role != "start")
    return {
        m.title.replace(m.variable.name, name, 1): m.name
        for m in starts_first
        for name in others[id(m.variable)]
    }


def _remade(path: str, shape: _Shape, state: dict[str, Any]) -> FMU:
    made = Component.__new__(_class_of(opened(Path(path)), shape))
    vars(made).update(state)
    return made
