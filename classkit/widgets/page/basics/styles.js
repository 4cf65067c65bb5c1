/** The style sheets, added to the page once. */

/** In the order in which they build on each other. */
const SHEETS = ['themes.css', 'table.css', 'parts.css', 'board.css'];

/** A page is not kept waiting longer than this for its style. */
const PATIENCE = 4_000;

/**
 * Adds the style sheets of the folder `styles`. Where the modules are joined (joined.py) they have put
 * their style into the page themselves.
 * @returns {Promise<void>} when the style is there
 */
export async function styled() {
  const here = import.meta.url;
  if (!/^https?:/.test(here) || document.getElementById('classkit-style')) return;
  const version = new URL(here).search;
  const loaded = SHEETS.map((name) => {
    const id = `classkit-${name.replace('.', '-')}`;
    const known = /** @type {any} */ (document.getElementById(id));
    if (known) return known.ready;
    const link = /** @type {any} */ (document.createElement('link'));
    Object.assign(link, { id, rel: 'stylesheet', href: new URL(`../styles/${name}`, here).href + version });
    link.ready = new Promise((resolve) => { link.onload = resolve; link.onerror = resolve; });
    document.head.append(link);
    return link.ready;
  });
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** The page around the tables follows them: it has a class while one of them is dark. */
export function tellPage() {
  const dark = Boolean(document.querySelector('.classkit[data-theme="dark"]'));
  document.documentElement.classList.toggle('ck-dark', dark);
}
