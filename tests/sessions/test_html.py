"""Notebooks: models, reports and results are well-formed tables, whatever names they contain."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.markup import outline, pairs, sections, table
from drivetrain.rotational import Clutch, Inertia, SpringDamper

NASTY = "<script>alert('&')</script>"


class Launch(dt.Model):
    """Two shafts & a <clutch>."""

    engine = Inertia(J=0.2, phi=dt.fixed(0), w=dt.fixed(100))
    clutch = Clutch(fn_max=200, f_normalized=1.0)
    disc = Inertia.array(2, J=0.1, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=100, d=1)

    def equations(self) -> dt.Equations:
        yield self.engine >> self.clutch >> self.disc[0] >> self.shaft >> self.disc[1]


class _Structure(HTMLParser):
    """Checks that tags are closed in order, and keeps the rows of tables."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        if tag != "br":
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def rows(html: str) -> list[list[str]]:
    parsed = _Structure()
    parsed.feed(html)
    parsed.close()
    assert not parsed.open
    assert "table" in parsed.tags
    assert not {"pre", "script"} & parsed.tags
    return parsed.rows


@pytest.fixture(scope="module")
def result() -> dt.Result:
    return dt.simulate(Launch(), stop_time=0.5)


@pytest.mark.parametrize(
    "show",
    [lambda r: r, lambda r: r.events, lambda r: r.start, lambda r: r.energy, lambda r: r.check],
    ids=["result", "events", "start", "energy", "check"],
)
def test_what_a_run_gives_is_a_table(show: Any, result: dt.Result) -> None:
    assert rows(show(result)._repr_html_())


def test_a_result_shows_its_summary(result: dt.Result) -> None:
    shown = {row[0]: row[1] for row in rows(result._repr_html_())}
    assert shown["model"] == "Launch"
    assert shown["status"] == "The run reached its stop time."
    assert all(text in result.summary() for text in shown.values())


def test_events_stand_beside_their_instants(result: dt.Result) -> None:
    shown = rows(result.events._repr_html_())
    (stuck,) = (row for row in shown if row[1].endswith("→ stuck"))
    assert stuck[0] == f"t = {result.events.times('clutch.mode', after='stuck')[0]:.5f} s"
    assert rows(result.events.of()._repr_html_())


def test_the_start_report_has_its_columns(result: dt.Result) -> None:
    head, *lines = rows(result.start._repr_html_())
    assert head == ["variable", "requested", "reached", "unit", "rule"]
    assert ["engine.w", "100", "100", "rad/s", "fixed"] in lines


def test_energy_is_told_by_part(result: dt.Result) -> None:
    lines = rows(result.energy._repr_html_())
    assert lines[0] == ["part", "energy", "first / J", "last / J", "change / J"]
    assert any(row[:2] == ["clutch", "dissipated"] for row in lines)


def test_a_report_lists_states_under_a_heading() -> None:
    report = dt.check(Launch())
    shown = dict(rows(report._repr_html_()))
    assert all(state in shown[f"{len(report.states)} states"] for state in report.states)


def test_a_report_of_a_broken_model_shows_the_fault() -> None:
    class Broken(dt.Model):
        """A shaft that nobody has given a stiffness <yet>."""

        shaft = SpringDamper(d=1)  # type: ignore[call-arg]

    ((heading, fault),) = rows(dt.check(Broken())._repr_html_())
    assert heading == "fault"
    assert "shaft.c" in fault


def test_an_ensemble_shows_how_many_runs_failed() -> None:
    compiled = dt.compile(Launch())
    many = compiled.ensemble({"clutch.fn_max": [10.0, 20.0]}, stop_time=0.1)
    assert ["runs", "2"] in rows(many._repr_html_())


def test_a_model_shows_its_parts() -> None:
    shown = {row[0]: row[1:] for row in rows(Launch()._repr_html_())}
    assert shown["engine"][0] == "Inertia"
    assert shown["engine"][1] == "J=0.2, phi=fixed(0), w=fixed(100)"
    assert shown["disc"][0] == "Inertia × 2"


def test_a_component_shows_parameters_with_units() -> None:
    shown = {row[0]: row[1:] for row in rows(Inertia(J=0.2)._repr_html_())}
    assert shown["J"] == ["parameter", "0.2", "kg.m2", "Moment of inertia"]
    assert shown["w"][2] == "rad/s"
    assert {row[0]: row[2] for row in rows(SpringDamper(c=1, d=0)._repr_html_())}["c"] == "1"


def test_names_are_escaped() -> None:
    m = dt.Model(NASTY)
    m.add(disc=Inertia(J=1))
    result = dt.simulate(m, stop_time=0.1)
    for shown in (m, dt.check(m), result, result.events, result.start, result.energy):
        rows(shown._repr_html_())
        assert "<script>" not in shown._repr_html_()
    assert ["disc", "Inertia"] in [row[:2] for row in rows(m._repr_html_())]


def test_models_say_what_they_are() -> None:
    told = "engine (Inertia), clutch (Clutch), disc (Inertia × 2), shaft (SpringDamper)"
    assert repr(Launch()) == f"<Model Launch with 4 parts: {told}>"
    m = dt.Model("launch")
    assert repr(m) == "<Model 'launch' with no parts yet>"
    m.add(disc=Inertia(J=1))
    assert repr(m) == "<Model 'launch' with 1 part: disc (Inertia)>"


def test_components_say_how_they_were_made() -> None:
    assert repr(Inertia(J=0.2, w=dt.guess(3))) == "Inertia(J=0.2, w=guess(3))"
    assert repr(Inertia.array(3, J=[1, 2, 3])) == "Inertia.array(3, J=[1, 2, 3])"


def test_a_long_list_is_folded() -> None:
    shown = sections([("states", [f"x{k}" for k in range(40)])])
    assert "<summary>40 lines</summary>" in shown
    assert rows(shown)[0][0] == "states"


def test_a_text_becomes_an_outline() -> None:
    shown = rows(outline("2 states\n    J1.w\n    J2.w\nevents: 3 relations"))
    assert shown == [["2 states", "J1.wJ2.w"], ["events", "3 relations"]]


def test_cells_and_titles_are_escaped() -> None:
    for shown in (table([[NASTY]], [NASTY], NASTY), pairs([(NASTY, NASTY)], NASTY)):
        assert rows(shown)
        assert "<script>" not in shown
