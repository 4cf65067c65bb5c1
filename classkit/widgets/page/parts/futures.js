/** `<classkit-ahead>`: futures from here and compared moves: what to ask, how far it is, and what came of it. */

import { bar, choice, define, h, isNew, offer, press, say, setProp, setText, setValue, show, unfold } from '../basics/dom.js';
import { bodyOf, headOf } from '../basics/tables.js';
import { seatLook } from '../basics/seatlook.js';
import { Part } from '../basics/part.js';

/** How many futures may be asked for here, and how far they go: `length` in units, 0 to the end. */
const NUMBERS = [50, 200, 1000];
const USUAL = 200;
const REACHES = [['0 turn', 'to the end'], ['1 round', 'to the end of the round'], ['3 round', 'for 3 rounds'], ['10 round', 'for 10 rounds']];

/** So many futures follow each answer that is compared, for so many futures asked for. */
const EACH = 2;

export class AheadPart extends Part {
  mount() {
    this.classList.add('ck-ahead');
    const list = (label, options) => choice(label, () => {}, options, 'ck-select ck-mini');
    const button = (label, name, run) => press(`${name} ck-mini`, run, label);
    this.number = list('How many futures', NUMBERS.map((n) => [n, `${count(n)} futures`]));
    setValue(this.number, USUAL);
    this.bots = list('Who plays them', []);
    this.reach = list('How far they go', REACHES);
    this.charts = list('Which figures', [['seen', 'charts in view'], ['all', 'all line charts']]);
    this.begin = button('Show futures', 'ck-do', () => this.askFutures());
    this.compare = button('Compare moves', 'ck-do', () => this.askMoves());
    this.cancel = button('Cancel', 'ck-quiet', () => this.store.send({ do: 'cancel_study' }));
    this.clear = button('Clear', 'ck-quiet', () => this.store.send({ do: 'clear_study' }));
    this.settings = button('Choices', 'ck-quiet', () => unfold(this.settings, this.choices, this.choices.hidden));
    this.bar = h('progress', { class: 'ck-progress', 'aria-label': 'Futures played' });
    this.said = h('span', { class: 'ck-hint', role: 'status' });
    this.reason = h('p', { class: 'ck-hint', hidden: true });
    this.chances = h('ul', { class: 'ck-chances' });
    this.compared = h('table', { class: 'ck-compared' });
    this.futures = new Found('ck-hint', (note) => [this.chances, note]);
    this.moves = new Found('ck-given-up', (note) => [note, this.compared]);
    this.hint = h('p', { class: 'ck-hint' }, 'Futures play the match on from here many times, each with luck of its own, by bots in all seats. Their fan is drawn behind the lines of the charts. “Compare moves” follows each answer to what is asked now, with the same luck for all.');
    this.choices = h('div', { class: 'ck-ahead-choices', role: 'group', 'aria-label': 'What futures' }, this.number, this.bots, this.reach, this.charts);
    unfold(this.settings, this.choices, false);
    this.append(
      h('div', { class: 'ck-bar ck-ahead-bar' }, this.begin, this.compare, this.settings,
        h('span', { class: 'ck-ahead-run' }, this.said, this.bar, this.cancel, this.clear), this.choices),
      this.reason, this.hint, this.moves.node, this.futures.node,
    );
  }

  update(changed) {
    if (changed.has('fixed')) offer(this.bots, [['', 'bots as they sit'], ...this.fixed.bots.map((bot) => [bot.id, `${bot.label} in all seats`])]);
    if (!this.touches(changed, 'fixed', 'futures', 'moves', 'seats', 'asks', 'over')) return;
    const futures = this.now.futures ?? {};
    const moves = this.now.moves ?? {};
    const running = [futures, moves].find((one) => one.state === 'running');
    const barred = futures.barred ?? '';
    say(this.reason, barred);
    const asked = this.now.asks?.some((ask) => ask.kind === 'decision' || ask.kind === 'sealed');
    bar(this.begin, barred);
    bar(this.compare, barred || (!asked && 'Nobody decides anything now, so there are no moves to compare'));
    bar(this.cancel, !running && 'No futures are being played');
    bar(this.clear, !futures.state && !moves.state && 'There is nothing to clear');
    this.drawProgress(running ?? (moves.state ? moves : futures));
    show(this.hint, !futures.state && !moves.state && !barred);
    this.futures.draw(futures);
    if (isNew(this.chances, futures.chances ?? [])) this.chances.replaceChildren(...(futures.chances ?? []).map((one) => this.chance(one)));
    this.moves.draw(moves);
    if (isNew(this.compared, [moves.rows, moves.futures])) this.compared.replaceChildren(...(moves.rows?.length ? [h('caption', { class: 'ck-only-read' }, `Compared by ${moves.futures} futures each`), headOf(moves.columns), bodyOf(moves.rows)] : []));
  }

