"""Several scripts as one: for places that take a single module and can fetch nothing.

Each module becomes a function. A *set* of modules is made by calling them; so several copies of a
page can live in one document, each with modules, and a store, of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from posixpath import dirname, join, normpath

from drivetrain.errors import UsageError
from drivetrain.web.assets import Asset

__all__ = ["bundled"]

_IMPORT = re.compile(
    r'^import (?P<what>\{[^}]*\}|\* as \w+|\w+) from "(?P<path>\./[^"]+)";[^\n]*$', re.MULTILINE
)
_EXPORTED = re.compile(
    r"^export (?P<rest>(?:async )?(?:function|class|const) (?P<name>\w+))", re.MULTILINE
)
_LIST = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (?P<value>\w+);$", re.MULTILINE)
_TYPES = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
"""Comments on lines of their own in which types stand; licences begin with ``/*!``."""
_LEFT = re.compile(r"^(?:import|export)\b.*$|^.*\bawait import\(.*$", re.MULTILINE)

_FRAME = """\
const definitions = {{
{definitions}
}};
const styles = {styles};
function modules() {{
  const made = {{}};
  return function load(name) {{
    if (!(name in made)) {{ made[name] = {{}}; definitions[name](made[name], load); }}
    return made[name];
  }};
}}
export default {{ {hook}: (given) => modules()({entry}).{hook}(given, styles) }};
"""


def bundled(assets: Mapping[str, Asset], entry: str, hook: str, styles: Sequence[str] = ()) -> str:
    """Return a module and all that it imports as the text of one module.

    What comes out has a default export, an object with one function. It makes the modules anew at
    every call and passes on what it was given, and the texts of the style sheets.

    Parameters
    ----------
    assets : mapping of str to Asset
        Where the files are.
    entry : str
        Name of the module to begin with.
    hook : str
        Name of the function that it exports, and that the result has.
    styles : sequence of str
        Names of style sheets.

    Raises
    ------
    UsageError
        If a file is missing, modules import one another in a circle, or a statement of import or
        export has a form that is not known here.
    """
    found: dict[str, str] = {}
    _collect(assets, entry, found, ())
    definitions = ",\n".join(
        f"{_quoted(name)}: (exports, load) => {{\n{body}\n}}" for name, body in found.items()
    )
    texts = [_text(assets, name, entry) for name in styles]
    return _FRAME.format(
        definitions=definitions, styles=_quoted(texts), entry=_quoted(entry), hook=hook
    )


def _collect(
    assets: Mapping[str, Asset], name: str, found: dict[str, str], above: tuple[str, ...]
) -> None:
    """Add a module after those that it imports."""
    if name in above:
        raise UsageError(f"modules import one another: {' → '.join((*above, name))}")
    if name in found:
        return
    text = _text(assets, name, above[-1] if above else "the page")
    for one in _IMPORT.finditer(text):
        _collect(assets, _target(name, one["path"]), found, (*above, name))
    found[name] = _as_function(name, text)


def _text(assets: Mapping[str, Asset], name: str, wanted_by: str) -> str:
    if name not in assets:
        raise UsageError(f"{wanted_by} needs {name!r}, which is not there")
    return assets[name].body.decode()


def _target(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


def _as_function(name: str, text: str) -> str:
    """Return the body of a function in place of a module."""
    text = _TYPES.sub("", text)
    body = _IMPORT.sub(lambda one: _loaded(one["what"], _target(name, one["path"])), text)
    names = [one["name"] for one in _EXPORTED.finditer(body)]
    for one in _LIST.finditer(body):
        names += [part.strip() for part in one["names"].split(",") if part.strip()]
    body = _EXPORTED.sub(lambda one: one["rest"], _LIST.sub("", body))
    body = _DEFAULT.sub(lambda one: f"exports.default = {one['value']};", body)
    unknown = _LEFT.search(body)
    if unknown is not None:
        raise UsageError(f"{name}: this cannot be bundled: {unknown[0].strip()}")
    told = f"Object.assign(exports, {{ {', '.join(names)} }});" if names else ""
    return f"{body.rstrip()}\n{told}"


def _loaded(what: str, target: str) -> str:
    """Return the statement for an import: of all, of a default, or of some names."""
    if what.startswith("{"):
        bound = re.sub(r"(\w+)\s+as\s+(\w+)", r"\1: \2", what)
    elif what.startswith("*"):
        bound = what.rpartition(" ")[2]
    else:
        bound = f"{{ default: {what} }}"
    return f"const {bound} = load({_quoted(target)});"


def _quoted(value: object) -> str:
    """Return a text as it stands in a script."""
    return json.dumps(value, ensure_ascii=False)
