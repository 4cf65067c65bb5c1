/** A ledger entry and a clause in words. */

import { h } from './dom.js';
import { plainClause, withUnit } from './format.js';
import { seatName } from './seatwords.js';

/**
 * "$120,000 from Ada to the Bank: purchase (P6.1)".
 * @param {any} entry
 * @param {any} fixed
 * @param {any} now
 * @returns {string}
 */
export function entryWords(entry, fixed, now) {
  const what = entry.text || withUnit(entry.amount, entry.unit);
  const reason = entry.reason ? `: ${String(entry.reason).replace(/_/g, ' ')}` : '';
  const rule = entry.rule ? ` (${entry.rule})` : '';
  return `${what} from ${seatName(fixed, now, entry.from)} to ${seatName(fixed, now, entry.to)}${reason}${rule}`;
}

/**
 * @param {{id: string, text: string}|null|undefined} clause
 * @returns {HTMLElement|null}
 */
export function clauseNode(clause) {
  return clause ? h('p', { class: 'ck-clause-text' }, h('b', {}, clause.id), ' ', plainClause(clause.text)) : null;
}
