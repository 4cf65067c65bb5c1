/**
 * Charts that stand above each other share the margins of their plots, so that a cause lines up with its effects: the
 * courses at the end of a match, and the instruments where their table is a hall (`ck-hall`). There each figure stands
 * beside its plot, and only the lowest chart has ticks below it.
 */

/** The room beside the plots, as a share of a chart: figures of the size of a hall stand there. */
const BESIDE = 0.42;

/** What each chart of a column needs. @type {WeakMap<Element, Map<object, {l: number, r: number}>>} */
const columns = new WeakMap();

export class SharedAxis {
  /** @param {import('./chart.js').ChartPart} chart */
  constructor(chart) {
    this.chart = chart;
  }

  /** The hall whose instrument it is, if any. */
  get hall() {
    return this.chart.classList.contains('ck-instrument') ? this.chart.closest('.ck-hall') : null;
  }

  /** What holds the charts above each other; null for a chart that stands for itself. */
  get column() {
    return this.hall ?? (this.chart.classList.contains('ck-course') ? this.chart.closest('.ck-ending-courses') : null);
  }

  /** Whether ticks stand below it: in a column the lowest says it for all. */
  get hasTicks() {
    return !this.hall || this.chart.place === 2;
  }

  /**
   * The margins of a plot: in a column the widest that one of its charts needs; the others are drawn anew.
   * @param {{l: number, r: number}} own
   */
  agree(own) {
    const { chart, column } = this;
    if (!column) return own;
    const known = columns.get(column) ?? columns.set(column, new Map()).get(column) ?? new Map();
    for (const other of known.keys()) if (!other.isConnected) known.delete(other);
    const shared = (/** @type {'l'|'r'} */ side) => Math.max(0, ...[...known.values()].map((one) => one[side]));
    const before = { l: shared('l'), r: shared('r') };
    known.set(chart, { l: own.l, r: this.hall ? Math.max(own.r, chart.room.width * BESIDE) : own.r });
    const [l, r] = [shared('l'), shared('r')];
    if (l === before.l && r === before.r) return before;
    for (const other of known.keys()) if (other !== chart) other.drawSoon();
    return { l, r };
  }
}
