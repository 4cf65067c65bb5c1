/** How a snapshot and the steps after it become the present. Pure: no page, no connection. */

import { movedPieces, wholeAsks, wholeBranches, wholeLine, wholeLooks, wholeNow, wholeRows, wholeSaid } from './fill.js';

/**
 * @typedef {import('./types.js').Now} Now
 * @typedef {import('./types.js').Fixed} Fixed
 * @typedef {import('./types.js').Message} Message
 * @typedef {{seq: number, fixed: Fixed|null, now: Now|null}} State
 * @typedef {{state: State, changed: Set<string>, wants: "snapshot"|null, used: boolean}} Outcome
 */

/** @returns {State} what a page knows before the first snapshot */
export function emptyState() {
  return { seq: 0, fixed: null, now: null };
}

/**
 * A list that grows: keeps the first `cut` entries and adds some.
 * @template T
 * @param {T[]} list
 * @param {{cut: number, add?: T[]}} change
 * @returns {T[]}
 */
export function growList(list, change) {
  return list.slice(0, change.cut).concat(change.add ?? []);
}

/**
 * News: keeps what is older than id `cut` and adds some. What may be known of older events changes: lines may be
 * `put` anew in their place, or `drop`ped by id; those older than `from` are no longer kept up to date, and go.
 * @template {{id: number}} T
 * @param {T[]} news
 * @param {{cut: number, add?: T[], put?: T[], drop?: number[], from?: number}} change
 * @returns {T[]}
 */
export function growNews(news, change) {
  const { cut, add = [], put = [], drop = [], from = 0 } = change;
  const gone = new Set([...drop, ...put.map((entry) => entry.id)]);
  const whole = !gone.size && !from && news.length > 0 && news[news.length - 1].id < cut;
  const kept = whole ? news : news.filter((entry) => entry.id < cut && entry.id >= from && !gone.has(entry.id));
  const anew = put.length ? [...kept, ...put].sort((one, other) => one.id - other.id) : kept;
  return anew.concat(add);
}

/**
 * Is this a change of a growing list rather than a whole value?
 * @param {unknown} value
 * @returns {value is {cut: number, add?: any[]}}
 */
export function isGrowth(value) {
  return typeof value === 'object' && value !== null && 'cut' in value;
}

/**
 * Tables by id of which only the parts that differ were sent.
 * @param {Record<string, any>} held
 * @param {Record<string, any>} change
 * @returns {any}
 */
function mergeEach(held, change) {
  const next = { ...held };
  for (const [id, parts] of Object.entries(change)) next[id] = { ...held[id], ...parts };
  return next;
}

/**
 * The present after a patch. Nothing in `now` is changed in place; what the patch
 * leaves out stays the very same object, so that parts can compare by identity.
 * @param {Now} now
 * @param {Record<string, any>} patch
 * @param {Fixed|null} [fixed]
 * @returns {Now}
 */
export function applyPatch(now, patch, fixed = null) {
  /** @type {any} */
  const next = { ...now };
  for (const [key, value] of Object.entries(patch)) {
    if (key === 'board') next.board = mergeBoard(now.board, value);
    else if (key === 'chart') next.chart = { rows: growRows(now.chart?.rows ?? [], value) };
    else if (key === 'news') next.news = isGrowth(value) ? growNews(now.news ?? [], { ...value, add: (value.add ?? []).map(wholeLine), put: (value.put ?? []).map(wholeLine) }) : value.map(wholeLine);
    else if (key === 'seats') next.seats = mergeEach(now.seats ?? {}, value);
    else if (key === 'timeline') next.timeline = { ...now.timeline, ...value };
    else if (key === 'standings' && !Array.isArray(value)) next.standings = (now.standings ?? []).map((line) => ({ ...line, ...value[line.seat] }));
    else if (key === 'branches') next.branches = wholeBranches(value);
    else next[key] = isGrowth(value) ? growList(/** @type {any} */ (now)[key] ?? [], value) : value;
  }
  if (patch.said !== undefined) next.said = wholeSaid(patch.said, next.news ?? []);
  // A seat's new name is a new label in the asks too.
  if (patch.asks || patch.seats) next.asks = wholeAsks(next.asks ?? [], fixed, next);
  return next;
}

/**
 * @param {any[]} rows
 * @param {any} change `{cut, add}`, `{rows: {cut, add}}` or `{rows: [...]}`
 * @returns {any[]}
 */
function growRows(rows, change) {
  const inner = isGrowth(change) ? change : change.rows;
  if (!isGrowth(inner)) return wholeRows(inner, undefined);
  return growList(rows, { cut: inner.cut, add: wholeRows(inner.add ?? [], rows[Math.min(inner.cut, rows.length) - 1]) });
}

/**
 * @param {Now["board"]} board
 * @param {any} change `looks` by id, `same` looks of many spaces, `pieces` anew or some of them `moved`, `signs` anew or some `signed`
 * @returns {Now["board"]}
 */
function mergeBoard(board, change) {
  const { looks, same, moved, signed, ...rest } = wholeLooks(change);
  const next = { ...board, ...rest };
  next.looks = looks ? { ...board?.looks, ...looks } : board?.looks ?? {};
  if (moved) next.pieces = movedPieces(next.pieces, moved);
  if (signed) next.signs = movedPieces(next.signs, signed);
  return next;
}

/**
 * Takes one numbered message. Old ones are dropped; a gap asks for a new snapshot.
 * @param {State} state
 * @param {Message} message
 * @returns {Outcome}
 */
export function accept(state, message) {
  /** @type {(used: boolean, wants?: "snapshot"|null) => Outcome} */
  const unchanged = (used, wants = null) => ({ state, changed: new Set(), wants, used });
  if (message.kind === 'snapshot') {
    if (state.now && message.seq < state.seq) return unchanged(false);
    const fixed = message.fixed ?? state.fixed;
    const next = { seq: message.seq, fixed, now: wholeNow(message.now, fixed) };
    return { state: next, changed: new Set(['fixed', ...Object.keys(message.now)]), wants: null, used: true };
  }
  if (typeof message.seq !== 'number') return unchanged(true);
  if (!state.now) return unchanged(false, 'snapshot');
  if (message.seq <= state.seq) return unchanged(false);
  if (message.seq > state.seq + 1) return unchanged(false, 'snapshot');
  const patch = message.kind === 'step' ? message.patch ?? {} : {};
  const now = message.kind === 'step' ? applyPatch(state.now, patch, state.fixed) : state.now;
  return {
    state: { seq: message.seq, fixed: state.fixed, now },
    changed: new Set(Object.keys(patch)),
    wants: null,
    used: true,
  };
}
