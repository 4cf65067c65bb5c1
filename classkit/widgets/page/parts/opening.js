/** `<classkit-opening>`: What is this? The game in one picture and three sentences, before the first step. */

import { define, h, setProp, setText, show, svg } from '../basics/dom.js';
import { Part } from '../basics/part.js';

export class OpeningPart extends Part {
  /** The game and theme that the picture was drawn for. */
  drawn = '';
  /** The game for which it has been closed, or played on from. */
  past = '';

  mount() {
    this.classList.add('ck-opening', 'ck-panel');
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', 'What is this?');
    this.heading = h('h2', { class: 'ck-story-title', tabindex: -1 });
    this.picture = h('div', { class: 'ck-opening-picture' });
    this.list = h('dl', { class: 'ck-opening-words' });
    this.rules = h('p', { class: 'ck-hint ck-opening-rules' });
    this.close = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.store.set({ about: false }) }, 'Show the charts');
    this.append(h('div', { class: 'ck-opening-head' }, this.heading, this.close), this.picture, this.list, this.rules);
    this.hidden = true;
  }

  /** @returns {boolean} whether it is to be seen: asked for, or before the first step of a game that the page has not shown yet */
  get wanted() {
    if (!this.fixed.about) return false;
    const { about } = this.store.local;
    return about ?? (Boolean(this.now.opening) && this.past !== this.fixed.game);
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (!this.touches(changed, 'fixed', 'opening', 'step', 'branch', 'theme', 'local.theme', 'local.about')) return;
    const { local } = this.store;
    if (changed.has('step') || changed.has('fixed')) local.about = null; // the match goes on
    if (!this.now.opening || local.about === false) this.past = this.fixed.game;
    const { wanted } = this;
    const held = this.contains(document.activeElement);
    show(this, wanted);
    if (wanted) this.draw();
    else if (held) /** @type {any} */ (this.closest('.ck-table'))?.focus({ preventScroll: true });
  }

  /** Opens or closes it. A panel that was asked for takes the focus. */
  toggle() {
    const open = !this.wanted;
    this.store.set({ about: open });
    if (open) this.store.afterwards(() => requestAnimationFrame(() => this.heading.focus({ preventScroll: true })));
  }

  draw() {
    const { about, title } = this.fixed;
    const theme = this.closest('[data-theme]')?.getAttribute('data-theme') ?? '';
    const drawn = JSON.stringify([about, title, theme]);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    setText(this.heading, title);
    this.list.replaceChildren(...about.sentences.map((/** @type {string[]} */ [name, words]) => h('div', {}, h('dt', {}, name), h('dd', {}, words))));
    setText(this.rules, about.rules.length ? `By ${about.rules.join(', ')}` : '');
    this.picture.replaceChildren(about.picture ? image(about.picture, getComputedStyle(this)) : boardInSmall(this.fixed.board));
  }
}

define('classkit-opening', OpeningPart);

/**
 * A picture as an image, in which no script runs and nothing is loaded, in the colours of the theme.
 * @param {string} text of the SVG, with `var(--ck-ink)` for a colour
 * @param {CSSStyleDeclaration} style
 * @returns {HTMLElement}
 */
function image(text, style) {
  const coloured = text.replace(/var\((--ck-[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim() || 'gray');
  return h('img', { src: `data:image/svg+xml,${encodeURIComponent(coloured)}`, alt: titleOf(text), draggable: 'false' });
}

/**
 * @param {string} text of an SVG
 * @returns {string} its title, for those who do not see it
 */
export function titleOf(text) {
  return (/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}

/**
 * The board in small, for a game without a picture of its own.
 * @param {import('../types.js').BoardPlan} plan
 * @returns {SVGElement}
 */
function boardInSmall(plan) {
  const drawing = svg('svg', { viewBox: `0 0 ${plan.width} ${plan.height}`, role: 'img', 'aria-label': 'The board in small' });
  for (const { x, y, w, h: tall, kind } of plan.spaces) {
    const box = svg('rect', { x: x + w * 0.06, y: y + tall * 0.06, width: w * 0.88, height: tall * 0.88, rx: Math.min(w, tall) * 0.12, class: `ck-mini-space ck-tone-${kind ?? 'plain'}` });
    drawing.append(box);
  }
  setProp(drawing, 'preserveAspectRatio', 'xMidYMid meet');
  return drawing;
}
