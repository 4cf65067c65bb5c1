/**
 * Names and looks of seats: colour, pattern, dash, marker, letter, small pictures of these, and the ink for a colour.
 */

import { svg } from './dom.js';

/** @typedef {{colour: string, ink: string, pattern: string, dash: string, symbol: string}} SeatLook */

/**
 * Okabe and Ito's colours, darker ones first. Each has its own pattern, dash and marker, so that no information
 * depends on colour alone. `ink` is the colour of a letter on it (contrast at least 4.5).
 * @type {SeatLook[]}
 */
export const SEAT_LOOKS = [
  { colour: '#0072B2', ink: '#FFFFFF', pattern: 'solid', dash: 'solid', symbol: 'circle' },
  { colour: '#E69F00', ink: '#000000', pattern: 'diagonal', dash: 'dash', symbol: 'square' },
  { colour: '#009E73', ink: '#000000', pattern: 'dots', dash: 'dot', symbol: 'diamond' },
  { colour: '#CC79A7', ink: '#000000', pattern: 'vertical', dash: 'dashdot', symbol: 'cross' },
  { colour: '#D55E00', ink: '#000000', pattern: 'cross', dash: 'longdash', symbol: 'triangle-up' },
  { colour: '#56B4E9', ink: '#000000', pattern: 'horizontal', dash: 'longdashdot', symbol: 'star' },
  { colour: '#F0E442', ink: '#000000', pattern: 'back', dash: '4px,2px', symbol: 'hexagon' },
  { colour: '#6F6F6F', ink: '#FFFFFF', pattern: 'grid', dash: '2px,6px', symbol: 'x' },
];

/** @returns {string} the display name; the id if it is not a seat */
export function seatName(fixed, now, id) {
  return now?.seats?.[id]?.name || fixed?.seats?.find((seat) => seat.id === id)?.name || id;
}

/**
 * @param {string} text with seats in braces, such as "Notes of {B}"
 * @returns {string} the text with the names of the seats
 */
export function fillSeatNames(text, fixed, now) {
  return text.replace(/\{([^{}]{1,3})\}/g, (_, seat) => seatName(fixed, now, seat));
}

/** @returns {SeatLook} the look of the seat; grey for anybody else */
export function seatLook(fixed, id) {
  const index = (fixed?.seats ?? []).findIndex((seat) => seat.id === id);
  return index < 0 ? SEAT_LOOKS[7] : SEAT_LOOKS[index % SEAT_LOOKS.length];
}

/** The colour of a seat's line: its own, adjusted if it is too light for the background. */
export function lineColour(fixed, id) {
  const index = (fixed?.seats ?? []).findIndex((seat) => seat.id === id);
  return `var(--seat-${'abcdefgh'[index < 0 ? 7 : index % SEAT_LOOKS.length]}-line)`;
}

/**
 * @param {string} who "person" or a bot's id
 * @returns {string} in words
 */
export function whoWords(fixed, who) {
  if (!who || who === 'person') return 'a person';
  return `bot: ${fixed?.bots?.find((bot) => bot.id === who)?.label ?? who}`;
}

/**
 * The colour and pattern of a seat in the theme, as CSS properties.
 * @param {Fixed} fixed
 * @param {string} id
 */
export function seatStyle(fixed, id) {
  const index = fixed.seats.findIndex((seat) => seat.id === id);
  const letter = 'abcdefgh'[index < 0 ? 7 : index % SEAT_LOOKS.length];
  return `--own: var(--seat-${letter}); --own-pattern: var(--pat-${letter})`;
}

/** Up to three letters that represent a seat on the board. */
export function seatLetter(id) {
  return id.slice(0, 3);
}

// --- Small pictures that distinguish seats without colour: patterns, markers, samples of lines.

/**
 * The strokes of a pattern on a tile of 8 by 8.
 * @type {Record<string, string>}
 */
const STROKES = {
  diagonal: 'M-2,2 L2,-2 M0,8 L8,0 M6,10 L10,6',
  back: 'M-2,6 L2,10 M0,0 L8,8 M6,-2 L10,2',
  vertical: 'M4,0 L4,8',
  horizontal: 'M0,4 L8,4',
  cross: 'M0,8 L8,0 M0,0 L8,8',
  grid: 'M4,0 L4,8 M0,4 L8,4',
  dots: 'M4,4 l0.01,0',
};

