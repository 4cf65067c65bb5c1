/** The forms of the ask panel together: how they reach Python, which of them are open, and what is filled in and not sent. */

/**
 * @typedef {import('../types.js').Move} Move
 * @typedef {import('../wire/store.js').Store} Store
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
export function wholeMove(store, seat, move) {
  return store.detail({ do: 'form', seat, move: move.name });
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

// --- What somebody has filled in and not sent yet: kept for as long as the same is asked. Pure.

/** @typedef {{open?: boolean, values?: Record<string, any>}} Draft */

/** So many are kept; of more, the oldest goes. */
const MOST = 60;

export class Drafts {
  constructor() {
    /** @type {Map<string, Draft>} */
    this.kept = new Map();
  }

  /**
   * @param {string} key the question and the move
   * @returns {Draft|undefined}
   */
  of(key) {
    return this.kept.get(key);
  }

  /**
   * @param {string} key
   * @param {Draft} change what is new about it
   */
  keep(key, change) {
    const draft = { ...this.kept.get(key), ...change };
    this.kept.delete(key);
    this.kept.set(key, draft);
    for (const old of this.kept.keys()) {
      if (this.kept.size <= MOST) break;
      this.kept.delete(old);
    }
  }

  /** @param {string} key */
  drop(key) {
    this.kept.delete(key);
  }
}
