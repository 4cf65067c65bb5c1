/**
 * Paints a chart in the theme of its page: what stands in it in place of a colour or a size, `charts/theme.py` says.
 * Pure.
 */

import { colourOf, lightOf } from '../basics/seatlook.js';
import { widthOf } from '../basics/text.js';

/** Names beside rows have room for so much, in units of the type. */
export const ROW_NAMES = 11;

/**
 * The picture that plotly is told of.
 * @param {ChartNow} chart
 * @param {Theme} theme
 * @returns {Picture}
 */
export function paint({ order, traces, layout }, theme) {
  return { data: order.map((name) => painted(traces[name], theme)), layout: painted(layout, theme) };
}

/** A part of a picture with its colours and sizes. What is painted may be changed, what was given stays as it is. */
function painted(given, theme) {
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.some(isTable) ? given.map((one) => painted(one, theme)) : given;
  if ('room' in given) return room(given.room, given.names, theme.size);
  if ('paint' in given) return paintOf(given, theme);
  return Object.fromEntries(Object.entries(given).map(([key, one]) => [key, painted(one, theme)]));
}

function isTable(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * A colour or a size of the theme.
 * @param {{paint: any, times?: number, plus?: number, least?: number}} given
 * @param {Theme} theme
 */
function paintOf({ paint: name, times = 1, plus = 0, least = -Infinity }, theme) {
  if (typeof name === 'object') return painted(name[isDark(theme) ? 'dark' : 'light'], theme);
  if (name === 'foot') return theme.size * (theme.low ? 1.6 : 3.1);
  if (name === 'ticks') return theme.low ? 4 : 6;
  const value = /** @type {any} */ (theme)[name];
  return typeof value === 'number' ? Math.max(least, value * times + plus) : value;
}

/** @param {Theme} theme */
function isDark(theme) {
  const paper = colourOf(theme.paper);
  return Boolean(paper) && lightOf(paper) < 0.2;
}

/**
 * The room that names need: beside an axis, or below it, where they rise.
 * @param {'beside'|'below'} side
 * @param {string[]} names
 * @param {number} size of the type
 */
function room(side, names, size) {
  const widest = Math.max(0, ...names.map(widthOf));
  return side === 'beside' ? Math.min(ROW_NAMES, widest) * size + 12 : (1.3 + Math.min(16, widest) * 0.47) * size;
}
