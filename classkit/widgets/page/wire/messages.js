/** Messages of the kernel: unpacked in their turn, and what they change in the table's state. */

/** @typedef {(message: any, buffers: DataView[]) => void} Receive */

/**
 * @param {any} packed bytes in gzip's form
 * @returns {Response} what they say
 */
export function unpacked(packed) {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  // Bytes that make no sense are reported where they are read.
  writer.write(packed).catch(() => {});
  writer.close().catch(() => {});
  return new Response(stream.readable);
}

/**
 * Unpacking takes a moment: what comes meanwhile waits, for messages are numbered.
 * @param {Receive} receive takes whole messages
 * @returns {Receive} takes them as they come
 */
export function inTurn(receive) {
  /** @type {Promise<void>|null} */
  let last = null;
  return (message, buffers) => {
    if (!last && !message?.packed) {
      receive(message, buffers);
      return;
    }
    const whole = message?.packed ? opened(message, buffers) : Promise.resolve(message);
    whole.catch(() => {}); // reported in its turn
    const mine = Promise.resolve(last).then(() => whole).then((one) => receive(one, message?.packed ? [] : buffers))
      // The page notices by its number that a message is missing, and asks for everything anew.
      .catch((error) => console.error('classkit: a message could not be read', error))
      .then(() => { if (last === mine) last = null; });
    last = mine;
  };
}

/**
 * @param {any} message
 * @param {DataView[]} buffers
 */
async function opened({ packed, ...outside }, [bytes]) {
  if (!bytes) throw new Error('it came without its bytes'); // for which a stream may wait for ever
  return { ...outside, ...await unpacked(bytes).json() };
}

// --- Carries out what changed in the table's state (see `difference.py`). Pure.

/**
 * @typedef {{is?: any, in?: Record<string, Change>, gone?: string[], splice?: Array<[number, number, any[]]>}} Change
 *   `is`: the value as it is now; `in` and `gone`: what changed inside a table; `splice`: at a place
 *   of a list, so many entries give way to these
 */

/**
 * A value after a change. Nothing is changed in place; what the change leaves out stays the very
 * same object, so that parts can compare by identity.
 * @param {any} value
 * @param {Change} change
 * @returns {any}
 */
export function after(value, change) {
  if ('is' in change) return change.is;
  if (change.splice) return change.splice.reduce((list, [at, cut, items]) => [...list.slice(0, at), ...items, ...list.slice(at + cut)], value);
  const next = { ...value };
  for (const key of change.gone ?? []) delete next[key];
  for (const [key, inside] of Object.entries(change.in ?? {})) next[key] = after(next[key], inside);
  return next;
}
