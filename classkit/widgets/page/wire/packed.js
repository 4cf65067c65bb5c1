/** Messages that come compressed (see `packed.py`), in their turn among the others. */

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
  return { ...outside, ...await unpacked(bytes).json() };
}
