/** The evidence of a sentence: the events that it reports, the lines of the ledger, and the clause. */

import { h, nameOf, unfold } from './dom.js';
import { count, plainClause } from './format.js';
import { isolated } from './isolated.js';

/** "$120,000 from Ada to the Bank: purchase (P6.1)". */
function entryWords({ text, from, to, reason, rule }) {
  return isolated(`${text} from ${from} to ${to}${reason && `: ${reason}`}${rule && ` (${rule})`}`);
}

/** @param {LedgerRow[]} entries lines of the ledger as a list; nothing without any */
const drawEntries = (entries) => entries.length
  ? [h('ul', { class: 'ck-trail-money' }, ...entries.map((entry) => h('li', {}, nameOf(entryWords(entry)))))]
  : [];

/** @param {ReportedEvent} event with its clause, and the lines of the ledger that it reports */
function drawEvent({ text, rule, entries }) {
  const clause = rule ? h('span', { class: 'ck-news-why' }, ` ${rule}`) : '';
  return h('li', {}, nameOf(isolated(text)), clause, ...drawEntries(entries));
}

/**
 * Return the evidence of a sentence: events, further ledger rows or why there are none, and the clause.
 * @param {Trail} trail
 */
export function drawTrail({ events, entries, clause, note, left }) {
  return [
    ...(events.length ? [h('ul', { class: 'ck-trail-events' }, ...events.map(drawEvent))] : []),
    ...drawEntries(entries),
    ...(note ? [h('p', { class: 'ck-hint' }, note)] : []),
    ...(left ? [h('p', { class: 'ck-hint' }, `and ${count(left)} more in the news and the ledger`)] : []),
    ...(clause ? [h('p', { class: 'ck-clause-text' }, h('b', {}, clause.id), ' ', plainClause(clause.text))] : []),
  ];
}

/** @param {Evidence} evidence key for the content of a box */
const askedFor = ({ events, transfers }) => JSON.stringify(['evidence', events, transfers]);

/**
 * Show the evidence of a sentence in a box, unless another request was made meanwhile.
 * @param {Evidence} evidence
 */
export async function tellEvidence(store, box, evidence) {
  const key = askedFor(evidence);
  Object.assign(box, { asked: key });
  box.replaceChildren('…');
  const trail = await store.detail({ do: 'evidence', ...evidence });
  if (box.asked === key) box.replaceChildren(...(trail ? drawTrail(trail) : []));
}

/**
 * Expand or collapse the evidence of a sentence below a button.
 * @param {Evidence} evidence
 */
export async function unfoldEvidence(store, button, box, evidence) {
  const opening = box.hidden || box.asked !== askedFor(evidence);
  unfold(button, box, opening);
  if (opening) await tellEvidence(store, box, evidence);
}
