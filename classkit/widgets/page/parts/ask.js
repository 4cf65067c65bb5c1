/** `<classkit-ask>`: who decides what, under which clause, and what may be answered. */

import { define, freshId, h, nameOf, Pool, setText, show, svg } from '../basics/dom.js';
import { plainClause } from '../basics/format.js';
import { badge, patternDefs, seatName } from '../basics/seatlook.js';
import { AsideBox, Drafts, headline, inOrder, isSeat, judge, makeWaiting, manyForms, onlyForm, updateWaiting, wholeMove } from '../forms/panel.js';
import { isSecret, openAsks, watchLooks } from '../forms/choices.js';
import { MoveForm } from '../forms/moveform.js';
import { WordTable } from '../forms/grid.js';
import { Part } from '../basics/part.js';

/**
 * @typedef {import('../types.js').Ask} Ask
 * @typedef {import('../types.js').Move} Move
 */

/** A panel is full when more than so many pixels of it are out of sight. */
const ROUNDING = 8;

/** A person is not kept from seeing more buttons than these; a few are seen at once anyway. */
const SHORT = 5;

export class AskPart extends Part {
  /** What the head shows, so that it is made anew only when it changes. */
  headKnown = '';
  /** @type {string|undefined} */
  clauseId = undefined;
  stem = freshId('ask');
  /** While moves are drawn their height is not looked at. */
  drawing = false;
  /** Whether there are so many forms that each is opened by a button. */
  folds = false;
  /** The form that is open then. @type {MoveForm|null} */
  opened = null;
  /** What the head speaks of. @type {Ask|null} */
  asked = null;
  /** What has been filled in and not sent. */
  drafts = new Drafts();
  /** Whether somebody has scrolled since the last step. */
  scrolled = false;
  /** Whether persons are still to answer in secret. */
  waitingPersons = false;
  /** Whether the foot has something in it besides the hint that there is more. */
  footed = false;
  /** Whether the panel has been laid out. */
  sized = false;
  /** @type {(() => void)|undefined} */
  deaf = undefined;

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
    this.facts = new WordTable(true);
    this.waiting = h('ul', { class: 'ck-waiting' });
    this.moves = h('div', { class: 'ck-moves' });
    this.also = h('div', { class: 'ck-also-list' });
    this.bot = h('select', { class: 'ck-select', 'aria-label': 'Which bot decides' });
    this.botGo = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.letBot(this.shown) }, 'Let the bot decide');
    this.plain = h('button', { type: 'button', class: 'ck-quiet ck-default', onclick: () => this.useDefault() });
    this.hide = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.store.set({ openSeat: null, looked: null }) }, 'Hide again');
    this.foot = h('div', { class: 'ck-ask-foot' }, this.clause, h('span', { class: 'ck-pair' }, this.bot, this.botGo), this.plain, this.hide);
    this.below = h('button', { type: 'button', class: 'ck-below', hidden: true, onclick: () => this.body.scrollBy({ top: this.body.clientHeight * 0.8 }) }, 'More below ↓');
    this.body = h('div', { class: 'ck-ask-body', onscroll: () => this.hint() }, this.law, this.facts.node, this.waiting, this.moves, this.also, this.reason);
    this.foot.append(this.below);
    this.append(
      svg('svg', { class: 'ck-defs', 'aria-hidden': 'true', width: 0, height: 0 }, patternDefs(this.stem)),
      h('div', { class: 'ck-ask-head' }, this.mark, h('div', { class: 'ck-ask-title' }, this.who, this.question)),
      this.body, this.foot,
    );
    watchLooks(this.body, this.store);
    this.body.addEventListener('scroll', () => { this.scrolled = true; }, { passive: true });
    this.movePool = new Pool(this.moves, {
      key: (/** @type {Move} */ move, index) => `${move.name}.${index}`,
      make: () => new MoveForm({
        send: (move, values) => this.answer(move, values),
        check: (move, values) => judge(this.store, this.shown?.seat ?? '', move, values, false),
        load: (move) => wholeMove(this.store, this.shown?.seat ?? '', move),
        opened: (form) => this.openForm(form),
        drafts: this.drafts,
        grown: () => this.hint(),
        picked: (move, field, value) => this.pick(move, field, value),
      }).node,
      update: (node, move) => node.form.update(move, this.occasion(), this.folds, this.now.step),
    });
    this.alsoPool = new Pool(this.also, {
      key: (/** @type {import('../forms/panel.js').Offer} */ offer) => `${offer.seat}${offer.private ? '.private' : ''}`,
      make: (offer) => new AsideBox(this.panel(), offer.seat, offer.private).node,
      update: (node, offer) => node.aside.update(offer),
    });
    this.waitPool = new Pool(this.waiting, {
      key: (ask) => ask.seat,
      make: (ask) => makeWaiting(this, ask),
      update: (node, ask) => updateWaiting(this, node, ask),
    });
    /** @type {Ask|null} */
    this.shown = null;
    // What is asked first is drawn before the panel has a size: only now is it known what fits.
    new ResizeObserver(() => requestAnimationFrame(() => (this.sized ? this.hint() : this.fitFirst()))).observe(this.body);
  }

  begin() {
    super.begin();
    this.deaf ??= this.store.onRefused((reason) => { if (this.mounted) this.refuse(reason); });
  }

  stop() {
    super.stop();
    this.deaf?.();
    this.deaf = undefined;
  }

  /** @param {string} reason why what was sent last is not possible */
  refuse(reason) {
    setText(this.reason, reason);
    for (const node of this.querySelectorAll('.ck-move')) node.form?.refused();
  }

  /** What the boxes of asides need of this panel. */
  panel() {
    return {
      store: this.store,
      drafts: this.drafts,
      occasion: () => this.occasion(),
      answer: (/** @type {string} */ seat, /** @type {Move} */ move, /** @type {any} */ values) => { this.store.act({ do: 'aside', seat, move: move.name, with: values }); },
      check: (/** @type {string} */ seat, /** @type {Move} */ move, /** @type {any} */ values) => judge(this.store, seat, move, values, true),
      picked: (/** @type {Move} */ move, /** @type {string} */ field, /** @type {any} */ value) => this.pick(move, field, value),
      changed: () => this.stretch(),
    };
  }

  /**
   * Marks on the board what a form has chosen.
   * @param {Move} move
   * @param {string} field
   * @param {any} value
   */
  pick(move, field, value) {
    this.store.set({ pick: { move: move.name, field, value, step: this.now.step } });
  }

  /** What is asked: the same for as long as it waits, whatever is done aside. */
  occasion() {
    return `${this.now.asked ?? this.now.step}.${this.now.seen_as}.${this.shown?.seat}.${this.shown?.name}`;
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (changed.has('fixed')) this.drawBots();
    if (this.touches(changed, 'fixed', 'asks', 'over', 'winners', 'curtain', 'seats', 'step', 'asked', 'read_only', 'local.openSeat', 'local.looked')) this.drawAsks(changed);
    if (changed.has('local.chosen')) this.takeChoice();
  }

  drawBots() {
    this.bot.replaceChildren(...(this.fixed.bots ?? []).map((bot) => h('option', { value: bot.id, title: bot.idea ?? '' }, bot.label)));
  }

  /** @param {Set<string>} changed */
  drawAsks(changed) {
    const asks = this.now.asks ?? [];
    const secret = asks.filter((ask) => isSecret(ask, this.now.curtain ?? null));
    if (this.touches(changed, 'asked', 'fixed') && this.scrolled) {
      this.scrolled = false; // asked for in vain, it would have the whole table laid out at each step
      this.body.scrollTop = 0;
    }
    if (changed.has('asks') || changed.has('step')) setText(this.reason, '');
    const open = this.store.local.openSeat ?? null;
    if (this.touches(changed, 'asks', 'step')) this.store.local.looked = null;
    const there = secret.find((ask) => ask.seat === open && !ask.answered);
    // A seat that has answered, or is no longer asked, draws its curtain behind it.
    if (open && (!there || (there.closed && changed.has('asks')))) this.store.local.openSeat = null;
    const mine = this.store.local.openSeat ? openAsks(secret, null, open, this.store.local.looked).find((ask) => ask.seat === open && !ask.closed) : undefined;
    this.shown = mine ?? (secret.length ? null : asks[0] ?? null);
    this.waitPool?.keep(mine ? [] : secret);
    show(this.waiting, !mine && secret.length > 0);
    this.waitingPersons = secret.some((ask) => !ask.bot && !ask.answered);
    this.drawHead(asks, secret);
    this.drawMoves(Boolean(mine));
  }

  /**
   * @param {Ask[]} asks
   * @param {Ask[]} secret
   */
  drawHead(asks, secret) {
    const ask = this.shown ?? secret[0] ?? null;
    const known = JSON.stringify([this.shown?.seat, this.shown?.seat && seatName(this.fixed, this.now, this.shown.seat), this.fixed.seats]);
    if (this.headKnown !== known) {
      this.headKnown = known;
      const seated = isSeat(this.fixed, this.shown?.seat);
      this.mark.replaceChildren(...(seated ? [badge(this.fixed, this.shown.seat, this.stem)] : []));
      this.who.replaceChildren(...(seated ? [nameOf(seatName(this.fixed, this.now, this.shown.seat)), ' decides'] : []));
    }
    setText(this.question, headline(this.fixed, this.now, ask, Boolean(this.shown)));
    // The note tells what is asked; whoever sees the question has been told.
    const facts = ask?.facts ?? (ask?.kind === 'sealed' ? asks[0]?.facts : null);
    this.facts.draw(!facts || this.now.over ? null : this.shown ? { ...facts, note: '' } : facts);
    show(this.clause, Boolean(ask?.rule) && !this.now.over);
    this.asked = ask;
    this.nameClause(ask?.rule);
  }

  /** @param {string|undefined} rule the clause that can be read here */
  nameClause(rule) {
    if (this.clauseId === rule) return;
    this.clauseId = rule;
    setText(this.clause, `Rule ${rule ?? ''}`);
    this.clause.setAttribute('aria-expanded', 'false');
    show(this.law, false);
  }

  /**
   * One of several forms has been opened, and stands alone until it is closed.
   * @param {MoveForm|null} form
   */
  openForm(form) {
    if (form && form !== this.opened) this.opened?.fold(false);
    this.opened = form;
    this.classList.toggle('ck-one-open', Boolean(form));
    this.nameClause(form?.move.rule ?? this.asked?.rule);
    const large = form?.move.large ? form.move : null;
    if (large !== (this.store.local.opened?.move ?? null)) {
      this.store.set({ opened: large && { seat: this.shown?.seat ?? '', step: this.now.step, move: large } });
    }
    this.stretch();
  }

  /**
   * What may be answered. How high it is gets measured once, when all parts have been written:
   * each look lays out the table.
   * @param {boolean} mine
   */
  drawMoves(mine) {
    const idle = Boolean(this.now.over) || !this.shown || Boolean(this.now.read_only);
    const moves = idle ? [] : this.shown?.moves ?? [];
    this.folds = manyForms(moves);
    this.drawing = true;
    this.movePool?.keep(inOrder(moves));
    const still = Boolean(this.opened?.node.isConnected && this.opened.node.classList.contains('ck-opened'));
    if (this.opened) this.openForm(still ? this.opened : null);
    this.drawAsides(idle);
    const byHand = this.shown?.kind === 'roll' || this.shown?.kind === 'draw';
    this.footed = !this.clause.hidden || !idle;
    show(this.foot, this.footed);
    show(this.bot.parentElement, !idle && !byHand && Boolean(this.fixed.bots?.length));
    show(this.plain, !idle && Boolean(this.shown?.default) && !byHand);
    setText(this.plain, `Default: ${this.shown?.default ?? ''}`);
    this.plain.title = this.plain.textContent;
    show(this.hide, mine);
    if (this.shown?.bot) this.bot.value = this.shown.bot;
    this.drawing = false;
    this.store.afterwards(() => this.stretch());
  }

  /**
   * What may be done besides, by the seat that decides and by others.
   * @param {boolean} idle
   */
  drawAsides(idle) {
    const behind = this.now.asks?.find((one) => one.closed && one.kind === 'decision');
    const ask = this.now.over || this.now.read_only ? null : this.shown ?? behind ?? null;
    const own = !idle && ask?.asides?.length ? [{ seat: ask.seat, words: ask.asides.every((/** @type {any} */ aside) => aside.barred) ? 'Not possible now' : 'Also possible now', asides: ask.asides }] : [];
    const others = (ask?.others ?? []).filter((other) => other.asides.length || other.private).map((other) => {
      const name = seatName(this.fixed, this.now, other.seat);
      return { ...other, words: other.private ? `Only ${name} should look: what ${name} may also do` : `${name} may also` };
    });
    this.alsoPool?.keep([...own, ...others]);
  }

  /** Says that there is more below, as long as there is. */
  hint() {
    if (this.drawing) return;
    const more = this.body.scrollHeight - this.body.scrollTop - this.body.clientHeight > ROUNDING;
    show(this.below, more);
    show(this.foot, more || this.footed);
  }

  fitFirst() {
    this.sized = this.body.clientHeight > 0;
    this.stretch();
  }

  /** A form that does not fit gets more height, for persons only. */
  stretch() {
    if (this.drawing) return;
    const person = this.shown ? !this.shown.bot : this.waitingPersons;
    const much = person && (!this.facts.node.hidden || !this.shown || this.moves.children.length > SHORT || this.moves.querySelector('.ck-fields:not([hidden])'));
    const opened = Boolean(this.opened || this.also.querySelector('details[open]'));
    this.classList.toggle('ck-tall', opened);
    // What the hint itself takes must not count as missing.
    if (much || opened || !this.footed) show(this.below, false);
    if (much && !opened) this.classList.toggle('ck-tall', this.body.scrollHeight > this.body.clientHeight + ROUNDING);
    this.hint();
  }

  /**
   * The seat says that it is there: what it is asked is fetched, if the page has been kept from it.
   * @param {Ask} ask
   */
  async look(ask) {
    if (!ask.closed) {
      this.store.set({ openSeat: ask.seat });
      return;
    }
    const data = await this.store.detail({ do: 'look', seat: ask.seat });
    if (data) this.store.set({ openSeat: ask.seat, looked: data });
  }

  /**
   * @param {Move} move
   * @param {Record<string, any>} values
   */
  answer(move, values) {
    this.store.act({ do: 'answer', seat: this.shown?.seat, move: move.name, with: values });
  }

  /** Sends the one form that is asked as it stands: in an auction that is the least raise. */
  sendOnly() { if (!this.folds) onlyForm(this.moves)?.submit(); }

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
    if (!choice) return;
    const boxes = choice.aside ? [...this.also.querySelectorAll('.ck-moves')] : [this.moves];
    const node = boxes.flatMap((box) => [...box.children]).find((one) => one.dataset.move === choice.move);
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
    if (this.clauseId === id) setText(this.law, data ? `${data.id}  ${plainClause(data.text)}` : `There is no text for ${id}.`);
  }
}

define('classkit-ask', AskPart);
