/** plotly.js, fetched once per page from the first address that works. */

import { unpacked } from '../wire/messages.js';

function byAddress(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => (library() ? resolve(library()) : reject(new Error('no plotly in it')));
    script.onerror = () => {
      script.remove();
      reject(new Error(`${url} did not load`));
    };
    document.head.append(script);
  });
}

function library() {
  return /** @type {any} */ (window).Plotly ?? null;
}

/** Maximum load time of the page's own module, in milliseconds, for a connection to count as quick. */
const QUICK = 500;

/**
 * Fetch the library while the kernel starts, if the page contains its URL (the template of `classkit serve`) and the
 * connection is quick. On a slow connection it is fetched after the table. It always runs after the table: running it
 * immediately made charts appear in 0.77 of the time, but the table in 1.18.
 */
export function fetchEarly() {
  if (typeof document === 'undefined') return;
  const address = toldAddress();
  if (!address || !cameQuickly(import.meta.url)) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'script', href: address });
  document.head.append(link);
}

/** Return whether a file was loaded quickly. @param {string} address */
export function cameQuickly(address) {
  const [came] = performance.getEntriesByName(address);
  return Boolean(came) && came.duration < QUICK;
}

/** The last resort: over the connection to the kernel, compressed. */
async function byMessage(store) {
  const answer = await store.send({ do: 'plotly' });
  const packed = answer.kind === 'detail' ? answer.buffers?.[0] : null;
  if (!packed) return null;
  const address = URL.createObjectURL(await unpacked(packed).blob());
  try {
    return await byAddress(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The URL of the library in the page, if any. */
function toldAddress() {
  return /** @type {any} */ (document.getElementById('classkit-plotly'))?.content;
}

/** Candidate URLs of the library, each with its base: from the page, else next to the page's module. */
function places(store) {
  const told = toldAddress();
  const beside = (store.fixed?.plotly?.urls ?? []).map((url) => [url, import.meta.url]);
  return told ? [[told, document.baseURI], ...beside] : beside;
}

/** @returns {Promise<any>} the library, or null if it cannot be loaded */
async function fetchPlotly(store) {
  for (const [address, base] of places(store)) {
    try {
      return await byAddress(new URL(address, base).href); // a module sent by the kernel has no neighbouring files
    } catch {
      // Try the next address.
    }
  }
  try {
    return await byMessage(store);
  } catch {
    return null;
  }
}

/**
 * All charts of a page share one copy; a failed attempt may be made again.
 * @returns {Promise<any>} plotly, or null
 */
export async function plotly(store) {
  const page = /** @type {any} */ (window);
  if (page.Plotly) return page.Plotly;
  page.classkitPlotly ??= fetchPlotly(store);
  const found = await page.classkitPlotly;
  if (!found) page.classkitPlotly = undefined;
  return found;
}

/** @returns {Promise<void>} resolves when the browser is idle after painting */
export function idle() {
  return new Promise((resolve) => {
    const later = /** @type {any} */ (window).requestIdleCallback ?? ((run) => setTimeout(run, 50));
    requestAnimationFrame(() => later(() => resolve(), { timeout: 500 }));
  });
}
