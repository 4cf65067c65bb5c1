/**
 * Registers the service worker that stores the site for use without a network, and offers a newer version when there
 * is one. On the page of a table this waits until the table plays, on other pages until the browser is idle. The index
 * page shows how many files are stored.
 */

const NEWER = 'A newer version of these pages is there.';
const NOT_KEPT = 'Not kept for use without a network: this browser keeps nothing for these pages.';
const NO_HTTPS = 'Not kept for use without a network: browsers keep only what comes from an address that begins with '
  + 'https, or from this very machine.';
const SPARING = 'Not kept for use without a network yet: this browser is told to save data. A table is kept once it is '
  + 'played.';
/** Maximum wait for an idle browser, in milliseconds. */
const LATEST = 4_000;
const SITE = new URL('../', import.meta.url).href;

async function keepSite() {
  const { serviceWorker } = navigator;
  serviceWorker.onmessage = ({ data }) => sayKept(data);
  const registration = await serviceWorker.register(`${SITE}sw.js`);
  void serviceWorker.ready.then(({ active }) => active.postMessage('keep the rest'));
  if (registration.waiting && registration.active) offer(registration);
  registration.onupdatefound = () => {
    const { installing } = registration;
    installing.onstatechange = () => {
      if (installing.state === 'installed' && registration.active) offer(registration);
    };
  };
}

/** Shows on the index page how many files are stored, and why others are not. */
function sayKept({ kept, of, why }) {
  const all = kept === of ? `all ${of} files` : `${kept} of ${of} files`;
  say(`Kept for use without a network: ${all}${why && `; ${why}`}.`);
}

function say(words) {
  const place = document.getElementById('kept');
  if (place) Object.assign(place, { textContent: words, hidden: false });
}

/** Offers a newer version; the page uses its own version until somebody accepts. */
function offer(registration) {
  const use = button('Use it now', () => {
    navigator.serviceWorker.oncontrollerchange = () => location.reload();
    registration.waiting?.postMessage('take over');
  });
  const line = document.createElement('p');
  line.id = 'classkit-newer';
  line.setAttribute('role', 'status');
  line.style.cssText = 'background: #17324a; border-radius: 12px; bottom: 1rem; '
    + 'box-shadow: 0 4px 20px rgb(0 0 0 / 0.3); color: #fff; font: 16px/1.4 system-ui, sans-serif; '
    + 'left: 1rem; margin: 0; max-width: calc(100vw - 2rem); padding: 0.6rem 1rem; position: fixed; z-index: 30; '
    + 'box-sizing: border-box;';
  line.append(NEWER, use, button('Later', () => line.remove()));
  document.getElementById(line.id)?.remove();
  document.body.append(line);
}

function button(words, run) {
  const made = document.createElement('button');
  made.textContent = words;
  made.onclick = run;
  made.style.cssText = 'font: inherit; margin-inline-start: 0.7rem; padding: 0.3rem 0.8rem;';
  return made;
}

/** If the browser cannot store the site, it still works with a network. */
const keep = () => void keepSite().catch((error) => {
  console.info('classkit: this site is not kept', error);
  say(NOT_KEPT);
});

/** Calls `run` after the page has loaded, when the browser is idle. */
function whenIdle(run) {
  if (document.readyState !== 'complete') window.addEventListener('load', () => whenIdle(run), { once: true });
  else if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: LATEST });
  else setTimeout(run, LATEST / 2);
}

const isTable = Boolean(document.getElementById('classkit-told'));
const { serviceWorker, connection } = navigator;
if (!serviceWorker) say(NO_HTTPS);
else if (isTable && !serviceWorker.controller) window.addEventListener('classkit-plays', keep, { once: true });
else if (connection?.saveData && !serviceWorker.controller) say(SPARING);
else whenIdle(keep);
