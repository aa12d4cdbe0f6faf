"""The routes of the server: the page, its files, downloads, and the socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from drivetrain.studio.server.security import Guard, Secrets
from drivetrain.studio.server.sockets import Sockets
from drivetrain.studio.session.workbench import Workbench
from drivetrain.web import Asset, Assets

__all__ = ["application"]

_TOO_MANY = 1013
"""Code of a socket that is closed because there are too many: try again later."""


def application(bench: Workbench, known: Secrets, sockets: Sockets) -> Guard:
    """Return the application that answers pages of this server.

    Parameters
    ----------
    bench : Workbench
        The model.
    known : Secrets
        What a page has to know.
    sockets : Sockets
        Counts the open pages.
    """
    assets = Assets("drivetrain.studio", "drivetrain.web")

    async def page(request: Request) -> Response:
        return _file(request, assets["index.html"])

    async def asset(request: Request) -> Response:
        found = assets.get(request.path_params["name"])
        return _missing() if found is None else _file(request, found)

    async def download(request: Request) -> Response:
        found = bench.download(request.path_params["key"])
        if found is None:
            return _missing()
        headers = {"content-disposition": f'attachment; filename="{found.name}"'}
        return Response(found.body, media_type=found.media_type, headers=headers)

    async def socket(websocket: WebSocket) -> None:
        await _converse(websocket, bench, sockets)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(bench.watch())
        yield
        watching.cancel()
        bench.close()

    routes = [
        Route("/", page),
        Route("/files/{name:path}", asset),
        Route("/download/{key}", download),
        WebSocketRoute("/socket", socket),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), known)


def _file(request: Request, asset: Asset) -> Response:
    tag = f'"{asset.tag}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(asset.body, media_type=asset.media_type, headers=headers)


def _missing() -> Response:
    return PlainTextResponse("404: there is no such file\n", status_code=404)


async def _converse(websocket: WebSocket, bench: Workbench, sockets: Sockets) -> None:
    """Answer one page until it closes."""
    await websocket.accept()
    if not sockets.enter():
        await websocket.close(_TOO_MANY, "too many pages are open; close one")
        return
    lock = asyncio.Lock()

    async def send(message: str | bytes) -> None:
        async with lock:
            with suppress(WebSocketDisconnect, RuntimeError):  # the page has gone
                if isinstance(message, str):
                    await websocket.send_text(message)
                else:
                    await websocket.send_bytes(message)

    try:
        await bench.ready()
        await _answer(websocket, bench, send)
    finally:
        sockets.leave()


async def _answer(
    websocket: WebSocket, bench: Workbench, send: Callable[[str | bytes], Awaitable[None]]
) -> None:
    from drivetrain.studio.session.session import Session  # the worker has imported it by now

    session = Session(bench, send)
    try:
        await session.begin()
        async for message in _texts(websocket):
            await session.receive(message)
    finally:
        session.close()


async def _texts(websocket: WebSocket) -> AsyncIterator[str]:
    """Yield messages until the page has gone, or sends bytes, which it never does."""
    while True:
        try:
            yield await websocket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):  # the last: while it was answered
            return
