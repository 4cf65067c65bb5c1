/** How the forms of a panel reach Python: answers, checks, previews, and large forms when they are opened. */

import { wholeAsks } from './fill.js';

/**
 * @typedef {import('./types.js').Move} Move
 * @typedef {import('./store.js').Store} Store
 */

/**
 * Whether a form would be allowed, and what it would bring about where its move can tell.
 * @param {Store} store
 * @param {string} seat
 * @param {Move} move
 * @param {Record<string, any>} values
 * @param {boolean} aside
 * @returns {Promise<any>} {reason, at, table?}, or null when it was not answered
 */
export function judge(store, seat, move, values, aside) {
  return store.detail({ do: move.preview ? 'preview' : 'check', seat, move: move.name, with: values, aside });
}

/**
 * A large form, which is only announced until somebody opens it.
 * @param {Store} store
 * @param {string} seat
 * @param {Move} move
 * @returns {Promise<Move|null>}
 */
export async function wholeMove(store, seat, move) {
  const data = await store.detail({ do: 'form', seat, move: move.name });
  if (!data) return null;
  const [ask] = wholeAsks([/** @type {any} */ ({ seat, moves: [data] })], store.fixed, store.now);
  return ask.moves[0];
}

/** So many forms stand open side by side; of more, each is opened by its button. */
const OPEN_FORMS = 3;

/**
 * Are there so many forms that each is shown only when somebody opens it? So are two, when one of
 * them has forms inside: it needs the whole panel.
 * @param {Move[]} moves
 * @returns {boolean}
 */
export function manyForms(moves) {
  const forms = moves.filter((move) => !move.barred && (move.large || move.fields.length));
  return forms.length > OPEN_FORMS || (forms.length > 1 && forms.some((move) => move.fields.some((field) => field.form.kind === 'bundle')));
}

/**
 * Plain buttons first, then forms, then what is barred; otherwise as the game lists them.
 * @param {Move[]} moves
 * @returns {Move[]}
 */
export function inOrder(moves) {
  const rank = (/** @type {Move} */ move) => (move.barred ? 2 : move.large || move.fields.length ? 1 : 0);
  return [...moves].sort((a, b) => rank(a) - rank(b));
}

/**
 * The form with fields, where there is just one.
 * @param {any} box the moves that are asked
 * @returns {any} null where there is none, or several to choose from
 */
export function onlyForm(box) {
  const forms = [...box.children].filter((node) => node.querySelector('.ck-fields:not([hidden])'));
  return forms.length === 1 ? forms[0].form : null;
}
