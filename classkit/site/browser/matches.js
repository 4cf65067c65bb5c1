/** List of the stored matches on the index page, with links to continue them and buttons to remove them. */

import { Storage } from './storage.js';

const MATCH = '.json';
const place = document.getElementById('matches');
const storage = new Storage(() => {});

async function show() {
  const here = new URL('.', location.href).pathname;
  const all = await storage.all();
  const matches = all.filter((one) => one.kind === MATCH && one.played && one.place.startsWith(here));
  place.hidden = !matches.length;
  place.querySelector('ul').replaceChildren(...matches.sort((one, other) => other.at - one.at).map(item));
}

function item({ code, place: address, title, turn, over, at }) {
  const link = document.createElement('a');
  link.href = `${address}?code=${encodeURIComponent(code)}`;
  link.textContent = `${title}, ${over ? 'over after turn' : 'turn'} ${turn}`;
  const when = document.createElement('time');
  when.dateTime = new Date(at).toISOString();
  when.textContent = new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  const remove = document.createElement('button');
  remove.textContent = 'Remove';
  remove.setAttribute('aria-label', `Remove ${link.textContent}, ${when.textContent}`);
  remove.onclick = async () => {
    if (!window.confirm(`Remove ${link.textContent} from this browser? This cannot be undone.`)) return;
    await storage.remove(code);
    await show();
  };
  const line = document.createElement('li');
  line.append(link, ' ', when, ' ', remove);
  return line;
}

// refresh the list when the page is shown again by Back
window.addEventListener('pageshow', () => show().catch(() => {})); // without storage the list stays hidden
