/** A box over the table, near what it is about, put away by a click elsewhere. */

/** What puts it away. */
const LEADS_AWAY = ['scroll', 'resize', 'pointerdown'];

/** How wide it is, how far it keeps from what is around, and below how much room it opens upwards: pixels. */
const WIDE = 420, APART = 6, LOW = 240;

/**
 * Opens a box below what it is about, or above where there is too little room.
 * @param {HTMLElement} box a popover
 * @param {HTMLElement} anchor a button, from which the Tab key goes into the box next
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
 * Puts a box away when something else is scrolled or clicked, also a plot, which keeps its clicks to itself.
 * @param {() => Array<HTMLElement | undefined>} find the box, and what opens it, whose clicks put it away themselves;
 *   found at each click, since a part listens before it is drawn
 * @returns {() => void} what ends that
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
