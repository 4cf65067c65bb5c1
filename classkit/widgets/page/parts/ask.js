/**
 * `<classkit-ask>`: the open decision, its seat and clause, and the possible answers.
 *
 * It has two sizes, which the table gets as `data-form`: a *bar* of fixed height with the question, facts and one or
 * two lines of answers, and a *form*, which also uses the space of the scores' plot. The size depends only on the
 * moves.
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

/**
 * Actions whose refusals are shown here: those of this bar, and a step that waits for an answer. Refused files are
 * reported at their button.
 */
const SAID_HERE = [
  '', 'answer', 'aside', 'asides', 'bot', 'default', 'form', 'look', 'moves', 'play', 'rule', 'step', 'withdraw',
];

/** Milliseconds after a new question in which the second click of a double click is ignored. */
const JUST_ASKED = 400;

/** The user's requests about a question. */
const NO_WISH = { occasion: '', all: false, less: false, asides: false, unfolded: /** @type {string[]} */ ([]) };

export class AskPart extends Part {
  /** Values that have not been sent, and open forms. */
  drafts = new Drafts();
  wish = NO_WISH;
  /** Whether only its seat sees this page, so that no curtain is needed. */
  own = false;
  /** Renders the question with additional information, if the page has it. @type {((props: any) => any)|null} */
  frame = null;
  /** What an answer costs, in words. @type {((move: Move, fields: Field[], filled: any) => string)|null} */
  price = null;
  /** The requested clause: its id, its text, and whether it is shown. */
  law = { rule: '', words: '', open: false };
  /** The chosen bot, and its question. */
  chosenBot = { occasion: '', bot: '' };
  /** The latest refusal, shown until something changes. */
  refusal = { reason: '', asks: /** @type {any} */ (null), step: 0 };
  /** The question whose hidden contents have been opened. */
  lookedAt = { asks: /** @type {any} */ (null), step: 0 };
  /** Key of the current question. */
  asking = '';
  since = 0;
  /** Whether somebody has scrolled since the last question. */
  scrolled = false;
  /** The width of the bar in em, and its ruler. */
  wide = USUAL;
  em = 0;
  across = 0;
  body = 0;
  /** The visible question. @type {Ask|null} */
  shown = null;
  /** The open form. @type {Move|null} */
  opened = null;
  /** The asks to be answered in secret. @type {Ask[]} */
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

  /** Ignore the second click of a double click, because the question may have appeared after the first. */
  leaveOutSecond(event) {
    if (event.detail < 2 || !event.target.closest('.ck-ask-body')) return;
    if (performance.now() - this.since > JUST_ASKED) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- The question.

  /** Key of the question, which is constant while it is open, even after asides. */
  occasion() {
    return `${this.now.asked ?? this.now.step}.${this.now.seen_as}.${this.shown?.seat}.${this.shown?.name}`;
  }

  /** Find the open question, and close the curtain of seats that have answered or are no longer deciding. */
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

  // --- User actions.

  /**
   * Update a draft and redraw.
   * @param {string} key the question, and the move
   * @param {Record<string, any>} change
   */
  keep(key, change) {
    this.drafts.keep(key, change);
    this.draw();
  }

  /** The user's requests about this question. */
  get wished() {
    const occasion = this.occasion();
    return this.wish.occasion === occasion ? this.wish : { ...NO_WISH, occasion };
  }

  /** The wait for a person who answers on a phone. @returns {PhoneWait|undefined} */
  get phoned() { return this.now.phones?.[this.shown?.seat ?? '']; }

  /** Whether answers are disabled here because the seat answers on a phone, until somebody answers for it. */
  get rests() { return Boolean(this.phoned) && this.store.local.answers?.asked !== this.now.asked; }

  want(change) {
    this.wish = { ...this.wished, ...change };
    this.draw();
  }

  /** Whether a seat's asides are expanded. @param {{seat: string, private?: boolean}} offer */
  isUnfolded(offer) { return this.wished.unfolded.includes(offerKey(offer)); }

  unfold(offer, on) {
    if (on === this.isUnfolded(offer)) return;
    const others = this.wished.unfolded.filter((key) => key !== offerKey(offer));
    this.want({ unfolded: on ? [...others, offerKey(offer)] : others });
  }

  /** Mark the chosen space of a form on the board. */
  pick(move, field, value) {
    this.store.set({ pick: { move: move.name, field, value, step: this.now.step } });
  }

  /** The seat confirms being there: fetch its question if the page does not have it. */
  async look(ask) {
    const { asks, step } = this.now;
    const looked = ask.closed ? await this.store.detail({ do: 'look', seat: ask.seat }) : null;
    if (ask.closed && !looked) return;
    this.lookedAt = { asks, step };
    this.store.set(looked ? { openSeat: ask.seat, looked } : { openSeat: ask.seat });
  }

  /**
   * Send a form. Its values are kept until they are accepted; a refused form is checked again, so that the reason is
   * shown next to its field.
   * @param {{key: string, seat: string, move: Move, aside: boolean}} form
   * @param {Record<string, any>} filled as stored
   * @param {Record<string, any>} values as sent
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

  /** Move the focus to the first possible answer. */
  goTo() {
    const answers = /** @type {NodeListOf<HTMLElement>} */ (
      this.querySelectorAll('.ck-ask-body :is(button, select, input):not([disabled])'));
    [...answers].find((one) => one.offsetParent)?.focus();
  }

  /** Send the only form unchanged; in an auction, this is the minimum raise. */
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
   * Handle a click on a space that a form accepts: fill it in, and focus the form's button.
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
      // A space that belongs to one partner also selects that partner.
      if (given) filled[given.field] = given.values[options.findIndex((one) => one.value === choice.value)];
      filled[field.name] = kindOf(field.form).fill(field.form, choice.value, filled[field.name]);
      this.keep(key, { filled: keptFrom(fields, filled) });
    }
    const box = choice.aside ? '.ck-also' : '.ck-answers';
    this.store.afterwards(() => /** @type {any} */ (
      this.querySelector(`${box} [data-move="${CSS.escape(move.name)}"] button[type=submit]`))?.focus());
  }

  /** Close what was opened last and return to the answers. @returns {boolean} whether something was open */
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
