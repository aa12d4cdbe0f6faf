"""The Studio: a page in the browser that shows a model and runs it while parameters are moved.

A server on the own machine, for one person: `server` decides who is answered, `session` answers,
`model` and `runs` are what it answers with, `export` is what leaves the page.
"""

from drivetrain.studio.launch import Options, run_studio
from drivetrain.studio.model.source import ModelSource
from drivetrain.studio.session.quickness import quick

__all__ = ["ModelSource", "Options", "quick", "run_studio"]
