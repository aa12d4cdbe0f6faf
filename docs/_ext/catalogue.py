"""The catalogue: a page for every library and every component, made from the classes themselves.

The directive ``.. components::`` writes the index of all libraries.

A page shows a sketch, ports, parameters, variables, the equations as mathematics, events, energy,
an example that is run, and the source. The pages are written when a build begins, so a new
component has its page without anybody thinking of it.
"""

from __future__ import annotations

import inspect
import math
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from laws import Law, is_partial, laws, switches
from mathematics import latex
from sketch import icon, svg
from symbol import symbol
from trial import trial

import drivetrain
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Component, Connector, Expr, Model
from drivetrain.modeling.expression import BOOLEAN, INTEGER
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter, Variable

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FIRST = ("rotational", "clutches", "couplings", "gears", "translational", "thermal", "electrical",
         "blocks")  # fmt: skip
"""Libraries that lead the index; the others follow by name."""
MACHINERY = ("cli", "compiler", "kernel", "modeling", "plotting", "simulation")


def component_classes(library: Any) -> list[type[Component]]:
    """Return the public component classes of a library."""
    found = (getattr(library, name) for name in getattr(library, "__all__", ()))
    classes = (cls for cls in found if isinstance(cls, type))
    return [c for c in classes if issubclass(c, Component) and not issubclass(c, Model)]


def libraries() -> Iterator[str]:
    """Yield the names of the packages that offer component classes."""
    for name in packages(drivetrain.__path__):
        if name not in MACHINERY:
            library = import_module(f"drivetrain.{name}")
            inner = [f"{name}.{one}" for one in packages(library.__path__) if one != "interfaces"]
            yield from (one for one in (name, *inner) if offers(one))


def packages(path: Iterable[str]) -> list[str]:
    """Return the names of the packages in a folder."""
    return [module.name for module in pkgutil.iter_modules(path) if module.ispkg]


def offers(name: str) -> bool:
    """Tell whether a package offers component classes."""
    return bool(component_classes(import_module(f"drivetrain.{name}")))


def homes() -> dict[type[Component], str]:
    """Return under which library each class is described first."""
    found: dict[type[Component], str] = {}
    for name in libraries():
        for cls in component_classes(import_module(f"drivetrain.{name}")):
            own = cls.__module__.startswith(f"drivetrain.{name}.")
            if own or cls not in found:
                found[cls] = name
    return found


def write_pages(app: Sphinx) -> None:
    """Write a page per library and component, and take away those that are gone."""
    folder = Path(app.srcdir) / "catalogue" / "generated"
    made = {path for name in libraries() for path in write_library(folder, name)}
    for old in {path for path in folder.rglob("*") if path.is_file()} - made:
        old.unlink()


def write_library(folder: Path, name: str) -> Iterator[Path]:
    """Write the pages of a library and yield where they are."""
    classes = component_classes(import_module(f"drivetrain.{name}"))
    (folder / name).mkdir(parents=True, exist_ok=True)
    yield write(folder / f"{name}.rst", library_page(name, classes))
    for cls in classes:
        picture = folder / name / f"{cls.__name__}.png"
        drawn = folder / name / f"{cls.__name__}.svg"
        example = folder / name / f"{cls.__name__}.py.txt"
        if is_stale(example):
            shown = trial(cls, name)
            write(example, shown.script if shown else "", touch=True)
            if shown:
                shown.save(picture)
                write(drawn, shown.diagram)
        script = example.read_text(encoding="utf-8")
        yield example
        if script:
            yield from (picture, drawn)
        yield write(folder / name / f"{cls.__name__}.rst", "\n".join(page(cls, name, script)))


def is_stale(made: Path) -> bool:
    """Tell whether something was made before the package or this extension changed."""
    return not made.exists() or made.stat().st_mtime < newest_source()


