/**
 * `<classkit-ask>`: who decides what, under which clause, and what may be answered.
 *
 * It has two sizes, told to the table as `data-form`: a *bar* of fixed height with the question and up to three lines
 * of answers, and a *form*, which has the place of the tabs as well. Which of them it is follows from the moves alone.
 */

import { choice, define, h, isNew, nameOf, offer, press, setText, show, unfold } from '../basics/dom.js';
import { Pool } from '../basics/pool.js';
import { WordTable } from '../basics/tables.js';
import { plainClause } from '../basics/format.js';
import { Part } from '../basics/part.js';
import { badge } from '../basics/badge.js';
import { seatName } from '../basics/seatlook.js';
import { shorten } from '../basics/text.js';
import { isSecret, openAsks, watchLooks } from '../forms/choices.js';
import { MoveForm } from '../forms/moveform.js';
import { AsideBox, besides, briefNote, Drafts, headline, inOrder, isSeat, makeWaiting, onlyForm, unseenWords, updateWaiting, waitingWords, WHO_ROOM } from '../forms/panel.js';
import { Sizing } from '../forms/room.js';

/** The choice beside the bots: what the rules prescribe for whoever does not answer. */
const DEFAULT = '=default';

/** What is refused here: what this bar sends, and a step that waits for an answer. A file or a name is refused where it was chosen. */
const SAID_HERE = ['', 'answer', 'aside', 'asides', 'bot', 'default', 'form', 'look', 'moves', 'play', 'rule', 'step', 'withdraw'];

/** The second click of a double click is left out where the question has come after the first: milliseconds. */
const JUST_ASKED = 400;

export class AskPart extends Part {
  clauseId = undefined;
  /** The form that is open where each is opened by a button. @type {MoveForm|null} */
  opened = null;
  /** What the head speaks of. @type {Ask|null} */
  asked = null;
  /** What has been filled in and not sent. */
  drafts = new Drafts();
  /** What may be answered, as it stands there. @type {Move[]} */
  answers = [];
  /** What is asked, and since when. */
  asking = '';
  since = 0;
  /** Whether somebody has scrolled since the last step. */
  scrolled = false;
  /** Whether a tab has been chosen before: the first is chosen by the table itself. */
  tabbed = false;
  /** Those who are to answer in secret. @type {Ask[]} */
  waits = [];
  /** What there is to read before one answers. @type {any} */
  told = null;

  mount() {
    this.dress('region', 'Decision', 'ck-ask', 'ck-panel');
    this.mark = h('span', { class: 'ck-ask-badge' });
    this.who = h('span', { class: 'ck-ask-who' });
    this.question = h('h2', { class: 'ck-question', tabindex: -1 });
    this.clause = h('button', { type: 'button', class: 'ck-mini ck-clause', 'aria-expanded': 'false', onclick: () => this.showClause() });
    this.law = h('p', { class: 'ck-law', hidden: true });
    this.reason = h('p', { class: 'ck-refused', role: 'alert' });
    this.facts = new WordTable(true);
    this.waiting = h('ul', { class: 'ck-waiting' });
    this.unseen = h('p', { class: 'ck-hint ck-unseen' });
    this.moves = h('div', { class: 'ck-moves' });
    this.also = h('div', { class: 'ck-also-list' });
    this.size = new Sizing(this, (ask) => waitingWords(this, ask));
    this.plain = h('option', { value: DEFAULT });
    this.bot = choice('Which bot decides', () => this.nameBotGo());
    this.botGo = press('ck-quiet ck-bot-go', () => (this.shown ? this.letBot(this.shown) : this.letBots()));
    this.hide = press('ck-quiet', () => this.store.set({ openSeat: null, looked: null }), 'Hide again');
    this.others = h('div', { class: 'ck-ask-others' }, h('span', { class: 'ck-pair' }, this.bot, this.botGo), this.hide);
    this.body = h('div', { class: 'ck-ask-body' }, this.law, this.facts.node, this.waiting, h('div', { class: 'ck-answers' }, this.moves, this.size.more, this.unseen), this.reason, this.also);
    this.append(
      h('div', { class: 'ck-ask-head' }, this.mark, h('div', { class: 'ck-ask-title' }, this.who, this.question, this.clause), this.others),
      this.body, this.size.ruler,
    );
    watchLooks(this.body, this.store);
    this.body.addEventListener('click', (event) => {
      if (event.detail < 2 || performance.now() - this.since > JUST_ASKED) return;
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true });
    this.body.addEventListener('scroll', () => { this.scrolled = true; }, { passive: true, capture: true });
    this.movePool = new Pool(this.moves, {
      // A form stays what it is when it comes to stand elsewhere among the answers.
      key: (move, index) => `${move.name}.${this.answers.slice(0, index).filter(({ name }) => name === move.name).length}`,
      make: () => new MoveForm(this).node,
      update: (node, move) => node.form.update(move, this.occasion(), this.size.plan.folds, this.now.step, this.opensAlone()),
    });
    this.alsoPool = new Pool(this.also, {
      key: (offer) => `${offer.seat}${offer.private ? '.private' : ''}`,
      make: (offer) => new AsideBox(this, offer.seat, offer.private).node,
      update: (node, offer) => node.aside.update(offer),
    });
    this.waitPool = new Pool(this.waiting, {
      key: (ask) => ask.seat,
      make: (ask) => makeWaiting(this, ask),
      update: (node, ask) => updateWaiting(this, node, ask),
    });
    this.shown = null;
  }

