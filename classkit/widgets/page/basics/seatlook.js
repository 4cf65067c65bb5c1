/**
 * What a seat is called and how it is told apart: colour, pattern, dash, marker, letter, and small pictures of these;
 * and the ink for a colour.
 */

import { svg } from './dom.js';

/** @typedef {{colour: string, ink: string, pattern: string, dash: string, symbol: string}} SeatLook */

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

/** @returns {string} the shown name; what is no seat is called by its id */
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

/** @returns {SeatLook} how the seat looks; grey for anybody else */
export function seatLook(fixed, id) {
  const index = (fixed?.seats ?? []).findIndex((seat) => seat.id === id);
  return index < 0 ? SEAT_LOOKS[7] : SEAT_LOOKS[index % SEAT_LOOKS.length];
}

/** The colour of a seat's line: as its own, and never too light for the ground that it lies on. */
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

/** Up to three letters that stand for a seat on the board. */
export function seatLetter(id) {
  return id.slice(0, 3);
}

// --- Small pictures that tell seats apart without colour alone: patterns, markers, samples of lines.

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
 * @param {string} stem keeps the ids of several drawings apart
 * @param {number} [scale] how large a tile is, against 8 units
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

/** The markers of plotly by name, drawn on a disc of radius 5 about 0,0. */
const MARKERS = /** @type {Record<string, string>} */ ({
  square: 'M-4,-4 H4 V4 H-4 Z',
  diamond: 'M0,-5.5 L5.5,0 L0,5.5 L-5.5,0 Z',
  'triangle-up': 'M0,-5 L5,4 L-5,4 Z',
  cross: 'M-2.6,-5 H2.6 V-2.6 H5 V2.6 H2.6 V5 H-2.6 V2.6 H-5 V-2.6 H-2.6 Z',
  x: 'M-4.5,-3 L-3,-4.5 L0,-1.5 L3,-4.5 L4.5,-3 L1.5,0 L4.5,3 L3,4.5 L0,1.5 L-3,4.5 L-4.5,3 L-1.5,0 Z',
  star: 'M0,-5.5 L1.5,-1.8 L5.4,-1.7 L2.3,0.8 L3.3,4.6 L0,2.4 L-3.3,4.6 L-2.3,0.8 L-5.4,-1.7 L-1.5,-1.8 Z',
  hexagon: 'M-5,0 L-2.5,-4.4 H2.5 L5,0 L2.5,4.4 H-2.5 Z',
});

/**
 * The marker of a seat, or that at the end of a line.
 * @param {string} symbol by plotly's name
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
export function markerOf(symbol, x, y, radius, colour) {
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(radius / 5).toFixed(3)})`;
  const shape = MARKERS[symbol] ?? 'M-4.4,0 A4.4,4.4 0 1 1 4.4,0 A4.4,4.4 0 1 1 -4.4,0 Z';
  return svg('path', { class: 'ck-marker', d: shape, fill: colour, transform: place });
}

/** Dash arrays of the dashes that plotly knows by name. */
const DASHES = /** @type {Record<string, string>} */ ({
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

// --- Colours that a game names: whether they are any, and which ink can be read on them. Pure.

/** @returns {string} the colour as "#rrggbb"; empty when it is none */
export function colourOf(text) {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : '';
}

/**
 * How much light a colour gives back, from 0 to 1 (relative luminance of WCAG 2.1).
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
 * Black or white, whichever can be read better: one of the two always reaches 4.5 to 1.
 * @param {string} colour "#rrggbb"
 */
export function inkOn(colour) {
  const light = lightOf(colour) + 0.05;
  return light / 0.05 >= 1.05 / light ? '#000000' : '#ffffff';
}
