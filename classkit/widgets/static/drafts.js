/** What somebody has filled in and not sent yet: kept for as long as the same is asked. Pure. */

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
