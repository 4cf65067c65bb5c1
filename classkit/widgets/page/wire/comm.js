/** Connection of a widget: the comm between its model and a Jupyter kernel. */

import { watchClones } from './jupyterlab_clones.js';
import { connect } from './connection.js';
import { inTurn } from './messages.js';
import { watchKernel } from './notebook.js';

/**
 * @param {any} model from anywidget
 * @returns {Line}
 */
export function comm(model) {
  return {
    send: (content, file) => model.send(content, undefined, file ? [file] : []),

    hear(tell) {
      const receive = inTurn(tell);
      model.on('msg:custom', receive);
      return () => model.off('msg:custom', receive);
    },

    watch(store) {
      const connection = connect({ model, store, root: document.body });
      const leave = connection.hosted ? () => {} : watchKernel({ model, store, window });
      watchClones(document);
      return { ...connection, stop: () => { connection.stop(); leave(); } };
    },
  };
}
