/**
 * Offers, on the index page, to keep the site for use without a network. Once somebody has accepted, every page
 * registers the service worker that stores the site, and offers a newer version when there is one. The index page shows
 * how many files are stored.
 */

const NEWER = 'A newer version of these pages is available.';
const NOT_KEPT = 'Not kept for use without a network: this browser stores nothing for these pages.';
const NO_HTTPS = 'This site cannot be kept for use without a network: browsers keep only what comes from an address '
  + 'that begins with https, or from this computer.';
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
  opener?.toggleAttribute('hidden', kept > 0);
  if (opener && why) opener.disabled = false;
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
  if (opener) opener.disabled = false;
});

/** Calls `run` after the page has loaded, when the browser is idle. */
function whenIdle(run) {
  if (document.readyState !== 'complete') window.addEventListener('load', () => whenIdle(run), { once: true });
  else if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: LATEST });
  else setTimeout(run, LATEST / 2);
}

/** Keeps the site where somebody has accepted that on an earlier visit, and offers it on the index page elsewhere. */
async function begin() {
  const registration = await serviceWorker.getRegistration(SITE);
  if (registration?.scope === SITE) whenIdle(keep);
  else if (opener) Object.assign(opener, { hidden: false, onclick: accept });
}

function accept() {
  opener.disabled = true;
  say('Keeping this site. Leave this page open until all files are kept.');
  keep();
}

const opener = /** @type {HTMLButtonElement|null} */ (document.getElementById('keep-site'));
const { serviceWorker } = navigator;
if (serviceWorker) void begin();
else say(NO_HTTPS);