@cache
def newest_source() -> float:
    """Return when a source that a page depends on was changed last."""
    folders = (Path(drivetrain.__file__).parent, Path(__file__).parent)
    return max(path.stat().st_mtime for folder in folders for path in folder.rglob("*.py"))


def write(path: Path, text: str, touch: bool = False) -> Path:
    """Write a file unless it says the same already, and return where it is."""
    if touch or not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def index() -> Iterator[str]:
    """Yield, library by library, what it is for and a table of its components."""
    place = {name: k for k, name in enumerate(FIRST)}
    for name in sorted(libraries(), key=lambda name: (place.get(name, len(FIRST)), name)):
        library = import_module(f"drivetrain.{name}")
        folder = f"/catalogue/generated/{name}"
        yield from heading(name)
        yield from (f"{summary(library)} :doc:`More <{folder}>`.", "")
        yield from tables_of_classes(component_classes(library), folder)


def tables_of_classes(classes: list[type[Component]], folder: str) -> Iterator[str]:
    """Yield a line for each component of a library with the way to its page, bases last."""
    for title, partial in (("Components", False), ("Bases", True)):
        rows = [
            (
                f".. raw:: html\n\n   {symbol(c, 0.6) or icon(c)}",
                f":doc:`{folder}/{c.__name__}`",
                summary(c),
            )
            for c in classes
            if is_partial(c) == partial
        ]
        yield from table(title, rows, look="components")


def library_page(name: str, classes: list[type[Component]]) -> str:
    """Return the page of a library: what it says about itself, and its components."""
    lines = [name, "=" * len(name), "", f".. automodule:: drivetrain.{name}", "   :no-members:", ""]
    lines += tables_of_classes(classes, name)
    lines += [".. toctree::", "   :hidden:", ""]
    lines += [f"   {name}/{cls.__name__}" for cls in classes]
    return "\n".join([*lines, ""])


def summary(described: Any) -> str:
    """Return the first line of what a class or library says about itself."""
    return (inspect.getdoc(described) or "").partition("\n")[0]


