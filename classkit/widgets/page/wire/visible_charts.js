/** Visible charts of this page: the kernel fills only these, and is informed of changes. */

/** Idle time in milliseconds before charts in closed tabs are filled for printing. */
const AT_REST = 1_500;

/**
 * @typedef {{chart: string, numbers: boolean, seen: boolean}} View `seen`: it is visible; `numbers`: as a table
 */

export class Views {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Map<object, View>} */
    this.all = new Map();
    this.said = '';
    this.telling = false;
    this.due = false;
    this.rest = undefined;
    store.subscribe((changed) => this.follow(changed), -1);
  }

  /**
   * Record what a part shows.
   * @param {object} part
   * @param {View|null} view null for a part that is not in a page
   */
  show(part, view) {
    if (view) this.all.set(part, view);
    else this.all.delete(part);
    this.soon();
  }

  /** Inform the kernel after all parts have reported. */
  soon() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      void this.tell();
    });
  }

  /** Inform a restarted kernel, or one that has dropped this page, again. */
  follow(changed) {
    if ((changed.has('fixed') || changed.has('filled')) && this.lacks()) {
      this.said = '';
      this.soon();
    }
    clearTimeout(this.rest);
    const hidden = [...this.all.values()].some((view) => !view.seen);
    if (hidden) this.rest = setTimeout(() => void this.fillForPaper(), AT_REST);
  }

  /** The visible charts, unique and sorted. */
  shown() {
    const seen = [...this.all.values()].filter((view) => view.seen);
    const keys = (views) => [...new Set(views.map((view) => view.chart))].sort();
    return { charts: keys(seen), numbers: keys(seen.filter((view) => view.numbers)) };
  }

  /** Return whether a visible chart is not filled by the kernel. */
  lacks() {
    const { now } = this.store;
    const { charts, numbers } = this.shown();
    if (!now) return false;
    return charts.some((key) => !now.filled.includes(key)) || numbers.some((key) => !now.charts[key]?.numbers);
  }

  async tell() {
    const shown = this.shown();
    const words = JSON.stringify(shown);
    if (!this.store.now || this.telling || words === this.said) return;
    this.said = words;
    this.telling = true;
    await this.store.send({ do: 'charts', ...shown });
    this.telling = false;
    void this.tell(); // it may have changed in the meantime
  }

  /** Browsers print without waiting, so charts in closed tabs are filled while the page is idle. */
  async fillForPaper() {
    const { now } = this.store;
    const hidden = [...this.all.values()].filter((view) => !view.seen).map((view) => view.chart);
    const once = [...new Set(hidden)].filter((key) => now && !now.filled.includes(key));
    if (!once.length || this.telling || this.store.unseen || globalThis.document?.hidden) return;
    await this.store.send({ do: 'charts', ...this.shown(), once });
  }
}
