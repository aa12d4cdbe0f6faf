"""Starts the server and opens the page."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.calls import explained
from drivetrain.errors import UsageError
from drivetrain.studio.model.source import ModelSource
from drivetrain.studio.server.security import Secrets

if TYPE_CHECKING:
    import uvicorn

__all__ = ["Options", "run_studio"]

_HOST = "127.0.0.1"
_LARGEST_MESSAGE = 256 * 1024


@dataclass(frozen=True)
class Options:
    """How the Studio is started.

    Attributes
    ----------
    port : int
        Port; 0 for any that is free.
    opens_browser : bool
        Whether the page is opened.
    may_edit : bool
        Whether values of parameters may be written into the source.
    ends_with_page : bool
        Whether the server ends when the last page is closed.
    studies : tuple of str
        Folders of studies that the page may open.
    """

    port: int = 0
    opens_browser: bool = True
    may_edit: bool = False
    ends_with_page: bool = False
    studies: tuple[str, ...] = ()


@explained
def run_studio(source: ModelSource, options: Options, tell: Callable[[str], None] = print) -> None:
    """Serve the page of a model until Ctrl-C.

    Parameters
    ----------
    source : ModelSource
        Where the model comes from.
    options : Options
        How.
    tell : callable
        Prints a line for the user.

    Raises
    ------
    UsageError
        If the port is in use.
    """
    with _listening(options.port) as listener:
        known = Secrets(listener.getsockname()[1])
        tell(f"{source.label} is open at {known.address}")
        tell("Ctrl-C ends the Studio.")
        if options.opens_browser:  # it waits for an answer while the rest is imported
            webbrowser.open(known.address)
        with suppress(KeyboardInterrupt):  # passed on after the server has ended in good order
            _server(source, known, options).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    """Return a socket of this machine only, bound before the address is told."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((_HOST, port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        raise UsageError(
            f"port {port} cannot be used: {error}; leave --port out for one that is free"
        ) from error
    return listener


def _server(source: ModelSource, known: Secrets, options: Options) -> uvicorn.Server:
    """Return the server; it says nothing itself."""
    import uvicorn

    from drivetrain.studio.server.application import application
    from drivetrain.studio.server.sockets import Sockets
    from drivetrain.studio.session.workbench import Workbench

    def end() -> None:
        server.should_exit = True

    folders = {name: Path(name) for name in options.studies}
    bench = Workbench(source, options.may_edit, studies=folders)
    config = uvicorn.Config(
        application(bench, known, Sockets(end if options.ends_with_page else None)),
        log_level="error",
        access_log=False,
        server_header=False,
        ws_max_size=_LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=64,
    )
    server = uvicorn.Server(config)
    return server