def sections(cls: type[Component]) -> dict[str, list[str]]:
    """Return what a class says about itself, by the titles underlined; first what has no title."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.getdoc(cls) or "", flags=re.MULTILINE)
    texts = [text.strip("\n").splitlines() for text in parts[::2]]
    return dict(zip(["", *parts[1::2]], texts, strict=True))


def plain(text: str) -> str:
    """Return text in which a bar is a bar, not a substitution; literals and formulas are as is."""
    parts = re.split(r"(``.*?``|:math:`[^`]*`)", text)
    return "".join(p.replace("|", r"\|") if k % 2 == 0 else p for k, p in enumerate(parts))


_PARAMETERS = ("name", "default", "unit", "meaning")
_COMPUTED = ("name", "value", "unit", "meaning")
_PORTS = ("name", "kind", "meaning")
_VARIABLES = ("name", "unit", "meaning")


def page(cls: type[Component], library: str, script: str) -> Iterator[str]:
    """Yield the lines of the page about one class, as reStructuredText.

    Parameters
    ----------
    cls : type
        The class.
    library : str
        Library that offers it, without ``drivetrain.``.
    script : str
        Example that draws the picture beside the page; nothing if empty.
    """
    name = cls.__name__
    told = sections(cls)
    yield from (name, "=" * len(name), "", *indented(".. raw:: html", f"{symbol(cls)}{svg(cls)}"))
    yield from map(plain, (*told[""], ""))
    yield from ("", f"``from drivetrain.{library} import {name}``", "")
    bases = [linked(base) for base in cls.__bases__ if base is not Component]
    if bases:
        yield from (f"Derives from {', '.join(bases)}.", "")
    declared = cls.declarations()
    first_asked = sorted(declared.items(), key=lambda item: rank(cls, *item))
    for title, header, row, items in (
        ("Parameters", _PARAMETERS, parameter_row, first_asked),
        ("Computed parameters", _COMPUTED, computed_row, first_asked),
        ("Connectors and signals", _PORTS, port_row, declared.items()),
        ("Variables", _VARIABLES, variable_row, declared.items()),
    ):
        yield from members(title, header, [row(*item) for item in items])
    yield from statements(cls)
    for section in ("Notes", "References"):
        if section in told:
            yield from (*heading(section), *map(plain, told[section]), "")
    if script:
        yield from heading("Example")
        yield from (f".. image:: {name}.svg", f"   :alt: Diagram of an example with {name}", "")
        yield from indented(".. code-block:: python", script)
        yield from (f".. image:: {name}.png", f"   :alt: {name} in an example", "")
    yield from source(cls)


def members(
    title: str, header: tuple[str, ...], rows: Sequence[tuple[str, ...] | None]
) -> Iterator[str]:
    """Yield the section about members of one kind, or nothing if there are none."""
    if any(row is not None for row in rows):
        yield from heading(title)
        yield from table("", rows, header, "members")


def statements(cls: type[Component]) -> Iterator[str]:
    """Yield the sections about equations, parts, events, limits and energy."""
    law = laws(cls)
    yield from heading("Equations")
    if not any(law.equations.values()):
        yield from ("This class states no equation of its own.", "")
    for owner, equations in law.equations.items():
        base = offered(cls, owner)
        if base is not cls:
            yield from (f"From {linked(base)}:", "")
        elif len(law.equations) > 1:
            yield from ("Its own:", "")
        yield from aligned(equations)
    yield from abbreviations(law)
    yield from (f"* :math:`{name}`: {meaning}" for name, meaning in law.hidden)
    yield ""
    if law.initial:
        yield from ("At the start:", "", *aligned(law.initial))
    yield from variants(cls, law)
    yield from parts(law)
    yield from happenings(law)
    if law.energy:
        yield from heading("Energy")
        for title, equation in law.energy:
            yield from (f"{title}:", "", *aligned([equation.replace(" = ", " &= ", 1)]))


def abbreviations(law: Law) -> Iterator[str]:
    """Yield what the parts are called that equations share."""
    if law.abbreviations:
        yield from ("With the abbreviations", "", *aligned(law.abbreviations))


def offered(cls: type[Component], owner: str) -> type:
    """Return the most basic class with a page that has the equations of a class named `owner`."""
    base = next((c for c in cls.__mro__ if c.__name__ == owner), cls)
    public = [c for c in cls.__mro__ if c in homes_once() and issubclass(c, base)]
    return public[-1] if public else cls


def variants(cls: type[Component], usual: Law) -> Iterator[str]:
    """Yield the equations that other values of structural parameters bring."""
    known = {e for equations in usual.equations.values() for e in equations}
    for name, value in switches(cls):
        try:
            law = laws(cls, **{name: value})
        except DrivetrainError:
            continue  # a value that only makes sense together with others
        new = [e for equations in law.equations.values() for e in equations if e not in known]
        if new:
            yield from (f"With ``{name}={value!r}``:", "", *aligned(new))
            yield from abbreviations(law)


def parts(law: Law) -> Iterator[str]:
    """Yield the components inside and how they are connected."""
    if not law.parts:
        return
    yield from heading("Parts")
    counts = [f" (array of {count})" if count is not None else "" for *_, count in law.parts]
    rows = [
        (f"``{name}``", linked(cls) + many, summary(cls))
        for (name, cls, _), many in zip(law.parts, counts, strict=True)
    ]
    yield from table("Components inside", rows)
    if law.links:
        yield from indented(".. code-block:: none", "\n".join(law.links))


def happenings(law: Law) -> Iterator[str]:
    """Yield what raises events, what they do, and what must hold."""
    if law.events or law.time_events or law.resets:
        yield from heading("Events")
    if law.events:
        yield from ("An :term:`event` happens when one of these changes:", "")
        yield from (f"* :math:`{relation}`" for relation in law.events)
        yield ""
    if law.time_events:
        yield from ("Instants known in advance:", "")
        yield from (f"* :math:`{relation}`" for relation in law.time_events)
        yield ""
    if law.resets:
        yield from ("What :term:`events <event>` set:", "", *aligned(law.resets))
    if law.assertions:
        yield from heading("Limits")
        yield from (f"* :math:`{c}`, or else: {plain(message)}" for c, message in law.assertions)
        yield ""


def source(cls: type[Component]) -> Iterator[str]:
    """Yield the source of a class, folded."""
    path = Path(inspect.getfile(cls)).relative_to(Path(drivetrain.__file__).parent.parent)
    lines, first = inspect.getsourcelines(cls)
    yield from heading("Source")
    yield from (f"``{path.as_posix()}``, line {first}:", "")
    options = "   :class: source"
    yield from indented(f".. code-block:: python\n{options}", "".join(lines))


def heading(title: str) -> tuple[str, ...]:
    """Return the lines of a section's title."""
    return title, "-" * len(title), ""


