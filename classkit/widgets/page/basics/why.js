/** Explanation of a change: its parts, largest first, each with its ledger rows. */

import { h, nameOf, unfold } from './dom.js';
import { drawTrail } from './evidence.js';
import { plural } from './format.js';

/**
 * @typedef {{figure: string, seat?: string, turn?: number, since?: number, whole?: boolean, per?: string,
 *   at?: number}} Asked
 * @typedef {{turn: number, amount: string, text: string, rule: string}} WhyLine
 * @typedef {{amount: string, text: string, up: boolean, lines: WhyLine[], left: number,
 *   evidence: Evidence}} WhyPart
 * @typedef {{head: string, parts: WhyPart[], split: boolean}} Why
 */

/** @param {WhyLine} line "−$120,000: $120,000 from Ada to the Bank (P6.1)" */
export function lineWords({ amount, text, rule }) {
  return `${amount}: ${text}${rule ? ` (${rule})` : ''}`;
}

/**
 * A part of a change, with the ledger rows and events that explain it.
 * @param {any} store
 * @param {WhyPart} part
 */
function drawPart(store, { amount, text, lines, left, evidence }) {
  const rest = left ? [h('li', {}, `and ${plural(left, 'more line')} in the ledger`)] : [];
  const reported = h('div', { class: 'ck-trail-reported' });
  const list = [...lines.map((line) => h('li', {}, nameOf(lineWords(line)))), ...rest];
  const tell = async () => {
    if (reported.childElementCount || !evidence.events.length) return;
    const trail = await store.detail({ do: 'evidence', events: evidence.events, transfers: [] });
    if (!trail) return;
    const events = trail.events.map((event) => (lines.length ? { ...event, entries: [] } : event));
    reported.replaceChildren(...drawTrail({ ...trail, events, entries: [], note: '' }));
  };
  return h('li', {}, h('details', { ontoggle: tell }, h('summary', {}, h('b', {}, amount), ' ', nameOf(text)),
    ...(list.length ? [h('ul', { class: 'ck-trail-money' }, ...list)] : []), reported));
}

/** @param {Why|null} why if the change cannot be split, the head says why; null if unavailable */
export function drawWhy(store, why) {
  if (!why) return [h('p', { class: 'ck-hint' }, 'No breakdown of this figure is available here.')];
  const { head, parts, split } = why;
  if (!split) return [h('p', {}, nameOf(head))];
  const list = parts.length
    ? h('ul', { class: 'ck-trail-money' }, ...parts.map((part) => drawPart(store, part)))
    : h('p', { class: 'ck-hint' }, 'It has not changed.');
  return [h('p', {}, h('b', {}, nameOf(head))), list];
}

/**
 * Expand or collapse the explanation of a change below a button.
 * @param {Asked} asked
 */
export async function unfoldWhy(store, button, box, asked) {
  const opening = box.hidden || box.asked !== JSON.stringify(asked);
  unfold(button, box, opening);
  if (opening) await tellWhy(store, box, asked);
}

/**
 * Show the explanation of a change in a box, and return it; null if another request was made meanwhile.
 * @param {Asked} asked
 */
export async function tellWhy(store, box, asked) {
  const key = JSON.stringify(asked);
  Object.assign(box, { asked: key });
  box.replaceChildren('…');
  const data = await store.detail({ do: 'why', ...asked });
  if (box.asked !== key) return null; // another request was made meanwhile
  box.replaceChildren(...drawWhy(store, data));
  return data;
}
