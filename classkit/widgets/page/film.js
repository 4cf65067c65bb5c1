/**
 * The module of a page that shows the film of a match that is over, without a kernel. Whoever records it sets its
 * position: `window.classkitFilm` says how long it is, and shows any of its seconds.
 */

import { TablePart } from './parts/table.js';
import { Store } from './wire/store.js';

/** How often it is looked whether all charts are drawn, in milliseconds. */
const LOOK = 30;

/**
 * Shows the end of a match.
 * @param {HTMLElement} el its place
 * @param {Message} snapshot of a match that is over, with the charts of its end
 */
function showFilm(el, snapshot) {
  // Nobody answers what the table asks; all is here.
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

  /** @returns {Promise<boolean>} when all charts are drawn, in the page's own fonts */
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
   * Shows a position of the film.
   * @param {number} position in seconds
   * @returns {string} what is shown: the same for positions that look alike
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
