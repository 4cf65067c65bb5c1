/** The ask panel: who is asked what, what may be done besides, and its forms, which of them are open and what is filled in. */

import { h, press, setText, show } from '../basics/dom.js';
import { Pool } from '../basics/pool.js';
import { badge } from '../basics/badge.js';
import { seatName } from '../basics/seatlook.js';
import { shorten } from '../basics/text.js';
import { MoveForm } from './moveform.js';
import { hasForm } from './room.js';

/**
 * Plain buttons first, then forms, then what is barred; otherwise as the game lists them.
 * @param {boolean} [formFirst] whether the form comes first: the one that a person finds open
 * @returns {Move[]}
 */
export function inOrder(moves, formFirst = false) {
  const rank = (move) => (move.barred ? 2 : hasForm(move) !== formFirst ? 1 : 0);
  return [...moves].sort((a, b) => rank(a) - rank(b));
}

/**
 * The form with fields, where there is just one.
 * @param {any} box the moves that are asked
 * @returns {any} null where there is none, or several to choose from
 */
export function onlyForm(box) {
  const forms = [...box.children].filter((node) => node.querySelector('.ck-fields:not([hidden])'));
  return forms.length === 1 ? forms[0].form : null;
}

// --- What somebody has filled in and not sent yet: kept for as long as the same is asked. Pure.

/** So many are kept; of more, the oldest goes. */
const MOST = 60;

/** By the question and the move: `{open, values}`. */
export class Drafts extends Map {
  /** @param {{open?: boolean, values?: Record<string, any>}} change what is new about it */
  keep(key, change) {
    const draft = { ...this.get(key), ...change };
    this.delete(key);
    this.set(key, draft);
    if (this.size > MOST) this.delete(this.keys().next().value);
  }
}

// --- Who is asked what: the headline of the ask panel, and the rows of those who answer in secret.

/**
 * @param {Ask|null} ask the question that is spoken of
 * @param {boolean} shown whether it is open, and not behind a curtain
 */
export function headline(fixed, now, ask, shown) {
  const asks = now.asks ?? [];
  if (now.over) return overWords(fixed, now);
  if (!ask) return asks.length ? '' : 'Nothing to decide now. Press Step to go on.';
  if (shown) return ask.question;
  if (ask.kind !== 'sealed') return secretWords(ask, isSeat(fixed, ask.seat) ? seatName(fixed, now, ask.seat) : '');
  const missing = asks.filter((one) => !one.answered).length;
  return [briefNote(asks[0]?.facts), `Secret answers: ${missing} of ${asks.length} still to come.`].filter(Boolean).join(' ');
}

/** A note of so many letters stands in the question; a longer one below it. */
const BRIEF = 75;

/**
 * What everybody may know of a question that is answered in secret, where it is short.
 * @param {FactTable|null|undefined} facts
 */
export function briefNote(facts) {
  const note = facts?.note ?? '';
  return note.length <= BRIEF ? note : '';
}

function overWords(fixed, now) {
  const names = (now.winners ?? []).map((seat) => seatName(fixed, now, seat));
  const story = `The match is over. ${now.over ?? ''}`;
  if (names.some((name) => story.includes(name))) return story;
  return `${story} ${names.length > 1 ? `${names.join(' and ')} share the win.` : names.length ? `${names[0]} has won.` : 'Nobody has won.'}`;
}

/**
 * What is said of a question that stays behind a curtain.
 * @param {string} name of its seat; none for the dealer
 */
function secretWords(ask, name) {
  if (ask.kind === 'draw') return name ? `${name} draws, unseen by the others.` : 'Something is drawn face-down.';
  return `${shorten(name, WHO_ROOM)} decides, unseen by the others.`;
}

/** Whether it is a seat, and not nobody or the dealer. */
export function isSeat(fixed, seat) {
  return fixed.seats.some((one) => one.id === seat);
}

// --- The rows of those who are to answer in secret: who has answered, and a way to one's own choices.

export function makeWaiting(panel, ask) {
  const name = h('span', { class: 'ck-waiting-name' });
  const state = h('span', { class: 'ck-waiting-state' });
  const open = press('ck-do', () => panel.look(node.ask));
  const bot = press('ck-quiet ck-row-bot', () => panel.letBot(node.ask), 'Let the bot decide');
  const back = press('ck-quiet', () => panel.store.act({ do: 'withdraw', seat: ask.seat }), 'Withdraw');
  const node = h('li', { class: 'ck-waiting-row' }, isSeat(panel.fixed, ask.seat) ? badge(panel.fixed, ask.seat) : null, name, state, open, bot, back);
  Object.assign(node, { name, state, open, bot, back, ask });
  return node;
}

/**
 * Says why no answers are shown where nobody's row is.
 * @param {Ask[]} asks those who answer in secret
 */
