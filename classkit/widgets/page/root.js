/** The module behind the table's widget: receives for the model, draws for its views. */

import { PARTS } from './parts/table.js';
import { fetchEarly } from './charts/plotly.js';
import { placeNotice } from './wire/windows.js';
import { Clock } from './wire/clock.js';
import { watchClones } from './wire/clones.js';
import { connect } from './wire/connection.js';
import { inTurn } from './wire/messages.js';
import { watchKernel } from './wire/notebook.js';
import { Store } from './wire/store.js';

/** So long a model may be without a view before its kernel tells it nothing more, in milliseconds. */
const UNSEEN = 10_000;

/**
 * One table per model: anywidget hands another proxy to each view, so what they share lives here.
 * @returns {{initialize: (context: {model: any}) => () => void, render: (context: {model: any, el: HTMLElement}) => ()
 *   => void}}
 */
function createTable() {
  let store = null;
  let views = 0;
  let leaving;

  /** A cell that is run again leaves a model without a view: it is told nothing until one comes. */
  const leaveSoon = (model) => {
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      if (views || !store) return;
      store.unseen = true;
      model.send({ do: 'leave' });
    }, UNSEEN);
  };

  return {
    initialize({ model }) {
      const own = new Store((content, file) => model.send(content, undefined, file ? [file] : []));
      store = own;
      const receive = inTurn((message, buffers) => own.receive(message, buffers));
      model.on('msg:custom', receive);
      new Clock(own);
      // with the model and not with a view, whose listeners would go with it
      const connection = connect({ model, store: own, root: document.body });
      const leave = connection.hosted ? () => {} : watchKernel({ model, store: own, window });
      watchClones(document);
      own.set({ connection });
      void own.refresh();
      leaveSoon(model);
      return () => {
        clearTimeout(leaving);
        model.off('msg:custom', receive);
        connection.stop();
        leave();
        own.lose('This table was closed.');
      };
    },

    render({ model, el }) {
      views += 1;
      if (store?.unseen) void store.comeBack();
      const part = model.get('part') || 'table';
      const element = /** @type {any} */ (document.createElement(PARTS[part] ? `classkit-${part}` : 'classkit-table'));
      const chart = model.get('chart');
      if (chart) element.setAttribute('chart', chart);
      element.store = store;
      el.classList.add('ck-place');
      el.append(element);
      const unplace = placeNotice(el, /** @type {Store} */ (store));
      return () => {
        unplace();
        element.remove();
        el.classList.remove('ck-place');
        views -= 1;
        if (!views) leaveSoon(model);
      };
    },
  };
}

fetchEarly();

export default createTable;
