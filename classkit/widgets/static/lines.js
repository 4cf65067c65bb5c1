/** Points -> the path of a line, letter by letter as plotly writes it, and which points have a marker. Pure. */

/**
 * @typedef {[number, number]} Place pixels from the left and the top of the plot
 * @typedef {(value: number) => number} Scale a value -> pixels
 */

/** The shapes of lines that are written here; plotly draws all others. */
export const SHAPES = ['linear', 'hv', 'hvh'];

/**
 * The pieces of a line: a value that is missing is a gap in it.
 * @param {any[]} x
 * @param {any[]} y
 * @param {Scale} across
 * @param {Scale} up
 * @returns {Place[][]}
 */
export function pieces(x, y, across, up) {
  /** @type {Place[][]} */
  const found = [];
  let open = false;
  for (let index = 0; index < x.length; index += 1) {
    const there = isPoint(x[index], y[index]);
    if (there && !open) found.push([]);
    if (there) found[found.length - 1].push([across(x[index]), up(y[index])]);
    open = there;
  }
  return found;
}

/**
 * @param {any} x
 * @param {any} y
 */
export function isPoint(x, y) {
  return Number.isFinite(x) && Number.isFinite(y);
}

/**
 * Is each value a number or missing? A text that looks like a number would be one to plotly.
 * @param {any[]} values
 */
export function areNumbers(values) {
  return values.every((value) => value === null || value === undefined || typeof value === 'number');
}

/**
 * @param {Place[]} piece at least one place
 * @param {string} shape one of `SHAPES`
 * @returns {string}
 */
export function pathOf(piece, shape) {
  if (shape === 'linear') return `M${piece.join('L')}`;
  const [first, ...rest] = piece.map(([x, y]) => [hundredth(x), hundredth(y)]);
  if (shape === 'hv') return rest.reduce((path, [x, y]) => `${path}H${x}V${y}`, `M${first}`);
  return rest.reduce((path, [x, y], index) => `${path}H${hundredth((piece[index][0] + piece[index + 1][0]) / 2)}V${y}H${x}`, `M${first}`);
}

/**
 * What is filled between a line in one piece and a base.
 * @param {Place[]} piece
 * @param {string} shape
 * @param {number} base pixels from the top
 * @returns {string}
 */
export function areaOf(piece, shape, base) {
  return `M${piece[piece.length - 1][0]},${base}L${piece[0][0]},${base}L${pathOf(piece, shape).slice(1)}`;
}

/**
 * Which of the points have a marker when only some of them do: evenly spread, and not the same in
 * each line, so that markers do not lie upon each other.
 * @param {number[]} points the points that are there
 * @param {number} most about so many have a marker
 * @param {number} before lines with markers that are drawn before this one
 * @returns {number[]}
 */
export function marked(points, most, before) {
  const apart = Math.ceil(points.length / most);
  const shift = Math.round((before * apart) / 3 + (Math.floor(before / 3) * apart) / 7.1);
  return points.filter((_, index) => (index + shift) % apart === 0);
}

/** @param {number} value */
function hundredth(value) {
  return Math.round(value * 100) / 100;
}