def indented(directive: str, text: str) -> Iterator[str]:
    """Yield a directive with its content."""
    yield from (directive, "")
    yield from (f"   {line}".rstrip() for line in text.splitlines())
    yield ""


def aligned(equations: list[str]) -> Iterator[str]:
    """Yield equations one below the other, each wide by itself."""
    yield from (".. container:: equations", "")
    for one in equations:
        text = f"\\begin{{align*}}\n{one}\n\\end{{align*}}"
        lines = indented(".. math::\n   :no-wrap:", text)
        yield from (f"   {line}".rstrip() for part in lines for line in part.splitlines() or [""])
    yield ""


def linked(cls: type) -> str:
    """Return the name of a class, as the way to its page if it has one."""
    home = homes_once().get(cls)
    path = f"/catalogue/generated/{home}/{cls.__name__}"
    return f":doc:`{cls.__name__} <{path}>`" if home else f"``{cls.__name__}``"


homes_once = cache(homes)


def table(
    title: str,
    rows: Sequence[tuple[str, ...] | None],
    header: tuple[str, ...] = (),
    look: str = "",
) -> Iterator[str]:
    """Yield a list table of a class for its looks, or nothing if there is nothing to show."""
    shown = [row for row in rows if row is not None]
    if not shown:
        return
    yield from (f".. list-table:: {title}".rstrip(), "   :widths: auto", "   :align: left")
    if look:
        yield f"   :class: {look}"
    yield from (("   :header-rows: 1", "") if header else ("",))
    for row in (header, *shown) if header else shown:
        for k, cell in enumerate(row):
            first, *more = plain(cell).split("\n")
            yield f"   {'*' if k == 0 else ' '} - {first}".rstrip()
            yield from (f"       {line}".rstrip() for line in more)
    yield ""


def rank(cls: type[Component], name: str, declaration: Any) -> tuple[bool, bool, int]:
    """Return what parameters are sorted by: required ones, the class's own; computed ones last."""
    owner = next(k for k, base in enumerate(cls.__mro__) if name in vars(base))
    is_computed = getattr(declaration, "final", False)
    return is_computed, getattr(declaration, "default", None) is not REQUIRED, owner


def parameter_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, default, unit and description with bounds of a parameter that can be given."""
    if not isinstance(declaration, Parameter | TableParameter) or is_computed(declaration):
        return None
    default, unit = declaration.default, unit_of(declaration)
    shown = "required" if default is REQUIRED else value(default, unit)
    allowed = bounds(declaration)
    return (
        f"``{name}``",
        shown,
        unit,
        declaration.doc + (f"\n\nAllowed: {allowed}" if allowed else ""),
    )


def computed_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, value, unit and description of a parameter that follows from others."""
    if not is_computed(declaration):
        return None
    unit = unit_of(declaration)
    return f"``{name}``", value(declaration.default, unit), unit, declaration.doc


