/** Available space for type, tables and standalone parts. The grid itself is in styles/stage.css. */

/**
 * Return the reader's font size relative to the default, at least 1. This reads the computed style.
 */
export function enlarged() {
  return Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

/** Minimum and maximum height of a table in a notebook, and its margin in the panel, in pixels. */
const LEAST_TALL = 520, MOST_TALL = 900, BESIDE = 8;

/** A scrolling box lower than this is not a panel: its height depends on its content. */
const NO_PANEL = 320;

/** Width limits of narrow tables, of cells (also their height), and of wide tables, in pixels at default font size. */
const NARROW = 600, CELL = 1100, CELL_TALL = 640, WIDE = 1600;

/** Below this width, a standalone part uses the phone layout; in pixels at default font size. */
const NARROW_ALONE = 560;

/**
 * Return the height of a table: the height of the window or, in a notebook, nearly that of its panel. Boxes that only
 * follow the table's height do not count, so the table is collapsed while measuring.
 * @param {HTMLElement} table
 */
export function heightFor(table) {
  const boxes = [];
  for (let box = table.parentElement; box; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) boxes.push(box);
  }
  const scrolled = boxes.map((box) => box.scrollTop);
  table.style.height = '0px';
  const panels = boxes.map((box) => box.clientHeight).filter((height) => height > NO_PANEL);
  const tall = Math.min(window.innerHeight, ...panels);
  table.style.height = '';
  boxes.forEach((box, index) => { if (box.scrollTop !== scrolled[index]) box.scrollTop = scrolled[index]; });
  if (!table.closest('.jp-NotebookPanel')) return tall;
  return Math.min(MOST_TALL, Math.max(LEAST_TALL, tall - BESIDE));
}

/**
 * Return the width class of a table.
 * @param {number} wide
 * @param {number} tall
 */
export function widthOf(wide, tall) {
  const [across, down] = [wide, tall].map((length) => length / enlarged());
  if (across < NARROW) return 'narrow';
  if (across < CELL || down < CELL_TALL) return 'medium';
  return across < WIDE ? 'wide' : 'huge';
}

/**
 * Return the width class of a standalone part.
 * @param {number} across in pixels
 */
export function widthAlone(across) {
  return across / enlarged() < NARROW_ALONE ? 'narrow' : 'medium';
}
