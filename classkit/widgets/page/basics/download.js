/** Downloads of files. */

import { h } from './dom.js';

/**
 * Download a file.
 * @param {BlobPart} content
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
