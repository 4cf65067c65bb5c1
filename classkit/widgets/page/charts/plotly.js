/** plotly.js, fetched once per page from the first address that works, and work for it that can wait. */

import { unpacked } from '../wire/packed.js';

/** @typedef {import('../wire/store.js').Store} Store */

/**
 * @param {string} url
 * @returns {Promise<any>}
 */
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

/** @returns {any} */
function library() {
  return /** @type {any} */ (window).Plotly ?? null;
}

/**
 * The last resort: over the connection to the kernel, compressed.
 * @param {Store} store
 * @returns {Promise<any>}
 */
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

/**
 * @param {Store} store
 * @returns {Promise<any>} the library, or null when it is nowhere to be had
 */
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
 * @param {Store} store
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
    const later = /** @type {any} */ (window).requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 50));
    requestAnimationFrame(() => later(() => resolve(), { timeout: 500 }));
  });
}

// --- Work that can wait until nobody waits for the page, but not for ever.

/** So long nothing must have happened, in milliseconds. */
const QUIET = 300;

/** While steps follow each other faster, it is done after this long all the same. */
const LONGEST = 2_000;

/** A page that is never idle does it nevertheless after this long. */
const PATIENCE = 500;

export class Later {
  owed = false;
  since = 0;
  last = 0;
  /** @type {any} */
  timer = undefined;

  /** @param {() => void} run */
  constructor(run) {
    this.run = run;
  }

  /** The work is due (again): from now on it waits for a pause. */
  owe() {
    this.last = performance.now();
    if (this.owed) return;
    this.owed = true;
    this.since = this.last;
    this.wait(QUIET);
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), milliseconds);
  }

  look() {
    if (!this.owed) return;
    const now = performance.now();
    const left = Math.min(this.last + QUIET, this.since + LONGEST) - now;
    if (left > 1) this.wait(left);
    else if (typeof requestIdleCallback === 'function') requestIdleCallback(() => this.now(), { timeout: PATIENCE });
    else this.now();
  }

  /** Does it at once, if it is due. */
  now() {
    if (!this.owed) return;
    this.drop();
    this.run();
  }

  /** It need not be done any more. */
  drop() {
    this.owed = false;
    clearTimeout(this.timer);
  }
}
