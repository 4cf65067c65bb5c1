/** What is taken along from a table: one's work in one file, all matches that a browser keeps, tonight's homework. */

import { download } from '../basics/download.js';

/** @typedef {'work' | 'everything' | 'homework'} Kind */

/** Those that are being made: each is made once at a time. @type {WeakMap<Store, Set<Kind>>} */
const making = new WeakMap();

/**
 * Makes a file and hands it to the browser's downloads.
 * @param {Store} store
 * @param {Kind} kind
 * @param {(words: string) => void} say told what becomes of it, from the beginning on
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

/** @returns {Promise<string>} what became of it */
async function make(store, kind) {
  const answer = await store.send({ do: kind });
  if (answer.kind !== 'detail') return answer.reason ?? 'It could not be created.';
  const { name, base64, note } = answer.data;
  download(name, Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), 'application/zip');
  return `Saved as ${name} in your downloads. ${note ?? ''}`.trim();
}