  listen() {
    return [...super.listen(), this.store.onRefused((reason, asked) => { if (this.mounted && SAID_HERE.includes(asked)) this.refuse(reason); })];
  }

  /** @param {string} reason why what was sent last is not possible */
  refuse(reason) {
    setText(this.reason, reason);
    for (const node of this.querySelectorAll('.ck-move')) /** @type {any} */ (node).form?.refused();
  }

  /** Marks on the board what a form has chosen. */
  pick(move, field, value) {
    this.store.set({ pick: { move: move.name, field, value, step: this.now.step } });
  }

  /** What is asked: the same for as long as it waits, whatever is done aside. */
  occasion() {
    return `${this.now.asked ?? this.now.step}.${this.now.seen_as}.${this.shown?.seat}.${this.shown?.name}`;
  }

  update(changed) {
    if (changed.has('fixed')) this.drawBots();
    if (this.touches(changed, 'fixed', 'asks', 'over', 'winners', 'curtain', 'seats', 'step', 'asked', 'read_only', 'local.openSeat', 'local.looked')) this.drawAsks(changed);
    if (changed.has('local.chosen')) this.takeChoice();
    if (changed.has('local.tab')) {
      if (this.tabbed && this.dataset.form === 'form') this.makeRoom();
      this.tabbed = true;
    }
  }

  drawBots() {
    offer(this.bot, (this.fixed.bots ?? []).map((bot) => [bot.id, bot.label, bot.idea]));
    this.bot.append(this.plain);
    this.nameBotGo();
  }

  nameBotGo() {
    setText(this.botGo, this.bot.value === DEFAULT ? 'Take the default' : this.shown || this.waits.length < 2 ? 'Let the bot decide' : 'Let bots decide for all');
  }

