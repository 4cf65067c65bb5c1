/** What a seat is called and how it is told apart: colour, pattern, dash, marker, letter. Pure. */

/**
 * @typedef {import('./types.js').Fixed} Fixed
 * @typedef {import('./types.js').Now} Now
 * @typedef {{colour: string, ink: string, pattern: string, dash: string, symbol: string}} SeatLook
 */

/**
 * Okabe and Ito's colours, the darker ones first; each with a pattern, a dash and a marker of its own,
 * so that nothing is told by colour alone. `ink` is the colour of a letter on it (contrast at least 4.5).
 * @type {SeatLook[]}
 */
export const SEAT_LOOKS = [
  { colour: '#0072B2', ink: '#FFFFFF', pattern: 'solid', dash: 'solid', symbol: 'circle' },
  { colour: '#E69F00', ink: '#000000', pattern: 'diagonal', dash: 'dash', symbol: 'square' },
  { colour: '#009E73', ink: '#000000', pattern: 'dots', dash: 'dot', symbol: 'diamond' },
  { colour: '#CC79A7', ink: '#000000', pattern: 'vertical', dash: 'dashdot', symbol: 'cross' },
  { colour: '#D55E00', ink: '#000000', pattern: 'cross', dash: 'longdash', symbol: 'triangle-up' },
  { colour: '#56B4E9', ink: '#000000', pattern: 'horizontal', dash: 'longdashdot', symbol: 'star' },
  { colour: '#F0E442', ink: '#000000', pattern: 'back', dash: '8px,3px', symbol: 'hexagon' },
  { colour: '#6F6F6F', ink: '#FFFFFF', pattern: 'grid', dash: '2px,6px', symbol: 'x' },
];

/** For parts of a whole (cash, companies, ...): the same colours in another order. */
export const PART_COLOURS = ['#56B4E9', '#0072B2', '#009E73', '#E69F00', '#D55E00', '#CC79A7', '#F0E442', '#8C8C8C', '#004D73', '#7A4B00', '#00573F', '#8A3D66'];

/** Patterns of plotly for the parts, so that bars differ without colour too. */
export const PART_SHAPES = ['', '/', '.', 'x', '-', '\\', '|', '+'];

/**
 * @param {Fixed|null} fixed
 * @returns {string[]} seat ids in their order
 */
export function seatIds(fixed) {
  return (fixed?.seats ?? []).map((seat) => seat.id);
}

/**
 * @param {Fixed|null} fixed
 * @param {Now|null} now
 * @param {string} id
 * @returns {string} the shown name; what is no seat is called by its id
 */
export function seatName(fixed, now, id) {
  return now?.seats?.[id]?.name || fixed?.seats?.find((seat) => seat.id === id)?.name || id;
}

/**
 * @param {Fixed|null} fixed
 * @param {string} id
 * @returns {SeatLook} how the seat looks; grey for anybody else
 */
export function seatLook(fixed, id) {
  const index = seatIds(fixed).indexOf(id);
  return index < 0 ? SEAT_LOOKS[7] : SEAT_LOOKS[index % SEAT_LOOKS.length];
}

/**
 * @param {Fixed|null} fixed
 * @param {string} who "person" or a bot's id
 * @returns {string} in words
 */
export function whoWords(fixed, who) {
  if (!who || who === 'person') return 'a person';
  return `bot: ${fixed?.bots?.find((bot) => bot.id === who)?.label ?? who}`;
}

/**
 * Up to three letters that stand for a seat on the board.
 * @param {string} id
 * @returns {string}
 */
export function seatLetter(id) {
  return id.slice(0, 3);
}
