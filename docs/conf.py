"""Configuration of the documentation; build with ``python -m sphinx -W docs docs/_build/html``."""

import sys
from pathlib import Path

import drivetrain

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "drivetrain"
author = "the drivetrain developers"
project_copyright = f"2026, {author}"
version = release = drivetrain.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx-mathjax-offline",
    "numpydoc",
    "myst_nb",
    "sphinx_design",
    "broken_models",
    "catalogue",
    "component_index",
]
exclude_patterns = ["_build", "_templates", "_ext", "_static"]
templates_path = ["_templates"]

html_theme = "pydata_sphinx_theme"
html_title = f"{project} {version}"
html_theme_options = {
    "logo": {"text": project},
    "header_links_before_dropdown": 7,
    "navigation_with_keys": False,
    "show_toc_level": 2,
}
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
# Pages without a section of their own have nothing to navigate in: their text takes the room.
html_sidebars = {page: [] for page in ("index", "quickstart")}

autosummary_generate = True
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

myst_enable_extensions = ["colon_fence", "dollarmath", "amsmath", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_render_markdown_format = "myst"
