/** The module behind the table's widget: receives for the model, draws for its views. */

import { Clock } from './clock.js';
import { connect } from './connection.js';
import { inTurn } from './packed.js';
import { PARTS } from './table.js';
import { Store } from './store.js';
import { styled } from './styles.js';

/**
 * One table per model: anywidget hands another proxy to each view, so what they share lives here.
 * @returns {{initialize: (context: {model: any}) => () => void, render: (context: {model: any, el: HTMLElement}) => Promise<() => void>}}
 */
function createTable() {
  /** @type {Store|null} */
  let store = null;

  return {
    initialize({ model }) {
      const own = new Store((content) => model.send(content));
      store = own;
      const receive = inTurn((message, buffers) => own.receive(message, buffers));
      model.on('msg:custom', receive);
      new Clock(own);
      // with the model and not with a view, whose listeners would go with it
      const connection = connect({ model, root: document.body });
      own.set({ connection });
      own.refresh();
      return () => {
        model.off('msg:custom', receive);
        connection.stop();
      };
    },

    async render({ model, el }) {
      await styled();
      const part = model.get('part') || 'table';
      const element = /** @type {any} */ (document.createElement(PARTS[part] ? `classkit-${part}` : 'classkit-table'));
      const chart = model.get('chart');
      if (chart) element.setAttribute('chart', chart);
      element.store = store;
      el.append(element);
      return () => element.remove();
    },
  };
}

export default createTable;
