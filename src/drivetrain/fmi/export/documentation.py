"""The page that a unit carries: what the model is, what can be set, how accurate it is."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from drivetrain.fmi.description.data import FmiKind, ModelDescription, ModelVariable

__all__ = ["documentation"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{name}</title>
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }}
table {{ border-collapse: collapse; }}
th, td {{ text-align: left; padding: 0.15em 0.9em 0.15em 0; border-bottom: 1px solid #ccc; }}
td.number {{ text-align: right; }}
img {{ max-width: 100%; }}
</style></head>
<body>
<h1>{name}</h1>
{body}
</body>
</html>
"""


def documentation(description: ModelDescription, text: str, picture: str | None) -> str:
    """Return ``documentation/index.html``.

    Parameters
    ----------
    description : ModelDescription
        The unit.
    text : str
        What the author of the model says of it.
    picture : str or None
        Path of the diagram from the folder of the page.
    """
    parts = [f"<p>{escape(block)}</p>" for block in text.split("\n\n") if block.strip()]
    if picture:
        parts.append(f'<p><img src="{escape(picture)}" alt="Diagram of the model"></p>')
    parts += _ports(description)
    parts += _parameters(description)
    parts += [_starts(description), _accuracy(description), _licence(description)]
    return _PAGE.format(name=escape(description.name), body="\n".join(filter(None, parts)))


def _ports(d: ModelDescription) -> list[str]:
    found = []
    for causality, title in (("input", "Inputs"), ("output", "Outputs")):
        rows = [_row(v, ()) for v in d.variables if v.causality == causality]
        found.append(_table(title, ("name", "unit", ""), rows))
    for terminal in d.terminals:
        members = ", ".join(
            f"{m.name}: <code>{escape(m.variable)}</code>" for m in terminal.members
        )
        found.append(
            f"<h3>Flange {escape(terminal.name)}</h3><p>{escape(terminal.description)}</p>"
            f"<p>{members}</p>"
        )
    return found


def _parameters(d: ModelDescription) -> list[str]:
    free = [v for v in d.variables if v.causality == "parameter"]
    rows = [_row(v, (_shown(v.start),)) for v in free]
    fixed = [v for v in d.variables if v.variability == "fixed" and v.causality != "parameter"]
    others = [_row(v, ()) for v in fixed]
    return [
        _table("Parameters", ("name", "value", "unit", ""), rows),
        _table("What follows from them, or is fixed", ("name", "unit", ""), others),
    ]


def _starts(d: ModelDescription) -> str:
    found = [v for v in d.variables if v.initial == "exact" and v.variability == "continuous"]
    rows = [_row(v, (_shown(v.start),)) for v in found]
    return _table("Start values that can be set", ("name", "value", "unit", ""), rows)


def _shown(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value).lower()


def _row(v: ModelVariable, values: tuple[str, ...]) -> str:
    cells = [f"<td><code>{escape(v.name)}</code></td>"]
    cells += [f'<td class="number">{escape(value)}</td>' for value in values]
    cells += [f"<td>{escape(v.unit)}</td>", f"<td>{escape(v.description)}</td>"]
    return f"<tr>{''.join(cells)}</tr>"


def _table(title: str, head: Iterable[str], rows: list[str]) -> str:
    if not rows:
        return ""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    return f"<h2>{title}</h2>\n<table><tr>{top}</tr>\n" + "\n".join(rows) + "\n</table>"


def _accuracy(d: ModelDescription) -> str:
    e = d.experiment
    blocks = []
    if d.interface(FmiKind.CO_SIMULATION):
        blocks.append(
            f"<p>Co-simulation integrates with error control at a relative tolerance of "
            f"{e.tolerance:g}, unless the importing tool sets another one; friction, contact and "
            "other events are located inside communication steps and handled there. A unit without "
            "inputs yields the same numbers whatever the communication step. With inputs, values "
            "are held between communication points.</p>\n"
        )
    if d.interface(FmiKind.MODEL_EXCHANGE):
        blocks.append(
            "<p>In model exchange the importing tool integrates. Errors of the usual integrators "
            "add up: a relative tolerance of 1e-10 makes results that agree with those of this "
            "page to some 1e-6 of their range.</p>\n"
        )
    return (
        "<h2>Accuracy</h2>\n"
        + "".join(blocks)
        + f"<p>The usual run goes from {e.start_time:g} s to {e.stop_time:g} s; its results, "
        "computed without FMI, are in <code>extra/drivetrain/reference.csv</code> if there are no "
        "inputs.</p>"
    )


def _licence(d: ModelDescription) -> str:
    return (
        "<h2>Licence</h2>\n<p>The binaries contain the simulation kernel of "
        f"{escape(d.generation_tool)}, which is free under the BSD 3-clause licence; see "
        "<code>licenses</code>. The model itself is its author's.</p>"
    )
