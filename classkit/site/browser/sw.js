/**
 * Keeps a site in the browser, all of one version together, so that it is there without a network. The tables and what
 * plays them come first: only with all of them is a version of any use. The documentation and what few need follow, one
 * file at a time and the largest last. A newer version is fetched beside it, and takes over when somebody wants it
 * (`offline.js`).
 *
 * VERSION, FILES and REST stand before this text (`offline.py`).
 */

/* global VERSION, FILES, REST */

const OURS = `classkit ${self.registration.scope} `;
const NAME = OURS + VERSION;
const FULL = 'the storage of this browser is full';
const BROKEN_OFF = 'the rest is fetched at the next visit';

/** Files whose address tells their version are taken from what the browser has just fetched, or kept before. */
const isFixed = (address) => !address.endsWith('.html') && !address.startsWith('docs/');

/** Keeps files that are not yet kept, and tells pages how many of all there are now; throws what stood against it. */
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

/** Tells the pages of this version's site how much of it is kept, and what stands against the rest. */
async function tell({ kept, why = '' }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const told = { kept, of: FILES.length + REST.length, why };
  for (const page of pages) page.postMessage(told);
}

/** Keeps all that a version is of no use without. */
async function keepFirst() {
  try {
    await keep(FILES);
  } catch (error) {
    await tell({ kept: 0, why: reason(error) });
    throw error;
  }
}

let keeping = null;

/** Keeps the rest as far as there is room. */
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

/** What is kept, else what the network gives, which is kept too. */
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

/** The documentation is asked for anew each time; what is kept of it is for when there is no network. */
const isRead = (request) => request.url.startsWith(`${self.registration.scope}docs/`);

/** What few need is kept at the latest when somebody has needed it: plotly in Python, pandas. */
const isLarge = (request) => request.url.startsWith(`${self.registration.scope}later-`);

/** A folder's address is that of its index page; the documentation is kept without what its addresses ask. */
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
