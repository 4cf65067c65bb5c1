/** Module of the table's widget: receives messages for the model and renders its views. */

import { fetchEarly } from './charts/plotly.js';
import { beginHall, isHall } from './hall.js';
import { OpenedTable } from './opened.js';
import { comm } from './wire/comm.js';
import { watchStart } from './wire/connection.js';
import { hallLine } from './wire/hall_line.js';

/**
 * One table per model: anywidget passes a different proxy to each view, so shared state is here.
 * @returns {{initialize: (context: {model: any}) => () => void, render: (context: {model: any, el: HTMLElement}) => ()
 *   => void}}
 */
function createTable() {
  /** @type {OpenedTable} */
  let table;
  return {
    initialize({ model }) {
      const line = comm(model);
      table = new OpenedTable(showsHall(model) ? hallLine(line) : line);
      return () => table.close();
    },

    render({ model, el }) {
      if (showsHall(model)) return table.show(el, { part: 'hall', fills: true });
      return table.show(el, { part: model.get('part') || 'table', chart: model.get('chart') });
    },
  };
}

/** Whether this page shows its table in the hall's view. */
const showsHall = (model) => isHall() && (model.get('part') || 'table') === 'table';

fetchEarly();
watchStart();
beginHall(import.meta.url);

export default createTable;
