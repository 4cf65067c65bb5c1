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

/** @returns {Promise<any>} the library, or null when it is nowhere to be had */
async function fetchPlotly(store) {
  for (const url of store.fixed?.plotly?.urls ?? []) {
    try {
      return await byAddress(new URL(url, import.meta.url).href);
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
