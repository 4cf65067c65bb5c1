/** Decoration of a board between its spaces, and the chips of its legend. */

import { h, setText, svg } from '../basics/dom.js';
import { colourOf } from '../basics/seatlook.js';
import { CENTRAL, label } from '../basics/text.js';
import { drawEmblem, EMBLEMS } from './emblems.js';
import { drawSample, LINES } from './links.js';
import { toneOf } from './space.js';

/**
 * @param {string} kind of the legend: a tone, a kind of space, a colour, an emblem, an emblem on a colour, or a line
 * @param {Array<[string, string]>} legend of the board
 */
export function chipOf(kind, legend) {
  if (LINES.includes(kind)) return drawSample(kind);
  const [emblem, colour] = kind.split(' ');
  if (EMBLEMS.includes(emblem)) {
    const picture = svg('svg', {
      class: `ck-legend-emblem${colourOf(colour) ? ' ck-on-colour' : ''}`,
      viewBox: colour ? '-3 -3 30 30' : '0 0 24 24',
      'aria-hidden': 'true',
      focusable: 'false',
    });
    if (colourOf(colour))
      picture.append(svg('rect', { x: -3, y: -3, width: 30, height: 30, rx: 4, fill: colourOf(colour) }));
    picture.append(drawEmblem(emblem, { x: 12, y: 12, size: 24 }));
    return picture;
  }
  const chip = h('span', { class: `ck-chip ck-tone-${toneOf(kind, legend)}`, 'aria-hidden': 'true' });
  chip.style.background = colourOf(colour ?? kind);
  if (colour && !colourOf(emblem)) setText(chip, emblem);
  return chip;
}

/** Legend of the colours of spaces, as a list; null if the game has none. @param {any} plan */
export function legendOf(plan) {
  const legend = plan.legend ?? [];
  if (!legend.length) return null;
  const slanted = new Set(plan.spaces.filter((space) => space.slanted).map((space) => space.kind));
  const props = { class: 'ck-legend', 'aria-label': 'What the colours of the spaces mean' };
  return h('ul', props, ...legend.map(([kind, words]) =>
    h('li', { class: `ck-legend-entry${slanted.has(kind) ? ' ck-slanted' : ''}` },
      ...(kind ? [chipOf(kind, legend)] : []), words)));
}

/**
 * Return the legend text for a kind of space, shown on hover; empty if the space's own text contains it.
 * @param {Array<[string, string]>} legend
 * @param {string} words the text of the space
 */
export function kindWords(kind, legend, words) {
  const meant = legend.find(([word]) => word && word === kind)?.[1] ?? '';
  const said = words.toLowerCase();
  return said.includes(meant.toLowerCase()) || said.includes(kind) ? '' : meant;
}

/**
 * @param {Decor} item
 * @param {{legend: Array<[string, string]>, side: number, afar: number}} board
 */
export function drawDecor(item, { legend, side, afar }) {
  const tone = `ck-decor-item ck-tone-${toneOf(item.tone, legend)}`;
  if (item.kind === 'text') {
    return label(item.text, tone, { x: item.x, y: item.y, size: Math.max(item.h || side * 0.36, afar) }, CENTRAL);
  }
  if (item.kind === 'circle')
    return svg('ellipse', { class: tone, cx: item.x, cy: item.y, rx: item.w / 2, ry: (item.h || item.w) / 2 });
  return svg('rect', {
    class: tone,
    x: item.x - item.w / 2,
    y: item.y - item.h / 2,
    width: item.w,
    height: item.h,
    rx: side * 0.1,
  });
}
