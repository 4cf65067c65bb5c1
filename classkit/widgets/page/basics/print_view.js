/** Tables and parts that stand alone learn when the page goes to paper, and when it is back on the screen. */

let watching = false;
let printed = false;

/** Charts are drawn for paper at this size, in pixels, and scaled to the sheet, whatever its size is. */
export const CHART_ON_PAPER = { width: 560, height: 236 };

/**
 * From now on whatever stands in this page is told to lay itself out for paper before it is printed.
 * Browsers say so before they print; a change of the medium alone says it where they do not.
 */
export function watchPaper() {
  if (watching) return;
  watching = true;
  window.addEventListener('beforeprint', () => print(true));
  window.addEventListener('afterprint', () => print(false));
  window.matchMedia('print').addEventListener('change', ({ matches }) => print(matches));
}

function print(on) {
  if (printed === on) return;
  printed = on;
  for (const part of document.querySelectorAll('.classkit')) /** @type {any} */ (part).goOnPaper?.(on);
}
