"""A bad line between page and server: messages are lost, doubled, late, and so out of order."""

from __future__ import annotations

from playwright.sync_api import Page

SOCKET = """
window.classkitTimes = TIMES;
window.line = { lag: 0, cut: false, lost: 0, doubled: 0, late: 0, dropped: 0 };
{
  const carry = (run) => {
    const { line } = window;
    if (line.cut || Math.random() < line.lost) { line.dropped += 1; return; }
    const copies = Math.random() < line.doubled ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const wait = line.lag + (Math.random() < line.late ? 600 * Math.random() : 0);
      if (wait) setTimeout(run, wait); else run();
    }
  };
  const Whole = window.WebSocket;
  window.WebSocket = class extends Whole {
    set onmessage(run) { super.onmessage = (event) => carry(() => run?.(event)); }
    get onmessage() { return super.onmessage; }
    send(data) {
      carry(() => { if (this.readyState === Whole.OPEN) super.send(data); });
    }
  };
}
"""

QUICK = {"again": 400, "seldom": 1_600, "ping": 500, "soon": 400, "busy": 1_500}
"""Page times for tests, which need not wait as long as people do."""


def lay_bad_line(page: Page, **times: int) -> None:
    """Give every page opened from now on a line that `spoil` makes bad, and short times."""
    said = {**QUICK, **times}
    page.add_init_script(SOCKET.replace("TIMES", repr(said)))


def spoil(page: Page, **how: float | bool) -> None:
    """Make the line bad, or good again: shares of messages, ``lag`` in milliseconds, ``cut``."""
    page.evaluate("how => { Object.assign(window.line, how); }", how)
