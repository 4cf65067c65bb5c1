/** `<classkit-ending>`: the end of a match: who won which race, by what; its course, its turning points, and what to do next. */

import { bar, define, freshId, h, nameOf, Pool, setText, show, svg } from '../basics/dom.js';
import { Part } from '../basics/part.js';
import { badge, patternDefs, seatName } from '../basics/seatlook.js';
import { TakeHome } from './records.js';

export class EndingPart extends Part {
  /** The course of the match; made when the end is first seen. @type {any} */
  chart = null;
  drawn = /** @type {any} */ (null);
  names = '';

  mount() {
    this.classList.add('ck-ending', 'ck-panel');
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', 'The end of the match');
    this.stem = freshId('ending');
    this.heading = h('h2', { class: 'ck-story-title ck-ending-title', tabindex: -1 });
    this.why = h('p', { class: 'ck-ending-why' });
    this.races = h('div', { class: 'ck-ending-races' });
    this.turns = h('ol', { class: 'ck-ending-turns' });
    this.turnsBox = h('section', { class: 'ck-ending-box' }, h('h3', {}, 'What turned it'), this.turns);
    this.course = h('div', { class: 'ck-ending-course' });
    this.said = h('p', { class: 'ck-hint', role: 'status' });
    this.home = new TakeHome(() => this.store, this.said).homework;
    const button = (/** @type {string} */ label, /** @type {() => void} */ run, look = 'ck-quiet') => h('button', { type: 'button', class: look, onclick: run }, label);
    this.fresh = button('New match with new luck', () => this.store.act({ do: 'new_seed' }));
    this.away = button('Show the table', () => this.store.set({ endAway: true }), 'ck-do');
    this.append(
      svg('svg', { class: 'ck-defs', 'aria-hidden': 'true', width: 0, height: 0 }, patternDefs(this.stem)),
      h('div', { class: 'ck-ending-head' }, this.heading, this.why),
      h('div', { class: 'ck-ending-side' }, this.races, this.turnsBox),
      this.course,
      h('div', { class: 'ck-ending-next' }, this.away, this.fresh, this.home, this.said),
    );
    this.pool = new Pool(this.turns, {
      key: (/** @type {{turn: number, at: string, text: string}} */ one) => `${one.turn}|${one.text}`,
      make: (one) => h('li', {}, h('p', {}, h('b', {}, `${one.at[0].toUpperCase()}${one.at.slice(1)}. `), one.text),
        h('span', { class: 'ck-pair' },
          button(`Go to ${one.at}`, () => this.goTo(one.turn), 'ck-mini'),
          button('Futures from there', () => this.futuresFrom(one.turn), 'ck-mini'))),
      update: (node) => { for (const one of node.querySelectorAll('button')) bar(one, this.now.read_only); },
    });
    this.hidden = true;
  }

  /** @returns {boolean} whether it is to be seen: the match is over, and nobody has put it away */
  get wanted() {
    return Boolean(this.now.end) && !this.store.local.endAway;
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (!this.touches(changed, 'fixed', 'end', 'seats', 'read_only', 'local.endAway')) return;
    if (!this.now.end) this.store.local.endAway = false; // another end is shown again
    const { wanted } = this;
    const came = wanted && this.hidden;
    show(this, wanted);
    if (wanted) this.draw();
    else this.putChartAway();
    // what had the focus may lie below now
    if (came && this.parentElement?.contains(document.activeElement)) this.heading.focus({ preventScroll: true });
    else if (!wanted && this.contains(document.activeElement)) /** @type {any} */ (this.closest('.ck-table'))?.focus({ preventScroll: true });
  }

  /** Puts it away, or brings it back: then it takes the focus, as somebody asked for it. */
  toggle() {
    const open = !this.wanted;
    this.store.set({ endAway: !open });
    if (open) this.store.afterwards(() => requestAnimationFrame(() => this.heading.focus({ preventScroll: true })));
  }

  draw() {
    const { end } = this.now;
    bar(this.fresh, this.now.read_only);
    this.pool?.keep(end.turns);
    show(this.turnsBox, end.turns.length > 0);
    if (!this.chart) this.bringChart(end.chart);
    const names = JSON.stringify([this.fixed.seats, this.now.seats]);
    if (this.drawn === end && this.names === names) return;
    Object.assign(this, { drawn: end, names });
    setText(this.heading, end.head);
    setText(this.why, [end.why, ...end.races.map((/** @type {any} */ one) => one.words)].filter(Boolean).join(' '));
    this.races.replaceChildren(...end.races.map((/** @type {any} */ one) => this.race(one)));
  }

  /** @param {{title: string, lines: Array<[string, string, number]>, ties: string[]}} race */
  race({ title, lines, ties }) {
    return h('table', { class: 'ck-ending-race' }, h('caption', {}, title),
      h('tbody', {}, ...lines.map(([seat, text, place]) => h('tr', { class: place === 1 ? 'ck-first-place' : null },
        h('td', { class: 'ck-ending-place' }, String(place)),
        h('th', { scope: 'row' }, badge(this.fixed, seat, this.stem ?? ''), ' ', nameOf(seatName(this.fixed, this.now, seat))),
        h('td', {}, text)))),
      h('tfoot', {}, ...ties.map((words) => h('tr', {}, h('td', { class: 'ck-hint', colspan: 3 }, words)))));
  }

  /** @param {string} key of the chart that draws the course */
  bringChart(key) {
    const known = this.fixed.charts.some((one) => one.key === key);
    this.chart = h('classkit-chart', known ? { chart: key } : { place: 0 });
    this.chart.store = this.store;
    this.course.append(this.chart);
  }

  putChartAway() {
    this.chart?.remove();
    this.chart = null;
  }

  /** @param {number} turn */
  async goTo(turn) {
    await this.store.act({ do: 'goto', turn });
    await this.store.repaint();
  }

  /**
   * Goes to a turn and plays futures from there.
   * @param {number} turn
   */
  async futuresFrom(turn) {
    await this.goTo(turn);
    /** @type {any} */ (this.closest('classkit-table'))?.lookAhead?.();
  }
}

define('classkit-ending', EndingPart);
