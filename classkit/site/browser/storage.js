/**
 * Storage of matches in a database of the browser: for each match code the texts of each kind (see
 * `hosting/match_store.py`), and the page that may write them. This is the page that opened the match last; the
 * transaction that writes a text refuses all other pages.
 */

const NAME = 'classkit';
const TEXTS = 'texts';
const WRITERS = 'writers';

/** @returns {Promise<any>} the result of a request */
function given(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<void>} when all is stored */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('it was broken off'));
  });
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(TEXTS, { keyPath: ['code', 'kind'] });
    request.result.createObjectStore(WRITERS, { keyPath: 'code' });
  };
  return given(request);
}

/** Storage for one page. */
export class Storage {
  token = crypto.getRandomValues(new Uint32Array(4)).join('-');
  code = '';
  channel = new BroadcastChannel(NAME);

  /** @param {(code: string) => void} lost called when a newer page has opened the match of this page */
  constructor(lost) {
    this.channel.onmessage = ({ data: { code, token } }) => {
      if (code === this.code && token !== this.token) lost(code);
    };
    this.lost = lost;
  }

  database() {
    this.opening ??= opened();
    return this.opening;
  }

  async transaction() {
    return (await this.database()).transaction([TEXTS, WRITERS], 'readwrite');
  }

  /**
   * Becomes the writer of a match.
   * @param {string} code
   * @returns {Promise<object[]>} its texts; empty if it is not stored
   */
  async take(code) {
    const transaction = await this.transaction();
    const texts = await given(transaction.objectStore(TEXTS).getAll(IDBKeyRange.bound([code], [code, []])));
    if (!texts.length) return [];
    transaction.objectStore(WRITERS).put({ code, token: this.token });
    await done(transaction);
    this.code = code;
    this.channel.postMessage({ code, token: this.token });
    return texts;
  }

  /**
   * Stores all of the texts, or none.
   * @param {{ code: string, kind: string, text: string }[]} texts
   */
  async keep(texts) {
    const transaction = await this.transaction();
    const writers = transaction.objectStore(WRITERS);
    for (const { code } of texts) {
      const writer = await given(writers.get(code));
      if (writer && writer.token !== this.token) {
        transaction.abort();
        this.lost(code);
        return;
      }
      if (!writer) writers.put({ code, token: this.token });
      this.code = code;
    }
    for (const one of texts) transaction.objectStore(TEXTS).put(one);
    await done(transaction);
  }

  /** @returns {Promise<object[]>} all texts */
  async all() {
    return given((await this.transaction()).objectStore(TEXTS).getAll());
  }

  /** Deletes a match. @param {string} code */
  async remove(code) {
    const transaction = await this.transaction();
    transaction.objectStore(TEXTS).delete(IDBKeyRange.bound([code], [code, []]));
    transaction.objectStore(WRITERS).delete(code);
    await done(transaction);
  }
}
