/**
 * The module of a page that shows the film of a match that is over, without a kernel. The recorder sets its position
 * through `window.classkitFilm`, which also has its length.
 */

import { TablePart } from './parts/table.js';
import { Store } from './wire/store.js';

/** Interval in milliseconds for checking whether all charts are drawn. */
const LOOK = 30;

/**
 * Show the end of a match.
 * @param {HTMLElement} el its container
 * @param {Message} snapshot of a match that is over, with the charts of its end
 */
function showFilm(el, snapshot) {
  // There is no kernel: reply to requests locally, because all data is here.
  const store = new Store(({ id: reply }) => queueMicrotask(() => store.receive({ kind: 'pong', reply })));
  store.receive(snapshot);
  const table = new TablePart();
  table.store = store;
  el.append(table);
  table.stage?.classList.add('ck-film-only');
  return new ShownFilm(table.parts?.ending);
}

class ShownFilm {
  /** @param {import('./parts/ending.js').EndingPart} ending */
  constructor(ending) { this.ending = ending; }

  /** Seconds. */
  get length() { return this.ending.film?.length ?? 0; }

  /** @returns {Promise<boolean>} resolves when all charts are drawn in the page's fonts */
  async ready() {
    await document.fonts.ready;
    while (!this.isDrawn()) await new Promise((resolve) => setTimeout(resolve, LOOK));
    return true;
  }

  isDrawn() {
    const { charts } = this.ending;
    return charts.length > 0 && charts.every((chart) => chart.plot && chart.drawing?.of && !chart.drawing.busy);
  }

  /**
   * Show a position of the film.
   * @param {number} position in seconds
   * @returns {string} a key that is equal for positions that look alike
   */
  show(position) {
    this.ending.film?.show(position);
    return JSON.stringify(this.ending.moment);
  }
}

const told = document.getElementById('classkit-told')?.textContent;
if (told) {
  const shown = showFilm(/** @type {HTMLElement} */ (document.getElementById('classkit-table')), JSON.parse(told));
  Object.assign(window, { classkitFilm: shown });
}

export default showFilm;
