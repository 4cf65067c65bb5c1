/**
 * What a match is about, and how it went: `<classkit-opening>`, the game in one picture and three sentences, and
 * `<classkit-ending>`, who won which race, by what.
 */

import { bar, define, h, isNew, nameOf, onPress, press, setProp, setText, show, svg } from '../basics/dom.js';
import { isolated } from '../basics/isolated.js';
import { Pool } from '../basics/keyed_list.js';
import { Part } from '../basics/component.js';
import { badge } from '../basics/badge.js';
import { seatName } from '../basics/seatlook.js';
import { takeHome } from './takehome.js';
import { unfoldEvidence } from '../basics/evidence.js';
import { unfoldWhy } from '../basics/why.js';

/** Races of so many lines stand closer, and closer still. */
const LONG_RACE = 5, LONGEST_RACE = 7;

// --- `<classkit-opening>`

export class OpeningPart extends Part {
  mount() {
    this.dress('region', 'What is this?', 'ck-opening');
    this.heading = h('h2', { class: 'ck-story-title' });
    this.image = h('div', { class: 'ck-opening-picture' });
    this.list = h('dl', { class: 'ck-opening-words' });
    this.rules = h('p', { class: 'ck-hint ck-opening-rules' });
    this.append(this.heading, this.image, this.list, this.rules);
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
    this.image.replaceChildren(
      about.picture ? image(about.picture, getComputedStyle(this)) : boardInSmall(this.fixed.board),
    );
  }
}

define('classkit-opening', OpeningPart);

/**
 * A picture as an image, in which no script runs and nothing is loaded, in the colours of the theme.
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
 * @returns {string} its title, for those who do not see it
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
 * The board in small, for a game without a picture of its own.
 * @param {BoardPlan} plan
 */
function boardInSmall(plan) {
  const drawing = svg('svg', {
    viewBox: `0 0 ${plan.width} ${plan.height}`,
    role: 'img',
    'aria-label': 'The board in small',
  });
  for (const space of plan.spaces) {
    drawing.append(svg('rect', { ...boxInSmall(space), class: `ck-mini-space ck-tone-${space.kind ?? 'plain'}` }));
  }
  setProp(drawing, 'preserveAspectRatio', 'xMidYMid meet');
  return drawing;
}

// --- `<classkit-ending>`: the races, the course and the turning points of a match, and what to do next.

/** A button in plain look: label, and what it does. */
const button = (label, run, look = 'ck-quiet') => press(look, run, label);

export class EndingPart extends Part {
  /** The course of the match; made when the end is first seen. @type {any} */
  chart = null;
  /** What had the focus when somebody asked for it. @type {any} */
  from = null;

