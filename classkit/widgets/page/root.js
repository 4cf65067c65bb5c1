/** The module behind the table's widget: receives for the model, draws for its views. */

import { fetchEarly } from './charts/plotly.js';
import { OpenedTable } from './opened.js';
import { comm } from './wire/comm.js';

/**
 * One table per model: anywidget hands another proxy to each view, so what they share lives here.
 * @returns {{initialize: (context: {model: any}) => () => void, render: (context: {model: any, el: HTMLElement}) => ()
 *   => void}}
 */
function createTable() {
  /** @type {OpenedTable} */
  let table;
  return {
    initialize({ model }) {
      table = new OpenedTable(comm(model));
      return () => table.close();
    },

    render({ model, el }) {
      return table.show(el, { part: model.get('part') || 'table', chart: model.get('chart') });
    },
  };
}

fetchEarly();

export default createTable;
