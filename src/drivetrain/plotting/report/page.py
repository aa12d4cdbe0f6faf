"""The page of a report: one file with style, pictures and a little script, and no request."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivetrain.errors import ResultError, shown
from drivetrain.files import check_path, write_atomically
from drivetrain.plotting.report.default_plots import default_plots
from drivetrain.plotting.report.doc_html import doc_html
from drivetrain.plotting.report.sections import Content, sections_of

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["SUFFIXES", "write_report"]

SUFFIXES = (".html",)
"""Suffix of the file."""

_STYLE = """
body{font:15px/1.5 "DejaVu Sans",Verdana,sans-serif;color:#222;background:#fff;
 max-width:62rem;margin:2rem auto;padding:0 1.2rem}
h1{font-size:1.6rem;margin:0}
h2{font-size:1.15rem;border-bottom:1px solid #bbb;margin:2.2rem 0 .8rem}
table{border-collapse:collapse;font-size:.82rem;margin:.8rem 0}
caption{text-align:left;color:#555;padding-bottom:.3rem}
th,td{padding:.15rem .7rem .15rem 0;vertical-align:top}
thead th{border-bottom:1px solid #bbb}
tbody tr:nth-child(even){background:#f6f6f6}
figure{margin:1rem 0;overflow-x:auto}
figure svg{max-width:100%;height:auto;cursor:zoom-in}
figure.large svg{max-width:none;width:200%;cursor:zoom-out}
figcaption{font-size:.8rem;color:#555}
.doc{max-width:44rem}
.doc code{font-family:inherit;font-weight:bold}
.warning{border-left:4px solid #d1541b;padding-left:.8rem;white-space:pre-wrap}
.lead{color:#555;margin:.2rem 0 1rem}
@page{margin:16mm 14mm}
@media print{body{margin:0;padding:0;max-width:none;font-size:10pt}
 h2,caption{break-after:avoid}figure,tr{break-inside:avoid}p{orphans:3;widows:3}
 table:not(:has(tr:nth-child(25))){break-inside:avoid}thead{display:table-header-group}
 figure{overflow:visible}figure.large svg{width:auto;max-width:100%}}
""".strip()

_SCRIPT = """
for(const f of document.querySelectorAll("figure")){
 f.tabIndex=0;f.title="Enter or click: larger, smaller";
 const turn=()=>f.classList.toggle("large");
 f.addEventListener("click",turn);
 f.addEventListener("keydown",e=>{if(e.key==="Enter")turn()});
}
""".strip()

_PAGE = """<!DOCTYPE html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p class="lead">{lead}</p>
{doc}</header>
<main>
{sections}
</main>
<script>
{script}
</script>
</body>
</html>
"""


def write_report(
    result: Result,
    path: str | Path,
    *,
    date: str | datetime.date | None = None,
    plots: Sequence[Any] | None = None,
    title: str | None = None,
) -> Path:
    """Write a report of a run; see :meth:`Result.report`."""
    target = check_path(path, SUFFIXES)
    page = _page(result, _date_text(date), plots, title)
    with write_atomically(target) as unfinished:
        unfinished.write_bytes(page.encode())
    return target


def _page(result: Result, date: str, plots: Any, title: str | None) -> str:
    if not len(result.time):
        raise ResultError(f"the run of {result.model} recorded nothing to report")
    content = Content(result, default_plots(result) if plots is None else _checked(plots))
    made = [
        f"<section>\n<h2>{heading}</h2>\n{html}\n</section>"
        for heading, html in sections_of(content)
    ]
    lead = [result.status.sentence, *[date][: bool(date)]]
    doc = result.description.doc if result.description else ""
    return _PAGE.format(
        title=escape(f"{result.model}" if title is None else str(title)),
        style=_STYLE,
        lead=escape(" · ".join(lead)),
        doc=f'<div class="doc">\n{doc_html(doc)}</div>\n' if doc else "",
        sections="\n".join(made),
        script=_SCRIPT,
    )


def _checked(plots: Any) -> Sequence[Any]:
    """Refuse what is no sequence of names and lists of names."""
    asked = [plots] if isinstance(plots, str) else plots
    if not isinstance(asked, (list, tuple)) or not all(map(_is_plot, asked)):
        raise ResultError(
            f"plots={shown(plots)}: give names, or lists of names that share one figure, such as "
            'plots=[["J1.w", "J2.w"], "clutch1.tau"]'
        )
    return asked


def _is_plot(one: Any) -> bool:
    if isinstance(one, (list, tuple)):
        return bool(one) and all(isinstance(name, str) for name in one)
    return isinstance(one, str)


def _date_text(date: Any) -> str:
    """Return the date as a text; it is not that of today unless it was given."""
    if date is None or isinstance(date, str):
        return date or ""
    if isinstance(date, datetime.date):
        return date.isoformat()
    raise ResultError(f"date={shown(date)}: give a text, or a date of the module datetime")
