/** The line of a room: a websocket, on which the words of the room come beside those of a table. */

/** So long a page waits before it opens a line anew, at first and at most, in milliseconds. */
const SOON = 500, LATER = 2_000;

const LOST = 'The connection is lost. It comes back by itself; what was answered is kept.';

/** A websocket that is opened anew for as long as the page is there. */
export class RoomSocket {
  /** @type {Set<Receive>} */
  tables = new Set();
  /** What is told when the line is open again. @type {Set<() => void>} */
  opened = new Set();
  /** What is told when it is lost. @type {Set<() => void>} */
  lost = new Set();
  /** @type {Map<number, (message: any) => void>} */
  asked = new Map();
  last = 0;
  wait = SOON;
  closed = false;
  /** @type {WebSocket | null} */
  socket = null;

  /**
   * @param {string} address
   * @param {(room: any) => void} tell takes the room as it is now
   * @param {(chart: any) => void} [chart] takes the chart of the class
   */
  constructor(address, tell, chart = () => {}) {
    this.address = address;
    this.told = { room: tell, class: chart };
    this.open();
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.wait = SOON;
      this.put({ room: 'look' });
      for (const run of this.opened) run();
    };
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = () => this.comeBack();
  }

  /** Opens the line anew after a while, which is longer each time and never the same for a whole class. */
  comeBack() {
    if (this.closed) return;
    for (const run of this.lost) run();
    setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(2 * this.wait, LATER);
  }

  take(message) {
    const settle = this.asked.get(message.reply);
    if (settle) {
      this.asked.delete(message.reply);
      settle(message);
    }
    const tell = this.told[message.kind];
    if (tell) tell(message);
    else if (!settle) for (const hear of this.tables) hear(message, []);
  }

  put(content) {
    if (!this.isOpen) throw new Error('the line is not open');
    /** @type {WebSocket} */ (this.socket).send(JSON.stringify(content));
  }

  /**
   * Asks something of the room.
   * @param {Record<string, unknown>} content
   * @returns {Promise<string>} why it was refused; empty when it was done
   */
  ask(content) {
    this.last += 1;
    const id = this.last;
    const answer = new Promise((resolve) => this.asked.set(id, resolve));
    try {
      this.put({ ...content, id });
    } catch {
      this.asked.delete(id);
      return Promise.resolve(LOST);
    }
    return answer.then((message) => (message.kind === 'refused' ? message.reason : ''));
  }

  close() {
    this.closed = true;
    this.socket?.close();
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
    store.awaited.mayAsk = () => Promise.resolve(socket.isOpen);
    const goOn = () => {
      store.set({ notice: '' });
      void store.goOn();
    };
    const say = () => store.set({ notice: LOST });
    socket.opened.add(goOn);
    socket.lost.add(say);
    return {
      hosted: false, inBrowser: false,
      link: () => '',
      showLink() {},
      stop: () => {
        socket.opened.delete(goOn);
        socket.lost.delete(say);
      },
    };
  }
}

/** The address of this page's line, beside the page's own. */
export function lineAddress() {
  const address = new URL(`${location.pathname.replace(/\/$/, '')}/line`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
