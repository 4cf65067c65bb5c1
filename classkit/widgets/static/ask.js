/** `<classkit-ask>`: who decides what, under which clause, and what may be answered. */

import { isSecret } from './choices.js';
import { define, freshId, h, nameOf, setText, show, svg } from './dom.js';
import { wholeAsks } from './fill.js';
import { MoveForm } from './moveform.js';
import { Part } from './part.js';
import { Pool } from './pool.js';
import { badge, patternDefs } from './swatch.js';
import { seatName } from './seatwords.js';

/**
 * @typedef {import('./types.js').Ask} Ask
 * @typedef {import('./types.js').Move} Move
 */

export class AskPart extends Part {
  /** What the head shows, so that it is made anew only when it changes. */
  headKnown = '';
  /** @type {string|undefined} */
  clauseId = undefined;
  stem = freshId('ask');
  /** For which question the forms of asides were fetched. */
  asidesAt = '';
  /** @type {{seat: string, step: number, moves: Move[]}|null} */
  asidesWhole = null;

  mount() {
    this.classList.add('ck-ask', 'ck-panel');
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', 'Decision');
    this.mark = h('span', { class: 'ck-ask-badge' });
    this.who = h('span', { class: 'ck-ask-who' });
    this.question = h('h2', { class: 'ck-question' });
    this.clause = h('button', { type: 'button', class: 'ck-clause', 'aria-expanded': 'false', onclick: () => this.showClause() });
    this.law = h('p', { class: 'ck-law', hidden: true });
    this.reason = h('p', { class: 'ck-refused', role: 'alert' });
    this.waiting = h('ul', { class: 'ck-waiting' });
    this.moves = h('div', { class: 'ck-moves' });
    this.asides = h('div', { class: 'ck-moves' });
    this.alsoWords = h('summary');
    this.also = h('details', { class: 'ck-also', ontoggle: () => this.loadAsides() }, this.alsoWords, this.asides);
    this.bot = h('select', { class: 'ck-select', 'aria-label': 'Which bot decides' });
    this.botGo = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.letBot(this.shown) }, 'Let the bot decide');
    this.plain = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.useDefault() });
    this.hide = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.store.set({ openSeat: null }) }, 'Hide again');
    this.foot = h('div', { class: 'ck-ask-foot' }, this.clause, h('span', { class: 'ck-pair' }, this.bot, this.botGo), this.plain, this.hide);
    this.body = h('div', { class: 'ck-ask-body' }, this.law, this.waiting, this.moves, this.also, this.reason);
    this.append(
      svg('svg', { class: 'ck-defs', 'aria-hidden': 'true', width: 0, height: 0 }, patternDefs(this.stem)),
      h('div', { class: 'ck-ask-head' }, this.mark, h('div', { class: 'ck-ask-title' }, this.who, this.question)),
      this.body, this.foot,
    );
    this.movePool = this.poolOf(this.moves, false);
    this.asidePool = this.poolOf(this.asides, true);
    this.waitPool = new Pool(this.waiting, {
      key: (ask) => ask.seat,
      make: (ask) => this.makeWaiting(ask),
      update: (node, ask) => this.updateWaiting(node, ask),
    });
    /** @type {Ask|null} */
    this.shown = null;
    this.store.onRefused((reason) => setText(this.reason, reason));
  }

  /**
   * @param {Element} box
   * @param {boolean} aside
   */
  poolOf(box, aside) {
    return new Pool(box, {
      key: (/** @type {Move} */ move, index) => `${move.name}.${index}`,
      make: () => new MoveForm({
        send: (move, values) => this.answer(move, values, aside),
        check: (move, values) => this.check(move, values, aside),
        picked: (move, field, value) => this.store.set({ pick: { move: move.name, field, value, step: this.now.step } }),
      }).node,
      update: (node, move) => node.form.update(move, this.occasion()),
    });
  }

  occasion() {
    return `${this.now.branch}.${this.now.step}.${this.shown?.seat}.${this.shown?.name}`;
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (changed.has('fixed')) this.drawBots();
    if (this.touches(changed, 'fixed', 'asks', 'over', 'winners', 'curtain', 'seats', 'step', 'read_only', 'local.openSeat')) this.drawAsks(changed);
    if (changed.has('local.chosen')) this.takeChoice();
  }

  drawBots() {
    this.bot.replaceChildren(...(this.fixed.bots ?? []).map((bot) => h('option', { value: bot.id, title: bot.idea ?? '' }, bot.label)));
  }

  /** @param {Set<string>} changed */
  drawAsks(changed) {
    const asks = this.now.asks ?? [];
    const secret = asks.filter((ask) => isSecret(ask, this.now.curtain ?? null));
    if (changed.has('asks') || changed.has('step')) setText(this.reason, '');
    const open = this.store.local.openSeat ?? null;
    const mine = secret.find((ask) => ask.seat === open && !ask.answered);
    // A seat that has answered, or is no longer asked, draws its curtain behind it.
    if (open && !mine) this.store.local.openSeat = null;
    this.shown = mine ?? (secret.length ? null : asks[0] ?? null);
    this.waitPool?.keep(mine ? [] : secret);
    show(this.waiting, !mine && secret.length > 0);
    this.drawHead(asks, secret);
    this.drawMoves(Boolean(mine));
  }

  /**
   * @param {Ask[]} asks
   * @param {Ask[]} secret
   */
  drawHead(asks, secret) {
    const ask = this.shown ?? secret[0] ?? null;
    const known = JSON.stringify([this.shown?.seat, this.fixed.seats, this.now.seats]);
    if (this.headKnown !== known) {
      this.headKnown = known;
      this.mark.replaceChildren(...(this.shown?.seat ? [badge(this.fixed, this.shown.seat, this.stem)] : []));
      this.who.replaceChildren(...(this.shown?.seat ? [nameOf(seatName(this.fixed, this.now, this.shown.seat)), ' decides'] : []));
    }
    setText(this.question, this.headline(asks, ask));
    show(this.clause, Boolean(ask?.rule) && !this.now.over);
    if (this.clauseId !== ask?.rule) {
      this.clauseId = ask?.rule;
      setText(this.clause, `Rule ${ask?.rule ?? ''}`);
      this.clause.setAttribute('aria-expanded', 'false');
      show(this.law, false);
    }
  }

  /**
   * @param {Ask[]} asks
   * @param {Ask|null} ask
   * @returns {string}
   */
  headline(asks, ask) {
    if (this.now.over) return this.overWords();
    if (!ask) return asks.length ? '' : 'Nothing to decide now. Press Step to go on.';
    if (this.shown) return ask.question;
    const missing = asks.filter((one) => !one.answered).length;
    return `Secret answers: ${missing} of ${asks.length} still to come.`;
  }

  overWords() {
    const names = (this.now.winners ?? []).map((seat) => seatName(this.fixed, this.now, seat));
    const story = `The match is over. ${this.now.over ?? ''}`;
    if (names.some((name) => story.includes(name))) return story;
    return `${story} ${names.length > 1 ? `${names.join(' and ')} share the win.` : names.length ? `${names[0]} has won.` : 'Nobody has won.'}`;
  }

  /** @param {boolean} mine */
  drawMoves(mine) {
    const idle = Boolean(this.now.over) || !this.shown || Boolean(this.now.read_only);
    const moves = idle ? [] : this.shown?.moves ?? [];
    const asides = idle ? [] : this.shown?.asides ?? [];
    this.movePool?.keep(inOrder(moves));
    this.drawAsides(asides);
    this.stretch();
    const byHand = this.shown?.kind === 'roll' || this.shown?.kind === 'draw';
    show(this.foot, !this.clause.hidden || !idle);
    show(this.bot.parentElement, !idle && !byHand && Boolean(this.fixed.bots?.length));
    show(this.plain, !idle && Boolean(this.shown?.default) && !byHand);
    setText(this.plain, `Default: ${this.shown?.default ?? ''}`);
    show(this.hide, mine);
    if (this.shown?.bot) this.bot.value = this.shown.bot;
  }

  /**
   * What may be done besides. Its forms can be large, so they are fetched when somebody opens them.
   * @param {Move[]} asides without their fields
   */
  drawAsides(asides) {
    show(this.also, asides.length > 0);
    setText(this.alsoWords, `Also possible now: ${asides.map((aside) => aside.label).join(', ')}`);
    if (asides.length && this.also.open) this.loadAsides();
    else this.asidePool?.keep([]);
  }

  /** A large form needs more height; it then lies over the charts. */
  stretch() {
    const large = Boolean(this.moves.querySelector('.ck-nested')) || (this.also.open && !this.also.hidden);
    this.classList.toggle('ck-tall', large);
  }

  async loadAsides() {
    this.stretch();
    const occasion = this.occasion();
    if (!this.also.open || !this.shown) {
      if (this.store.local.asides) this.store.set({ asides: null });
      return;
    }
    if (this.asidesAt === occasion) {
      this.keepAsides();
      return;
    }
    const { seat } = this.shown;
    const { step } = this.now;
    const data = await this.store.detail({ do: 'asides', seat });
    if (!data || occasion !== this.occasion() || !this.shown) return;
    const moves = wholeAsks([{ ...this.shown, asides: data.asides }], this.fixed, this.now)[0].asides ?? [];
    this.asidesAt = occasion;
    this.asidesWhole = { seat, step, moves };
    this.keepAsides();
  }

  keepAsides() {
    this.asidePool?.keep(inOrder(this.asidesWhole?.moves ?? []));
    this.store.set({ asides: this.asidesWhole });
  }

  /** @param {Ask} ask */
  makeWaiting(ask) {
    const name = h('span', { class: 'ck-waiting-name' });
    const state = h('span', { class: 'ck-waiting-state' });
    const open = h('button', { type: 'button', class: 'ck-do', onclick: () => this.store.set({ openSeat: ask.seat }) });
    const bot = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.letBot(node.ask) }, 'Let the bot decide');
    const back = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.store.act({ do: 'withdraw', seat: ask.seat }) }, 'Withdraw');
    const node = h('li', { class: 'ck-waiting-row' }, badge(this.fixed, ask.seat, this.stem), name, state, open, bot, back);
    Object.assign(node, { name, state, open, bot, back, ask });
    return node;
  }

  /**
   * @param {any} node
   * @param {Ask} ask
   */
  updateWaiting(node, ask) {
    node.ask = ask;
    const name = seatName(this.fixed, this.now, ask.seat);
    setText(node.name, name);
    setText(node.state, ask.answered ? 'has answered' : 'still to answer');
    setText(node.open, `I am ${name}: show my choices`);
    show(node.open, !ask.answered && !this.now.read_only);
    show(node.bot, !ask.answered && !this.now.read_only);
    show(node.back, Boolean(ask.answered) && !this.now.read_only);
  }

  /**
   * @param {Move} move
   * @param {Record<string, any>} values
   * @param {boolean} aside
   */
  answer(move, values, aside) {
    const seat = this.shown?.seat;
    this.store.act({ do: aside ? 'aside' : 'answer', seat, move: move.name, with: values });
  }

  /**
   * @param {Move} move
   * @param {Record<string, any>} values
   * @param {boolean} aside
   * @returns {Promise<string|null>}
   */
  async check(move, values, aside) {
    const data = await this.store.detail({ do: 'check', seat: this.shown?.seat, move: move.name, with: values, aside });
    return data?.reason ?? null;
  }

  /** @param {Ask|null} ask */
  letBot(ask) {
    if (!ask) return;
    const chosen = this.shown ? this.bot.value : ask.bot ?? this.bot.value;
    this.store.act({ do: 'bot', seat: ask.seat, bot: chosen });
  }

  useDefault() {
    if (this.shown) this.store.act({ do: 'default', seat: this.shown.seat });
  }

  /** A space was clicked that a form takes. */
  takeChoice() {
    const choice = this.store.local.chosen;
    if (!choice || choice.seat !== this.shown?.seat) return;
    const box = choice.aside ? this.asides : this.moves;
    if (choice.aside) this.also.open = true;
    const node = [...box.children].find((one) => one.dataset.move === choice.move);
    node?.form.fill(choice.field, choice.value, choice.many);
  }

  async showClause() {
    const id = this.clauseId;
    const shown = this.law.hidden;
    this.clause.setAttribute('aria-expanded', String(shown));
    show(this.law, shown);
    if (!shown || !id) return;
    setText(this.law, '…');
    const data = await this.store.detail({ do: 'rule', rule: id });
    if (this.clauseId === id) setText(this.law, data ? `${data.id}  ${data.text}` : `There is no text for ${id}.`);
  }
}

/**
 * Plain buttons first, then forms, then what is barred; otherwise as the game lists them.
 * @param {Move[]} moves
 * @returns {Move[]}
 */
function inOrder(moves) {
  const rank = (/** @type {Move} */ move) => (move.barred ? 2 : move.fields.length ? 1 : 0);
  return [...moves].sort((a, b) => rank(a) - rank(b));
}

define('classkit-ask', AskPart);
