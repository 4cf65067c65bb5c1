"""A browser's translation, emulated: elements with other words take the place of text nodes.

Chrome puts two nested ``font`` elements in place of each text node of a page, and of each one that
comes later or changes. It does not translate what says ``translate="no"``.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.waiting import settled

EMULATION = """(manner) => {
    const turned = (text) => text.replace(/[a-z]/gi, (letter) => {
        const first = letter <= 'Z' ? 65 : 97;
        return String.fromCharCode((letter.charCodeAt(0) - first + 13) % 26 + first);
    });
    const marked = (text) => `\\u200b${text}\\u200b`;
    const worded = { turned, marked }[manner];
    const LEFT = 'script, style, title, textarea, noscript, [translate=no], [data-translated]';
    const translate = (node) => {
        const { parentElement: place } = node;
        if (!place || place.closest(LEFT) || !node.data.trim()) return;
        const { namespaceURI: space } = place;
        const name = space.endsWith('svg') ? 'tspan' : 'font';
        const make = () => document.createElementNS(space, name);
        const [outer, inner] = [make(), make()];
        outer.dataset.translated = inner.dataset.translated = '';
        inner.textContent = worded(node.data);
        outer.append(inner);
        node.replaceWith(outer);
    };
    const translateAll = (root) => {
        if (root.nodeType === Node.TEXT_NODE) return translate(root);
        const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walk.nextNode()) found.push(walk.currentNode);
        found.forEach(translate);
    };
    const begin = () => {
        new MutationObserver((changes) => {
            for (const { type, target, addedNodes } of changes) {
                for (const node of type === 'characterData' ? [target] : addedNodes)
                    if (node.isConnected) translateAll(node);
            }
        }).observe(
            document.documentElement, { childList: true, characterData: true, subtree: true });
        translateAll(document.documentElement);
    };
    if (document.documentElement) begin();
    else new MutationObserver((_, waiting) => {
        if (document.documentElement) { waiting.disconnect(); begin(); }
    }).observe(document, { childList: true });
}"""

READ = """([manner, root]) => {
    const turned = (text) => text.replace(/[a-z]/gi, (letter) => {
        const first = letter <= 'Z' ? 65 : 97;
        return String.fromCharCode((letter.charCodeAt(0) - first + 13) % 26 + first);
    });
    const back = { turned, marked: (text) => text.replaceAll('\\u200b', '') }[manner];
    const kept = 'script, style, title, textarea, [translate=no]';
    const byRoom = '.ck-aside, .ck-besides, .ck-ask-facts';  // they give way in a smaller box
    const ticks = '.xtick, .ytick';  // plotly chooses them by when it draws first
    const missed = [];
    const read = (node) => {
        if (node.nodeType === Node.TEXT_NODE) {
            const translated = node.parentElement.closest('[data-translated]');
            const translatable = manner && node.data.trim() && !node.parentElement.closest(kept);
            if (translatable && !translated) missed.push(node.data);
            if (node.parentElement.closest(ticks)) return '';
            return translated ? back(node.data) : node.data;
        }
        if (node.matches(`script, style, ${byRoom}`)) return '';
        return [...node.childNodes].map(read).join('');
    };
    const parts = {};
    for (const place of document.querySelectorAll(root))
        for (const part of place.children) {
            const isPart = part.localName.includes('-');
            const name = isPart ? part.localName : part.className || part.localName;
            parts[`${Object.keys(parts).length} ${name}`] = read(part).replace(/\\s+/g, ' ').trim();
        }
    return { parts, missed };
}"""


def translate(page: Page, manner: str = "turned") -> None:
    """Translate what a page shows now, and whatever it shows from now on, until it is left."""
    page.evaluate(EMULATION, manner)


def translate_all(context: BrowserContext | Page, manner: str = "turned") -> None:
    """Translate each page that is opened from now on, from its beginning."""
    context.add_init_script(f"({EMULATION})('{manner}')")


def texts(page: Page, root: str, manner: str = "") -> dict[str, str]:
    """Return the texts of a page by the parts in `root`, as they were before they were translated.

    Fails where a text is left that is not translated. Amounts that fly across the board are left
    out: at any moment they may be gone.
    """
    found: dict[str, Any] = page.evaluate(READ, [manner, root])
    assert found["missed"] == []
    parts: dict[str, str] = found["parts"]
    return {name: text for name, text in parts.items() if not name.endswith("ck-motions")}


PARTS = ("live", "controls", "timeline", "ask", "news", "standings")
AFRESH = """(names) => {
    const { store } = document.querySelector('classkit-table');
    document.querySelector('#afresh')?.remove();
    const place = document.createElement('div');
    place.id = 'afresh';
    place.className = 'classkit';
    document.body.append(place);
    for (const name of names)
        place.append(Object.assign(document.createElement(`classkit-${name}`), { store }));
}"""


def says_what_is_so(page: Page, manner: str) -> None:
    """See that parts of a table have the texts that such parts have when they are made anew."""
    page.evaluate(AFRESH, PARTS)
    for name in PARTS:
        both = page.locator(f"classkit-{name}")
        shown = [
            texts(page, one, manner)
            for one in (f"classkit-table classkit-{name}", f"#afresh classkit-{name}")
        ]
        assert both.count() == 2 and shown[0] == shown[1] and any(shown[0].values()), name
    page.evaluate("() => document.querySelector('#afresh').remove()")


def plays_translated(page: Page) -> None:
    """Translate a table, step and go back; see each time that it says what is so."""
    translate(page, "turned")
    for does in ("step", "step", "step", "step", "back", "step"):
        page.locator(f"classkit-controls [data-does={does}]").first.click()
        settled(page)
        says_what_is_so(page, "turned")
