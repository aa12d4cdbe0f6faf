"""Write a drawing as SVG: valid, scalable, with light and dark colours, every part marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from drivetrain.diagram.drawing.items import Drawing, Group, Item, Label, Shape
from drivetrain.diagram.drawing.looks import DARK, LIGHT, LOOKS, Look

__all__ = ["style_sheet", "to_svg"]


def to_svg(drawing: Drawing, *, name: str = "diagram") -> str:
    """Return a drawing as SVG text.

    Parameters
    ----------
    drawing : Drawing
        The drawing.
    name : str
        Class of the picture and beginning of the identities of its elements; two pictures on one
        page need different ones.
    """
    width, height = _number(drawing.width), _number(drawing.height)
    ids: set[str] = set()
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{escape(name)}" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(drawing.description)}" font-family="{_FONTS}">',
        f"<title>{escape(drawing.title)}</title>",
        f"<style>{style_sheet(name)}</style>",
        *(text for item in drawing.items for text in _item(item, name, ids)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


_FONTS = "system-ui, 'DejaVu Sans', sans-serif"


def style_sheet(name: str) -> str:
    """Return the style sheet of pictures of a class; a page may set its variables.

    Besides the colours there is ``--background``, which is that of the paper if a page does not set
    it: lines for a dark screen cannot be seen on a white page.
    """
    light = ";".join(f"--{key}:{value}" for key, value in LIGHT.items())
    dark = ";".join(f"--{key}:{value}" for key, value in DARK.items())
    rules = [
        f".{name}{{{light};background:var(--background,var(--paper))}}",
        f"@media (prefers-color-scheme:dark){{.{name}{{{dark}}}}}",
        f"[data-theme=light] .{name},.{name}[data-theme=light]{{{light}}}",
        f"[data-theme=dark] .{name},.{name}[data-theme=dark]{{{dark}}}",
        f".{name} path{{stroke-linejoin:round;stroke-linecap:butt}}",
        f".{name} text{{stroke:none}}",
    ]
    rules += [f".{name} .{key}{{{_rule(look)}}}" for key, look in LOOKS.items()]
    return "".join(rules)


def _rule(look: Look) -> str:
    found = {
        "stroke": _colour(look.stroke),
        "fill": _colour(look.fill),
        "stroke-width": None if look.width is None else _number(look.width),
        "stroke-dasharray": None if look.dashes is None else " ".join(map(_number, look.dashes)),
        "font-size": None if look.size is None else f"{_number(look.size)}px",
        "font-weight": "bold" if look.bold else None,
        "font-style": "italic" if look.italic else None,
    }
    return ";".join(f"{key}:{value}" for key, value in found.items() if value is not None)


def _colour(name: str | None) -> str | None:
    return f"var(--{name})" if name in LIGHT else name


def _item(item: Item, name: str, ids: set[str]) -> Iterator[str]:
    title = f"<title>{escape(item.title)}</title>" if item.title else ""
    marks = _marks(item, name, ids)
    if isinstance(item, Group):
        yield f"<g{marks}>{title}"
        for inner in item.items:
            yield from _item(inner, name, ids)
        yield "</g>"
    elif isinstance(item, Label):
        x, y = _number(item.x), _number(item.y)
        yield (
            f'<text x="{x}" y="{y}" text-anchor="{item.anchor}"{marks}>{title}'
            f"{escape(item.text)}</text>"
        )
    else:
        end = f">{title}</path>" if title else "/>"
        yield f'<path d="{_outline(item)}"{marks}{end}'


def _marks(item: Item, name: str, ids: set[str]) -> str:
    """Return class, identity and path of an item as attributes."""
    found = f' class="{escape(item.look)}"' if item.look else ""
    if item.path:
        found += f' data-path="{escape(item.path)}"'
        if isinstance(item, Group):
            found += f' id="{_identity(name, item.path, ids)}"'
    return found


def _identity(name: str, path: str, ids: set[str]) -> str:
    plain = f"{name}-{re.sub(r'[^A-Za-z0-9_.-]', '_', path)}"
    made, k = plain, 1
    while made in ids:
        k += 1
        made = f"{plain}-{k}"
    ids.add(made)
    return made


def _outline(shape: Shape) -> str:
    return " ".join(
        letter + ("" if not values else " ".join(map(_number, values)))
        for letter, values in shape.steps
    )


def _number(value: float) -> str:
    """Return a length with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
