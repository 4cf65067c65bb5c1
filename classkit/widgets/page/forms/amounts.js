/** Amounts of a move's field: what may be entered, and how it is said. `form` is an AmountForm. Pure. */

import { isMoney, money, readNumber, withUnit } from '../basics/format.js';

/** So few values are shown side by side instead of on a slider. */
const FEW = 7;

/**
 * All values of a small form, else nothing.
 * @returns {number[]|null}
 */
export function fewValues(form) {
  if (form.words) return null;
  const also = (form.also ?? []).filter((value) => value < form.low || value > form.high);
  const steps = form.high < form.low ? 0 : Math.floor((form.high - form.low) / (form.step || 1)) + 1;
  if (steps + also.length > FEW) return null;
  const range = Array.from({ length: steps }, (_, index) => form.low + index * (form.step || 1));
  return [...also, ...range].sort((a, b) => a - b);
}

/** A slider with more steps than this cannot be set to one of them by hand. */
const SLIDABLE = 2_000;

/** Can a slider be set to each value of this form? */
export function slides(form) {
  return form.high > form.low && (form.high - form.low) / (form.step || 1) <= SLIDABLE;
}

/** An amount in words; a word that may stand in its place, as it is called. */
export function sayAmount(value, form) {
  if (typeof value === 'string') return form.words?.[value] ?? value;
  return isMoney(form.unit) ? money(value) : withUnit(value, value === 1 ? form.one ?? form.unit : form.unit);
}

/**
 * What somebody typed, as an amount of this form.
 * @returns {{value: number|string|null, problem: string}} the problem is a sentence, empty when all is well
 */
export function readAmount(typed, form) {
  const word = Object.entries(form.words ?? {}).find(([, label]) => label.toLowerCase() === typed.trim().toLowerCase());
  if (word) return { value: word[0], problem: '' };
  const value = readNumber(typed);
  const written = typed.trim();
  if (value === null) return { value: null, problem: written ? `“${written}” is not a number.` : 'Enter a number.' };
  return { value, problem: amountProblem(value, form) };
}

/** Why an amount is not allowed; Python has the last word. */
export function amountProblem(value, form) {
  if ((form.also ?? []).includes(value)) return '';
  const also = (form.also ?? []).map((one) => sayAmount(one, form)).join(' or ');
  if (form.high < form.low) return `Only ${also || 'nothing'} is possible now.`;
  if (value < form.low) return `At least ${sayAmount(form.low, form)}.`;
  if (value > form.high) return `At most ${sayAmount(form.high, form)}.`;
  if ((value - form.low) % (form.step || 1)) return `In steps of ${sayAmount(form.step, form)}.`;
  return '';
}

/** So many values are offered beside a field at most. */
const OFFERED = 6;

/**
 * The values offered beside a field: words that may stand in its place, what it may be besides, and
 * what Python suggests, some of it with a title.
 * @param {Array<number|{value: number, title: string}>} [suggest]
 * @returns {Array<{value: number|string, text: string}>}
 */
export function offeredValues(form, suggest) {
  const words = Object.keys(form.words ?? {}).map((value) => ({ value, title: '' }));
  const also = (form.also ?? []).map((value) => ({ value, title: '' }));
  const given = (suggest ?? []).map((one) => (typeof one === 'object' ? one : { value: one, title: '' }));
  /** @type {Map<number|string, string>} */
  const titles = new Map();
  for (const { value, title } of [...words, ...also, ...given]) titles.set(value, title || titles.get(value) || '');
  const say = (value, title) => [title, sayAmount(value, form)].filter(Boolean).join(' ');
  return [...titles].slice(0, OFFERED).map(([value, title]) => ({ value, text: say(value, title) }));
}

/** Where an amount begins: the first suggestion, else the least. */
export function firstAmount(form, suggest) {
  const first = suggest?.map((one) => one?.value ?? one).find((value) => typeof value === 'number');
  if (first !== undefined) return first;
  if (form.also?.length) return form.also[0];
  return form.low;
}
