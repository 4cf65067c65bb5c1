/**
 * The widget's own module: it only loads `page.js`, the bundle of the page modules, once per page, and calls it.
 * `asset_loader.py` fills in the two names between at signs.
 */

const VERSION = '@VERSION@';
const INSTALLED = '@INSTALLED@';

/** Milliseconds until a missing message is requested again. */
const AGAIN = 5_000;

/** @returns {string | null} the URL at which the server should provide `page.js` */
function laidOut() {
  const config = document.getElementById('jupyter-config-data'); // in JupyterLab, Notebook and Voila, nowhere else
  if (document.body.dataset.voila !== 'voila' && !(INSTALLED && config)) return null;
  const base = new URL(JSON.parse(config?.textContent || '{}').baseUrl || '/', location.origin).href;
  return `${base}voila/templates/classkit/static/page.js?v=${VERSION}`;
}

/**
 * Load the compressed modules over the connection. The first table of a page requests them immediately; others do so
 * later, in case its kernel has ended. Each repeats the request in case a message was lost.
 * @param {{ bytes: Promise<any>, came: (bytes: any) => void, asked: boolean }} shared
 * @returns {Promise<any>} bytes
 */
async function overTheConnection(model, shared) {
  const id = 2_000_000_000 + Math.floor(Math.random() * 1e6);
  const hear = (message, buffers) => {
    if (message?.kind === 'modules' && message.reply === id) shared.came(buffers[0]);
  };
  const ask = () => {
    try {
      model.send({ do: 'modules', id });
    } catch (error) {
      console.info('classkit: this table has no kernel', error);
    }
  };
  model.on('msg:custom', hear);
  const asking = setInterval(ask, AGAIN);
  if (!shared.asked) ask();
  shared.asked = true;
  const bytes = await shared.bytes;
  clearInterval(asking);
  model.off('msg:custom', hear);
  return bytes;
}

/** @returns {Promise<any>} the page module, from a blob URL */
async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const text = await new Response(stream).text();
  return import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
}

/** @returns {Promise<any>} the page module from a URL, or null */
async function byAddress() {
  const address = laidOut();
  try {
    return address && await import(address);
  } catch (error) {
    console.info(`classkit: ${address} is not available; trying another way`, error);
    return null;
  }
}

/** @returns {any} the state shared by all tables of this version on the page while they load */
function loading() {
  let came;
  const bytes = new Promise((resolve) => { came = resolve; });
  return { bytes, came, asked: false, there: byAddress(), made: undefined };
}

/** @returns {Promise<any>} the export of `page.js`, which creates tables */
async function root(model) {
  const page = /** @type {any} */ (window);
  page.classkitRoots ??= {};
  const shared = page.classkitRoots[VERSION] ??= loading();
  const there = await shared.there;
  if (there) return there.default;
  const packed = await overTheConnection(model, shared);
  shared.made ??= unpacked(packed);
  return (await shared.made).default;
}

export default () => {
  let table;
  let ready;
  return {
    // anywidget waits two seconds and then drops all messages, so nothing is awaited here, and the table requests a
    // snapshot as soon as it is loaded
    initialize({ model }) {
      ready = root(model).then((createTable) => {
        table = createTable();
        table.initialize({ model });
      });
    },
    async render(context) {
      await ready;
      return table.render(context);
    },
  };
};
