/** Connection of a room: a websocket for messages of the room and of a table. */

import { Awaited } from './messages.js';
import { Pulse } from './heartbeat.js';
import { basePath } from './probe.js';
import { RefusalWatch } from './refusals.js';

const GIVEN_UP = 'The server did not answer, so this may or may not have been done. '
  + 'Check the current state, and try again.';

/**
 * @typedef {'' | 'offline' | 'reconnecting'} Trouble problem of a connection; empty if it works
 * @typedef {Trouble | 'storing'} Status state of a connection, for display
 */

/** A websocket that is replaced when it dies, while the page is open. */
export class RoomSocket {
  /** @type {Set<Receive>} */
  tables = new Set();
  /** Called when a new connection is open. @type {Set<() => void>} */
  opened = new Set();
  /** Called when the connection is lost or restored, and while an action is being stored.
   * @type {Set<(trouble: Trouble) => void>} */
  watchers = new Set();
  trouble = /** @type {Trouble} */ ('');
  /** Whether the server is waiting for its database to store an action of this page. */
  storing = false;
  /** First messages on each connection, which tell the server the page's current view. @type {() => object[]} */
  greet = () => [];
  /** @type {WebSocket | null} */
  socket = null;

  /**
   * @param {string} address
   * @param {(room: any) => void} tell receives the state of the room
   * @param {(chart: any) => void} [chart] receives the chart of the class
   */
  constructor(address, tell, chart = () => {}) {
    this.address = address;
    this.told = { room: tell, class: chart, pong: () => {}, storing: ({ on }) => this.note(on) };
    this.awaited = new Awaited((content) => this.put(content));
    this.awaited.reason = GIVEN_UP;
    this.awaited.mayAsk = () => Promise.resolve(this.isWell);
    const shown = address.replace(/\?.*/, '');
    this.refusals = new RefusalWatch({ base: basePath(), address: shown, window: globalThis.window });
    this.pulse = new Pulse({
      ping: () => this.put({ room: 'ping' }),
      state: () => Promise.resolve('unknown'), // there is no other source of the state
      tell: (health) => this.turn(health),
      renew: () => this.open(),
      window: globalThis.window,
    });
    this.refusals.begin();
    this.pulse.open();
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  /** Whether the connection appears to work, and no action is waiting to be stored. */
  get isWell() { return this.isOpen && !this.trouble && !this.storing; }

  /** @returns {Status} */
  get status() { return this.trouble || (this.storing ? 'storing' : ''); }

  /** Open a connection. The previous one is dropped, so that no message arrives twice. */
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
    this.note(false); // the next connection reports it
    for (const content of this.greet()) this.put(content);
    this.put({ room: 'look' });
    void this.awaited.askAllAgain();
    for (const run of this.opened) run();
  }

  /** @param {import('./heartbeat.js').Health} health */
  turn(health) {
    if (health !== 'well') this.refusals.begin();
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
    this.refusals.end();
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
   * Send an action to the room. If the connection is lost, the action is sent again on the next one.
   * @param {Record<string, unknown>} content
   * @returns {Promise<string>} the reason for a refusal, or empty on success
   */
  async ask(content) {
    const message = await this.awaited.ask(content);
    return message.kind === 'refused' ? message.reason : '';
  }

  /** Request the room's state; there is no reply if nothing has changed. */
  look() {
    if (this.isWell) this.put({ room: 'look' });
  }

  close() {
    this.refusals.end();
    this.pulse.stop();
    this.awaited.giveUp(GIVEN_UP);
    this.drop();
  }
}

/**
 * The connection of the current table.
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

/** The URL of this page's websocket. It includes a page id, so that the page's next connection replaces this one. */
export function lineAddress() {
  const address = new URL(`${location.pathname.replace(/\/$/, '')}/line`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const random = crypto.getRandomValues(new Uint32Array(3));
  address.search = `?page=${[...random].map((part) => part.toString(36)).join('')}`;
  return address.href;
}
