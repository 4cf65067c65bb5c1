/**
 * The widget's own module: it only fetches `page.js`, the page modules joined, once per page, and
 * hands over to it. The two names in @ are filled in by `loader.py`.
 */

const VERSION = '@VERSION@';
const INSTALLED = '@INSTALLED@';

/** @returns {string[]} where the server may have laid out `page.js` */
function addresses() {
  const config = JSON.parse(document.getElementById('jupyter-config-data')?.textContent || '{}');
  const base = new URL(config.baseUrl || '/', location.origin).href;
  const voila = document.body.dataset.voila === 'voila' ? [`${base}voila/templates/classkit/static/`] : [];
  return [...voila, ...(INSTALLED ? [`${base}lab/extensions/classkit/`] : [])].map((folder) => `${folder}page.js?v=${VERSION}`);
}

/** @param {any} model @returns {Promise<any>} the page over the connection, behind an address of its own */
async function overTheConnection(model) {
  const id = 2_000_000_000 + Math.floor(Math.random() * 1e6);
  const packed = await new Promise((resolve) => {
    const hear = (/** @type {any} */ message, /** @type {any[]} */ buffers) => {
      if (message?.kind !== 'modules' || message.reply !== id) return;
      model.off('msg:custom', hear);
      resolve(buffers[0]);
    };
    model.on('msg:custom', hear);
    model.send({ do: 'modules', id });
  });
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const text = await new Response(stream).text();
  return import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
}

/** @param {any} model @returns {Promise<any>} what `page.js` exports: the maker of a table */
function root(model) {
  const page = /** @type {any} */ (window);
  page.classkitRoots ??= {};
  page.classkitRoots[VERSION] ??= (async () => {
    for (const address of addresses()) {
      try {
        return (await import(address)).default;
      } catch (error) {
        console.info(`classkit: ${address} is not there; trying another way`, error);
      }
    }
    return (await overTheConnection(model)).default;
  })();
  return page.classkitRoots[VERSION];
}

export default () => {
  /** @type {any} */
  let table;
  /** @type {Promise<void>} */
  let ready;
  return {
    // anywidget waits two seconds and then drops all messages: nothing is awaited here, and the
    // table asks for the whole present as soon as it is there
    initialize(/** @type {any} */ { model }) {
      ready = root(model).then((createTable) => {
        table = createTable();
        table.initialize({ model });
      });
    },
    async render(/** @type {any} */ context) {
      await ready;
      return table.render(context);
    },
  };
};
