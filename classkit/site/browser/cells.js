/**
 * Web worker of a lesson's page: runs its cells one after the other. Each message is a list of a kind and contents;
 * `lesson/line.js` of the page is the other end.
 */

import { fetchUnpacked, inOneLine, startSite } from './boot.js';
import { Helper } from './helping.js';
import { openNotebook } from './start.js';

const tell = (kind, what) => postMessage([kind, what]);

let notebook = null;
let filesOf = (file) => file;

/** Handlers of the page's messages. */
const asked = {
  async begin({ notebook: address, ...addresses }) {
    const arriving = fetchUnpacked(address);
    arriving.catch(() => {}); // reported where it is awaited
    const { python } = await startSite(addresses, tell);
    tell('starting', { words: 'Preparing the lesson …', share: 0.85 });
    const module = openNotebook(python, await arriving);
    const hear = (text) => tell('heard', text);
    notebook = module.begin(hear, new Helper(addresses));
    filesOf = (file) => python.toPy(file ? [new Uint8Array(file)] : []);
    tell('ready');
  },

  run(place, source) { tell('ended', { place, went: notebook.run(place, source) }); },

  /** A message for a table in a cell. */
  receive(table, text, file) {
    const files = filesOf(file);
    notebook.receive(table, text, files);
    files.destroy();
  },

  /** An event of a control. */
  do(control, text) { notebook.do(control, text); },
};

/** Messages wait for earlier ones: a cell may be run before Python has started. */
let last = Promise.resolve();

onmessage = ({ data: [kind, ...what] }) => {
  last = last.then(() => asked[kind](...what)).catch((error) => tell('fail', inOneLine(error)));
};
