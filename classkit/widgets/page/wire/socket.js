/** The line of a room: a websocket, on which the words of the room come beside those of a table. */

import { Awaited } from './messages.js';
import { Pulse } from './heartbeat.js';

const GIVEN_UP = 'The server did not answer, so this may or may not have been done. '
  + 'Check the current state, and try again.';

/**
 * @typedef {'' | 'offline' | 'reconnecting'} Trouble what is wrong with a line; nothing while it is well
 * @typedef {Trouble | 'storing'} Status how it stands with a line, for the reader
 */

/** A websocket that another one replaces when it dies, for as long as the page is there. */
export class RoomSocket {
  /** @type {Set<Receive>} */
  tables = new Set();
  /** What is told when another line is open. @type {Set<() => void>} */
  opened = new Set();
  /** What is told when a line dies, when one is well again, and while an answer is stored.
   * @type {Set<(trouble: Trouble) => void>} */
  watchers = new Set();
  trouble = /** @type {Trouble} */ ('');
  /** Whether the server waits for its database with an answer of this page. */
  storing = false;
  /** What a page sends first on each line, so that the server knows what it looks at. @type {() => object[]} */
  greet = () => [];
  /** @type {WebSocket | null} */
  socket = null;

  /**
   * @param {string} address
   * @param {(room: any) => void} tell takes the room as it is now
   * @param {(chart: any) => void} [chart] takes the chart of the class
   */
  constructor(address, tell, chart = () => {}) {
    this.address = address;
    this.told = { room: tell, class: chart, pong: () => {}, storing: ({ on }) => this.note(on) };
    this.awaited = new Awaited((content) => this.put(content));
    this.awaited.reason = GIVEN_UP;
    this.awaited.mayAsk = () => Promise.resolve(this.isWell);
    this.pulse = new Pulse({
      ping: () => this.put({ room: 'ping' }),
      state: () => Promise.resolve('unknown'), // nobody else knows of the line
      tell: (health) => this.turn(health),
      renew: () => this.open(),
      window: globalThis.window,
    });
    this.pulse.open();
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  /** Whether it makes sense to ask: the line carries messages as far as is known, and none waits to be stored. */
  get isWell() { return this.isOpen && !this.trouble && !this.storing; }

  /** @returns {Status} */
  get status() { return this.trouble || (this.storing ? 'storing' : ''); }

  /** Opens a line. The one before is dropped, so that nothing comes twice. */
  open() {
    this.drop();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.begin();
    socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    socket.onclose = () => {
      this.socket = null;
      this.pulse.lose();
    };
  }

  drop() {
    const { socket } = this;
    if (!socket) return;
    this.socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  begin() {
    this.note(false); // the next line says so itself
    for (const content of this.greet()) this.put(content);
    this.put({ room: 'look' });
    void this.awaited.askAllAgain();
    for (const run of this.opened) run();
  }

  /** @param {import('./heartbeat.js').Health} health */
  turn(health) {
    const offline = globalThis.navigator?.onLine === false;
    const trouble = health === 'well' ? '' : offline ? 'offline' : 'reconnecting';
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    for (const watch of this.watchers) watch(trouble);
  }

  /** @param {boolean} storing */
  note(storing) {
    if (storing === this.storing) return;
    this.storing = storing;
    for (const watch of this.watchers) watch(this.trouble);
  }

  take(message) {
    this.pulse.heard(message);
    const mine = this.awaited.settle(message);
    const tell = this.told[message.kind];
    if (tell) tell(message);
    else if (!mine) for (const hear of this.tables) hear(message, []);
  }

  put(content) {
    if (!this.isOpen) throw new Error('the connection is not open');
    /** @type {WebSocket} */ (this.socket).send(JSON.stringify(content));
  }

  /**
   * Asks something of the room. While the line is dead it waits, and is asked again on the next one.
   * @param {Record<string, unknown>} content
   * @returns {Promise<string>} why it was refused; empty when it was done
   */
  async ask(content) {
    const message = await this.awaited.ask(content);
    return message.kind === 'refused' ? message.reason : '';
  }

  /** Asks how the room is now, which needs no answer if nothing has changed. */
  look() {
    if (this.isWell) this.put({ room: 'look' });
  }

  close() {
    this.pulse.stop();
    this.awaited.giveUp(GIVEN_UP);
    this.drop();
  }
}

/**
 * The line of the table at which one sits now.
 * @implements {Line}
 */
export class SocketLine {
  /** @param {RoomSocket} socket */
  constructor(socket) { this.socket = socket; }

  send(content) { this.socket.put(content); }

  hear(tell) {
    this.socket.tables.add(tell);
    return () => this.socket.tables.delete(tell);
  }

  watch(store) {
    const { socket } = this;
    store.awaited.mayAsk = () => Promise.resolve(socket.isWell);
    store.awaited.reason = GIVEN_UP;
    const goOn = () => {
      store.meetLine();
      void store.goOn();
    };
    const note = (trouble) => { store.there = !trouble; };
    socket.opened.add(goOn);
    socket.watchers.add(note);
    return {
      hosted: false, inBrowser: false,
      link: () => '',
      showLink() {},
      stop: () => {
        socket.opened.delete(goOn);
        socket.watchers.delete(note);
      },
    };
  }
}

/** The address of this page's line, beside the page's own. It names the page, whose next line replaces this one. */
export function lineAddress() {
  const address = new URL(`${location.pathname.replace(/\/$/, '')}/line`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const random = crypto.getRandomValues(new Uint32Array(3));
  address.search = `?page=${[...random].map((part) => part.toString(36)).join('')}`;
  return address.href;
}
