/**
 * Shared margins of charts in a column, so that causes line up with effects: the charts at the end of a match, and the
 * instruments in a hall (`ck-hall`). In a hall, numbers are next to the plots, and only the lowest chart has ticks.
 */

/** Space next to the plots for the large numbers of a hall, as a share of a chart. */
const BESIDE = 0.42;

/** The margins that each chart of a column needs. @type {WeakMap<Element, Map<object, {l: number, r: number}>>} */
const columns = new WeakMap();

export class SharedAxis {
  /** @param {import('./chart.js').ChartPart} chart */
  constructor(chart) {
    this.chart = chart;
  }

  /** The hall that contains the chart, if any. */
  get hall() {
    return this.chart.classList.contains('ck-instrument') ? this.chart.closest('.ck-hall') : null;
  }

  /** The column that contains the chart; null for a single chart. */
  get column() {
    return this.hall ?? (this.chart.classList.contains('ck-course') ? this.chart.closest('.ck-ending-courses') : null);
  }

  /** Whether the chart has ticks; in a column only the lowest one. */
  get hasTicks() {
    return !this.hall || this.chart.place === 2;
  }

  /**
   * Return the margins of a plot: in a column the widest of all charts. The others are redrawn if they change.
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
