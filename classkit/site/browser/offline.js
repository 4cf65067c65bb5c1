/**
 * Has the site kept in the browser, for when there is no network, and offers a newer version when there is one. A
 * table is kept once it plays: until then its own files come first.
 */

const NEWER = 'A newer version of these pages is there.';
const SITE = new URL('../', import.meta.url).href;

async function keepSite() {
  const registration = await navigator.serviceWorker.register(`${SITE}sw.js`);
  if (registration.waiting && registration.active) offer(registration);
  registration.onupdatefound = () => {
    const { installing } = registration;
    installing.onstatechange = () => {
      if (installing.state === 'installed' && registration.active) offer(registration);
    };
  };
}

/** Offers the newer version; the page goes on with its own until somebody wants it. */
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
    + 'left: 1rem; margin: 0; max-width: calc(100vw - 2rem); padding: 0.6rem 1rem; position: fixed; z-index: 30; box-sizing: border-box;';
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

/** Where a browser keeps nothing, or has no room, the site needs the network as before. */
const keep = () => void keepSite().catch((error) => console.info('classkit: this site is not kept', error));

// only a page under https, or of this very machine, may be kept
if (navigator.serviceWorker) {
  if (navigator.serviceWorker.controller) keep();
  else window.addEventListener('classkit-plays', keep, { once: true });
}
