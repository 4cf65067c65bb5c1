/**
 * Keeps the tables of a site in the browser, all of one version together, so that they play without a network. A newer
 * version is fetched beside it, and takes over when somebody wants it (`offline.js`). What is read of the documentation
 * is kept as it is read.
 *
 * VERSION and FILES stand before this text (`offline.py`).
 */

/* global VERSION, FILES */

const OURS = `classkit ${self.registration.scope} `;
const NAME = OURS + VERSION;

/** Files whose address tells their version are taken from what the browser has just fetched. */
const isFixed = (address) => !address.endsWith('.html');

async function keepAll() {
  const cache = await caches.open(NAME);
  const asked = FILES.map((address) => new Request(address, { cache: isFixed(address) ? 'force-cache' : 'no-cache' }));
  await cache.addAll(asked);
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  }
}

/** What is kept, else what the network gives, which is kept too. */
async function answer(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(addressOf(request), { ignoreSearch: request.mode === 'navigate' });
  if (kept && !isRead(request)) return kept;
  try {
    const came = await fetch(request);
    if (came.ok && (isRead(request) || isLarge(request))) await cache.put(request, came.clone());
    return came;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** The documentation is asked for anew each time; what was read before is for when there is no network. */
const isRead = (request) => request.url.startsWith(`${self.registration.scope}docs/`);

/** What few need is kept once somebody has needed it: plotly in Python, pandas. */
const isLarge = (request) => request.url.startsWith(`${self.registration.scope}later-`);

/** A folder's address is that of its index page. */
function addressOf({ url }) {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + (pathname.endsWith('/') ? 'index.html' : search);
}

addEventListener('install', (event) => event.waitUntil(keepAll()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('message', ({ data }) => { if (data === 'take over') void self.skipWaiting(); });
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
