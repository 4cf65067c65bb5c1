/** Messages leave out what goes without saying; here it is filled in again. Pure. */

import { seatName } from './seatwords.js';

/**
 * @typedef {import('./types.js').Ask} Ask
 * @typedef {import('./types.js').Row} Row
 */

/**
 * Rows hold only what differs from the row before. Gives whole rows.
 * @param {Row[]} rows as they were sent
 * @param {Row|undefined} before the whole row before them
 * @returns {Row[]}
 */
export function wholeRows(rows, before) {
  let last = before?.values ?? {};
  return rows.map((row) => {
    last = merged(last, row.values ?? {});
    return { ...row, values: last };
  });
}

/**
 * @param {any} before
 * @param {any} change
 * @returns {any}
 */
function merged(before, change) {
  if (!isTable(change) || !isTable(before)) return change;
  /** @type {Record<string, any>} */
  const whole = { ...before };
  for (const [key, value] of Object.entries(change)) whole[key] = merged(before[key], value);
  return whole;
}

/** @param {any} value */
function isTable(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Asks with every key in its place; spaces and seats among the options get their labels.
 * @param {Ask[]} asks
 * @param {any} fixed
 * @param {any} now
 * @returns {Ask[]}
 */
export function wholeAsks(asks, fixed, now) {
  const looks = now?.board?.looks ?? {};
  const titles = new Map((fixed?.board?.spaces ?? []).map((/** @type {any} */ space) => [space.id, labelOf(space, looks[space.id])]));
  const names = new Map((fixed?.board?.spaces ?? []).map((/** @type {any} */ space) => [space.id, space.title || space.id]));
  const label = (/** @type {any} */ value, /** @type {string|undefined} */ of) =>
    of === 'seat' ? seatName(fixed, now, String(value)) : titles.get(value) ?? String(value);
  const wholeMove = (/** @type {any} */ move) => ({
    ...move, label: move.label ?? names.get(move.name) ?? move.name, barred: move.barred ?? '', space: move.space ?? (move.label === undefined && names.has(move.name) ? move.name : ''), fields: (move.fields ?? []).map((/** @type {any} */ field) => ({ ...field, form: wholeForm(field.form, label) })),
  });
  return asks.map((ask) => ({
    ...ask, moves: (ask.moves ?? []).map(wholeMove), asides: (ask.asides ?? []).map(wholeMove),
    others: (ask.others ?? []).map((other) => ({ ...other, asides: (other.asides ?? []).map(wholeMove) })),
  }));
}

/**
 * What a space is called where it may be chosen: its place, and what lies there now unless it lies face-down.
 * @param {any} space
 * @param {any} look
 * @returns {string}
 */
function labelOf(space, look) {
  const place = space.title || space.id;
  if (look?.hidden) return `${place}, face down`;
  if (look?.title && look.title !== place) return `${place}: ${[look.title, look.subtitle].filter(Boolean).join(', ')}`;
  return [place, look?.subtitle || space.subtitle].filter(Boolean).join(', ');
}

/**
 * @param {any} form
 * @param {(value: any, of: string|undefined) => string} label
 * @returns {any}
 */
function wholeForm(form, label) {
  if (form.options) {
    const options = form.options.map((/** @type {any} */ option) => {
      const value = isTable(option) ? option.value : option;
      return { value, label: form.of === 'seat' || !isTable(option) ? label(value, form.of) : option.label };
    });
    return { ...form, at_most: form.at_most ?? null, at_least: form.at_least ?? 0, options };
  }
  if (form.fields) return { ...form, fields: form.fields.map((/** @type {any} */ field) => ({ ...field, form: wholeForm(field.form, label) })) };
  if (form.form) return { ...form, form: wholeForm(form.form, label) };
  return form;
}

/**
 * A present in which everything is filled in.
 * @param {any} now
 * @param {any} fixed
 * @returns {any}
 */
export function wholeNow(now, fixed) {
  const news = (now.news ?? []).map(wholeLine);
  return {
    ...now,
    news,
    said: wholeSaid(now.said, news),
    asks: wholeAsks(now.asks ?? [], fixed, { ...now, board: wholeLooks(now.board ?? {}) }),
    chart: { rows: wholeRows(now.chart?.rows ?? [], undefined) },
    branches: wholeBranches(now.branches ?? []),
    board: { looks: {}, pieces: [], signs: [], path: [], links: [], told: '', ...wholeLooks(now.board ?? {}) },
  };
}

/**
 * @param {any[]} branches
 * @returns {any[]}
 */
export function wholeBranches(branches) {
  return branches.map((branch) => ({ ...branch, rows: wholeRows(branch.rows ?? [], undefined) }));
}

/**
 * A board in which each space has its own look, also where many spaces share one.
 * @param {any} board
 * @returns {any}
 */
export function wholeLooks(board) {
  const { same, ...rest } = board;
  if (!same) return board;
  const looks = { ...rest.looks };
  for (const [look, spaces] of same) for (const id of spaces) looks[id] = look;
  return { ...rest, looks };
}

/**
 * A line of the news, which may come as [id, turn, seat, text, rule].
 * @param {any} line
 * @returns {import('./types.js').News}
 */
export function wholeLine(line) {
  if (!Array.isArray(line)) return line;
  const [id, turn, seat, text, rule] = line;
  return { id, turn, seat, text, rule, trail: true };
}

/**
 * What the last step did: a text, or so many of the latest news and what else is to be said.
 * @param {any} said
 * @param {import('./types.js').News[]} news
 * @returns {string}
 */
export function wholeSaid(said, news) {
  if (typeof said !== 'object' || said === null) return said ?? '';
  const lines = said.news ? news.slice(-said.news).map((line) => line.text) : [];
  return [...lines, said.also].filter(Boolean).join(' ');
}

/**
 * The pieces, or signs, after some of them have changed; those that did not stay the very same.
 * @param {any[]} pieces
 * @param {any[]} moved each whole, or with what differs
 * @returns {any[]}
 */
export function movedPieces(pieces, moved) {
  const fresh = new Map(moved.map((piece) => [piece.id, piece]));
  return pieces.map((piece) => (fresh.has(piece.id) ? { ...piece, ...fresh.get(piece.id) } : piece));
}
