/** Files for the browser's downloads. */

import { h } from './dom.js';

/**
 * Hands a file to the browser's downloads.
 * @param {BlobPart} content
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