def is_computed(declaration: Any) -> bool:
    """Tell whether nobody may give a parameter another value."""
    return isinstance(declaration, Parameter) and declaration.final


def value(default: Any, unit: str) -> str:
    """Return a default value or what stands in its place."""
    if isinstance(default, Expr):
        return f":math:`{latex(default)}`"
    if isinstance(default, float):
        shown, *degrees = number(default, unit).split(" = ")
        return ", ".join([f"``{shown}``", *degrees])
    return f"``{default!r}``" if isinstance(default, str) else f"``{default}``"


def number(x: float, unit: str) -> str:
    """Return a number as text; an angle of whole degrees says so."""
    degrees = round(math.degrees(x)) if unit == "rad" and math.isfinite(x) else 0
    if degrees and math.isclose(x, math.radians(degrees)):
        return f"{x:.5g} = {degrees}°"
    return f"{x:g}" if float(f"{x:g}") == x else str(x)


def unit_of(declaration: Any) -> str:
    """Return the unit of what is a number, of the columns of a table; else a dash."""
    if isinstance(declaration, TableParameter):
        return ", ".join(declaration.units)
    is_choice = isinstance(declaration, Parameter) and declaration.choices is not None
    is_number = declaration.kind not in (BOOLEAN, INTEGER) and not is_choice
    return declaration.unit if is_number else "—"


def bounds(declaration: Parameter | TableParameter) -> str:
    """Return the values that a parameter may have."""
    if isinstance(declaration, TableParameter):
        return table_bounds(declaration)
    if declaration.choices is not None:
        return ", ".join(f"``{choice!r}``" for choice in declaration.choices)
    low, high = declaration.minimum, declaration.maximum
    texts = [] if low is None else [f"≥ {bound(low, declaration.unit)}"]
    if is_above_zero(low):
        texts = ["> 0"]
    texts += [] if high is None else [f"≤ {bound(high, declaration.unit)}"]
    texts += ["≠ 0"] if declaration.nonzero else []
    return ", ".join(texts)


def bound(limit: Any, unit: str) -> str:
    """Return a bound, which may be an expression of other parameters."""
    if isinstance(limit, Expr):
        return f":math:`{latex(limit)}`"
    return number(float(limit), unit)


def table_bounds(declaration: TableParameter) -> str:
    """Return the values that the columns of a table may have."""
    signs = (("≥", declaration.minimum), ("≤", declaration.maximum))
    limits = [
        f"column {column} {'> 0' if is_above_zero(bound) else f'{sign} {bound:g}'}"
        for sign, values in signs
        for column, bound in enumerate(values, start=1)
        if bound is not None
    ]
    return ", ".join(limits)


def is_above_zero(low: Any) -> bool:
    """Tell whether a lower bound excludes nothing but what is not positive."""
    return isinstance(low, float) and 0 < low <= sys.float_info.min


def port_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, kind and description of a connector or signal."""
    if isinstance(declaration, Connector):
        kind = type(declaration).__name__
    elif isinstance(declaration, Signal):
        kind = kind_of_signal(declaration)
    else:
        return None
    return f"``{name}``", kind, declaration.doc


def kind_of_signal(signal: Signal) -> str:
    """Return what a signal carries, such as ``real input, rad/s``."""
    kind = {BOOLEAN: "Boolean", INTEGER: "integer"}.get(signal.kind, "real")
    way = "input" if signal.is_input else "output"
    size = signal.size
    many = "" if size is None else f", {size} elements" if len(str(size)) < 10 else ", a vector"
    unit = f", {signal.unit}" if kind == "real" and signal.unit != "1" else ""
    return f"{kind} {way}{unit}{many}"


def variable_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, unit and description of a variable."""
    if not isinstance(declaration, Variable) or isinstance(declaration, Signal):
        return None
    return f"``{name}``", unit_of(declaration), declaration.doc


def setup(app: Sphinx) -> dict[str, Any]:
    """Have the pages written when a build begins."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
