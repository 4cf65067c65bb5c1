/** Who is asked what: the headline of the ask panel, and the rows of those who answer in secret. */

import { h, setText, show } from '../basics/dom.js';
import { badge, seatName } from '../basics/seatlook.js';

/**
 * @typedef {import('../types.js').Ask} Ask
 */

/**
 * @param {any} fixed
 * @param {any} now
 * @param {Ask|null} ask the question that is spoken of
 * @param {boolean} shown whether it is open, and not behind a curtain
 * @returns {string}
 */
export function headline(fixed, now, ask, shown) {
  const asks = now.asks ?? [];
  if (now.over) return overWords(fixed, now);
  if (!ask) return asks.length ? '' : 'Nothing to decide now. Press Step to go on.';
  if (shown) return ask.question;
  if (ask.kind !== 'sealed') return secretWords(ask, isSeat(fixed, ask.seat) ? seatName(fixed, now, ask.seat) : '');
  const missing = asks.filter((/** @type {Ask} */ one) => !one.answered).length;
  return `Secret answers: ${missing} of ${asks.length} still to come.`;
}

/**
 * @param {any} fixed
 * @param {any} now
 * @returns {string}
 */
function overWords(fixed, now) {
  const names = (now.winners ?? []).map((/** @type {string} */ seat) => seatName(fixed, now, seat));
  const story = `The match is over. ${now.over ?? ''}`;
  if (names.some((/** @type {string} */ name) => story.includes(name))) return story;
  return `${story} ${names.length > 1 ? `${names.join(' and ')} share the win.` : names.length ? `${names[0]} has won.` : 'Nobody has won.'}`;
}

/**
 * What is said of a question that stays behind a curtain.
 * @param {Ask} ask
 * @param {string} name of its seat; none for the dealer
 * @returns {string}
 */
function secretWords(ask, name) {
  if (ask.kind === 'draw') return name ? `${name} draws, unseen by the others.` : 'Something is drawn face-down.';
  return `${name} decides, unseen by the others.`;
}

/**
 * Whether it is a seat, and not nobody or the dealer.
 * @param {any} fixed
 * @param {string|undefined} seat
 * @returns {boolean}
 */
export function isSeat(fixed, seat) {
  return fixed.seats.some((/** @type {any} */ one) => one.id === seat);
}

// --- The rows of those who are to answer in secret: who has answered, and a way to one's own choices.

/**
 * @typedef {{fixed: any, now: any, stem: string, store: import('../wire/store.js').Store, look: (ask: Ask) => void, letBot: (ask: Ask) => void}} Panel
 */

/**
 * @param {Panel} panel
 * @param {Ask} ask
 * @returns {any}
 */
export function makeWaiting(panel, ask) {
  const name = h('span', { class: 'ck-waiting-name' });
  const state = h('span', { class: 'ck-waiting-state' });
  const open = h('button', { type: 'button', class: 'ck-do', onclick: () => panel.look(node.ask) });
  const bot = h('button', { type: 'button', class: 'ck-quiet', onclick: () => panel.letBot(node.ask) }, 'Let the bot decide');
  const back = h('button', { type: 'button', class: 'ck-quiet', onclick: () => panel.store.act({ do: 'withdraw', seat: ask.seat }) }, 'Withdraw');
  const node = h('li', { class: 'ck-waiting-row' }, isSeat(panel.fixed, ask.seat) ? badge(panel.fixed, ask.seat, panel.stem) : null, name, state, open, bot, back);
  Object.assign(node, { name, state, open, bot, back, ask });
  return node;
}

/**
 * @param {Panel} panel
 * @param {any} node
 * @param {Ask} ask
 */
export function updateWaiting(panel, node, ask) {
  node.ask = ask;
  const name = isSeat(panel.fixed, ask.seat) ? seatName(panel.fixed, panel.now, ask.seat) : 'The dealer';
  const open = !ask.answered && !panel.now.read_only;
  setText(node.name, name);
  setText(node.state, ask.answered ? 'has answered' : ask.shut ? 'a bot, whose choices stay hidden' : 'still to answer');
  setText(node.open, ask.kind === 'draw' ? 'Enter what was drawn, unseen by the others' : `I am ${name}: show my choices`);
  show(node.open, open && !ask.shut);
  show(node.bot, open && ask.kind !== 'draw');
  show(node.back, Boolean(ask.answered) && !panel.now.read_only);
}
