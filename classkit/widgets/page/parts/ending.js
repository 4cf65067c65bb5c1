/**
 * `<classkit-ending>`: the end screen: on the left the winner, the lead and the standings; on the right the charts
 * with turning points. `Film` replays it.
 */

import { focusedIn } from '../basics/shadow_styles.js';
import { badge } from '../basics/badge.js';
import { Part } from '../basics/component.js';
import { bar, define, h, isNew, nameOf, onPress, press, setProp, setText, show, svg } from '../basics/dom.js';
import { unfoldEvidence } from '../basics/evidence.js';
import { isolated } from '../basics/isolated.js';
import { Pool } from '../basics/keyed_list.js';
import { seatName, seatStyle } from '../basics/seatlook.js';
import { unfoldWhy } from '../basics/why.js';
import { Below, linesOf } from '../charts/below.js';
import { Film } from './film.js';
import { headed, showScene } from './film_scene.js';

/** Lengths from which headlines use smaller font sizes. */
const LONG = [13, 26, 60];

/** The broken house of a bank, for a match that nobody wins. */
const BANK = 'M4,34 L50,8 L96,34 V42 H4 Z M14,46 H23 V76 H14 Z M34,46 H43 V76 H34 Z M57,46 H66 V76 H57 Z '
  + 'M77,46 H86 V76 H77 Z M6,80 H94 V88 H6 Z';
const CRACK = 'M57,2 L44,36 L63,46 L43,94';

/** A plain button. */
const button = (label, run, look = 'ck-link') => press(look, run, label);

export class EndingPart extends Part {
  /** The element that had the focus when it was opened. @type {any} */
  from = null;
  /** The charts; the first one has the shared axis. @type {any[]} */
  charts = [];
  /** Objects that register small charts as visible, by key. @type {Map<string, object>} */
  looking = new Map();
  /** The timeline from which the film's length was computed, as JSON. */
  measured = '';
  /** The shown moment of the film. @type {import('../charts/film_timeline.js').Moment|null} */
  moment = null;

  mount() {
    this.dress('region', 'The end of the match', 'ck-ending');
    this.hidden = true;
    this.film = new Film(this);
    this.heading = h('h2', { class: 'ck-ending-title', tabindex: -1 });
    this.signs = h('div', { class: 'ck-ending-signs' });
    this.sum = h('p', { class: 'ck-ending-sum' });
    this.why = h('p', { class: 'ck-ending-why' });
    this.proof = h('div', { class: 'ck-trail', hidden: true, role: 'status' });
    this.races = h('div', { class: 'ck-ending-races' });
    this.won = h('div', { class: 'ck-ending-won' }, this.signs, this.heading, this.sum, this.why);
    this.told = h('div', { class: 'ck-ending-told', hidden: true },
      h('p', { class: 'ck-film-turn-name' }), h('p', { class: 'ck-film-words', role: 'status' }));
    this.courses = h('div', { class: 'ck-ending-courses' });
    this.below = new Below();
    this.turns = h('ol', { class: 'ck-ending-turns' });
    this.split = h('div', { class: 'ck-trail', hidden: true, role: 'status' });
    this.append(
      h('section', { class: 'ck-ending-side', 'aria-label': 'Who won' }, this.won, this.told, this.races),
      h('section', { class: 'ck-ending-main ck-panel', 'aria-label': 'What turned it' },
        this.courses, this.below.node, this.turns, this.split, this.proof),
    );
    if (!this.closest('.ck-stage')) this.append(this.makePart('endbar'));
    this.pool = new Pool(this.turns, {
      key: (one) => `${one.turn}|${one.text}`,
      make: (one) => this.makePoint(one),
      update: (node, one, index) => this.updatePoint(node, one, index),
    });
  }

  // --- Turning points.