  /** @param {any} one what is under way, or was last */
  drawProgress(one) {
    const words = { running: 'played', done: 'played', cancelled: 'played, then cancelled', failed: 'played, then it broke' };
    this.bar.style.visibility = one.state === 'running' ? '' : 'hidden';
    setProp(this.bar, 'max', one.n ?? 1);
    setProp(this.bar, 'value', one.done ?? 0);
    setText(this.said, one.state ? `${count(one.done)} of ${count(one.n)} ${/** @type {any} */ (words)[one.state]}` : '');
  }

  /**
   * A sentence, with a bar of its share behind it that grows pale within its standard error.
   * @param {any[]} one
   */
  chance([kind, seat, , sentence, share, error]) {
    const colour = kind === 'win' ? seatLook(this.fixed, seat).colour : 'var(--ck-edge)';
    const edge = (value) => `${100 * Math.min(1, Math.max(0, value))}%`;
    const style = `--ck-share: ${edge(share - error)}; --ck-most: ${edge(share + error)}; --ck-of: ${colour}`;
    return h('li', { style }, sentence, h('span', { class: 'ck-share', 'aria-hidden': 'true' }));
  }

  /** What both ask for. */
  get wishes() {
    const [horizon, unit] = this.reach.value.split(' ');
    return { bots: this.bots.value, horizon: Number(horizon), unit };
  }

  /** The charts whose figures are wanted: those in view, or all whose lines can have a fan. */
  get figures() {
    const fit = this.fixed.charts.filter((chart) => ['line', 'step'].includes(chart.kind) && !chart.now && ['turn', 'round', '', undefined].includes(chart.per));
    const seen = [...(this.closest('.ck-table')?.querySelectorAll('classkit-chart') ?? [])].map((part) => /** @type {any} */ (part).key);
    const both = fit.filter((chart) => seen.includes(chart.key));
    const chosen = this.charts.value === 'seen' && both.length ? both : fit;
    return [...new Set(chosen.flatMap((chart) => chart.metrics))];
  }

  askFutures() {
    if (this.begin.disabled) return;
    this.store.send({ do: 'futures', n: Number(this.number.value), metrics: this.figures, ...this.wishes });
  }

  askMoves() {
    this.store.send({ do: 'moves', n: Math.ceil(Number(this.number.value) / EACH), ...this.wishes });
  }
}

/** What came of one of the two: its head, what is to be said of it, and what was found. */
class Found {
  /**
   * @param {string} look of its note
   * @param {(note: any) => any[]} found what stands below its head, with the note
   */
  constructor(look, found) {
    this.head = h('h3', { class: 'ck-ahead-head' });
    this.stale = h('p', { class: 'ck-hint' });
    this.problem = h('p', { class: 'ck-reason' });
    this.note = h('p', { class: look });
    this.node = h('section', { class: 'ck-group', hidden: true }, this.head, this.stale, this.problem, ...found(this.note));
  }

  /** @param {any} study as Python tells it */
  draw(study) {
    show(this.node, Boolean(study.state));
    for (const name of ['head', 'stale', 'problem', 'note']) setText(this[name], study[name] ?? '');
    this.node.classList.toggle('ck-faded', Boolean(study.stale));
  }
}

function count(n) {
  return (n ?? 0).toLocaleString('en');
}

define('classkit-ahead', AheadPart);
