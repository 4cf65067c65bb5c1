/** The cells of a heat map, and the names beside its rows, in the room that they have. */

import { forPlotly } from '../basics/format.js';
import { shorten, widthOf } from '../basics/text.js';
import { ROW_NAMES } from './paint.js';

/** @typedef {import('./axes.js').Room} Room */

/**
 * Leaves the figures in the cells of a heat map without their per cent sign where the columns are narrow, and the cells
 * without figures where these are larger still: the colours say which are large.
 * @param {Record<string, any>[]} data the cells, and their figures
 * @param {Record<string, any>} layout
 * @param {Room} room
 */
export function bareCells([cells, figures], { margin: { l, r, t, b } }, { width, height, size }) {
  const column = (width - l - r) / cells.x.length;
  const tooWide = () => figures.text.some((text) => (widthOf(text) + 0.5) * size > column);
  if (tooWide()) figures.text = figures.text.map((text) => text.replace(/%$/, ''));
  if (tooWide() || height - t - b < cells.y.length * size * 1.1) figures.visible = false;
}

/**
 * Cuts names beside rows short that are wider than their margin; the rows keep them whole for the pointer.
 * @param {string[]} names
 * @param {Record<string, any>} layout
 */
export function cutShort(names, layout) {
  if (!names.some((name) => widthOf(name) > ROW_NAMES)) return;
  Object.assign(layout.yaxis, {
    tickmode: 'array',
    tickvals: names.map((_, at) => at),
    ticktext: names.map((name) => forPlotly(shorten(name, 0.94 * ROW_NAMES))),
  });
}