  makePoint(one) {
    const { at, head, words, text, key, label } = one;
    return h('li', this.pointing(one),
      h('span', { class: 'ck-ending-number' }),
      h('h3', { title: text }, this.sentence({ ...one, text: `${headed(at)}${head ? `: ${head}` : ''}` }, this.split),
        label ? h('span', { class: 'ck-ending-label' }, ` ${label}`) : null),
      h('p', { class: 'ck-ending-words', title: text }, nameOf(words)),
      h('span', { class: 'ck-ending-doors' }, this.whyButton(one),
        this.doorButton(['What if', h('span', { class: 'ck-ending-rest' }, ', from here')], 'What if, from here:',
          one, () => this.goTo(one.turn), 'ck-link'),
        this.doorButton('Futures', 'Futures from there', one, () => this.futuresFrom(one.turn)),
        key ? this.weighButton(one) : null),
      h('div', { class: 'ck-ending-weight', hidden: true },
        h('span', { class: 'ck-ending-weight-words', role: 'status' }),
        h('progress', { class: 'ck-progress', 'aria-label': 'Futures played' }),
        button('Cancel', () => this.store.send({ do: 'cancel_study' }))));
  }

  updatePoint(node, one, index) {
    setText(node.querySelector('.ck-ending-number'), String(index + 1));
    for (const each of node.querySelectorAll('.ck-ending-doors button')) {
      bar(each, this.now.read_only, each.getAttribute('aria-label') ?? '');
    }
    this.drawWeight(node, this.now.weights?.find((weight) => weight.key === one.key));
  }

  /** Hover or focus of a turning point highlights its mark on the chart. */
  pointing(one) {
    const number = () => 1 + this.now.end.turns.findIndex(({ turn, text }) => turn === one.turn && text === one.text);
    const put = (forward) => { for (const chart of this.charts) chart.point(forward); };
    const [come, leave] = [() => put(number()), () => put(0)];
    return { onmouseenter: come, onfocusin: come, onmouseleave: leave, onfocusout: leave };
  }

  /** A sentence; a click shows its events and payments in a box. */
  sentence({ text, evidence }, box) {
    if (!evidence.events.length && !evidence.transfers.length) return isolated(text);
    const tell = () => unfoldEvidence(this.store, sentence, box, evidence);
    // no <button>, because it continues the line of the text before it
    const sentence = h('span', {
      class: 'ck-sentence', role: 'button', tabindex: 0, 'aria-expanded': 'false', onclick: tell,
      onkeydown: (event) => onPress(event, tell),
    }, isolated(text));
    return sentence;
  }

  /** A button that explains the change at a turning point. */
  whyButton({ figure, seat, turn, since, at }) {
    const why = button('Why?', () => unfoldWhy(this.store, why, this.split, { figure, seat, turn, since }));
    setProp(why, 'aria-label', `Why? ${headed(at)}`);
    return why;
  }

  /** A button that simulates futures with and without a turning point. */
  weighButton(one) {
    const number = () => 1 + this.now.end.turns.findIndex((other) => other.key === one.key);
    const weigh = () => this.store.act({ do: 'weigh', point: number() });
    return this.doorButton('Decisive?', 'Was it decisive?', one, weigh);
  }

  /** A button of a turning point for actions that rooms do not log; its accessible name includes the turning point. */
  doorButton(label, name, { at }, run, look = 'ck-link ck-not-logged') {
    const made = press(look, run, ...[label].flat());
    setProp(made, 'aria-label', `${name} ${headed(at)}`);
    return made;
  }

  /** Draw the weight of a turning point, from the futures so far. @param {WeightNow} [weight] */
  drawWeight(node, weight) {
    const box = node.querySelector('.ck-ending-weight');
    show(box, Boolean(weight));
    if (!weight) return;
    const runs = weight.state === 'running';
    const [words, progress, cancel] = box.children;
    const played = `${weight.done} of ${weight.n} futures played${runs ? '' : ', then cancelled'}. `;
    setText(words, `${weight.state === 'done' ? '' : played}${weight.problem || weight.words}`);
    box.classList.toggle('ck-decisive', Boolean(weight.decisive));
    setProp(progress, 'max', weight.n);
    setProp(progress, 'value', weight.done);
    show(progress, runs);
    show(cancel, runs);
    if (!runs && isNew(box, [weight.key, weight.done, weight.state])) box.scrollIntoView({ block: 'nearest' });
  }

