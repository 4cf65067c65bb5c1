/** How much room there is: for type, for a table, and for a part alone. The grid itself is styles/stage.css. */

/**
 * How much larger than usual the reader has set the type of the browser; never less than once. Asks for the style of
 * the page.
 */
export function enlarged() {
  return Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

/** In a notebook a table is at least and at most so high, and leaves so much of the panel: pixels. */
const LEAST_TALL = 520, MOST_TALL = 900, BESIDE = 8;

/** A box that scrolls and is lower than this is no panel: it follows what is in it. */
const NO_PANEL = 320;

/** A table is narrow below so many pixels of usual type, a cell below so many of width or height, wide from so many. */
const NARROW = 600, CELL = 1100, CELL_TALL = 640, WIDE = 1600;

/** A part alone in a box that is narrower than this is drawn as on a phone: pixels of usual type. */
const NARROW_ALONE = 560;

/**
 * How high a table is drawn: as high as the window, and in a notebook nearly as high as its panel. Boxes that only
 * follow the table's own height do not count, so it is folded up to measure.
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
 * How wide a table is, in a word.
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
 * How wide a part is that stands alone in a box.
 * @param {number} across in pixels
 */
export function widthAlone(across) {
  return across / enlarged() < NARROW_ALONE ? 'narrow' : 'medium';
}