  mount() {
    this.dress('region', 'The end of the match', 'ck-ending', 'ck-panel');
    this.heading = h('h2', { class: 'ck-story-title ck-ending-title', tabindex: -1 });
    this.hidden = true;
    this.why = h('p', { class: 'ck-ending-why' });
    this.proof = h('div', { class: 'ck-trail', hidden: true, role: 'status' });
    this.races = h('div', { class: 'ck-ending-races' });
    this.turns = h('ol', { class: 'ck-ending-turns' });
    this.split = h('div', { class: 'ck-trail', hidden: true, role: 'status' });
    this.turnsBox = h('section', { class: 'ck-ending-box' }, h('h3', {}, 'What turned it'), this.turns, this.split);
    this.course = h('div', { class: 'ck-ending-course' });
    this.said = h('p', { class: 'ck-hint', role: 'status' });
    this.home = press(
      'ck-quiet ck-not-logged',
      () => takeHome(this.store, 'homework', (words) => setText(this.said, words)),
      'Homework from this match',
    );
    this.fresh = button('New match with new luck', () => this.store.act({ do: 'new_seed' }), 'ck-not-logged');
    this.away = button('Show the table', () => this.store.set({ endAway: true }), 'ck-do');
    this.append(
      h('div', { class: 'ck-ending-head' }, this.heading, this.why, this.proof),
      h('div', { class: 'ck-ending-side' }, this.races, this.turnsBox),
      this.course,
      h('div', { class: 'ck-ending-next' }, this.away, this.fresh, this.home, this.said),
    );
    this.pool = new Pool(this.turns, {
      key: (one) => `${one.turn}|${one.text}`,
      make: (one) => h('li', this.pointing(one),
        h('p', {}, h('span', { class: 'ck-ending-number' }), ' ',
          h('b', {}, `${one.at[0].toUpperCase()}${one.at.slice(1)}${one.label ? `, ${one.label}` : ''}. `),
          this.sentence(one, this.split)),
        h('span', { class: 'ck-pair' }, this.whyButton(one),
          button(`Go to ${one.at}`, () => this.goTo(one.turn), 'ck-mini'),
          this.miniButton('Futures', 'Futures from there', one, () => this.futuresFrom(one.turn)),
          one.key ? this.weighButton(one) : null),
        h('div', { class: 'ck-ending-weight', hidden: true },
          h('span', { class: 'ck-ending-weight-words', role: 'status' }),
          h('progress', { class: 'ck-progress', 'aria-label': 'Futures played' }),
          button('Cancel', () => this.store.send({ do: 'cancel_study' }), 'ck-mini'))),
      update: (node, one, index) => {
        setText(node.querySelector('.ck-ending-number'), String(index + 1));
        for (const each of node.querySelectorAll('.ck-pair button')) {
          bar(each, this.now.read_only, each.getAttribute('aria-label') ?? '');
        }
        this.drawWeight(node, this.now.weights?.find((weight) => weight.key === one.key));
      },
    });
  }

  /** Pointing at a turning point, or having the focus in it, puts its mark on the chart forward. */
  pointing(one) {
    const show = () => this.pointAt(one);
    const leave = () => this.chart?.point(0);
    return { onmouseenter: show, onfocusin: show, onmouseleave: leave, onfocusout: leave };
  }

  /** Its mark is on a chart that draws its figure: where this one does not, another does. */
  pointAt({ figure, turn, text }) {
    const draws = (one) => ['line', 'step'].includes(one.kind) && !one.now && one.metrics.includes(figure);
    const other = this.fixed.charts.find(draws);
    if (other && !draws(this.chart.chart)) this.chart.pick(other.key);
    this.chart.point(1 + this.now.end.turns.findIndex((one) => one.turn === turn && one.text === text));
  }

  /** A sentence: a click on it shows the events and payments that it reports, in a box. */
  sentence({ text, evidence }, box) {
    if (!evidence.events.length && !evidence.transfers.length) return isolated(text);
    const tell = () => unfoldEvidence(this.store, sentence, box, evidence);
    // no <button>: it goes on in the line of the words before it
    const sentence = h('span', {
      class: 'ck-sentence', role: 'button', tabindex: 0, 'aria-expanded': 'false', onclick: tell,
      onkeydown: (event) => onPress(event, tell),
    }, isolated(text));
    return sentence;
  }

  /** A button that tells what the change of a turning point was made of, below all of them. */
  whyButton({ figure, seat, turn, since, at }) {
    const why = button('Why?', () => unfoldWhy(this.store, why, this.split, { figure, seat, turn, since }), 'ck-mini');
    setProp(why, 'aria-label', `Why? ${at[0].toUpperCase()}${at.slice(1)}`);
    return why;
  }

  /** A button that plays futures with and without a turning point. */
  weighButton(one) {
    const number = () => 1 + this.now.end.turns.findIndex((other) => other.key === one.key);
    const weigh = () => this.store.act({ do: 'weigh', point: number() });
    return this.miniButton('Decisive?', 'Was it decisive?', one, weigh);
  }

  /** A button of a turning point with a short label, for what no room logs; its whole name says which point. */
  miniButton(label, name, { at }, run) {
    const made = button(label, run, 'ck-mini ck-not-logged');
    setProp(made, 'aria-label', `${name} ${at[0].toUpperCase()}${at.slice(1)}`);
    return made;
  }

  /** What a turning point weighs, as far as that has been played. @param {WeightNow} [weight] */
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

