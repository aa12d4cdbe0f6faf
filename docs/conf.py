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
    "broken_models",
    "catalogue",
    "modelica_names",
]
exclude_patterns = ["_build", "_templates", "_ext"]
templates_path = ["_templates"]

html_theme = "pydata_sphinx_theme"
html_theme_options = {"navigation_with_keys": False, "show_toc_level": 2}
html_show_sourcelink = False
# Pages without a section of their own have nothing to navigate in: their text takes the room.
html_sidebars = {
    page: []
    for page in (
        "index", "quickstart", "language", "tutorial/*", "examples", "broken_models",
        "modelica_names", "platforms", "how_it_works", "accuracy", "changes",
    )
}  # fmt: skip

autosummary_generate = True
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

myst_enable_extensions = ["dollarmath", "amsmath", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
