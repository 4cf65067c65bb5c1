/** Formatting of words and numbers. Pure functions without page or state. */

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Matches a currency sign of any country. */
const SIGN = /^\p{Sc}$/u;

/**
 * Return the currency of amounts, or null if the unit is not money. A unit that is a single currency sign is a currency
 * written in the usual way; every other currency is sent beside its unit.
 * @param {{unit?: string|null, currency?: Currency}|undefined} given a form, a metric, an axis
 * @returns {Currency|null}
 */
export function currencyOf(given) {
  const base = (given?.unit ?? '').split(' per ')[0];
  if (given?.currency && base && base !== '%') return given.currency;
  return SIGN.test(base) ? { sign: base, many: base, after: false, thousands: ',' } : null;
}

/**
 * Digits such as "1,250.5" with the sign, in the notation of a currency.
 * @param {string} digits
 * @param {Currency} currency
 */
export function withSign(digits, { sign, after, thousands }) {
  const own = thousands === ',' ? digits : digits.replace(/[.,]/g, (mark) => (mark === ',' ? thousands : ','));
  if (after) return `${own}\u00a0${sign}`;
  return `${sign}${/[\p{L}\p{N}]$/u.test(sign) ? '\u00a0' : ''}${own}`;
}

/**
 * `money(-120000, currency)` is "−$120,000".
 * @param {number} amount whole money units
 * @param {Currency} currency
 */
export function money(amount, currency) {
  const text = withSign(WHOLE.format(Math.abs(amount)), currency);
  return amount < 0 ? `−${text}` : text;
}

/**
 * Money in short form: `shortMoney(1250000, currency)` is "$1.25M".
 * @param {number} amount
 * @param {Currency} currency
 */
export function shortMoney(amount, currency) {
  const size = Math.abs(amount);
  const minus = amount < 0 ? '−' : '';
  if (size >= 999_500) return minus + withSign(`${DECIMAL.format(size / 1_000_000)}M`, currency);
  if (size >= 10_000) return minus + withSign(`${DECIMAL.format(size / 1_000)}k`, currency);
  return minus + withSign(WHOLE.format(size), currency);
}

/** `count(12345.678)` is "12,345.68"; other values are returned as text. */
export function count(value) {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value !== 'number') return String(value);
  if (!Number.isFinite(value)) return '–';
  const text = DECIMAL.format(Math.abs(value));
  return value < 0 && text !== '0' ? `−${text}` : text;
}

/**
 * Format a metric's value or an amount with its unit.
 * @param {string} [unit] a currency sign, "%" for percentages, else a noun or nothing
 * @param {Currency} [currency] the currency, if the sign alone does not say how amounts are written
 */
export function withUnit(value, unit = '', currency = undefined) {
  if (typeof value !== 'number') return count(value);
  const own = currencyOf({ unit, currency });
  if (own) return money(value, own);
  if (unit === '%') return `${count(value)}%`;
  if (!unit || /\d/.test(unit)) return count(value);
  return `${count(value)} ${unit}`;
}

/** "1 turn", "2 turns". */
export function plural(n, one, many = `${one}s`) {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** Capitalize the first letter of a text. */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The size of a file for people. */
export function fileSize(bytes) {
  if (bytes < 1000) return plural(bytes, 'byte');
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${DECIMAL.format(bytes / 1_000_000)} MB`;
}

/** Return the text of a clause without the Markdown of the rulebook. */
export function plainClause(text) {
  return text.replace(/`/g, '').replace(/\*\*/g, '');
}

/**
 * Return how far has been played, after going back.
 * @param {{turn: number, last: number, moment?: string}} line
 */
export function playedWords({ turn, last, moment }) {
  return turn < last && !moment ? ` · ${last} played` : '';
}

/**
 * Return the number of a turn for a class: its round, if the game has its own moment titles.
 * @param {{timeline: {moment?: string}, rounds: Array<[number, number]>}} now
 * @param {number} turn
 */
export function countedBy({ timeline, rounds }, turn) {
  const begun = timeline.moment ? rounds.filter(([, first]) => first <= turn) : [];
  return begun.at(-1)?.[0] ?? turn;
}

/**
 * The score of a seat with the name of its race or its unit: "$620,000 net worth", "Worth 39.71 gold", "3 points".
 * @param {{standings: Standing[], counted: Counted}} now
 * @param {string} seat
 */
export function scoreWords({ standings, counted }, seat) {
  const line = standings.find((one) => one.seat === seat);
  if (!line || line.score === null) return line?.text ?? '';
  const { title, unit } = counted;
  return [unit ? '' : title, line.text, unit].filter(Boolean).join(' ');
}
