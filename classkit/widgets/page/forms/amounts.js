/** Amounts of a move's field: what may be entered, and how it is said. `form` is an AmountForm. Pure. */

import { count, isMoney, money, withUnit } from '../basics/format.js';

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
 * How digits are written: those of the whole, then those after a decimal point or comma. A comma parts thousands
 * wherever it can, as on the page itself, and begins the decimals elsewhere: "1,600", but "2,5".
 */
const NOTATIONS = [
  /^(\d+)$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/,
  /^([1-9]\d{0,2}(?:[\s'’]\d{3})+)(?:[.,](\d+))?$/,
  /^(\d*)[.,](\d+)$/,
];

/** What parts thousands in some countries begins the decimals in others, and on this page. */
const READ_TWO_WAYS = /^(?!0+[.,]000$)(?:[1-9]\d{0,2}\.|0\d{1,2}[.,])\d{3}$/;

/** Text with the full-width letters, digits and signs of East Asian keyboards in plain width. */
export function toHalfWidth(typed) {
  const plain = (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  return typed.replace(/[\uff01-\uff5e]/g, plain).replace(/\u3000/g, ' ');
}

/** By how many digits the word behind a number moves its point. */
const MOVES = { '': 0, k: 3, thousand: 3, m: 6, mio: 6, million: 6, bn: 9, billion: 9 };

/** A sign, the digits, and thousands or millions. */
const PARTS = new RegExp(`^([+−–-]?)\\s*\\$?\\s*(.*?)\\s*(${Object.keys(MOVES).filter(Boolean).join('|')})?$`, 'is');

/**
 * A number as somebody typed it, in its parts: a "-" or nothing, the digits before and after the point, and by how many
 * digits a word behind it moves the point. It is read as it was typed or not at all, and not where it may be two
 * numbers: then the problem is a sentence, which is empty when all is well.
 */
function partsOf(written) {
  const refused = (problem) => ({ sign: '', whole: '', decimals: '', moves: 0, problem });
  if (!written) return refused('Enter a number.');
  const [, sign, digits, many = ''] = PARTS.exec(written) ?? [];
  const found = NOTATIONS.map((notation) => notation.exec(digits)).find(Boolean);
  if (!found) return refused(`“${written}” is not a number.`);
  if (READ_TWO_WAYS.test(digits)) {
    const short = String(Number(digits.replace(',', '.')));
    const long = Number(digits.replace(/[.,]/, ''));
    const plain = READ_TWO_WAYS.test(short) ? `${short}0` : short;
    const as = (number) => written.replace(digits, number);
    const advice = `write ${as(plain)} or ${as(String(long))}`;
    return refused(`“${written}” may be ${as(short)} or ${as(count(long))}: ${advice}.`);
  }
  return {
    sign: sign && sign !== '+' ? '-' : '', whole: found[1].replace(/\D/g, ''), decimals: found[2] ?? '',
    moves: MOVES[many.toLowerCase()], problem: '',
  };
}

/**
 * What somebody typed, as an amount of this form: "1,600", "$1 600", "1.6k", or a word that may stand in its place.
 * It is read as it was typed or not at all: nothing is rounded, and no sign passed over.
 * @returns {{value: number|string|null, problem: string}} no value where it is no whole number; the problem is a
 *   sentence, empty when all is well
 */
export function readAmount(typed, form) {
  const written = toHalfWidth(typed).trim();
  const word = Object.entries(form.words ?? {}).find(([, label]) => label.toLowerCase() === written.toLowerCase());
  if (word) return { value: word[0], problem: '' };
  const { sign, whole, decimals, moves, problem } = partsOf(written);
  if (problem) return { value: null, problem };
  const counted = decimals.replace(/0+$/, '');
  if (counted.length > moves) return { value: null, problem: wholeWords(form) };
  const size = Number(whole + counted.padEnd(moves, '0'));
  const value = sign ? -size : size;
  // What is too large to be exact here is out of every range.
  return { value: Number.isSafeInteger(value) ? value : null, problem: amountProblem(value, form) };
}

/** That an amount has to be whole, in what it is counted. */
function wholeWords({ unit }) {
  const counted = isMoney(unit) ? 'dollars' : unit ?? '';
  return /^[a-z]/i.test(counted) ? `A whole number of ${counted}.` : 'A whole number.';
}

/**
 * Why a whole number is not allowed, in few words: they are there at each key, without the kernel. Python's own
 * sentence (`Amount.refuse`) has the last word; a test holds that the two never differ in what they allow and name.
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

/** Words for a range, and the numbers that an amount may be besides. */
function orAlso(words, form) {
  const also = (form.also ?? []).map((one) => sayAmount(one, form)).join(' or ');
  return [words, also].filter(Boolean).join(', or ');
}

/** The same, and the words that may stand in its place. */
function orElse(words, form) {
  const labels = Object.values(form.words ?? {}).map((label) => `“${label}”`);
  return [orAlso(words, form), ...labels].join(', or ');
}

/** From where to where an amount goes, and what it may be besides. */
export function rangeOf(form) {
  if (form.high < form.low) return '';
  const low = isMoney(form.unit) ? sayAmount(form.low, form) : count(form.low);
  const steps = form.step > 1 ? `, steps of ${sayAmount(form.step, form)}` : '';
  return orAlso(`${low} to ${sayAmount(form.high, form)}${steps}`, form);
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
