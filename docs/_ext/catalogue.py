"""The catalogue: a page for every library and every component, made from the classes themselves.

A page shows a sketch, ports, parameters, variables, the equations as mathematics, events, energy,
an example that is run, and the source. The pages are written when a build begins, so a new
component has its page without anybody thinking of it.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from laws import Law, is_partial, laws, switches
from sketch import svg
from trial import trial

import drivetrain
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Component, Connector, Model
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter, Variable

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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
        example = folder / name / f"{cls.__name__}.py.txt"
        if is_stale(example):
            shown = trial(cls, name)
            write(example, shown.script if shown else "", touch=True)
            if shown:
                shown.save(picture)
        script = example.read_text(encoding="utf-8")
        yield example
        if script:
            yield picture
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


def library_page(name: str, classes: list[type[Component]]) -> str:
    """Return the page of a library: a line for each component, with the way to its page."""
    lines = [name, "=" * len(name), "", f".. automodule:: drivetrain.{name}", "   :no-members:", ""]
    for title, partial in (("Components", False), ("Bases", True)):
        rows = [c for c in classes if is_partial(c) == partial]
        lines += table(title, [(f":doc:`{name}/{c.__name__}`", summary(c)) for c in rows])
    lines += [".. toctree::", "   :hidden:", ""]
    lines += [f"   {name}/{cls.__name__}" for cls in classes]
    return "\n".join([*lines, ""])


def summary(cls: type[Component]) -> str:
    """Return the first line of what a class says about itself."""
    return (inspect.getdoc(cls) or "").partition("\n")[0]


def sections(cls: type[Component]) -> dict[str, list[str]]:
    """Return what a class says about itself, by the titles underlined; first what has no title."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.getdoc(cls) or "", flags=re.MULTILINE)
    texts = [text.strip("\n").splitlines() for text in parts[::2]]
    return dict(zip(["", *parts[1::2]], texts, strict=True))


def plain(text: str) -> str:
    """Return text in which a bar outside of literals is a bar, not a substitution."""
    parts = re.split(r"(``.*?``)", text)
    return "".join(p if p.startswith("``") else p.replace("|", r"\|") for p in parts)


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
    yield from (name, "=" * len(name), "", *indented(".. raw:: html", svg(cls)))
    yield from map(plain, (*told[""], ""))
    yield from ("", f"``from drivetrain.{library} import {name}``", "")
    bases = [linked(base) for base in cls.__bases__ if base is not Component]
    if bases:
        yield from (f"Derives from {', '.join(bases)}.", "")
    declared = cls.declarations()
    header: tuple[str, ...] = ("name", "default", "unit", "meaning", "allowed")
    first_asked = sorted(declared.items(), key=lambda item: rank(cls, *item))
    yield from table("Parameters", [parameter_row(n, d) for n, d in first_asked], header)
    header = ("name", "kind", "meaning")
    yield from table(
        "Connectors and signals", [port_row(n, d) for n, d in declared.items()], header
    )
    header = ("name", "unit", "meaning")
    yield from table("Variables", [variable_row(n, d) for n, d in declared.items()], header)
    yield from statements(cls)
    for section in ("Notes", "References"):
        if section in told:
            yield from (*heading(section), *map(plain, told[section]), "")
    if script:
        yield from heading("Example")
        yield from indented(".. code-block:: python", script)
        yield from (f".. image:: {name}.png", f"   :alt: {name} in an example", "")
    yield from source(cls)


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
        yield from aligned(equations)
    if law.abbreviations:
        yield from ("with", "", *aligned(law.abbreviations))
    if law.initial:
        yield from ("At the start:", "", *aligned(law.initial))
    yield from variants(cls, law)
    yield from parts(law)
    yield from happenings(law)
    if law.energy:
        yield from heading("Energy")
        for title, equation in law.energy:
            yield from (f"{title}:", "", *aligned([equation.replace(" = ", " &= ", 1)]))


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
            if law.abbreviations:
                yield from ("with", "", *aligned(law.abbreviations))


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
        yield from ("An event happens when one of these changes:", "")
        yield from (f"* :math:`{relation}`" for relation in law.events)
        yield ""
    if law.time_events:
        yield from ("Instants known in advance:", "")
        yield from (f"* :math:`{relation}`" for relation in law.time_events)
        yield ""
    if law.resets:
        yield from ("What events set:", "", *aligned(law.resets))
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
    """Yield equations one below the other, aligned at the sign of equality."""
    rows = " \\\\[4pt]\n".join(equations)
    text = f"\\begin{{align*}}\n{rows}\n\\end{{align*}}"
    yield from indented(".. math::\n   :no-wrap:", text)


def linked(cls: type) -> str:
    """Return the name of a class, as the way to its page if it has one."""
    home = homes_once().get(cls)
    path = f"/catalogue/generated/{home}/{cls.__name__}"
    return f":doc:`{cls.__name__} <{path}>`" if home else f"``{cls.__name__}``"


homes_once = cache(homes)


def table(
    title: str, rows: Sequence[tuple[str, ...] | None], header: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield a list table, or nothing if there is nothing to show."""
    shown = [row for row in rows if row is not None]
    if not shown:
        return
    yield from (f".. list-table:: {title}", "   :widths: auto", "   :align: left")
    yield from (("   :header-rows: 1", "") if header else ("",))
    for row in (header, *shown) if header else shown:
        for k, cell in enumerate(row):
            yield f"   {'*' if k == 0 else ' '} - {plain(cell)}"
    yield ""


def rank(cls: type[Component], name: str, declaration: Any) -> tuple[bool, bool, int]:
    """Return what parameters are sorted by: required ones, the class's own; computed ones last."""
    owner = next(k for k, base in enumerate(cls.__mro__) if name in vars(base))
    is_computed = getattr(declaration, "final", False)
    return is_computed, getattr(declaration, "default", None) is not REQUIRED, owner


def parameter_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, default, unit and description of a parameter."""
    if not isinstance(declaration, Parameter | TableParameter):
        return None
    default = declaration.default
    text = repr(default) if isinstance(default, str) else str(default)
    if isinstance(default, float) and float(f"{default:g}") == default:
        text = f"{default:g}"
    shown = "required" if default is REQUIRED else f"``{text}``"
    if isinstance(declaration, Parameter) and declaration.final:
        shown = f"always {shown}"
    return f"``{name}``", shown, declaration.unit, declaration.doc, bounds(declaration)


def bounds(declaration: Parameter | TableParameter) -> str:
    """Return the values that a parameter may have."""
    if isinstance(declaration, TableParameter):
        return table_bounds(declaration)
    if declaration.choices is not None:
        return ", ".join(f"``{choice!r}``" for choice in declaration.choices)
    low, high = declaration.minimum, declaration.maximum
    texts = [] if low is None else [f"≥ {low}"]
    if is_above_zero(low):
        texts = ["> 0"]
    texts += [] if high is None else [f"≤ {high}"]
    texts += ["≠ 0"] if declaration.nonzero else []
    return ", ".join(texts)


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
        kind = f"{'input' if declaration.is_input else 'output'} in {declaration.unit}"
    else:
        return None
    return f"``{name}``", kind, declaration.doc


def variable_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, unit and description of a variable."""
    if not isinstance(declaration, Variable) or isinstance(declaration, Signal):
        return None
    return f"``{name}``", declaration.unit, declaration.doc


def setup(app: Sphinx) -> dict[str, Any]:
    """Have the pages written when a build begins."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
