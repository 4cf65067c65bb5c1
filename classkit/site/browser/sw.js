/**
 * Service worker that stores one version of a site in the browser for use without a network. The tables and their
 * program come first: a version is usable only with all of these files. The documentation and rarely used files follow,
 * one at a time and the largest last. A newer version is stored separately and takes over when somebody accepts it
 * (`offline.js`).
 *
 * `offline.py` writes the constants VERSION, FILES and REST before this text.
 */

/* global VERSION, FILES, REST */

const OURS = `classkit ${self.registration.scope} `;
const NAME = OURS + VERSION;
const FULL = 'the storage of this browser is full';
const BROKEN_OFF = 'the rest is fetched at the next visit';

/** Files whose address contains their version may come from the cache of the browser or an earlier version. */
const isFixed = (address) => !address.endsWith('.html') && !address.startsWith('docs/');

/** Stores files that are not stored yet, and reports the number of stored files to the pages; throws on failure. */
async function keep(addresses, before = 0) {
  const cache = await caches.open(NAME);
  let kept = before;
  for (const address of addresses) {
    if (!await cache.match(address)) await put(cache, address);
    kept += 1;
    await tell({ kept });
  }
}

async function put(cache, address) {
  const former = isFixed(address) ? await caches.match(address) : null;
  if (former) await cache.put(address, former);
  else await cache.add(new Request(address, { cache: isFixed(address) ? 'force-cache' : 'no-cache', priority: 'low' }));
}

/** Reports to the pages of the site how many files are stored, and why others are not. */
async function tell({ kept, why = '' }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const told = { kept, of: FILES.length + REST.length, why };
  for (const page of pages) page.postMessage(told);
}

/** Stores the files without which a version is not usable. */
async function keepFirst() {
  try {
    await keep(FILES);
  } catch (error) {
    await tell({ kept: 0, why: reason(error) });
    throw error;
  }
}

let keeping = null;

/** Stores the other files, up to the limit of the storage. */
async function keepRest() {
  try {
    await keep(REST, FILES.length);
  } catch (error) {
    await tell({ kept: await countKept(), why: reason(error) });
  }
}

async function countKept() {
  const cache = await caches.open(NAME);
  const found = await Promise.all([...FILES, ...REST].map((address) => cache.match(address)));
  return found.filter(Boolean).length;
}

const reason = ({ name }) => (name === 'QuotaExceededError' ? FULL : BROKEN_OFF);

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  }
}

/** Returns the stored file, or else the response of the network, which is then stored. */
async function answer(request) {
  const cache = await caches.open(NAME);
  const place = addressOf(request);
  const kept = await cache.match(place, { ignoreSearch: request.mode === 'navigate' });
  if (kept && !isRead(request)) return kept;
  try {
    const came = await fetch(request);
    if (came.ok && (isRead(request) || isLarge(request))) void cache.put(place, came.clone()).catch(() => {});
    return came;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** The documentation is always requested from the network; its stored files are for use without one. */
const isRead = (request) => request.url.startsWith(`${self.registration.scope}docs/`);

/** Rarely used files, such as plotly and pandas, are stored at the latest when they are used. */
const isLarge = (request) => request.url.startsWith(`${self.registration.scope}later-`);

/** Maps a folder to its index page, and removes the query from addresses of the documentation. */
function addressOf(request) {
  const { origin, pathname, search } = new URL(request.url);
  const asked = isRead(request) ? '' : search;
  return origin + pathname + (pathname.endsWith('/') ? 'index.html' : asked);
}

addEventListener('install', (event) => event.waitUntil(keepFirst()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
  if (event.data === 'keep the rest') {
    keeping ??= keepRest().finally(() => { keeping = null; });
    event.waitUntil(keeping);
  }
});
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
