/**
 * JupyterLab does not restore a widget's second view ("Create New View for Cell Output") after a reload: it shows
 * "Loading widget..." forever. This module shows what to do.
 */

const OFTEN = 5_000;

const LOST_VIEW = 'JupyterLab does not restore this view when its page is reloaded. Close it and create another: '
  + 'right-click to the left of the output and choose Create New View for Cell Output.';

/** @type {WeakSet<Document>} */
const watched = new WeakSet();

/** Regularly check for views that do not load in two consecutive checks. */
export function watchClones(page) {
  if (watched.has(page)) return;
  watched.add(page);
  let waiting = new Set();
  setInterval(() => {
    const found = waitingIn(page);
    for (const view of found) if (waiting.has(view)) view.textContent = LOST_VIEW;
    waiting = new Set(found);
  }, OFTEN);
}

/** @returns {Element[]} the views outside their notebook that have not loaded */
function waitingIn(page) {
  return [...page.querySelectorAll('.jp-LinkedOutputView .jp-OutputArea-output')]
    .filter((view) => view.textContent === 'Loading widget...');
}
