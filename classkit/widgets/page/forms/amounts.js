/** Amounts in a move's field: parsing, validation and formatting. `form` is an AmountForm. Pure functions. */

import { count, currencyOf, money, withUnit } from '../basics/format.js';

/** Maximum number of values shown as buttons instead of a slider. */
const FEW = 7;

/**
 * Return all values of a small form, else null.
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

/** Maximum number of steps of a usable slider. */
const SLIDABLE = 2_000;

/** Return whether a slider can be set to each value of this form. */
export function slides(form) {
  return form.high > form.low && (form.high - form.low) / (form.step || 1) <= SLIDABLE;
}

/** Format an amount, or the label of a special value. */
export function sayAmount(value, form) {
  if (typeof value === 'string') return form.words?.[value] ?? value;
  const currency = currencyOf(form);
  if (currency) return money(value, currency);
  return withUnit(value, value === 1 ? form.one ?? form.unit : form.unit);
}

/**
 * Number notations: digits of the integer part, then decimals. A comma is a thousands separator if possible, as on the
 * page itself, and otherwise a decimal comma: "1,600", but "2,5".
 */
const NOTATIONS = [
  /^(\d+)$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/,
  /^([1-9]\d{0,2}(?:[\s'’]\d{3})+)(?:[.,](\d+))?$/,
  /^(\d*)[.,](\d+)$/,
];

/**
 * Numbers whose separator is ambiguous: thousands in some countries, decimals in others and on this page; by the mark
 * of thousands of the currency.
 */
const READ_TWO_WAYS = new Map([
  [',', /^(?!0+[.,]000$)(?:[1-9]\d{0,2}\.|0\d{1,2}[.,])\d{3}$/],
  ['.', /^(?!0+[.,]000$)(?:[1-9]\d{0,2},|0\d{1,2}[.,])\d{3}$/],
]);

/** The same for a currency that separates thousands by a space. */
const NEITHER_MARK = /^(?!0+[.,]000$)(?:[1-9]\d{0,2}|0\d{1,2})[.,]\d{3}$/;

/** Text with the full-width letters, digits and signs of East Asian keyboards in plain width. */
export function toHalfWidth(typed) {
  const plain = (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  return typed.replace(/[\uff01-\uff5e]/g, plain).replace(/\u3000/g, ' ');
}

/** Number of digits by which a suffix moves the decimal point. */
const MOVES = { '': 0, k: 3, thousand: 3, m: 6, mio: 6, million: 6, bn: 9, billion: 9 };

/** Thousands or millions. */
const MANY = Object.keys(MOVES).filter(Boolean).join('|');

/**
 * A sign, the digits, and thousands or millions; the currency's sign before or after, or its noun after.
 * @param {Currency|null} currency
 */
function partsPattern(currency) {
  const plain = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const before = currency ? `(?:${plain(currency.sign)})?` : '';
  const after = currency ? `(?:${plain(currency.sign)}|${plain(currency.many)})?` : '';
  return new RegExp(`^([+−–-]?)\\s*${before}\\s*(.*?)\\s*(${MANY})?\\s*${after}$`, 'is');
}

/**
 * Split a typed number (`text` is `written` in plain width) into its sign, the digits before and after the decimal
 * point, and the shift by a suffix. A number that is invalid or ambiguous is not read; `problem` is then a sentence,
 * otherwise empty.
 */
function partsOf(text, written, currency) {
  const refused = (problem) => ({ sign: '', whole: '', decimals: '', moves: 0, problem });
  if (!written) return refused('Enter a number.');
  const [, sign, digits, many = ''] = partsPattern(currency).exec(text) ?? [];
  const found = NOTATIONS.map((notation) => notation.exec(digits)).find(Boolean);
  if (!found) return refused(`“${written}” is not a number.`);
  const mark = currency?.thousands ?? ',';
  const ambiguous = READ_TWO_WAYS.get(mark) ?? NEITHER_MARK;
  if (ambiguous.test(digits)) {
    const short = String(Number(digits.replace(',', '.'))).replace('.', mark === ',' ? '.' : ',');
    const long = Number(digits.replace(/[.,]/, ''));
    const plain = ambiguous.test(short) ? `${short}0` : short;
    const as = (number) => text.replace(digits, number);
    const advice = `write ${as(plain)} or ${as(String(long))}`;
    return refused(`“${written}” may be ${as(short)} or ${as(count(long).replace(',', mark))}: ${advice}.`);
  }
  return {
    sign: sign && sign !== '+' ? '-' : '', whole: found[1].replace(/\D/g, ''), decimals: found[2] ?? '',
    moves: MOVES[many.toLowerCase()], problem: '',
  };
}

/**
 * Parse a typed amount: "1,600", "$1 600", "1.6k", or a special word. Nothing is rounded, and no sign is ignored.
 * @returns {{value: number|string|null, problem: string}} null if it is not a whole number; `problem` is a sentence,
 *   or empty
 */
export function readAmount(typed, form) {
  const written = typed.trim();
  const word = Object.entries(form.words ?? {}).find(([, label]) => label.toLowerCase() === written.toLowerCase());
  if (word) return { value: word[0], problem: '' };
  const { sign, whole, decimals, moves, problem } = partsOf(toHalfWidth(written).trim(), written, currencyOf(form));
  if (problem) return { value: null, problem };
  const counted = decimals.replace(/0+$/, '');
  if (counted.length > moves) return { value: null, problem: wholeWords(form) };
  const size = Number(whole + counted.padEnd(moves, '0'));
  const value = sign ? -size : size;
  // A number that is too large to be exact is outside every range.
  return { value: Number.isSafeInteger(value) ? value : null, problem: amountProblem(value, form) };
}

/** The message that an amount must be a whole number, with its unit. */
function wholeWords(form) {
  const counted = currencyOf(form)?.many ?? form.unit ?? '';
  return /^[a-z]/i.test(counted) ? `A whole number of ${counted}.` : 'A whole number.';
}

/**
 * Return why a whole number is not allowed, in a few words, immediately and without the kernel. Python
 * (`Amount.refuse`) decides; a test checks that both allow and name the same values.
 */
export function amountProblem(value, form) {
  const also = form.also ?? [];
  const step = form.step || 1;
  if (also.includes(value)) return '';
  if (form.high < form.low) return `${also.length ? `Only ${orAlso('', form)}` : 'No amount'} is possible now.`;
  if (value < form.low) return `At least ${orElse(sayAmount(form.low, form), form)}.`;
  if (value > form.high) return `At most ${orElse(sayAmount(form.high, form), form)}.`;
  if ((value - form.low) % step === 0) return '';
  const from = form.low % step ? ` from ${sayAmount(form.low, form)}` : '';
  return `In steps of ${orElse(sayAmount(step, form) + from, form)}.`;
}

/** Add the numbers allowed outside the range. */
function orAlso(words, form) {
  const also = (form.also ?? []).map((one) => sayAmount(one, form)).join(' or ');
  return [words, also].filter(Boolean).join(', or ');
}

/** The same, with special words. */
function orElse(words, form) {
  const labels = Object.values(form.words ?? {}).map((label) => `“${label}”`);
  return [orAlso(words, form), ...labels].join(', or ');
}

/** The range of an amount, with other allowed values. */
export function rangeOf(form) {
  if (form.high < form.low) return '';
  const low = currencyOf(form) ? sayAmount(form.low, form) : count(form.low);
  const steps = form.step > 1 ? `, steps of ${sayAmount(form.step, form)}` : '';
  return orAlso(`${low} to ${sayAmount(form.high, form)}${steps}`, form);
}

/** Maximum number of values suggested next to a field. */
const OFFERED = 6;

/**
 * Return the values suggested next to a field: special words, values outside the range, and Python's suggestions, some
 * with a title.
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

/** The initial amount: the first suggestion, else the minimum. */
export function firstAmount(form, suggest) {
  const first = suggest?.map((one) => one?.value ?? one).find((value) => typeof value === 'number');
  if (first !== undefined) return first;
  if (form.also?.length) return form.also[0];
  return form.low;
}