/**
 * One SVG pattern per seat look, for the `<defs>` of a drawing.
 * @param {string} stem prefix that makes the ids of this drawing unique
 * @param {number} [scale] size of a tile relative to 8 units
 * @returns {any} a `<defs>`
 */
export function patternDefs(stem, scale = 1) {
  return svg('defs', {}, ...SEAT_LOOKS.map((look) => {
    const tile = svg('pattern', {
      id: `${stem}-${look.pattern}`,
      width: 8,
      height: 8,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `scale(${scale})`,
    });
    tile.append(svg('rect', { width: 8, height: 8, fill: look.colour }));
    const strokes = STROKES[look.pattern];
    if (strokes) {
      tile.append(
        svg('path', {
          d: strokes,
          stroke: look.ink,
          'stroke-width': look.pattern === 'dots' ? 3 : 1.3,
          'stroke-linecap': 'round',
          'stroke-opacity': 0.45,
          fill: 'none',
        }),
      );
    }
    return tile;
  }));
}

/**
 * The shapes of seats, centred at 0,0 in a box of 28, by plotly's marker names; each has room for a letter.
 * @type {Record<string, string>}
 */
export const SEAT_SHAPES = {
  circle: 'M-13,0 A13,13 0 1 1 13,0 A13,13 0 1 1 -13,0 Z',
  square: 'M-12,-10 Q-12,-12 -10,-12 H10 Q12,-12 12,-10 V10 Q12,12 10,12 H-10 Q-12,12 -12,10 Z',
  diamond: 'M0,-14 L14,0 L0,14 L-14,0 Z',
  cross: 'M-7.5,-13 H7.5 V-7.5 H13 V7.5 H7.5 V13 H-7.5 V7.5 H-13 V-7.5 H-7.5 Z',
  'triangle-up': 'M0,-13 L14,12 H-14 Z',
  star: 'M0,-14 L4.9,-6.8 L13.3,-4.3 L8,2.6 L8.2,11.3 L0,8.4 L-8.2,11.3 L-8,2.6 L-13.3,-4.3 L-4.9,-6.8 Z',
  hexagon: 'M-13.4,0 L-6.7,-11.6 H6.7 L13.4,0 L6.7,11.6 H-6.7 Z',
  x: 'M-12.6,-6.6 L-6.6,-12.6 L0,-7.6 L6.6,-12.6 L12.6,-6.6 L7.6,0 '
    + 'L12.6,6.6 L6.6,12.6 L0,7.6 L-6.6,12.6 L-12.6,6.6 L-7.6,0 Z',
};

/**
 * The marker of a seat, or of the end of a line.
 * @param {string} symbol by plotly's name
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
export function markerOf(symbol, x, y, radius, colour) {
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(radius / 13).toFixed(3)})`;
  const shape = SEAT_SHAPES[symbol] ?? SEAT_SHAPES.circle;
  return svg('path', { class: 'ck-marker', d: shape, fill: colour, transform: place });
}

/** Dash arrays of plotly's named dashes. */
export const DASHES = /** @type {Record<string, string>} */ ({
  dash: '6,3', dot: '1.5,3', dashdot: '6,2,1.5,2', longdash: '9,3', longdashdot: '9,2,1.5,2',
});

/**
 * A sample of a line.
 * @param {{colour: string, dash: string}} entry
 */
export function sample({ colour, dash }) {
  const line = { x1: -13, x2: 13, stroke: colour, 'stroke-width': 2.6, 'stroke-dasharray': DASHES[dash] ?? null };
  const props = { class: 'ck-sample', viewBox: '-13 -7 26 14', 'aria-hidden': 'true', focusable: 'false' };
  return svg('svg', props, svg('line', line));
}

// --- Validation of colours from games, and readable ink for them. Pure functions.

/** @returns {string} the colour as "#rrggbb"; empty if it is not a colour */
export function colourOf(text) {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : '';
}

/**
 * Relative luminance of a colour, from 0 to 1 (WCAG 2.1).
 * @param {string} colour "#rrggbb"
 */
export function lightOf(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Black or white, whichever has the better contrast (at least 4.5 to 1).
 * @param {string} colour "#rrggbb"
 */
export function inkOn(colour) {
  const light = lightOf(colour) + 0.05;
  return light / 0.05 >= 1.05 / light ? '#000000' : '#ffffff';
}