export function unseenWords(asks) {
  if (!asks.length || asks[0].kind !== 'sealed') return '';
  const bots = asks.every((ask) => ask.bot) ? ' Step lets the bots answer.' : '';
  return `Each answers unseen by the others, and all answers are opened together.${bots}`;
}

function nameIn(panel, ask) {
  return isSeat(panel.fixed, ask.seat) ? seatName(panel.fixed, panel.now, ask.seat) : 'The dealer';
}

/** A long name is cut short before the words of its button are; units of the type. */
const NAME_ROOM = 11;

/** The width of the name of who decides, before the question; the seats above have it whole. */
export const WHO_ROOM = 15;

function openWords(name, ask) {
  return ask.kind === 'draw' ? 'Enter what was drawn, unseen by the others' : `I am ${shorten(name, NAME_ROOM)}: show my choices`;
}

/** What stands in the row of somebody who answers in secret, as the bar would show it. */
export function waitingWords(panel, ask) {
  const name = nameIn(panel, ask);
  return ask.answered ? [name, 'Withdraw'] : ask.shut ? [name, 'Let the bot decide'] : [openWords(name, ask)];
}

export function updateWaiting(panel, node, ask) {
  node.ask = ask;
  const name = nameIn(panel, ask);
  const open = !ask.answered && !panel.now.read_only;
  // The bar has no room to say things twice: there the button says who it is for, and one button lets bots answer for all.
  node.classList.toggle('ck-says-who', open && !ask.shut);
  setText(node.name, name);
  setText(node.state, ask.answered ? 'has answered' : ask.shut ? 'a bot, whose choices stay hidden' : 'still to answer');
  setText(node.open, openWords(name, ask));
  show(node.open, open && !ask.shut);
  show(node.bot, open && ask.kind !== 'draw');
  show(node.back, Boolean(ask.answered) && !panel.now.read_only);
}

// --- What a seat may do besides while a decision waits; the forms are fetched when somebody opens them.

/** @typedef {{seat: string, words: string, asides: Move[], private?: boolean}} Offer */

export class AsideBox {
  /**
   * @param {boolean} [secret] whether it shows what only that seat may see
   */
  constructor(panel, seat, secret = false) {
    this.panel = panel;
    this.seat = seat;
    this.secret = secret;
    /** For which question the forms were fetched. */
    this.at = '';
    this.moves = [];
    this.words = h('span');
    this.names = h('span', { class: 'ck-also-names' });
    this.box = h('div', { class: 'ck-moves' });
    this.node = h('details', { class: 'ck-also', ontoggle: () => this.load() }, h('summary', {}, this.words, this.names), this.box);
    this.node.aside = this;
    this.pool = new Pool(this.box, {
      key: (move, index) => `${move.name}.${index}`,
      make: () => new MoveForm(panel, seat).node,
      update: (node, move) => node.form.update(move, `${panel.occasion()} aside ${seat}`, true, panel.store.now?.step),
    });
  }

  update(offer) {
    const names = offer.asides.map((aside) => aside.label).join(', ');
    setText(this.words, offer.words);
    setText(this.names, names && `: ${names}`); // open, they stand below it as buttons
    if (this.node.open) this.load();
  }

  async load() {
    const { panel } = this;
    const { store } = panel;
    const at = `${panel.occasion()} ${store.now?.step}`;
    if (!this.node.open) {
      if (store.local.asides?.seat === this.seat) store.set({ asides: null });
    } else if (this.at === at) {
      this.keep();
    } else {
      const data = await store.detail({ do: 'asides', seat: this.seat, ...(this.secret ? { private: true } : {}) });
      if (!data || at !== `${panel.occasion()} ${store.now?.step}` || !this.node.open) return;
      this.at = at;
      this.moves = data.asides;
      this.keep();
    }
    panel.size.fit();
  }

  keep() {
    const { store } = this.panel;
    this.pool.keep([...this.moves].sort((a, b) => Number(Boolean(a.barred)) - Number(Boolean(b.barred))));
    store.set({ asides: { seat: this.seat, step: store.now?.step ?? 0, moves: this.moves } });
  }
}

/**
 * What may be done besides, by the seat that decides and by others.
 * @param {Ask|null} shown
 * @param {boolean} idle whether nothing may be answered now
 */
export function besides(fixed, now, shown, idle) {
  const behind = now.asks?.find((one) => one.closed && one.kind === 'decision');
  const ask = now.over || now.read_only ? null : shown ?? behind ?? null;
  const own = !idle && ask?.asides?.length ? [{ seat: ask.seat, words: ask.asides.every((aside) => aside.barred) ? 'Not possible now' : 'Also possible now', asides: ask.asides }] : [];
  const others = (ask?.others ?? []).filter((other) => other.asides.length || other.private).map((other) => {
    const name = seatName(fixed, now, other.seat);
    return { ...other, words: other.private ? `Only ${name} should look: what ${name} may also do` : `${name} may also` };
  });
  return [...own, ...others];
}
