/** Emblems: small pictures whose form shows the kind of item on a space. */

import { svg } from '../basics/dom.js';
import { round } from '../basics/text.js';

/** Fill of emblems without their own colour, which are drawn on the colour of their group. */
const PLAIN = '#ffffff';

/**
 * Each emblem is a stack of outlined shapes in a box of 24 by 24; a shape without fill is drawn as strokes.
 * @type {Record<string, Array<[string, string]>>}
 */
const DRAWINGS = {
  bulb: [
    ['M12 2a7 7 0 0 0-4.2 12.6c1 .8 1.5 1.7 1.6 2.9h5.2c.1-1.2.6-2.1 1.6-2.9A7 7 0 0 0 12 2z', '#ffd84d'],
    ['M9.4 17.5h5.2v2.7a1.6 1.6 0 0 1-1.6 1.6h-2a1.6 1.6 0 0 1-1.6-1.6z', '#dfe5ec'],
    ['M12 17v-5M9.8 9.8l2.2 2.2 2.2-2.2', ''],
  ],
  factory: [
    ['M15.5 12V2.5h4.2V12z', '#f2a08c'],
    ['M2 21.5V12l6-4v4l6-4v4h8v9.5z', '#dfe5ec'],
    ['M6 17h2.4M10.8 17h2.4M15.6 17H18', ''],
  ],
  shop: [
    ['M4 9.5h16v12H4z', '#ffffff'],
    [
      'M3.6 2.8h16.8L22.5 9a2.6 2.6 0 0 1-5.2.4 2.6 2.6 0 0 1-5.3 0 2.6 2.6 0 0 1-5.3 0A2.6 2.6 0 0 1 1.5 9z',
      '#ff8f6b',
    ],
    ['M13.5 21.5v-6.8h4v6.8M6.5 14.7h4v3.4h-4z', ''],
  ],
  house: [
    ['M5.2 11h13.6v10.5H5.2z', '#ffffff'],
    ['M1.8 12 12 2.5 22.2 12z', '#4fc383'],
    ['M10 21.5v-5.7h4v5.7', ''],
  ],
  hotel: [
    ['M3.5 21.5v-16h17v16z', '#ffffff'],
    ['M2 7V2.5h20V7z', '#f0716f'],
    ['M7.3 10.8h2M14.7 10.8h2M7.3 14.6h2M14.7 14.6h2M10.2 21.5v-4h3.6v4', ''],
  ],
  coin: [
    ['M12 2.3a9.7 9.7 0 1 0 0 19.4 9.7 9.7 0 0 0 0-19.4z', '#ffd84d'],
    ['M12 6.6a5.4 5.4 0 1 0 0 10.8 5.4 5.4 0 0 0 0-10.8z', ''],
  ],
  crown: [
    ['M3.4 20.8 1.8 7.2l5.6 5L12 3.2l4.6 9 5.6-5-1.6 13.6z', '#ffd84d'],
    ['M4.2 17h15.6', ''],
  ],
  lock: [
    ['M6.3 11.5V8a5.7 5.7 0 0 1 11.4 0v3.5h-3.2V8a2.5 2.5 0 0 0-5 0v3.5z', '#dfe5ec'],
    ['M4 10.8h16v11H4z', '#ffd84d'],
    ['M12 14.6v3.6', ''],
  ],
  token: [
    ['M12 1.8 21 7v10l-9 5.2L3 17V7z', '#cdbcff'],
    ['M13.4 5.6 8.6 12.8h3l-1.2 5.6 5.2-7.4h-3.2z', '#ffffff'],
  ],
  // Branches of an economy.
  car: [
    ['M1.8 17v-4.6l3-1.2L7.6 5.5h8.8l2.8 5.7 3 1.2V17z', PLAIN],
    ['M6 11h12L15.5 7.3h-7z', ''],
    ['M6.7 14.6a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM17.3 14.6a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z', PLAIN],
  ],
  shirt: [['M8 2.8 1.8 6.5 4 11.5l3-1.3v11h10v-11l3 1.3 2.2-5L16 2.8a4 4 0 0 1-8 0z', PLAIN]],
  apple: [
    [
      'M12 7.5c-2.5-2.2-8.5-1.3-8.5 4.7 0 5 3.5 9.3 6.1 9.3 1.1 0 1.5-.5 2.4-.5s1.3.5 2.4.5'
        + 'c2.6 0 6.1-4.3 6.1-9.3 0-6-6-6.9-8.5-4.7z',
      PLAIN,
    ],
    ['M12 7.3c0-2.3 1-4.3 3.2-5', ''],
  ],
  bolt: [['M14.5 1.5 4.5 13.8h6.3L8.8 22.5 19.5 9.7H13z', PLAIN]],
  flask: [
    ['M9 2.3h6v6.2l6 11a1.6 1.6 0 0 1-1.4 2.3H4.4A1.6 1.6 0 0 1 3 19.5l6-11z', PLAIN],
    ['M6.3 14.8h11.4M7.5 2.3h9', ''],
  ],
  chip: [
    ['M6 6h12v12H6z', PLAIN],
    ['M9 6V2.3M15 6V2.3M9 21.7V18M15 21.7V18M6 9H2.3M6 15H2.3M21.7 9H18M21.7 15H18M9.8 9.8h4.4v4.4H9.8z', ''],
  ],
  bricks: [
    ['M2 4.5h20v15H2z', PLAIN],
    ['M2 9.5h20M2 14.5h20M9 4.5v5M16 4.5v5M5.5 9.5v5M12.5 9.5v5M19 9.5v5M9 14.5v5M16 14.5v5', ''],
  ],
  screen: [
    ['M2 7h20v13.5H2z', PLAIN],
    ['M7.5 2.3 12 7l4.5-4.7', ''],
    ['M9.8 10.3l6 3.5-6 3.5z', '#17202a'],
  ],
  cross: [['M8.7 2.8h6.6v5.9h5.9v6.6h-5.9v5.9H8.7v-5.9H2.8V8.7h5.9z', PLAIN]],
  case: [
    ['M2.5 8h19v12.5h-19z', PLAIN],
    ['M8.5 8V4h7v4M7 8v12.5M17 8v12.5', ''],
  ],
  truck: [
    ['M1.5 5.5h12.5V17H1.5zM14 9.5h4.5l4 4V17H14z', PLAIN],
    ['M6 14.8a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17.8 14.8a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z', PLAIN],
  ],
  bank: [
    ['M12 2.3 2 8v2h20V8zM2.5 18.5h19v3h-19z', PLAIN],
    ['M5.5 10v8.5M9.8 10v8.5M14.2 10v8.5M18.5 10v8.5', ''],
  ],
  // Goods of a market.
  gold: [
    ['M7.3 7h9.4l5 11H2.3z', '#e69f00'],
    ['M7.3 11h9.4', ''],
  ],
  grain: [
    ['M12 1.8c2.2 2.2 2.2 4.6 0 6.6-2.2-2-2.2-4.4 0-6.6z', '#9a9200'],
    ['M12 13c0-3.4 2-5.2 5.4-5.4C17.5 11 15.5 13 12 13zM12 13c0-3.4-2-5.2-5.4-5.4C6.5 11 8.5 13 12 13z', '#9a9200'],
    [
      'M12 18.5c0-3.4 2-5.2 5.4-5.4 0.1 3.4-1.9 5.4-5.4 5.4zM12 18.5c0-3.4-2-5.2-5.4-5.4-0.1 3.4 1.9 5.4 5.4 5.4z',
      '#9a9200',
    ],
    ['M12 8.4v14', ''],
  ],
  barrel: [
    ['M4.5 4.5c0-2.6 15-2.6 15 0v15c0 2.6-15 2.6-15 0z', '#56606b'],
    ['M12 7.5c2.8 3.4 3.4 4.6 3.4 5.8a3.4 3.4 0 0 1-6.8 0c0-1.2.6-2.4 3.4-5.8z', '#ffffff'],
  ],
  law: [
    ['M4.5 2.3h15v19.4h-15z', PLAIN],
    ['M8 7.2h8M8 12h8M8 16.8h5', ''],
  ],
  // Shapes for groups without their own picture.
  disc: [['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', PLAIN]],
  triangle: [['M12 2.8 22 20.5H2z', PLAIN]],
  square: [['M3.5 3.5h17v17h-17z', PLAIN]],
  diamond: [['M12 1.8 21 12l-9 10.2L3 12z', PLAIN]],
  star: [['M12 1.8l3.1 6.7 7.2.8-5.4 4.9 1.5 7.2L12 17.8l-6.4 3.6 1.5-7.2L1.7 9.3l7.2-.8z', PLAIN]],
  hexagon: [['M12 1.8 21 7v10l-9 5.2L3 17V7z', PLAIN]],
};

