"""How long it takes from a key on a slider to the frame that shows the new run."""

from __future__ import annotations

from typing import Any

__all__ = ["key_to_frame"]

_WATCH = """() => {
    const times = window.keyToFrame = [];
    let pressed = 0;
    document.addEventListener("keydown", event => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => {
        const channel = new MessageChannel();  // is answered after the frame has been painted
        channel.port1.onmessage = () => times.push(performance.now() - pressed);
        channel.port2.postMessage(0);
    }).observe(document.body, { attributeFilter: ["data-sequence"] });
}"""


def key_to_frame(page: Any, part: str, name: str, presses: int) -> list[float]:
    """Return the time in ms of each of a number of presses, one after the other."""
    page.locator(f'#tree [data-path="{part}"] > .tree-row').click()
    page.locator(f'.control[data-name="{name}"] input[type=range]').focus()
    page.evaluate(_WATCH)
    for press in range(presses):
        before = page.locator("body").get_attribute("data-sequence")
        page.keyboard.press("ArrowLeft" if press % 20 < 10 else "ArrowRight")
        page.locator(f'body:not([data-sequence="{before}"])').wait_for()
    times: list[float] = page.evaluate("() => window.keyToFrame")
    return times
