/**
 * Test of the network between a page and its server: a test websocket with a random id, and what the server saw of it
 * (`self_test.py`). A browser only learns that a websocket failed; the server knows which header was lost.
 */

/** Milliseconds for a reply over the test websocket, for one over HTTP, and before a failed test is repeated. */
const REPLY = 5_000;
const ANSWER = 4_000;
const PAUSE = 1_000;
/** Milliseconds above which a reply over HTTP shows that the network is slow: a websocket may just need longer. */
const SLOW = 1_000;

/**
 * @typedef {{ address: string, reason: string, request: string }} Refusal the refused connection, why, and a sentence
 *   for the administrator of the network
 * @typedef {{ outcome: string, host: string, origin: string }} Attempt what the server saw of a test websocket
 * @typedef {{ time: number, has_cookie: boolean, host: string, base_url: string, path: string,
 *   attempt: Attempt|null }} Seen
 */

/** The path below which all addresses of the server are; empty on a page without a server of its own. */
export function basePath(page = globalThis.document) {
  return page?.querySelector?.('meta[name="classkit-base"]')?.getAttribute('content') ?? '';
}

/** @param {string} path of the server @param {{ protocol: string, host: string }} [page] address of the page */
export function socketAddress(path, page = globalThis.location) {
  return `${page.protocol === 'https:' ? 'wss:' : 'ws:'}//${page.host}${path}`;
}

/**
 * Open a test websocket, and wait for a reply over it.
 * @param {string} base
 * @returns {Promise<{ id: string, socket: WebSocket|null }>} no socket if it failed
 */
export function openTest(base) {
  const id = [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('-');
  return new Promise((resolve) => {
    const socket = new WebSocket(socketAddress(`${base}self-test/socket?id=${id}`));
    const end = (found) => {
      clearTimeout(timer);
      socket.onopen = socket.onmessage = socket.onclose = null;
      if (!found) socket.close();
      resolve({ id, socket: found });
    };
    const timer = setTimeout(() => end(null), REPLY);
    socket.onopen = () => socket.send('ping');
    socket.onmessage = () => end(socket);
    socket.onclose = () => end(null);
  });
}

/**
 * Ask the server what it sees of this page, and of a test websocket.
 * @param {string} base
 * @returns {Promise<Seen|null>} null if the server cannot be reached
 */
export async function askSeen(base, id = '') {
  try {
    const address = `${base}self-test/seen?id=${id}`;
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * Find out whether the network refuses websockets.
 * @param {string} base path of the server
 * @param {string} address of the connection that does not open
 * @returns {Promise<Refusal|null>} null if websockets work, or the server cannot be reached at all
 */
export async function findRefusal(base, address) {
  for (let failed = 0; ; failed += 1) {
    const { id, socket } = await openTest(base);
    socket?.close();
    if (socket) return null;
    const begun = Date.now();
    const seen = await askSeen(base, id);
    if (!seen || seen.attempt?.outcome === 'full') return null;
    const explained = seen.attempt && seen.attempt.outcome !== 'opened';
    if (!explained && Date.now() - begun > SLOW) return null;
    // a server that restarts also fails once, so only what it does not explain is tried twice
    if (explained || failed) return explain(seen.attempt, base, address);
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  }
}

/**
 * Why a websocket does not open, and what to ask for.
 * @param {Attempt|null} attempt
 * @param {string} base
 * @param {string} address
 * @returns {Refusal}
 */
export function explain(attempt, base, address) {
  const please = `Please let ${socketAddress(base)} through to classkit:`;
  const { host } = location;
  if (attempt?.outcome === 'upgrade') return {
    address,
    reason: 'It reached the server without its header Upgrade, which a proxy on the way has removed.',
    request: `${please} forward the headers Upgrade and Connection over HTTP/1.1, and keep Host with its port.`,
  };
  if (attempt?.outcome === 'http') return {
    address,
    reason: 'It reached the server over HTTP/1.0, which has no WebSockets: a proxy on the way uses this old version.',
    request: `${please} use HTTP/1.1, and forward the headers Upgrade and Connection (nginx: proxy_http_version 1.1).`,
  };
  if (attempt?.outcome === 'host') return {
    address,
    reason: `The server refused it, because the hosts differ: this page is at ${host}, but a proxy on the way gave `
      + `the host as ${attempt.host}.`,
    request: `${please} forward the header Host unchanged, with its port: ${host}, not ${attempt.host}.`,
  };
  if (attempt) return {
    address,
    reason: 'It opens, but no message arrives over it: something on the way holds the messages back.',
    request: `${please} pass on WebSocket messages in both directions immediately, without inspecting them.`,
  };
  return {
    address,
    reason: 'It does not reach the server, although the pages do: a proxy or a firewall on the way blocks it.',
    request: `${please} allow WebSocket connections to ${host}, forward the headers Upgrade and Connection, and keep `
      + 'Host with its port.',
  };
}
