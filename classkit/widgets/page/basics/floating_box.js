/** Popover over the table, next to its anchor; a click elsewhere closes it. */

/** Events that close it. */
const LEADS_AWAY = ['scroll', 'resize', 'pointerdown'];

/** Width, margin, and minimum space below the anchor (otherwise it opens upwards), in pixels. */
const WIDE = 420, APART = 6, LOW = 240;

/**
 * Open a box below its anchor, or above if there is too little space.
 * @param {HTMLElement} box a popover
 * @param {HTMLElement} anchor a button; the Tab key moves from it into the box
 */
export function openBox(box, anchor) {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const within = Math.min(left, innerWidth - WIDE - APART);
  const below = innerHeight - bottom >= Math.min(top, LOW);
  Object.assign(box.style, {
    left: `${Math.max(within, APART)}px`, width: `min(${WIDE}px, 100vw - ${2 * APART}px)`,
    top: below ? `${bottom + APART}px` : 'auto', bottom: below ? 'auto' : `${innerHeight - top + APART}px`,
    maxHeight: `${(below ? innerHeight - bottom : top) - 2 * APART}px`,
  });
  /** @type {any} */ (box).showPopover({ source: anchor });
}

/**
 * Close a box when something else is scrolled or clicked, including plots, which stop the propagation of clicks.
 * @param {() => Array<HTMLElement | undefined>} find returns the box and its anchor, which handles its own clicks;
 *   called at each click
 * @returns {() => void} removes the listeners
 */
export function closeOutside(find) {
  const away = (event) => {
    const [box, ...anchors] = find();
    if (!box?.matches(':popover-open')) return;
    const path = event.composedPath();
    if (![box, ...anchors].some((own) => own && path.includes(own))) box.hidePopover();
  };
  for (const name of LEADS_AWAY) addEventListener(name, away, { capture: true, passive: true });
  return () => { for (const name of LEADS_AWAY) removeEventListener(name, away, { capture: true }); };
}
