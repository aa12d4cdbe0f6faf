"""The public surface: all documented, nothing misspelt swallowed, light to import."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

import drivetrain
from drivetrain.errors import DrivetrainError, ParameterError
from drivetrain.modeling import Component, Connector, Expr, Model
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter

FOLDERS = (
    "blocks",
    "book",
    "clutches",
    "couplings",
    "edition2002",
    "electrical",
    "gears",
    "mechanics",
    "rotational",
    "thermal",
    "translational",
)
LIBRARIES = tuple(
    f"drivetrain.{name}"
    for name in FOLDERS
    if find_spec(f"drivetrain.{name}") and hasattr(import_module(f"drivetrain.{name}"), "__all__")
)
MODULES = (
    "drivetrain",
    "drivetrain.analysis.dampers",
    "drivetrain.analysis.excitation",
    "drivetrain.analysis.limits",
    "drivetrain.analysis.order_analysis.analyse",
    "drivetrain.analysis.order_analysis.half_range",
    "drivetrain.analysis.order_analysis.order_map",
    "drivetrain.analysis.order_analysis.order_track",
    "drivetrain.analysis.order_analysis.resolution",
    "drivetrain.analysis.order_analysis.shaft",
    "drivetrain.analysis.order_analysis.spans",
    "drivetrain.analysis.response.frequency_response",
    "drivetrain.analysis.response.limits",
    "drivetrain.analysis.response.peaks",
    "drivetrain.analysis.response.time_response",
    "drivetrain.calibration",
    "drivetrain.errors",
    "drivetrain.examples",
    "drivetrain.gradients",
    "drivetrain.modeling",
    "drivetrain.plotting",
    "drivetrain.simulation.compiled_model",
    "drivetrain.simulation.results.energy_audit",
    "drivetrain.simulation.results.event_log",
    "drivetrain.simulation.results.result",
    "drivetrain.simulation.results.row_layout",
    "drivetrain.studies",
    "drivetrain.studies.sensitivity.regression",
    "drivetrain.studies.sensitivity.sobol",
    *LIBRARIES,
)
HEAVY = ("scipy", "llvmlite", "pandas", "matplotlib", "pint", "rich", "click", "pyarrow")
TAKES_NAMES = {"Component", "array", "add", "bundle", "set"}
"""Callables whose keywords are names chosen by the user or members of a component class."""
MADE_BY_OTHERS = ("EventLog",)
"""Classes that nobody but a function or a method of theirs constructs."""

_SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)


def public() -> Iterator[tuple[str, Any]]:
    """Yield (dotted name, object) of everything public that has a docstring of its own."""
    for module_name in MODULES:
        module = import_module(module_name)
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isfunction(value) or inspect.isclass(value):
                yield f"{module_name}.{name}", value


def methods() -> Iterator[tuple[str, Any]]:
    """Yield (dotted name, function) of the public methods and properties of public classes."""
    for path, cls in public():
        if not inspect.isclass(cls):
            continue
        for name, value in vars(cls).items():
            function = getattr(value, "__func__", getattr(value, "fget", value))
            if inspect.isfunction(function) and not name.startswith("_"):
                yield f"{path}.{name}", getattr(cls, name)


PUBLIC = dict(public())
METHODS = dict(methods())
COMPONENTS = {
    path: cls
    for path, cls in PUBLIC.items()
    if inspect.isclass(cls) and issubclass(cls, Component) and path.startswith(LIBRARIES)
}
FUNCTIONS = {p: f for p, f in {**PUBLIC, **METHODS}.items() if inspect.isroutine(f)}


def sections(docstring: str) -> dict[str, str]:
    """Split a docstring into its summary (key "") and its numpydoc sections."""
    parts = _SECTION.split(inspect.cleandoc(docstring))
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def documented(docstring: str) -> set[str]:
    """Return the argument names that a docstring explains.

    Those of its section "Parameters" if there is one, else all words: a short description names
    its arguments in passing.
    """
    found: set[str] = set()
    parts = sections(docstring)
    for title, text in parts.items():
        if title in ("Parameters", "Other Parameters", "Attributes"):
            heads = re.findall(r"^(\*{0,2}\w[^:\n]*?)(?: : .*)?$", text, re.MULTILINE)
            found |= {name.strip(" *") for head in heads for name in head.split(",")}
    return found if "Parameters" in parts else found | set(re.findall(r"\w+", parts[""]))


def arguments(function: Any) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    return [p.name for p in parameters if p.name not in ("self", "cls")]


def test_everything_public_has_a_docstring() -> None:
    found = {**PUBLIC, **METHODS}
    assert [path for path, value in found.items() if not inspect.getdoc(value)] == []


def test_a_class_has_a_docstring_of_its_own() -> None:
    for path, value in PUBLIC.items():
        text = value.__doc__ or ""
        assert text, f"{path} borrows its docstring"
        assert text.strip().splitlines()[0].endswith((".", "?", "…")), (
            f"{path}: first line is a sentence"
        )


def test_every_argument_is_documented() -> None:
    assert {path: gaps for path, one in FUNCTIONS.items() if (gaps := undocumented(one))} == {}


def undocumented(function: Any) -> set[str]:
    """Return the arguments of a function that its text does not name."""
    names = arguments(function)
    text = inspect.getdoc(function) or ""
    if len(names) == 1 and not sections(text).keys() - {""}:
        return set()  # "Sine of an angle in rad." leaves no doubt about the one argument
    if (other := re.search(r"`drivetrain\.(\w+)` for the arguments", text)) is not None:
        text = inspect.getdoc(getattr(drivetrain, other[1])) or ""
    return set(names) - documented(text)


@pytest.mark.parametrize(
    "path", sorted(p for p, c in PUBLIC.items() if inspect.isclass(c) and p not in COMPONENTS)
)
def test_every_argument_of_a_constructor_is_documented(path: str) -> None:
    cls = PUBLIC[path]
    if (
        issubclass(cls, (Exception, Expr))
        or path.endswith(MADE_BY_OTHERS)
        or "__init__" not in vars(cls)
    ):
        return
    known = documented((cls.__doc__ or "") + "\n" + (vars(cls)["__init__"].__doc__ or ""))
    missing = set(arguments(vars(cls)["__init__"])) - known
    assert not missing, f"{path}: {', '.join(sorted(missing))}"


@pytest.mark.parametrize("path", sorted(COMPONENTS))
def test_every_declaration_of_a_component_is_described(path: str) -> None:
    for name, declaration in COMPONENTS[path].declarations().items():
        if not isinstance(declaration, Component):
            assert declaration.doc, f"{path}.{name} has no doc"


def test_no_function_swallows_unknown_keywords() -> None:
    paths = {*FUNCTIONS, *(path for path in PUBLIC if path not in COMPONENTS)}
    found = {**PUBLIC, **METHODS}
    open_ended = {path for path in paths if takes_any_keyword(found[path])}
    assert {path for path in open_ended if path.rpartition(".")[2] not in TAKES_NAMES} == set()


def takes_any_keyword(value: Any) -> bool:
    """Tell whether something takes keywords that it does not name."""
    if inspect.isclass(value) and issubclass(value, Component):
        return False  # its names are checked against its declarations, see below
    if inspect.isclass(value) and "__init__" not in vars(value):
        return False
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:
        return False
    return any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)


def given(cls: type[Component]) -> dict[str, Any]:
    """Return values for the parameters that have no default."""
    return {
        name: 1.0
        for name, declaration in cls.declarations().items()
        if isinstance(declaration, Parameter | TableParameter) and declaration.default is REQUIRED
    }


@pytest.mark.parametrize("path", sorted(COMPONENTS))
def test_a_misspelt_parameter_is_refused_and_the_right_one_offered(path: str) -> None:
    cls = COMPONENTS[path]
    names = [
        name
        for name, declaration in cls.declarations().items()
        if not isinstance(declaration, Connector | Component)
    ]
    for name in names[:3]:
        wrong = name + "x"
        if wrong not in names:
            with pytest.raises(ParameterError, match="did you mean" if len(name) > 1 else wrong):
                cls(**{**given(cls), wrong: 1.0})


def test_misspelt_keywords_and_names_are_refused() -> None:
    model = drivetrain.examples.find("First")()
    with pytest.raises(TypeError, match="stop_tme"):
        drivetrain.simulate(model, stop_tme=1.0)  # type: ignore[call-arg]
    with pytest.raises(DrivetrainError, match=r"inertia1\.J"):
        drivetrain.simulate(model, parameters={"inertia1.j": 1.0})
    with pytest.raises(DrivetrainError, match="dopri5"):
        drivetrain.simulate(model, solver="dopri")
    with pytest.raises(ParameterError):
        type(model)(amplitud=1.0)
    with pytest.raises(DrivetrainError):
        Model("m").nobody  # noqa: B018


def test_a_solver_that_is_not_installed_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivetrain.kernel.sundials.find_spec", lambda name: None)
    with pytest.raises(DrivetrainError, match=r"pip install 'drivetrain\[cvode\]'"):
        drivetrain.simulate(drivetrain.examples.find("First")(), solver="ida")


def test_names_that_are_not_there_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="simulat"):
        drivetrain.simulat  # noqa: B018
    assert set(drivetrain.__all__) == set(dir(drivetrain))


@pytest.mark.parametrize(
    "statement",
    [
        "import drivetrain",
        "import drivetrain.rotational, drivetrain.thermal, drivetrain.blocks",
        "import drivetrain; drivetrain.examples.names()",
    ],
)
def test_importing_the_language_and_libraries_imports_nothing_heavy(statement: str) -> None:
    code = f"{statement}; import sys; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", ["simulate", "compile", "check"])
def test_running_a_model_needs_no_pictures_and_no_tables(name: str) -> None:
    code = (
        "import sys, drivetrain; from drivetrain.examples import find; "
        f"drivetrain.{name}(find('First')()); "
        "print(*sorted({'matplotlib', 'pandas', 'pint', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", ["simulate", "compile"])
def test_a_model_that_is_only_run_does_not_wait_for_its_analyses(name: str) -> None:
    code = (
        "import sys, drivetrain; from drivetrain.examples import find; "
        f"drivetrain.{name}(find('First')()); "
        "print(*(one for one in sys.modules if one.startswith(('drivetrain.analysis.modes', "
        "'drivetrain.analysis.cycles', 'drivetrain.analysis.campbell', 'scipy.optimize'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_what_a_prompt_shows_is_short_or_meant_to_be_read() -> None:
    model = drivetrain.examples.find("First")()
    compiled = drivetrain.compile(model)
    result = compiled.simulate()
    assert repr(compiled) == "<CompiledModel of First: 4 states, 54 variables>"
    assert repr(result.energy).startswith("<energy: supplied ")
    assert repr(result.parameters) == f"<{len(result.parameters)} named values>"
    for shown, begin in (
        (result.start, "<start report of "),
        (drivetrain.check(model), "<report on First>\nFirst: "),
        (result.events, "<"),
    ):
        assert repr(shown).startswith(begin)
        assert "object at" not in repr(shown)
        assert str(shown) in repr(shown)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("uniform", "it is drivetrain.studies.uniform"),
        ("Inertia", "it is drivetrain.rotational.Inertia or drivetrain.book.Inertia"),
        ("simulat", "did you mean 'simulate'"),
    ],
)
def test_a_name_that_is_elsewhere_is_said_to_be_there(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(drivetrain, name)
