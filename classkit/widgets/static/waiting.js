/** The rows of those who are to answer in secret: who has answered, and a way to one's own choices. */

import { h, setText, show } from './dom.js';
import { isSeat } from './headline.js';
import { badge } from './swatch.js';
import { seatName } from './seatwords.js';

/**
 * @typedef {import('./types.js').Ask} Ask
 * @typedef {{fixed: any, now: any, stem: string, store: import('./store.js').Store, look: (ask: Ask) => void, letBot: (ask: Ask) => void}} Panel
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
