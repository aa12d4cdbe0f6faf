"""Scripts as one module: the same values, and modules of their own for every copy."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from drivetrain.errors import UsageError
from drivetrain.web import Asset, Assets, bundled


def assets(**texts: str) -> dict[str, Asset]:
    return {
        name: Asset(name, text.encode(), "", "")
        for name, text in (
            (key.replace("__", "/").replace("_", "."), t) for key, t in texts.items()
        )
    }


def printed(text: str, call: str, folder: Path) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    (folder / "bundle.mjs").write_text(text, encoding="utf-8")
    script = f'import bundle from "./bundle.mjs";\n{call}\n'
    (folder / "test.mjs").write_text(script, encoding="utf-8")
    done = subprocess.run(
        [node, "test.mjs"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PAGE = {
    "main_js": (
        'import * as all from "./parts/a.js";\n'
        'import { one as first,\n  Two } from "./parts/a.js";\n'
        'import made from "./vendor/v.js";\n'
        "export function begin(given, styles) {\n"
        "  return [given, styles, first(), all.COUNT, new Two().name, made];\n}\n"
    ),
    "parts__a_js": (
        'import { store } from "./b.js";\n'
        "export const COUNT = 3;\nexport class Two { name = '} export'; }\n"
        "function one() { return store.calls++; }\nexport { one };\n"
    ),
    "parts__b_js": "export const store = { calls: 1 };\n",
    "vendor__v_js": "var made = 'v';\nexport default made;\n",
    "style_css": ":host { color: red; }\n",
}


def test_a_bundle_does_what_its_modules_do_each_time_with_new_ones(tmp_path: Path) -> None:
    text = bundled(assets(**PAGE), "main.js", "begin", ["style.css"])
    call = "console.log(JSON.stringify([bundle.begin(7), bundle.begin(8)]))"
    style = ":host { color: red; }\\n"
    expected = ",".join(f'[{n},["{style}"],1,3,"}} export","v"]' for n in (7, 8))
    assert printed(text, call, tmp_path) == f"[{expected}]\n"


def test_types_in_comments_are_left_out() -> None:
    typed = "/**\n * @param {X} x\n */\nexport function begin(x) {\n  /** @type {X} */\n"
    cast = "  const y =\n    /** @type {Y} */ (x);\n  return y;\n}\n"
    page = {"main_js": typed + cast}
    text = bundled(assets(**page), "main.js", "begin")
    assert "function begin(x) {\n  const y =\n    /** @type {Y} */ (x);\n  return y;\n}" in text
    assert text.count("@") == 1


def test_the_same_files_give_the_same_text() -> None:
    assert bundled(assets(**PAGE), "main.js", "begin") == bundled(
        assets(**PAGE), "main.js", "begin"
    )


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ({"main_js": 'import { a } from "./b.js";\n'}, "main.js needs 'b.js', which is not there"),
        ({"main_js": 'import "./b.js";\n'}, "main.js: this cannot be bundled: import"),
        ({"main_js": "export let a = 1;\n"}, "cannot be bundled: export let a"),
        ({"main_js": 'const a = await import("./b.js");\n'}, "cannot be bundled: const a = await"),
        (
            {
                "main_js": 'import { a } from "./b.js";\n',
                "b_js": 'import { c } from "./main.js";\n',
            },
            "modules import one another: main.js → b.js → main.js",
        ),
    ],
)
def test_what_cannot_be_bundled_is_refused(texts: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError) as failure:
        bundled(assets(**texts), "main.js", "begin")
    assert told in str(failure.value)


def test_a_style_sheet_that_is_missing_is_refused() -> None:
    with pytest.raises(UsageError, match=r"main\.js needs 'other\.css'"):
        bundled(assets(**PAGE), "main.js", "begin", ["other.css"])


def test_the_widget_is_one_module_that_fetches_nothing(tmp_path: Path) -> None:
    found = Assets("drivetrain.notebook", "drivetrain.studio", "drivetrain.web")
    text = bundled(found, "explore.js", "render", ["vendor/uplot.css", "studio.css", "explore.css"])
    for way in ("fetch(", "XMLHttpRequest", "WebSocket(location", "@import", "url(http"):
        assert way not in text.replace("new WebSocket(address)", ""), way
    assert len(text) < 200_000
    own = "globalThis.window = globalThis; console.log(typeof bundle.render)"
    assert printed(text, own, tmp_path) == "function\n"
