/**
 * `<classkit-ask>`: who decides what, under which clause, and what may be answered.
 *
 * It has two sizes, told to the table as `data-form`: a *bar* of fixed height with the question, facts and one or two
 * lines of answers, and a *form*, which has the room of the scores' plot as well. Which of them it is follows from the
 * moves alone.
 */

import { define } from '../basics/dom.js';
import { plainClause } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { isSecret, openAsks, watchLooks } from '../forms/choices.js';
import { filledIn, keptFrom, kindOf } from '../forms/fields.js';
import { draftKey, fieldsOf } from '../forms/moveform.js';
import { DEFAULT, Drafts, offerKey } from '../forms/panel.js';
import { Question } from '../forms/question.js';
import { USUAL } from '../forms/form_layout.js';

/** What is refused here: what this bar sends, and a step that waits for an answer. A file is refused at its button. */
const SAID_HERE = [
  '', 'answer', 'aside', 'asides', 'bot', 'default', 'form', 'look', 'moves', 'play', 'rule', 'step', 'withdraw',
];

/** The second click of a double click is left out where the question has come after the first: milliseconds. */
const JUST_ASKED = 400;

/** What somebody has asked to see of a question. */
const NO_WISH = { occasion: '', all: false, less: false, asides: false, unfolded: /** @type {string[]} */ ([]) };

export class AskPart extends Part {
  /** What has been filled in and not sent, and which form is open. */
  drafts = new Drafts();
  wish = NO_WISH;
  /** Whether nobody but its seat looks at this page: nothing that it is asked stays behind a curtain. */
  own = false;
  /** Draws the question with what helps to decide it, where a page has that. @type {((props: any) => any)|null} */
  frame = null;
  /** What an answer costs, in words. @type {((move: Move, fields: Field[], filled: any) => string)|null} */
  price = null;
  /** The clause that was asked for: which, its words, whether they are shown. */
  law = { rule: '', words: '', open: false };
  /** Which bot was chosen, at which question. */
  chosenBot = { occasion: '', bot: '' };
  /** Why what was sent last is not possible, said while nothing has changed. */
  refusal = { reason: '', asks: /** @type {any} */ (null), step: 0 };
  /** At which question a seat has looked at what the page was kept from. */
  lookedAt = { asks: /** @type {any} */ (null), step: 0 };
  /** What is asked, and since when. */
  asking = '';
  since = 0;
  /** Whether somebody has scrolled since the last question. */
  scrolled = false;
  /** How wide the bar is, in em, and what that is measured by. */
  wide = USUAL;
  em = 0;
  across = 0;
  body = 0;
  /** The question that is open. @type {Ask|null} */
  shown = null;
  /** The form that stands open. @type {Move|null} */
  opened = null;
  /** Those who are to answer in secret. @type {Ask[]} */
  waits = [];

  mount() {
    this.dress('region', 'Decision', 'ck-ask', 'ck-panel');
    watchLooks(this, this.store);
    this.addEventListener('click', (event) => this.leaveOutSecond(event), { capture: true });
    this.addEventListener('scroll', () => { this.scrolled = true; }, { passive: true, capture: true });
    if (!this.alone) this.addEventListener('keydown', (event) => this.escape(event));
  }

  escape(event) {
    if (event.key === 'Escape' && this.leadBack()) event.stopPropagation();
  }

  listen() {
    return [...super.listen(), this.store.onRefused((reason, asked) => {
      if (!SAID_HERE.includes(asked)) return;
      this.refusal = { reason, asks: this.now?.asks, step: this.now?.step ?? 0 };
      this.draw();
    })];
  }

  get question() { return this.querySelector('.ck-question'); }

