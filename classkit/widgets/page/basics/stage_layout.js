/** How much room there is: for type, for a table, and for a part alone. */

/**
 * How much larger than usual the reader has set the type of the browser; never less than once. Asks for the style of
 * the page.
 */
export function enlarged() {
  return Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

/**
 * A table is drawn at least so tall, also where less of it is seen at once; above and below its board stands so much:
 * pixels.
 */
const LEAST_TALL = 560, AROUND_BOARD = 215;

/**
 * A phone that lies: a window lower than this, and wider than so many pixels of usual type; its board has that
 * below it, and this beside it.
 */
const LYING_TALL = 440, LYING_WIDE = 640, BELOW_BOARD = 58, BESIDE_BOARD = 400;

/** A part alone in a box that is narrower than this is drawn as on a phone: pixels of usual type. */
const NARROW_ALONE = 560;

/** A stage with room for fewer lines of its type than these is low: all around board and charts makes room for them. */
const LOW_LINES = 49;

/**
 * A third chart stands beside the first where both have room: so many letters wide, and so many lines of type high. It
 * takes its room from what is around board and charts, unless there are more lines than the last of these.
 */
const THREE_WIDE = 42, THREE_LINES = 52, THREE_LOW_LINES = 58;

/**
 * How wide a table is, in words; the size of its type follows from that.
 * @param {number} wide
 * @param {number} tall
 * @returns {{width: string, lying: boolean}}
 */
export function widthOf(wide, tall) {
  const words = wide / enlarged();
  const lying = tall < LYING_TALL && words >= LYING_WIDE;
  const narrow = lying || words < 700 || tall > wide * 1.2;
  const width = narrow ? 'narrow' : words >= 1600 ? 'huge' : words >= 1120 ? 'wide' : 'medium';
  return { width, lying };
}

/**
 * How wide a part is that stands alone in a box.
 * @param {number} across in pixels
 */
export function widthAlone(across) {
  return across / enlarged() < NARROW_ALONE ? 'narrow' : 'medium';
}

/**
 * How a table of some width is laid out in the room that it has: what fits beside each other depends on the type.
 * @param {number} wide
 * @param {number} tall
 * @param {{width: string, lying: boolean}} worn what `widthOf` has said
 * @param {{width: number, height: number}|undefined} plan of the board
 * @param {number} type the size of its letters, in pixels
 * @param {boolean} three whether three charts are wanted
 * @returns {{low: boolean, three: boolean, share: number}} `share` is what the board has of the width, `three` whether
 *   there is room for as many charts
 */
export function stageFor(wide, tall, worn, plan, type = 14, three = false) {
  const { width, lying } = worn;
  const high = lying ? tall - BELOW_BOARD : Math.max(LEAST_TALL, tall) - AROUND_BOARD;
  const fitting = plan ? (high * plan.width) / plan.height / wide : 0.45;
  const most = lying ? Math.min(0.47, 1 - BESIDE_BOARD * enlarged() / wide) : 0.47;
  const share = Math.min(most, Math.max(0.36, fitting));
  const stage = width === 'wide' || width === 'huge';
  const fits = three && stage && wide * (1 - share) >= THREE_WIDE * type && tall >= THREE_LINES * type;
  const low = stage && tall < (fits ? THREE_LOW_LINES : LOW_LINES) * type;
  return { low, three: fits, share };
}
