/** Notification of tables and standalone parts before and after printing. */

let watching = false;
let printed = false;

/** Size of charts for printing in pixels; they are scaled to the sheet. */
export const CHART_ON_PAPER = { width: 560, height: 236 };

/**
 * Notify all elements of this page before and after printing.
 * Browsers without print events are detected by a change of the medium.
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