  // --- Showing and hiding.

  /** @returns {boolean} whether to show it: the match is over, the table has announced it, and nobody has closed it */
  get wanted() {
    const { endAway, endSoon } = this.store.local;
    return Boolean(this.now.end) && !endAway && !endSoon;
  }

  update(changed) {
    if (!this.touches(changed, 'fixed', 'end', 'seats', 'read_only', 'weights', 'charts', 'timeline', 'theme',
      'local.theme', 'local.endAway', 'local.endSoon')) return;
    if (!this.now.end) this.store.local.endAway = false; // show the next end again
    const came = this.wanted && this.hidden;
    if (!this.wanted && this.film.state) this.film.leave();
    this.appear();
    this.closest('.ck-stage')?.classList.toggle('ck-ended', this.wanted);
    if (this.wanted) this.draw();
    else this.putChartsAway();
    // the focused element may now be covered
    if (came && this.parentElement?.contains(focusedIn(this))) this.heading.focus({ preventScroll: true });
  }

  /** Close it, or open it again with the focus in it. */
  toggle() {
    const open = !this.wanted;
    this.from = open ? focusedIn(this) : this.from;
    this.store.set({ endAway: !open, endSoon: false });
    if (open) this.store.afterwards(() => requestAnimationFrame(() => this.heading.focus({ preventScroll: true })));
  }

  /** Show or hide it; the focus returns to the previous element, else to the table. */
  appear() {
    const left = !this.wanted && this.contains(focusedIn(this));
    show(this, this.wanted);
    if (!left) return;
    const table = /** @type {any} */ (this.closest('.ck-table'));
    (table?.contains(this.from) ? this.from : table)?.focus({ preventScroll: true });
    this.from = null;
  }

  // --- Who won.

  draw() {
    const { end } = this.now;
    this.pool?.keep(end.turns);
    setProp(this.turns, 'data-many', end.turns.length > 3);
    this.bringCharts();
    this.follow();
    if (!isNew(this.races, [end, this.fixed.seats, this.now.seats, this.now.winners])) return;
    const firsts = end.races.flatMap(({ lines }) => lines.filter(([, , place]) => place === 1).map(([seat]) => seat));
    const winners = [...new Set([...firsts, ...this.now.winners])].filter((seat) => this.now.winners.includes(seat));
    const { evidence, races, head } = end;
    const single = races.length === 1 && !end.void;
    const long = LONG.filter((letters) => head.length > letters).length;
    this.heading.replaceChildren(this.sentence({ text: head.replace(/\.$/, ''), evidence }, this.proof));
    setProp(this.heading, 'data-long', String(long));
    setText(this.sum, end.sum);
    const lead = single ? races[0].lead : '';
    this.why.replaceChildren(this.sentence({ text: `${lead} ${end.why}`.trim(), evidence }, this.proof));
    show(this.proof, false);
    this.classList.toggle('ck-ending-void', end.void);
    this.won?.parentElement?.setAttribute('style', winners.length ? seatStyle(this.fixed, winners[0]) : '');
    this.signs.replaceChildren(...(winners.length ? winners.map((seat) => badge(this.fixed, seat)) : [brokenBank()]));
    setProp(this.signs, 'data-many', winners.length > 1);
    const note = end.void ? h('p', { class: 'ck-ending-note' }, 'What it was worth to them, and is not:') : null;
    this.races.replaceChildren(...(note ? [note] : []), ...races.map((race) => this.race(race, races.length > 1)));
    const most = races.reduce((sum, { lines }) => sum + lines.length + 1, 0);
    this.races.parentElement?.classList.toggle('ck-ending-crowd', most > 12);
    setProp(this.races, 'data-many', most > 6 ? (most > 12 ? 'most' : 'many') : null);
  }