/** @type {Record<string, [string, string]>} singular and plural */
const WORDS = {
  car: ['car', 'cars'],
  shirt: ['shirt', 'shirts'],
  apple: ['apple', 'apples'],
  bolt: ['bolt of lightning', 'bolts of lightning'],
  flask: ['flask', 'flasks'],
  chip: ['chip', 'chips'],
  bricks: ['wall', 'walls'],
  screen: ['screen', 'screens'],
  cross: ['cross', 'crosses'],
  case: ['suitcase', 'suitcases'],
  truck: ['truck', 'trucks'],
  bank: ['bank', 'banks'],
  gold: ['bar of gold', 'bars of gold'],
  grain: ['ear of grain', 'ears of grain'],
  barrel: ['barrel', 'barrels'],
  law: ['law', 'laws'],
  disc: ['disc', 'discs'],
  triangle: ['triangle', 'triangles'],
  square: ['square', 'squares'],
  diamond: ['diamond', 'diamonds'],
  star: ['star', 'stars'],
  hexagon: ['hexagon', 'hexagons'],
  bulb: ['light bulb', 'light bulbs'],
  factory: ['factory', 'factories'],
  shop: ['shop', 'shops'],
  house: ['house', 'houses'],
  hotel: ['hotel', 'hotels'],
  coin: ['coin', 'coins'],
  crown: ['crown', 'crowns'],
  lock: ['lock', 'locks'],
  token: ['token', 'tokens'],
};

/** The emblems that can be drawn. */
export const EMBLEMS = Object.keys(DRAWINGS);

/**
 * @param {{x: number, y: number, size: number}} place its centre and size
 * @returns {any} nothing for an unknown emblem
 */
export function drawEmblem(name, place) {
  const shapes = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : null;
  if (!shapes) return null;
  const [x, y] = [place.x, place.y].map((one) => round(one - place.size / 2, 1000));
  const at = `translate(${x} ${y}) scale(${round(place.size / 24, 1000)})`;
  return svg(
    'g',
    { class: 'ck-emblem', 'data-emblem': name, transform: at },
    ...shapes.map(([d, fill]) => svg('path', { d, fill: fill || 'none' })),
  );
}

/** @returns {string} "factory", "3 houses"; empty for an unknown emblem */
export function emblemWords(name, count = 1) {
  const words = name && Object.hasOwn(WORDS, name) ? WORDS[name] : null;
  if (!words) return '';
  return count > 1 ? `${count} ${words[1]}` : words[0];
}