  /** Of a double click only the first is meant: the question may have come after it. */
  leaveOutSecond(event) {
    if (event.detail < 2 || !event.target.closest('.ck-ask-body')) return;
    if (performance.now() - this.since > JUST_ASKED) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- What is asked.

  /** What is asked: the same for as long as it waits, whatever is done aside. */
  occasion() {
    return `${this.now.asked ?? this.now.step}.${this.now.seen_as}.${this.shown?.seat}.${this.shown?.name}`;
  }

  /** Finds out who is asked, and draws the curtain of whoever has answered or is no longer asked. */
  find() {
    const { local } = this.store;
    const { asks = [], curtain = null, step } = this.now;
    const secret = asks.filter((ask) => isSecret(ask, curtain));
    if (this.lookedAt.asks !== this.now.asks || this.lookedAt.step !== step) local.looked = null;
    const there = secret.find((ask) => ask.seat === local.openSeat && !ask.answered);
    if (!this.own && (!there || (there.closed && !local.looked))) local.openSeat = null;
    const open = local.openSeat && openAsks(secret, null, local.openSeat, local.looked);
    const mine = open ? open.find((ask) => ask.seat === local.openSeat && !ask.closed) : undefined;
    this.shown = mine ?? (secret.length ? null : asks[0] ?? null);
    this.waits = mine ? [] : secret;
    const occasion = this.occasion();
    const same = this.asking === occasion;
    if (!same) Object.assign(this, { asking: occasion, since: performance.now() });
    return { asks, ask: this.shown ?? secret[0] ?? null, mine: Boolean(mine), occasion, same };
  }

  view() { return html`<${Question} part=${this} ...${this.find()} />`; }

  // --- What somebody does here.

  /**
   * Keeps something of a draft, and shows it.
   * @param {string} key the question, and the move
   * @param {Record<string, any>} change
   */
  keep(key, change) {
    this.drafts.keep(key, change);
    this.draw();
  }

  /** What somebody has asked to see of this question. */
  get wished() {
    const occasion = this.occasion();
    return this.wish.occasion === occasion ? this.wish : { ...NO_WISH, occasion };
  }

  /** How long a person has been waited for who answers on a phone. @returns {PhoneWait|undefined} */
  get phoned() { return this.now.phones?.[this.shown?.seat ?? '']; }

  /** Whether the answers rest: they are given on a phone, until somebody answers for it here. */
  get rests() { return Boolean(this.phoned) && this.store.local.answers?.asked !== this.now.asked; }

  want(change) {
    this.wish = { ...this.wished, ...change };
    this.draw();
  }

  /** Whether it is shown what a seat may do besides. @param {{seat: string, private?: boolean}} offer */
  isUnfolded(offer) { return this.wished.unfolded.includes(offerKey(offer)); }

  unfold(offer, on) {
    if (on === this.isUnfolded(offer)) return;
    const others = this.wished.unfolded.filter((key) => key !== offerKey(offer));
    this.want({ unfolded: on ? [...others, offerKey(offer)] : others });
  }

  /** Marks on the board what a form has chosen. */
  pick(move, field, value) {
    this.store.set({ pick: { move: move.name, field, value, step: this.now.step } });
  }

  /** The seat says that it is there: what it is asked is fetched, if the page has been kept from it. */
  async look(ask) {
    const { asks, step } = this.now;
    const looked = ask.closed ? await this.store.detail({ do: 'look', seat: ask.seat }) : null;
    if (ask.closed && !looked) return;
    this.lookedAt = { asks, step };
    this.store.set(looked ? { openSeat: ask.seat, looked } : { openSeat: ask.seat });
  }

  /**
   * Sends a form. What it holds is kept until that is accepted; what is refused is looked at once more, so that the
   * reason stands beside its field.
   * @param {{key: string, seat: string, move: Move, aside: boolean}} form
   * @param {Record<string, any>} filled as it is kept
   * @param {Record<string, any>} values as they are sent
   */
  async send({ key, seat, move, aside }, filled, values) {
    this.keep(key, { sent: true });
    const sent = this.drafts.get(key);
    const answer = await this.store.act({ do: aside ? 'aside' : 'answer', seat, move: move.name, with: values });
    if (!answer || answer.kind === 'refused') this.keep(key, { sent: false, ...(answer ? { filled } : {}) });
    else if (this.drafts.get(key) === sent) this.drafts.delete(key);
    if (this.own && answer && answer.kind !== 'refused') {
      this.store.set({ sent: { words: move.label, turn: this.now.turn } });
    }
    this.draw();
  }

  /** Takes the focus to the first thing that may be answered. */
  goTo() {
    const answers = /** @type {NodeListOf<HTMLElement>} */ (
      this.querySelectorAll('.ck-ask-body :is(button, select, input):not([disabled])'));
    [...answers].find((one) => one.offsetParent)?.focus();
  }

  /** Sends the one form that is asked as it stands: in an auction that is the least raise. */
  sendOnly() {
    const forms = [...this.querySelectorAll('.ck-answers > .ck-moves > .ck-move')];
    const [only, more] = forms.filter((form) => form.querySelector('.ck-fields:not([hidden])'));
    if (only && !more && !only.matches('.ck-opened')) /** @type {HTMLFormElement} */ (only).requestSubmit();
  }

  /** The bot that would decide. */
  get bot() {
    const { occasion, bot } = this.chosenBot;
    if (occasion === this.occasion()) return bot;
    return this.shown?.bot ?? (bot && bot !== DEFAULT ? bot : this.fixed.bots?.[0]?.id ?? DEFAULT);
  }

  letBot(ask) {
    const chosen = this.shown ? this.bot : ask.bot ?? this.bot;
    const { seat } = ask;
    return this.store.act(chosen === DEFAULT ? { do: 'default', seat } : { do: 'bot', seat, bot: chosen });
  }

  /** Bots answer for all who have not answered yet. */
  async letBots() {
    for (const ask of this.waits.filter((one) => !one.answered && one.kind !== 'draw')) {
      const answer = await this.letBot(ask);
      if (!answer || answer.kind === 'refused') return;
    }
  }

  async showClause(rule) {
    const open = !(this.law.open && this.law.rule === rule);
    this.law = { rule, words: '…', open };
    this.draw();
    if (!open) return;
    const data = await this.store.detail({ do: 'rule', rule });
    if (this.law.rule !== rule) return;
    this.law = { ...this.law, words: data ? `${data.id}  ${plainClause(data.text)}` : `There is no text for ${rule}.` };
    this.draw();
  }

  /**
   * A space was clicked that a form takes: it is filled in, and the form's button is at hand.
   * @param {import('../forms/choices.js').Choice & {value: any}} choice
   */
  take(choice) {
    const { asides } = this.store.local;
    const moves = choice.aside ? asides?.moves : this.shown?.moves;
    const move = moves?.find((one) => one.name === choice.move);
    if (!move) return;
    const occasion = choice.aside ? `${this.occasion()} aside ${asides.seat}` : this.occasion();
    const key = draftKey(occasion, move);
    const draft = this.drafts.get(key);
    const fields = fieldsOf(move, draft) ?? [];
    const field = fields.find((one) => one.name === choice.field);
    if (choice.aside) this.keep(key, { open: true });
    else this.keep(occasion, { open: move.name });
    if (field) {
      const filled = filledIn(fields, draft?.filled);
      const { given, options } = /** @type {any} */ (field.form);
      // A space that goes with one partner chooses that partner too.
      if (given) filled[given.field] = given.values[options.findIndex((one) => one.value === choice.value)];
      filled[field.name] = kindOf(field.form).fill(field.form, choice.value, filled[field.name]);
      this.keep(key, { filled: keptFrom(fields, filled) });
    }
    const box = choice.aside ? '.ck-also' : '.ck-answers';
    this.store.afterwards(() => /** @type {any} */ (
      this.querySelector(`${box} [data-move="${CSS.escape(move.name)}"] button[type=submit]`))?.focus());
  }

  /** Leads from what was opened last back to the answers. @returns {boolean} whether something was open */
  leadBack() {
    const close = (box) => /** @type {any} */ (this.querySelector(`${box} .ck-opened .ck-form-head button`));
    const button = close('.ck-also') ?? (this.wished.asides ? this.querySelector('.ck-besides') : close('.ck-answers'));
    if (button) button.click();
    else if (this.law.open) void this.showClause(this.law.rule);
    else if (this.wished.all) this.want({ all: false });
    else return false;
    return true;
  }
}

define('classkit-ask', AskPart);
