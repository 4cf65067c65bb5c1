/** A kernel in a few lines that keeps the promises of `connection_protocol.py`, and a line that loses and mixes up what it carries. */

const PER_PAGE = 1_000_000;

/** A match that is one number: each step adds one. */
export class FakeKernel {
  /** @param {(message: object) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.turn = 0;
    /** Every action ever carried out, by any of its lives: none may be in it twice. */
    this.carriedOut = [];
    this.lives = 0;
    this.running = false;
    this.start();
  }

  /** Starts anew, with the match as it was kept. */
  start() {
    this.lives += 1;
    this.name = `kernel ${this.lives}`;
    this.seq = 0;
    this.shown = false;
    this.known = new Set();
  }

  number(content, reply) {
    this.seq += 1;
    this.tell({ ...content, seq: this.seq, reply, kernel: this.name });
  }

  now() {
    return { turn: this.turn, over: null, asks: [], news: [], board: { looks: {} }, chart: { rows: [] }, play: { running: this.running, speed: 1000 } };
  }

  snapshot(reply) {
    this.shown = true;
    this.number({ kind: 'snapshot', fixed: { game: 'fake', seats: [] }, now: this.now() }, reply);
  }

  receive({ do: name, id = null, kernel = this.name, on }) {
    if (name === 'ping') this.tell({ kind: 'pong', reply: id, at: this.seq, kernel: this.name });
    else if (name === 'snapshot') this.snapshot(id);
    else if (name === 'look') this.number({ kind: 'detail', what: 'look', data: this.turn }, id);
    else if (kernel !== this.name || this.known.has(id) || !this.shown) this.snapshot(id);
    else {
      if (id >= PER_PAGE) this.known.add(id);
      this.carriedOut.push(id);
      if (name === 'play') this.running = on;
      else this.turn += 1;
      this.number({ kind: 'step', change: { in: { turn: { is: this.turn }, play: { is: { running: this.running, speed: 1000 } } } } }, id);
    }
  }
}

/** Chance with a seed: a number from 0 up to 1 each time. */
export function chances(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A line on which messages are lost, doubled, late and so out of order, until it is `mended`.
 * @param {() => number} chance
 * @param {(message: any) => void} deliver
 */
export function badLine(chance, deliver) {
  const line = {
    mended: false,
    send(message) {
      const text = JSON.stringify(message);
      const copies = line.mended ? 1 : chance() < 0.15 ? 0 : chance() < 0.15 ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const late = line.mended ? 1 : chance() < 0.3 ? Math.floor(chance() * 8_000) : 1;
        setTimeout(() => deliver(JSON.parse(text)), late);
      }
    },
  };
  return line;
}
