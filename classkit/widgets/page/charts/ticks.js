/** Ticks: round values on axes, and numbers of turns and rounds, as space permits. Pure functions. */

import { currencyOf, withSign } from '../basics/format.js';
import { widthOf } from '../basics/text.js';

/** @typedef {[number, number]} Range */
/** @typedef {[number, string]} Tick its position and its text */

/** Steps between values within a power of ten, and between turns. */
const STEPS = [1, 2, 2.5, 4, 5, 10], TURN_STEPS = [1, 2, 5];

/** Minimum number of ticks on a value axis, if they fit. */
const FEWEST = 3;

/** If the next tick is farther above the highest point than WASTE, the axis ends before it, with a margin of AIR. */
const WASTE = 0.28, AIR = 0.04;

/** Ticks closer to the current turn than this many steps are omitted, before and after it. */
const NEAR = 0.95, NEAR_AHEAD = 0.5;

/** Maximum number of turn labels, and the width of turn and round labels in units of the font size. */
const MOST_TURNS = 9, TURN = 2.3, ROUND = 3;

/** Minimum gap between ticks, in units of the font size. */
const BETWEEN = 0.35;

/** Width of narrow digits relative to the estimate. */
const NARROW = 0.92;

/** The width of a tick's text. @param {string} words @param {number} size of the type */
export function tickWidth(words, size) {
  return size * NARROW * widthOf(words);
}

/**
 * Return the range and ticks of an axis that includes two values.
 * @param {number} least
 * @param {number} most
 * @param {number} count maximum number of ticks
 * @param {boolean} whole
 * @returns {{range: Range, ticks: number[]}}
 */
export function scaleOf(least, most, count, whole) {
  if (least === most && least === 0) return scaleOf(0, whole ? 4 : 1, count, whole);
  if (least === most) return scaleOf(Math.min(0, least), Math.max(0, most), count, whole);
  const ten = Math.floor(Math.log10((most - least) / count));
  const found = [ten, ten + 1, ten + 2]
    .flatMap((power) => STEPS.map((step) => Number((step * 10 ** power).toPrecision(3))))
    .filter((step) => !whole || Number.isInteger(step))
    .map((step) => scaleBy(step, least, most))
    .filter(({ ticks }) => ticks.length <= count);
  const enough = found.filter(({ ticks }) => ticks.length >= FEWEST);
  return exactest(enough, most) ?? found[0] ?? scaleBy(most - least, least, most);
}

/**
 * Return the first scale that ends exactly at its highest point, else the first whose step is not 4.
 * @param {{range: Range, ticks: number[]}[]} scales
 * @param {number} most
 */
function exactest(scales, most) {
  const isOfFours = ({ ticks }) => (ticks[1] - ticks[0]).toExponential().startsWith('4');
  const exact = scales.find(({ range, ticks }) => range[1] === most && ticks.at(-1) === most);
  return exact ?? scales.find((one) => !isOfFours(one));
}

/**
 * @param {number} step
 * @param {number} least
 * @param {number} most
 * @returns {{range: Range, ticks: number[]}}
 */
function scaleBy(step, least, most) {
  const length = most - least;
  const [under, above] = [Math.floor(least / step + 1e-9) * step, Math.ceil(most / step - 1e-9) * step];
  const low = least - under > length * WASTE ? least - length * AIR : under;
  const high = above - most > length * WASTE ? most + length * AIR : above;
  const ticks = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-6; at += 1) {
    ticks.push(Number((at * step).toPrecision(12)));
  }
  return { range: [low, high], ticks };
}

/**
 * Format a value for an axis: "$300k", "2", "85%".
 * @param {number} value
 * @param {{unit?: string, currency?: Currency}} given an axis or a metric
 */
export function tickText(value, given) {
  const currency = currencyOf(given);
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  const written = (number) => number.toLocaleString('en-US', { maximumSignificantDigits: 4 });
  if (!currency) return `${sign}${written(size)}${given?.unit === '%' ? '%' : ''}`;
  if (size >= 1e6) return sign + withSign(`${written(size / 1e6)}M`, currency);
  if (size >= 1e4) return sign + withSign(`${written(size / 1e3)}k`, currency);
  return sign + withSign(written(size), currency);
}

/**
 * The format of the ticks of a logarithmic axis of money, for plotly; empty for other units. In a format of plotly, the
 * dollar sign stands for the currency of the language of the page, which is the dollar.
 * @param {{unit?: string, currency?: Currency}} axes
 */
export function moneyTicks(axes) {
  const currency = currencyOf(axes);
  if (!currency) return {};
  if (currency.sign === '$' && !axes.currency) return { tickformat: '$~s' };
  const [before, after] = withSign('0', currency).split('0');
  return { tickformat: '~s', tickprefix: before, ticksuffix: after };
}

/** Return the smallest step between turns for which the labels fit. */
export function stepOf(length, room) {
  const ten = Math.max(0, Math.floor(Math.log10(Math.max(length, 1) / room)));
  const steps = [ten, ten + 1].flatMap((power) => TURN_STEPS.map((step) => step * 10 ** power));
  return steps.find((step) => length / step <= room) ?? 10 ** (ten + 2);
}

/**
 * Return the ticks of a turn axis, without the current turn.
 * @param {Range} range
 * @param {number} at the current position
 * @param {number} room maximum number
 * @returns {Tick[]}
 */
function turnsOf([low, high], at, room) {
  const step = stepOf(high - Math.max(0, low), room);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, n) => (first + n) * step)
    .filter((place) => place <= at - step * NEAR || (place >= at + step * NEAR_AHEAD && high > at))
    .map((place) => [place, String(place)]);
}

/**
 * Return the number of each round at its first turn; if there are too many, every second, fifth or tenth.
 * @param {Array<[number, number]>} rounds and the turns at which they begin
 * @param {number} room maximum number
 * @returns {Tick[]}
 */
function roundsOf(rounds, room) {
  const [last] = rounds.at(-1) ?? [0];
  const every = stepOf(last, room);
  const [first] = rounds[0] ?? [0];
  const isTold = (/** @type {number} */ number) =>
    number === first || (every === 2 ? number - first : number) % every === 0;
  return rounds
    .filter(([number]) => number <= last - every * NEAR && isTold(number))
    .map(([number, turn]) => [turn, String(number)]);
}

/**
 * Return the ticks of an axis of turns, rounds or elections: round numbers, and the current position in words.
 * @param {Range} range
 * @param {{at: number, word: string, wide: number, size: number, rounds: Array<[number, number]>|null}} given the place
 *   of now, what is counted, the length of the axis, the size of the type, and the rounds if these are counted
 * @returns {Tick[]}
 */
export function ticksOf(range, { at, word, wide, size, rounds }) {
  const most = (each) => Math.max(2, Math.min(MOST_TURNS, wide / (size * each)));
  const places = rounds ? roundsOf(rounds, most(ROUND)) : turnsOf(range, at, most(TURN));
  const text = `${word} ${rounds ? rounds.at(-1)?.[0] ?? 0 : at}`;
  const pixel = wide / (range[1] - range[0]);
  const isClear = ([place, words]) =>
    Math.abs(place - at) * pixel > (tickWidth(words, size) + tickWidth(text, size)) / 2 + size * BETWEEN;
  return [...places.filter(isClear), /** @type {Tick} */ ([at, text])].sort(([one], [other]) => one - other);
}
