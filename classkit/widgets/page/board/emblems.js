/** Emblems: the small pictures that tell by their form what kind of thing lies on a space. */

import { svg } from '../basics/dom.js';

/**
 * Each on a field of 24 by 24, as outlined shapes one upon the other; a shape without a fill is strokes alone.
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
    ['M3.6 2.8h16.8L22.5 9a2.6 2.6 0 0 1-5.2.4 2.6 2.6 0 0 1-5.3 0 2.6 2.6 0 0 1-5.3 0A2.6 2.6 0 0 1 1.5 9z', '#ff8f6b'],
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
};

/** @type {Record<string, [string, string]>} one of them, and several */
const WORDS = {
  bulb: ['light bulb', 'light bulbs'], factory: ['factory', 'factories'], shop: ['shop', 'shops'], house: ['house', 'houses'], hotel: ['hotel', 'hotels'],
  coin: ['coin', 'coins'], crown: ['crown', 'crowns'], lock: ['lock', 'locks'], token: ['token', 'tokens'],
};

/** The emblems that can be drawn. */
export const EMBLEMS = Object.keys(DRAWINGS);

/**
 * @param {string} name
 * @param {{x: number, y: number, size: number}} place its middle, and how large it is
 * @returns {any} nothing for an unknown emblem
 */
export function drawEmblem(name, place) {
  const shapes = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : null;
  if (!shapes) return null;
  const scale = place.size / 24;
  const at = `translate(${round(place.x - place.size / 2)} ${round(place.y - place.size / 2)}) scale(${round(scale)})`;
  return svg('g', { class: 'ck-emblem', 'data-emblem': name, transform: at }, ...shapes.map(([d, fill]) => svg('path', { d, fill: fill || 'none' })));
}

/**
 * @param {string|undefined} name
 * @param {number} [count]
 * @returns {string} "factory", "3 houses"; empty for an unknown emblem
 */
export function emblemWords(name, count = 1) {
  const words = name && Object.hasOwn(WORDS, name) ? WORDS[name] : null;
  if (!words) return '';
  return count > 1 ? `${count} ${words[1]}` : words[0];
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
