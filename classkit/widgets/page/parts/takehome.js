/** Downloads of a table: the work in one file, all matches stored in the browser, the homework. */

import { download } from '../basics/download.js';

/** @typedef {'work' | 'everything' | 'homework'} Kind */

/** Downloads in progress; each kind only once at a time. @type {WeakMap<Store, Set<Kind>>} */
const making = new WeakMap();

/**
 * Create and download a file.
 * @param {Store} store
 * @param {Kind} kind
 * @param {(words: string) => void} say called with status texts
 */
export async function takeHome(store, kind, say) {
  const busy = making.get(store) ?? new Set();
  making.set(store, busy);
  if (busy.has(kind)) return;
  busy.add(kind);
  say('One moment …');
  try {
    say(await make(store, kind));
  } finally {
    busy.delete(kind);
  }
}

/** @returns {Promise<string>} the result as text */
async function make(store, kind) {
  const answer = await store.send({ do: kind });
  if (answer.kind !== 'detail') return answer.reason ?? 'It could not be created.';
  const { name, base64, note } = answer.data;
  download(name, Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), 'application/zip');
  return `Saved as ${name} in your downloads. ${note ?? ''}`.trim();
}
