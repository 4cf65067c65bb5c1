/** The hall's view in a separate window, over the connection of the table that opened it. */

import { h } from '../basics/dom.js';

/** Value that marks messages of the hall's view, as in `hall.py`. */
const HALL = 'hall';

const BLOCKED = 'The browser blocked the window for the hall. Allow pop-ups for this page, and try again.';

/** URL of the module that shows the hall's view in a window; empty on pages that cannot open one. */
let module = '';

/** @param {string} address URL of a module that calls `beginHall` when loaded */
export function offerHalls(address) { module = address; }

/** Whether this page can open a window for the hall. */
export function opensHalls() { return Boolean(module); }

/**
 * The part of a table's connection for the hall's view.
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

/** Whether a message is for the hall's view rather than for the table. */
export function isHalls(message) { return message?.view === HALL; }

/**
 * Open the window, or bring it to the front. It is a document of this page with a copy of its module, so it needs no
 * separate kernel, URL or connection, and closes with this page.
 * @param {Line} line
 * @param {Store} store store of the table, which shows a message if the window is blocked
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
    // the window's own store repeats its requests; the table monitors the connection
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
