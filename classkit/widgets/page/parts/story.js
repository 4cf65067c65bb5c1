/** `<classkit-opening>`: introduction of a match: one picture and three sentences. */

import { define, h, isNew, setProp, setText, svg } from '../basics/dom.js';
import { Part } from '../basics/component.js';
import { legendOf } from '../board/decor.js';

export class OpeningPart extends Part {
  mount() {
    this.dress('region', 'What is this?', 'ck-opening');
    this.heading = h('h2', { class: 'ck-story-title' });
    this.image = h('div', { class: 'ck-opening-picture' });
    this.list = h('dl', { class: 'ck-opening-words' });
    this.rules = h('p', { class: 'ck-hint ck-opening-rules' });
    this.legend = h('div', {});
    this.append(this.heading, this.image, this.list, this.rules, this.legend);
  }

  update(changed) {
    if (this.fixed.about && this.touches(changed, 'fixed', 'theme', 'local.theme')) this.draw();
  }

  draw() {
    const { about, title } = this.fixed;
    const theme = this.closest('[data-theme]')?.getAttribute('data-theme') ?? '';
    if (!isNew(this.image, [about, title, theme])) return;
    setText(this.heading, title);
    this.list.replaceChildren(
      ...about.sentences.map(([name, words]) => h('div', {}, h('dt', {}, name), h('dd', {}, words))),
    );
    setText(this.rules, about.rules.length ? `By ${about.rules.join(', ')}` : '');
    this.legend.replaceChildren(...[legendOf(this.fixed.board)].filter((list) => list !== null));
    this.image.replaceChildren(
      about.picture ? image(about.picture, getComputedStyle(this)) : boardInSmall(this.fixed.board),
    );
  }
}

define('classkit-opening', OpeningPart);

/**
 * A picture in theme colours as an image, which cannot run scripts or load anything.
 * @param {string} text of the SVG, with `var(--ck-ink)` for a colour
 * @param {CSSStyleDeclaration} style
 */
function image(text, style) {
  const coloured = text.replace(/var\((--ck-[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim() || 'gray');
  return h('img', {
    src: `data:image/svg+xml,${encodeURIComponent(coloured)}`,
    alt: titleOf(text),
    draggable: 'false',
  });
}

/**
 * @param {string} text of an SVG
 * @returns {string} its title, for screen readers
 */
function titleOf(text) {
  return (/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

/**
 * @param {{x: number, y: number, w: number, h: number}} space by its centre and its sides
 * @returns {{x: number, y: number, width: number, height: number, rx: number}} its box in the small board, with a gap
 *   around it
 */
export function boxInSmall({ x, y, w, h: tall }) {
  return { x: x - w * 0.44, y: y - tall * 0.44, width: w * 0.88, height: tall * 0.88, rx: Math.min(w, tall) * 0.12 };
}

/**
 * A small board, for a game without its own picture.
 * @param {BoardPlan} plan
 */
function boardInSmall(plan) {
  const drawing = svg('svg', {
    viewBox: `0 0 ${plan.width} ${plan.height}`,
    role: 'img',
    'aria-label': 'Small board',
  });
  for (const space of plan.spaces) {
    drawing.append(svg('rect', { ...boxInSmall(space), class: `ck-mini-space ck-tone-${space.kind ?? 'plain'}` }));
  }
  setProp(drawing, 'preserveAspectRatio', 'xMidYMid meet');
  return drawing;
}
