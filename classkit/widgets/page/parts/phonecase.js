/** Information about a question on a phone: the space, facts, value, and the cash left after an answer. */

import { withUnit } from '../basics/format.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { filledIn, kindOf } from '../forms/fields.js';
import { draftKey, fieldsOf } from '../forms/moveform.js';
import { seatLook } from '../basics/seatlook.js';
import { Strip } from './phonestrip.js';

/**
 * The cost of an answer with its current values.
 * @param {Own|undefined} own
 * @param {Move} move
 * @param {Field[]} fields
 * @param {Record<string, any>} filled
 * @returns {number|null} null if it has no known cost
 */
export function costOf(own, move, fields, filled) {
  const cost = own?.costs[move.name];
  if (!cost || move.barred) return null;
  if (cost.amount !== null) return cost.amount;
  const [only, more] = fields;
  if (more || only?.form.kind !== 'amount') return null;
  const { read, trouble } = kindOf(only.form);
  if (trouble(only, filled[only.name])) return null;
  const value = read(only.form, filled[only.name]);
  return typeof value === 'number' ? value : null;
}

/** Format an amount in the unit of the seat's cash. @param {Own} own @param {Fixed} fixed @param {number} amount */
export function amountWords({ belongings }, fixed, amount) {
  return withUnit(amount, belongings.unit, belongings.currency);
}

/** The price on the button of an answer; empty if it has no cost. */
export function priceWords(own, fixed, move, fields, filled) {
  const amount = costOf(own, move, fields, filled);
  if (!own || amount === null) return '';
  return amount < 0 ? `+${amountWords(own, fixed, -amount)}` : amountWords(own, fixed, amount);
}

/**
 * The question with information for deciding it, without the answers.
 * @param {{part: any, head: any, moves: Move[], occasion: string}} props `head` is the question itself
 */
export function Case({ part, head, moves, occasion }) {
  const { fixed, now } = part;
  const { own } = now;
  if (!own) return head;
  const facts = [...own.facts, ...own.usual];
  return html`
    <div class="ck-case">
      <div class="ck-card ck-case-main">
        ${own.space && html`<${Strip} fixed=${fixed} now=${now} id=${own.space} />`}
        <div class="ck-case-head">${head}</div>
        ${part.openBoard && moves.some(choosesSpace) && html`
          <button type="button" class="ck-case-board" onClick=${part.openBoard}>Choose on the board</button>`}
        ${facts.length > 0 && html`
          <dl class="ck-case-facts">
            ${facts.map(([label, value]) => html`
              <div key=${label}><dt>${label}</dt><dd>${isolated(value)}</dd></div>`)}
          </dl>`}
      </div>
      ${own.scale && html`<${Scale} scale=${own.scale} />`}
      <${Left} fixed=${fixed} now=${now} own=${own} cost=${firstCost(part, own, moves, occasion)} />
    </div>`;
}

/** Whether an answer is a space or requires one. @param {Move} move */
export function choosesSpace({ barred, space, fields }) {
  return !barred && Boolean(space || fields.some(({ form }) => 'of' in form && form.of === 'space'));
}

/** @param {{scale: Scale}} props */
function Scale({ scale }) {
  return html`
    <section class="ck-card ck-scale-card">
      <h3>${scale.title}</h3>
      <ol class="ck-levels">
        ${scale.cells.map(([level, amount, isNow]) => html`
          <li key=${level} class=${isNow ? 'ck-level ck-level-now' : 'ck-level'} aria-current=${isNow ? 'true' : null}>
            <span>${level}</span><b>${amount}</b>
          </li>`)}
      </ol>
    </section>`;
}

/**
 * The first answer with a cost, and its cost with the current values.
 * @returns {{words: string, amount: number}|null}
 */
function firstCost(part, own, moves, occasion) {
  for (const move of moves) {
    const draft = part.drafts.get(draftKey(occasion, move));
    const fields = fieldsOf(move, draft) ?? [];
    const amount = costOf(own, move, fields, filledIn(fields, draft?.filled));
    if (amount !== null) return { amount, words: own.costs[move.name].words || `After “${move.label}” you keep` };
  }
  return null;
}

/** @param {{fixed: Fixed, now: Now, own: Own, cost: {words: string, amount: number}|null}} props */
function Left({ fixed, now, own, cost }) {
  const { amount, label, text, things } = own.belongings;
  const left = cost && amount !== null ? amount - cost.amount : null;
  if (left === null && !things.length && amount === null) return null;
  const whole = Math.max(amount ?? 0, left ?? 0, 1);
  const share = Math.max(0, Math.min(1, (left ?? amount ?? 0) / whole));
  return html`
    <section class="ck-card ck-left">
      <p class="ck-left-head">
        <span>${left === null ? label.replace(/^your/, 'Your') || 'Yours' : cost?.words}</span>
        <b>${left === null ? text : amountWords(own, fixed, left)}</b>
      </p>
      ${left !== null && html`
        <span class="ck-left-bar" aria-hidden="true"
          style=${`--ck-of: ${seatLook(fixed, now.seen_as).colour}; --ck-share: ${100 * share}%`}></span>`}
      <${Chips} things=${things} />
    </section>`;
}

/** @param {{things: string[]}} props */
export function Chips({ things }) {
  if (!things.length) return null;
  return html`
    <ul class="ck-chips">${things.map((words, at) => html`<li key=${`${words} ${at}`}>${isolated(words)}</li>`)}</ul>`;
}
