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

/** A line on which the page's own module took longer, in milliseconds, has better things to bring before the table. */
const QUICK = 500;

/**
 * Fetches the library while the kernel starts, if the page says where it is (the template of `classkit serve`) and the
 * line is quick: on a slow one it comes after the table. It is run after the table all the same. Run at once, half of
 * that falls into the wait for the kernel, and the table waits for the other: charts came in 0.77 of the time, but the
 * table in 1.18.
 */
export function fetchEarly() {
  if (typeof document === 'undefined') return;
  const address = toldAddress();
  if (!address || !cameQuickly(import.meta.url)) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'script', href: address });
  document.head.append(link);
}

/** Whether the line has brought something quickly. @param {string} address */
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

/** Where the page itself says that the library is, if it does. */
function toldAddress() {
  return /** @type {any} */ (document.getElementById('classkit-plotly'))?.content;
}

/** Where it may be, each with what it is relative to: as the page says, else beside the page's module. */
function places(store) {
  const told = toldAddress();
  const beside = (store.fixed?.plotly?.urls ?? []).map((url) => [url, import.meta.url]);
  return told ? [[told, document.baseURI], ...beside] : beside;
}

/** @returns {Promise<any>} the library, or null when it is nowhere to be had */
async function fetchPlotly(store) {
  for (const [address, base] of places(store)) {
    try {
      return await byAddress(new URL(address, base).href); // a module from the kernel has nothing beside it
    } catch {
      // The next address may do.
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

/** @returns {Promise<void>} when the browser has painted and has nothing better to do */
export function idle() {
  return new Promise((resolve) => {
    const later = /** @type {any} */ (window).requestIdleCallback ?? ((run) => setTimeout(run, 50));
    requestAnimationFrame(() => later(() => resolve(), { timeout: 500 }));
  });
}
