"""Reports: valid HTML, no request, small, the same twice, and every text is text."""

from __future__ import annotations

import datetime
import pickle
import re
from collections import Counter
from pathlib import Path

import html5lib
import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.plotting.curves.thinning import thinned
from drivetrain.plotting.report.doc_html import doc_html
from drivetrain.rotational import Inertia
from drivetrain.simulation.results.result import Result

MARKUP = '</p><script>alert("&amp;")</script><img src=x onerror=alert(1)> <!-- ]]>'


class Marked(dt.Model):
    __doc__ = f"First line {MARKUP}\n\nSecond."

    disc = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))

    def equations(self) -> dt.Equations:
        return ()


@pytest.fixture(scope="module")
def clutches() -> Result:
    return dt.simulate(dt.examples.find("CoupledClutches")())


def written(run: Result, folder: Path, **options: object) -> str:
    path = run.report(folder / "run.html", **options)  # type: ignore[arg-type]
    return path.read_bytes().decode()


@pytest.mark.parametrize("name", dt.examples.names())
def test_reports_of_all_examples_are_valid_small_and_the_same_twice(
    name: str, tmp_path: Path
) -> None:
    run = compiled_example(name).simulate()
    page = written(run, tmp_path)
    tree = html5lib.HTMLParser(strict=True).parse(page)
    assert len(page.encode()) < 1_000_000
    assert written(run, tmp_path) == page
    ids = Counter(one.attrib["id"] for one in tree.iter() if "id" in one.attrib)
    assert not [name for name, count in ids.items() if count > 1]
    targets = re.findall(r'(?:href="|url\()#([^")]*)', page)
    assert set(targets) <= set(ids)
    assert "http" not in page
    assert not re.findall(r'\s(?:src|href|action|data)="(?!#)', page)
    assert not re.findall(r"@import|url\((?!#)", page)


def test_two_runs_of_a_model_have_the_same_report(clutches: Result, tmp_path: Path) -> None:
    again = dt.simulate(dt.examples.find("CoupledClutches")())
    assert written(again, tmp_path) == written(clutches, tmp_path)


def test_what_authors_write_is_text(tmp_path: Path) -> None:
    run = dt.simulate(Marked(), stop_time=0.1)
    page = written(run, tmp_path, title=MARKUP, date=MARKUP, plots=["disc.w"])
    html5lib.HTMLParser(strict=True).parse(page)
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    assert len(tree.findall(".//script")) == 1
    assert not tree.findall(".//img")
    shown = ["".join(one.itertext()) for one in tree.findall(".//div[@class='doc']/p")]
    assert shown == [f"First line {MARKUP}", "Second."]
    assert "".join(tree.find(".//h1").itertext()) == MARKUP


def test_messages_of_models_are_text(tmp_path: Path, clutches: Result) -> None:
    stopped = pickle.loads(pickle.dumps(clutches))
    stopped.message = f"speed too high {MARKUP}"
    page = written(stopped, tmp_path)
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    assert "".join(tree.find(".//p[@class='warning']").itertext()) == stopped.message
    assert len(tree.findall(".//script")) == 1


def test_no_window_shows_the_pictures_of_a_report(clutches: Result, tmp_path: Path) -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    written(clutches, tmp_path)
    assert plt.get_fignums() == before


def test_a_report_has_its_sections(clutches: Result, tmp_path: Path) -> None:
    page = written(clutches, tmp_path, date=datetime.date(2024, 2, 29))
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    headings = [one.text for one in tree.findall(".//h2")]
    assert headings == [
        "Diagram", "What was run", "Key numbers", "Timeline", "Energy", "Plots", "Start", "Events",
    ]  # fmt: skip
    assert "2024-02-29" in page
    assert "clutch2.mode: free → backward" in page
    assert "All parameters are those of the model." in page


def test_changed_parameters_are_told(tmp_path: Path) -> None:
    model = dt.compile(dt.examples.find("CoupledClutches")())
    changes = {"clutch1.peak": 1.25, "clutch2.mu_pos": [[0, 0.4], [20, 0.3]]}
    run = model.simulate(parameters=changes)
    assert run.description is not None
    assert {one.name for one in run.description.changed()} == set(changes)
    page = written(run, tmp_path)
    assert "clutch1.peak" in page
    assert "1.25" in page
    assert "[[0.0, 0.4], [20.0, 0.3]]" in page


def test_plots_are_those_asked_for(clutches: Result, tmp_path: Path) -> None:
    page = written(clutches, tmp_path, plots=[["J1.w", "J2.w"], "clutch?.tau"])
    captions = re.findall("<figcaption>(.*?)</figcaption>", page)
    assert captions[-2:] == ["J1.w, J2.w", "clutch?.tau"]


def test_results_without_their_model_have_reports(clutches: Result, tmp_path: Path) -> None:
    loaded = Result.load(clutches.save(tmp_path / "run.mat"))
    page = written(loaded, tmp_path)
    html5lib.HTMLParser(strict=True).parse(page)
    assert "without a certificate" in page
    assert "Diagram" not in page


def test_wrong_requests_are_refused(clutches: Result, tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="suffix"):
        clutches.report(tmp_path / "run.pdf")
    with pytest.raises(NameLookupError, match="did you mean"):
        clutches.report(tmp_path / "run.html", plots=["J1.ww"])
    for wrong in ([[]], 3, [3], [["J1.w", 2]]):
        with pytest.raises(ResultError, match="plots="):
            clutches.report(tmp_path / "run.html", plots=wrong)  # type: ignore[arg-type]
    with pytest.raises(ResultError, match="date="):
        clutches.report(tmp_path / "run.html", date=3)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_thinned_curves_keep_extremes_and_events() -> None:
    time = np.sort(np.append(np.linspace(0, 1, 10_001), 0.5))
    values = np.sin(500 * time)
    values[time >= 0.5] += 3.0
    values[np.flatnonzero(time == 0.5)[0]] = 7.0
    values[1234] = -9.0
    kept = thinned(time, values, 50)
    assert len(kept) <= 2 * 50 + 4
    assert {0, 10_001, 1234, *np.flatnonzero(time == 0.5).tolist()} <= set(kept.tolist())
    assert values[kept].max() == values.max()


def test_doc_strings_have_paragraphs_names_headings_and_references() -> None:
    doc = """Look at `a.w` <b>.

    Layout of a gearbox [1]_.

    References
    ----------
    .. [1] A. Author, "Title &
       more", 2009.
    """
    assert doc_html(doc).splitlines() == [
        "<p>Look at <code>a.w</code> &lt;b&gt;.</p>",
        "<p>Layout of a gearbox [1].</p>",
        '<p><b>References</b></p><p>[1] A. Author, "Title &amp; more", 2009.</p>',
    ]


def test_pictures_stay_readable_where_the_system_is_dark(clutches: Result, tmp_path: Path) -> None:
    page = written(clutches, tmp_path)
    assert '<html lang="en" data-theme="light">' in page
    assert "[data-theme=light] ." in page