  drawAsks(changed) {
    const asks = this.now.asks ?? [];
    const focused = this.contains(document.activeElement);
    const secret = asks.filter((ask) => isSecret(ask, this.now.curtain ?? null));
    if (this.touches(changed, 'asked', 'fixed') && this.scrolled) {
      this.scrolled = false; // asked for in vain, it would have the whole table laid out at each step
      for (const box of [this.body, ...this.body.querySelectorAll('.ck-fields')]) box.scrollTop = 0;
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
    this.waits = mine ? [] : secret;
    setText(this.unseen, unseenWords(this.waits));
    if (this.asking !== this.occasion()) {
      this.asking = this.occasion();
      this.since = performance.now();
    }
    this.drawHead(asks, secret);
    this.drawMoves(Boolean(mine));
    if (focused) this.keepFocus();
  }

  /** What had the focus may be gone with its question: then the next question has it, and is read aloud. */
  keepFocus() {
    const focus = document.activeElement;
    if (!focus || !this.contains(focus) || /** @type {any} */ (focus).disabled || !focus.checkVisibility()) this.question.focus({ preventScroll: true });
  }

  /** @param {Ask[]} secret */
  drawHead(asks, secret) {
    const ask = this.shown ?? secret[0] ?? null;
    if (isNew(this.who, [this.shown?.seat, this.shown?.seat && seatName(this.fixed, this.now, this.shown.seat), this.fixed.seats])) {
      const seated = isSeat(this.fixed, this.shown?.seat);
      this.mark.replaceChildren(...(seated ? [badge(this.fixed, this.shown.seat)] : []));
      this.who.replaceChildren(...(seated ? [nameOf(shorten(seatName(this.fixed, this.now, this.shown.seat), WHO_ROOM)), ' decides'] : []));
    }
    setText(this.question, headline(this.fixed, this.now, ask, Boolean(this.shown)));
    // The note tells what is asked; whoever sees the question has been told.
    const facts = ask?.facts ?? (ask?.kind === 'sealed' ? asks[0]?.facts : null);
    const note = this.shown || briefNote(facts) ? '' : facts?.note ?? '';
    this.told = !facts || this.now.over || !(facts.columns.length || note) ? null : { ...facts, note };
    this.facts.draw(this.told);
    show(this.clause, Boolean(ask?.rule) && !this.now.over);
    this.asked = ask;
    this.nameClause(ask?.rule);
  }

  /** @param {string|undefined} rule the clause that can be read here */
  nameClause(rule) {
    if (this.clauseId === rule) return;
    this.clauseId = rule;
    setText(this.clause, `Rule ${rule ?? ''}`);
    unfold(this.clause, this.law, false);
  }

  /**
   * One of several forms has been opened, and stands alone until it is closed.
   * @param {MoveForm|null} form
   */
  openForm(form) {
    if (form && form !== this.opened) this.opened?.fold(false);
    this.opened = form;
    this.nameClause(form?.move.rule ?? this.asked?.rule);
    const large = form?.move.large ? form.move : null;
    if (large !== (this.store.local.opened?.move ?? null)) {
      this.store.set({ opened: large && { seat: this.shown?.seat ?? '', step: this.now.step, move: large } });
    }
    this.size.fit();
  }

  /** A tab was asked for that lies where the form is: what has been filled in is kept, and the form put aside. */
  makeRoom() {
    this.opened?.fold(false);
    unfold(this.clause, this.law, false);
    this.size.wished = { occasion: this.occasion(), all: false, less: true, asides: false };
    this.openForm(null);
  }

  /** Draws the answers for another width. */
  drawAgain() {
    if (this.mounted && this.now) this.drawMoves(!this.hide.hidden);
  }

  /** Whether the one form of a person stands open without having been asked for. */
  opensAlone() {
    return this.size.plan.single && !this.shown?.bot;
  }

  /** What may be answered. */
  drawMoves(mine) {
    const idle = Boolean(this.now.over) || !this.shown || Boolean(this.now.read_only);
    const moves = idle ? [] : this.shown?.moves ?? [];
    const offers = besides(this.fixed, this.now, this.shown, idle);
    this.size.planFor(moves, offers.length > 0);
    this.answers = inOrder(moves, this.size.plan.single);
    this.movePool?.keep(this.answers);
    const still = Boolean(this.opened?.node.isConnected && this.opened.node.classList.contains('ck-opened'));
    if (this.opened) this.openForm(still ? this.opened : null);
    this.alsoPool?.keep(offers);
    const byHand = this.shown?.kind === 'roll' || this.shown?.kind === 'draw';
    const secret = this.waits.some((ask) => !ask.answered && ask.kind !== 'draw');
    show(this.bot.parentElement, (!idle && !byHand) || (secret && !this.now.over && !this.now.read_only));
    show(this.plain, Boolean(this.shown));
    show(this.hide, mine);
    setText(this.plain, `Default: ${this.shown?.default ?? ''}`);
    if (this.shown?.bot) this.bot.value = this.shown.bot;
    else if (this.bot.value === DEFAULT && this.bot.options.length > 1) this.bot.selectedIndex = 0;
    this.nameBotGo();
    this.size.fit();
  }

  /** The seat says that it is there: what it is asked is fetched, if the page has been kept from it. */
  async look(ask) {
    if (!ask.closed) {
      this.store.set({ openSeat: ask.seat });
      return;
    }
    const data = await this.store.detail({ do: 'look', seat: ask.seat });
    if (data) this.store.set({ openSeat: ask.seat, looked: data });
  }

  /**
   * @param {Record<string, any>} values
   * @param {boolean} aside whether it is done besides
   */
  answer(seat, move, values, aside) {
    this.store.act({ do: aside ? 'aside' : 'answer', seat, move: move.name, with: values });
  }

  /** Sends the one form that is asked as it stands: in an auction that is the least raise. */
  sendOnly() { if (!this.size.plan.folds) onlyForm(this.moves)?.submit(); }

  letBot(ask) {
    if (!ask) return;
    const chosen = this.shown ? this.bot.value : ask.bot ?? this.bot.value;
    this.store.act(chosen === DEFAULT ? { do: 'default', seat: ask.seat } : { do: 'bot', seat: ask.seat, bot: chosen });
  }

  /** Bots answer for all who have not answered yet. */
  async letBots() {
    for (const ask of this.waits.filter((one) => !one.answered && one.kind !== 'draw')) {
      const answer = await this.store.act({ do: 'bot', seat: ask.seat, bot: ask.bot ?? this.bot.value });
      if (!answer || answer.kind === 'refused') return;
    }
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
    unfold(this.clause, this.law, shown);
    this.size.fit();
    if (!shown || !id) return;
    setText(this.law, '…');
    const data = await this.store.detail({ do: 'rule', rule: id });
    if (this.clauseId === id) setText(this.law, data ? `${data.id}  ${plainClause(data.text)}` : `There is no text for ${id}.`);
  }
}

define('classkit-ask', AskPart);