  /** @returns {boolean} whether it is to be seen: the match is over, and nobody has put it away */
  get wanted() {
    return Boolean(this.now.end) && !this.store.local.endAway;
  }

  update(changed) {
    if (!this.touches(changed, 'fixed', 'end', 'seats', 'read_only', 'weights', 'local.endAway')) return;
    if (!this.now.end) this.store.local.endAway = false; // another end is shown again
    const came = this.wanted && this.hidden;
    this.appear();
    this.closest('.ck-stage')?.classList.toggle('ck-ended', this.wanted);
    if (this.wanted) this.draw();
    else this.putChartAway();
    // what had the focus may lie below now
    if (came && this.parentElement?.contains(document.activeElement)) this.heading.focus({ preventScroll: true });
  }

  /** Puts it away, or brings it back: then it takes the focus, as somebody asked for it. */
  toggle() {
    const open = !this.wanted;
    this.from = open ? document.activeElement : this.from;
    this.store.set({ endAway: !open });
    if (open) this.store.afterwards(() => requestAnimationFrame(() => this.heading.focus({ preventScroll: true })));
  }

  /** Is seen or not; the focus that it had goes back to what it came from, else to the table. */
  appear() {
    const left = !this.wanted && this.contains(document.activeElement);
    show(this, this.wanted);
    if (!left) return;
    const table = /** @type {any} */ (this.closest('.ck-table'));
    (table?.contains(this.from) ? this.from : table)?.focus({ preventScroll: true });
    this.from = null;
  }

  draw() {
    const { end } = this.now;
    bar(this.fresh, this.now.read_only);
    this.pool?.keep(end.turns);
    show(this.turnsBox, end.turns.length > 0);
    if (!this.chart) this.bringChart(end.chart);
    if (!isNew(this.races, [end, this.fixed.seats, this.now.seats])) return;
    const { evidence } = end;
    const told = [end.why, ...end.races.map((one) => one.words)].filter(Boolean).join(' ');
    this.heading.replaceChildren(this.sentence({ text: end.head, evidence }, this.proof));
    this.why.replaceChildren(this.sentence({ text: told, evidence }, this.proof));
    show(this.proof, false);
    this.races.replaceChildren(...end.races.map((one) => this.race(one)));
    const most = Math.max(0, ...end.races.map(({ lines, ties }) => Math.max(lines.length, ties.length)));
    this.classList.toggle('ck-ending-long', most >= LONG_RACE);
    this.classList.toggle('ck-ending-longest', most >= LONGEST_RACE);
  }

  /** @param {{title: string, lines: Array<[string, string, number]>, ties: string[]}} race */
  race({ title, lines, ties }) {
    return h(
      'table',
      { class: 'ck-ending-race' },
      h('caption', {}, title),
      h(
        'tbody',
        {},
        ...lines.map(([seat, text, place]) =>
          h(
            'tr',
            { class: place === 1 && this.now.winners?.length ? 'ck-first-place' : null },
            h('td', { class: 'ck-ending-place' }, String(place)),
            h('th', { scope: 'row' }, badge(this.fixed, seat), ' ', nameOf(seatName(this.fixed, this.now, seat))),
            h('td', {}, text),
          ),
        ),
      ),
      h('tfoot', {}, ...ties.map((words) => h('tr', {}, h('td', { class: 'ck-hint', colspan: 3 }, words)))),
    );
  }

  /** @param {string} key of the chart that draws the course */
  bringChart(key) {
    const known = this.fixed.charts.some((one) => one.key === key);
    this.chart = this.makePart('chart', known ? { chart: key } : { place: 0 });
    this.course.append(this.chart);
  }

  putChartAway() {
    this.chart?.remove();
    this.chart = null;
  }

  async goTo(turn) {
    await this.store.act({ do: 'goto', turn });
    await this.store.repaint();
  }

  /** Goes to a turn and plays futures from there. */
  async futuresFrom(turn) {
    await this.goTo(turn);
    /** @type {any} */ (this.closest('classkit-table'))?.lookAhead?.();
  }
}

define('classkit-ending', EndingPart);