  /** @param {any} race @param {boolean} named whether its title is shown */
  race({ title, lead, lines, shares, ties, metric }, named) {
    return h('section', { class: 'ck-ending-race', 'data-metric': metric },
      named ? h('h3', {}, title, lead ? h('span', {}, ` ${lead}`) : null) : h('h3', { class: 'ck-only-read' }, title),
      h('ol', {}, ...lines.map(([seat, text, place], at) =>
        h('li', {
          'data-seat': seat, style: seatStyle(this.fixed, seat),
          class: place === 1 && !this.now.end.void ? 'ck-first-place' : null,
        },
          badge(this.fixed, seat),
          h('span', { class: 'ck-ending-name', title: seatName(this.fixed, this.now, seat) },
            nameOf(seatName(this.fixed, this.now, seat))),
          h('span', { class: 'ck-ending-score' }, text),
          h('span', { class: 'ck-ending-share', 'aria-hidden': 'true' },
            h('i', { style: `width: ${100 * shares[at]}%` }))))),
      ...ties.map((words) => h('p', { class: 'ck-hint' }, isolated(words))));
  }

  // --- The charts.

  bringCharts() {
    const { end, absent } = this.now;
    const wanted = end.courses.filter((key) => this.fixed.charts.some((one) => one.key === key) && !(key in absent));
    if (!isNew(this.courses, wanted, 'keys') && this.charts.length === wanted.length) return;
    this.charts = wanted.map((key, at) => this.makePart('course', { chart: key, first: at === 0 }));
    for (const chart of this.charts) chart.follow = () => this.follow();
    this.courses.replaceChildren(...this.charts);
    for (const key of end.below) {
      const row = this.looking.get(key) ?? {};
      this.looking.set(key, row);
      this.store.views.show(row, { chart: key, numbers: false, seen: true });
    }
  }


  putChartsAway() {
    if (!this.charts.length) return;
    this.charts = [];
    this.courses.replaceChildren();
    for (const row of this.looking.values()) this.store.views.show(row, null);
  }

  /** The small charts share the axis of the plots. */
  follow() {
    const plots = this.charts.filter(({ plot }) => plot);
    if (!plots.length || plots.length < this.charts.length) return;
    const { plot } = plots[0];
    const { end, charts, covered, timeline, absent } = this.now;
    const known = end.below.filter((key) => linesOf(charts[key]).length && !covered.includes(key) && !(key in absent));
    const rows = known.map((key) => {
      const { title = '', role = '' } = this.fixed.charts.find((one) => one.key === key) ?? {};
      return { title, role, chart: charts[key] };
    });
    show(this.below.node, rows.length > 0 && Boolean(plot.x));
    if (!plot.x) return;
    const theme = this.store.local.theme ?? this.now.theme;
    const shape = [known, plot.left, plot.width, plot.x, timeline.heat.length, theme];
    if (isNew(this.below.node, [...shape, rows.map(({ chart }) => chart.traces)])) {
      this.below.draw(rows, plot, timeline.heat, plots[0].readLook());
    }
    this.below.drawUpTo(this.moment?.x ?? null);
    // the length of the film is now known
    if (isNew(this, this.courseOf(), 'measured')) this.store.set({ course: this.measured });
  }

  // --- The film.

  /** The timeline of the film. @returns {import('../charts/film_timeline.js').Course} */
  courseOf() {
    const [first, last] = this.charts[0]?.reach ?? [0, 0];
    const stops = this.charts.flatMap(({ points }) => points.map(({ x }) => x)).sort((one, other) => one - other);
    return { first, last, stops };
  }

  /** @param {import('../charts/film_timeline.js').Moment|null} moment of the film; null for the end */
  showMoment(moment) {
    this.moment = moment;
    showScene(this, moment);
  }

  async goTo(turn) {
    await this.store.act({ do: 'goto', turn });
    await this.store.repaint();
  }

  /** Go to a turn and simulate futures from there. */
  async futuresFrom(turn) {
    await this.goTo(turn);
    /** @type {any} */ (this.closest('classkit-table'))?.lookAhead?.();
  }
}

/** Picture of a cracked bank. */
function brokenBank() {
  return svg('svg', { class: 'ck-ending-bank', viewBox: '0 0 100 96', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: BANK, fill: 'currentColor' }), svg('path', { class: 'ck-ending-crack', d: CRACK }));
}

define('classkit-ending', EndingPart);
