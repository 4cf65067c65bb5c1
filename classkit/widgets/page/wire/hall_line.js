/** The hall's view in a window of its own: on the line of the table that opened it, as its kernel tells it apart. */

import { h } from '../basics/dom.js';

/** As in `hall.py`: by this key messages of the hall's view are known. */
const HALL = 'hall';

const BLOCKED = 'The browser blocked the window for the hall. Allow pop-ups for this page, and try again.';

/** The address of the module that shows the hall's view in a window; empty on pages that open none. */
let module = '';

/** @param {string} address of a module that calls `beginHall` when it is loaded */
export function offerHalls(address) { module = address; }

/** Whether this page can open a window for the hall. */
export function opensHalls() { return Boolean(module); }

/**
 * The part of a table's line that carries the hall's view.
 * @param {Line} line
 * @returns {Line}
 */
export function hallLine(line) {
  return {
    send: (content, file) => line.send({ ...content, view: HALL }, file),
    hear: (tell) => line.hear((message, buffers) => {
      if (isHalls(message)) tell({ ...message, view: undefined }, buffers);
    }),
    watch: (store) => line.watch(store),
  };
}

/** Whether a message is for the hall's view, and not for the table whose line it came on. */
export function isHalls(message) { return message?.view === HALL; }

/**
 * Opens the window, or brings it to the front. It is a document of this page with a copy of its module, so that it
 * needs no kernel, no address and no line of its own; it closes with this page.
 * @param {Line} line
 * @param {Store} store of the table, which says why if there is no window
 * @returns {() => void} closes it
 */
export function openHall(line, store) {
  const hall = /** @type {any} */ (window.open('', `classkit-hall-${store.kernel}`, 'popup,width=1280,height=720'));
  if (!hall) {
    store.tellRefused(BLOCKED);
    return () => {};
  }
  const close = () => hall.close();
  window.addEventListener('pagehide', close);
  if (!hall.classkitHall) {
    const page = hall.document;
    const { send, hear } = line;
    // what the window waits for is asked again by its own store; the table watches the line itself
    const watch = () => ({ hosted: false, inBrowser: false, link: () => '', showLink() {}, stop() {} });
    hall.classkitHall = { send, hear, watch };
    page.title = `Hall: ${store.fixed?.title ?? ''}`;
    page.documentElement.lang = document.documentElement.lang || 'en';
    const styles = [...document.querySelectorAll('#classkit-style, [data-classkit-style], #classkit-plotly')];
    const script = h('script', { type: 'module', src: module });
    page.head.append(...[...styles.map((one) => one.cloneNode(true)), script].map((one) => page.importNode(one, true)));
  }
  hall.focus();
  return close;
}
