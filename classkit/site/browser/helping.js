/** Second Python of a page, used by the worker of the first one and started on first use. */

/** Milliseconds without requests after which it is stopped: it takes a hundred megabytes. */
const IDLE = 10_000;

export class Helper {
  /** @type {Worker | null} */
  worker = null;
  resting = undefined;
  /** Requests that wait for an answer, oldest first. @type {any[]} */
  asked = [];

  /** @param {object} addresses addresses of Pyodide, the standard library and the package */
  constructor(addresses) { this.addresses = addresses; }

  /**
   * @param {{ toJs: () => Uint8Array }} message bytes of Python, valid only during this call
   * @returns {Promise<Uint8Array>} the answer
   */
  ask(message) {
    const bytes = message.toJs();
    clearTimeout(this.resting);
    return new Promise((answer, fail) => {
      this.asked.push({ answer, fail });
      this.started().postMessage(['ask', bytes]);
    });
  }

  started() {
    if (this.worker) return this.worker;
    const script = `import ${JSON.stringify(new URL('./helper.js', import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.worker = new Worker(address, { type: 'module' }); // so that the policy of the page applies to it
    this.worker.onmessage = ({ data: [kind, what] }) => {
      if (kind !== 'answer') this.lose(what);
      else this.asked.shift()?.answer(what);
      clearTimeout(this.resting);
      if (!this.asked.length) this.resting = setTimeout(() => this.rest(), IDLE);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.lose(event.message);
    };
    this.worker.postMessage(['begin', this.addresses]);
    return this.worker;
  }

  lose(why) {
    this.rest();
    for (const { fail } of this.asked.splice(0)) fail(new Error(String(why)));
  }

  rest() {
    this.worker?.terminate();
    this.worker = null;
  }
}
