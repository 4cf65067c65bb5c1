/**
 * Charts that stand above each other share the margins of their plots, so that a cause lines up with its effects. That
 * is so where their table is a hall (`ck-hall`): there each figure stands beside its plot, and only the lowest chart
 * has ticks below it.
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

  /** What holds the charts above each other; null for a chart that stands for itself. */
  get column() {
    return this.chart.classList.contains('ck-instrument') ? this.chart.closest('.ck-hall') : null;
  }

  /** Whether ticks stand below it: in a column the lowest says it for all. */
  get hasTicks() {
    return !this.column || this.chart.place === 2;
  }

  /**
   * The margins of a plot: in a column the widest that one of its charts needs; the others are drawn anew.
   * @param {{l: number, r: number}} own
   */
  agree(own) {
    const { chart, column } = this;
    if (!column) return own;
    const known = columns.get(column) ?? columns.set(column, new Map()).get(column) ?? new Map();
    const shared = (/** @type {'l'|'r'} */ side) => Math.max(0, ...[...known.values()].map((one) => one[side]));
    const before = { l: shared('l'), r: shared('r') };
    known.set(chart, { l: own.l, r: Math.max(own.r, chart.room.width * BESIDE) });
    const [l, r] = [shared('l'), shared('r')];
    if (l === before.l && r === before.r) return before;
    for (const other of known.keys()) {
      if (!other.isConnected) known.delete(other);
      else if (other !== chart) other.drawSoon();
    }
    return { l, r };
  }
}
