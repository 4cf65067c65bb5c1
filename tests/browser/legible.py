"""What of a page can be read: what sticks out of the window, scrolls, is cut off, is too small."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SHOWN = """
const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const own = (node) => [...node.childNodes]
    .filter((child) => child.nodeType === 3 && child.textContent.trim())
    .map((child) => child.textContent.trim()).join(' ');
const hidden = (node) => Boolean(node) && (node.matches('.ck-only-read, [hidden]')
    || getComputedStyle(node).clipPath === 'inset(50%)' || hidden(node.parentElement));
const isControl = (node) => node.matches('button, select, input, summary');
const shown = [...document.querySelectorAll('.classkit *')].filter((node) =>
    (own(node) || isControl(node)) && !node.matches('option, caption, title') && seen(node)
    && !hidden(node));
"""

DRAWN = ".ck-picture, .ck-canvas, .ck-badge, .ck-chart, .ck-board"
"""What boards and charts are made of has tests of its own."""


def sticks_out(page: Page) -> list[Any]:
    """Return what lies beyond the left or right edge of the window, or is cut off at the side.

    A text that has itself as its title may be cut.

    A table of figures may be scrolled sideways in a box of its own that is in the window.
    """
    found: list[Any] = page.evaluate(
        "() => {"
        + SHOWN
        + """
        const width = document.documentElement.clientWidth;
        const scrolls = (node) => {
            for (let box = node.parentElement; box; box = box.parentElement) {
                if (/auto|scroll/.test(getComputedStyle(box).overflowX)
                    && box.scrollWidth > box.clientWidth + 1) return node.closest('table');
            }
            return false;
        };
        const found = document.documentElement.scrollWidth > width ? [['the page']] : [];
        // a canvas cuts off what was drawn for another size, until its chart is in sight
        for (const node of shown.filter((one) => !one.closest('.ck-canvas'))) {
            const box = node.getBoundingClientRect();
            if ((box.right > width + 1 || box.left < -1) && !scrolls(node))
                found.push([node.className, own(node).slice(0, 40), box.left, box.right]);
            const style = getComputedStyle(node);
            if (own(node) && !node.closest('[title]')
                && style.overflowX !== 'visible' && style.overflowX !== 'auto'
                && !node.matches('select, input, svg *') && node.scrollWidth > node.clientWidth + 1)
                found.push(['cut', node.className, own(node).slice(0, 40)]);
        }
        return found;
        }"""
    )
    return found


def scrolls(page: Page, boxes: str) -> list[Any]:
    """Return which of these boxes have a scroll bar, as the browser hides the bars themselves."""
    found: list[Any] = page.evaluate(
        """(boxes) => [...document.querySelectorAll(boxes)].filter((box) => {
            const { overflowX, overflowY } = getComputedStyle(box);
            return box.checkVisibility({ visibilityProperty: true })
                && ((/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight)
                || (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth));
        }).map((box) => box.className || box.localName)""",
        boxes,
    )
    return found


def too_small(page: Page, least: float) -> list[Any]:
    """Return visible words and controls whose letters are smaller than so many pixels."""
    found: list[Any] = page.evaluate(
        "([least, drawn]) => {"
        + SHOWN
        + """
        const words = shown.filter((node) =>
            !node.matches('input:not([type=text], [type=search])'));
        return words.filter((node) => !node.closest(drawn))
            .map((node) => [parseFloat(getComputedStyle(node).fontSize), node.className,
                (own(node) || node.value || '').slice(0, 40)])
            .filter(([size]) => size < least - 0.01);
        }""",
        [least, DRAWN],
    )
    return found


def overlapping(page: Page, within: str) -> list[Any]:
    """Return pairs of words and controls in a part that lie over each other."""
    found: list[Any] = page.evaluate(
        "(within) => {"
        + SHOWN
        + """
        const parts = shown.filter((node) => node.closest(within)
            && !node.closest('svg, .ck-segment') && !node.matches('table *'));
        // a line as high as its letters are, and as far as it is not cut: fonts reserve more
        const lines = (node) => {
            const size = parseFloat(getComputedStyle(node).fontSize);
            let boxes = [...node.getClientRects()].map(({ left, right, top, bottom }) => {
                const spare = own(node) && getComputedStyle(node).display === 'inline'
                    ? Math.max(0, bottom - top - size) / 2 : 0;
                return { left, right, top: top + spare, bottom: bottom - spare };
            });
            for (let box = node.parentElement; box; box = box.parentElement) {
                const { overflowX, overflowY } = getComputedStyle(box);
                if (overflowX === 'visible' && overflowY === 'visible') continue;
                const edge = box.getBoundingClientRect();
                boxes = boxes.map(({ left, right, top, bottom }) => ({
                    left: Math.max(left, edge.left), right: Math.min(right, edge.right),
                    top: Math.max(top, edge.top), bottom: Math.min(bottom, edge.bottom) }));
            }
            return boxes;
        };
        const found = [];
        for (const [at, one] of parts.entries()) {
            for (const other of parts.slice(at + 1)) {
                if (one.contains(other) || other.contains(one)) continue;
                if (getComputedStyle(other.closest('.ck-side') ?? other).position === 'sticky'
                    || getComputedStyle(one.closest('.ck-side') ?? one).position === 'sticky')
                    continue; // what stays in sight lies over what is scrolled
                const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
                    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
                if (lines(one).some((a) => lines(other).some((b) => over(a, b))))
                    found.push([own(one) || one.className, own(other) || other.className]);
            }
        }
        return found;
        }""",
        within,
    )
    return found
