/** Small windows over the page, and notices over a table, that tell how it stands with its connection. */

export function isDark(page) {
  return Boolean(page.querySelector('.classkit[data-theme="dark"]'));
}

/** A box in a shadow root of its own, so that no style of the page reaches it. */
function shaded(page) {
  const host = page.createElement('div');
  host.className = 'classkit-connection';
  const shadow = host.attachShadow({ mode: 'open' });
  const style = page.createElement('style');
  style.textContent = STYLE;
  shadow.append(style);
  return { host, shadow };
}

/**
 * A window over the page.
 * @param {Document} page @param {string} role @param {string} title
 */
function say(page, role, title) {
  const { host, shadow } = shaded(page);
  const dialog = page.createElement('dialog');
  dialog.setAttribute('role', role);
  dialog.classList.toggle('dark', isDark(page));
  dialog.setAttribute('aria-labelledby', 'title');
  const heading = page.createElement('h2');
  heading.id = 'title';
  heading.textContent = title;
  const body = page.createElement('div');
  dialog.append(heading, body);
  shadow.append(dialog);
  page.body.append(host);
  dialog.showModal();
  dialog.addEventListener('close', () => host.remove());
  return { host, body, dialog };
}

/**
 * A line that is said at once and stays: at the foot of the page, or at the head of a table.
 * @param {Document} page @param {string} text @param {'foot'|'head'} place
 * @returns {HTMLElement}
 */
export function line(page, text, place) {
  const { host, shadow } = shaded(page);
  const said = paragraph(page, text);
  said.className = place;
  said.setAttribute('role', 'alert');
  shadow.append(said);
  return host;
}

function paragraph(page, text) {
  const made = page.createElement('p');
  made.textContent = text;
  return made;
}

function pressable(page, text, run) {
  const made = page.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', run);
  return made;
}

// --- What they say of the connection.

export function sayLost(page, kept, go) {
  const { host, body, dialog } = say(page, 'alertdialog', 'Connection lost');
  body.append(paragraph(page, kept
    ? 'Nothing is lost: every step was kept.'
    : 'This match was not kept on the server: if the connection does not come back by itself, Continue begins a new match.'));
  const button = pressable(page, 'Continue', go);
  body.append(button);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  button.focus();
  return host;
}

export function sayBusy(page, kept, go, wait) {
  const { host, body, dialog } = say(page, 'alertdialog', 'The kernel is still busy');
  body.append(paragraph(page, kept
    ? 'The table has not been answered for a while. Wait for it, or continue on a fresh kernel: the match goes on '
      + 'from where it was kept last, and what the kernel is busy with is given up.'
    : 'The table has not been answered for a while. This match is not kept on the server: a fresh kernel begins a new one.'));
  const button = pressable(page, 'Wait', () => host.remove());
  body.append(pressable(page, kept ? 'Continue on a fresh kernel' : 'Begin anew on a fresh kernel', go), button);
  dialog.addEventListener('close', wait);
  button.focus();
  return host;
}

export function sayProblem(page, problem) {
  const { host, body } = say(page, 'alertdialog', 'This match was not opened');
  const button = pressable(page, 'Play a new match', () => host.remove());
  body.append(paragraph(page, problem), button);
  button.focus();
}

export function sayLink(page, link) {
  const { host, body } = say(page, 'dialog', 'Link to this match');
  if (!link) {
    body.append(paragraph(page, 'This match is not kept on the server. Save it to a file instead.'));
    body.append(pressable(page, 'Close', () => host.remove()));
    return;
  }
  const field = page.createElement('input');
  field.readOnly = true;
  field.value = link;
  field.setAttribute('aria-label', 'Address of this match');
  const copy = pressable(page, 'Copy', async () => {
    field.select();
    try {
      await page.defaultView?.navigator.clipboard.writeText(link);
    } catch {
      page.execCommand('copy'); // plain http has no clipboard of the newer kind
    }
    copy.textContent = 'Copied';
  });
  body.append(
    paragraph(page, 'Whoever has this address can go on with the match, on any device. '
      + 'The page opened last plays; the others look on.'),
    field, copy, pressable(page, 'Close', () => host.remove()),
  );
  field.select();
}

// --- A notice over a table, or over a part that stands alone: what keeps it from going on.

/**
 * Shows the Store's `notice` at the head of an element as long as there is one.
 * @param {import('./store.js').Store} store
 * @returns {() => void} ends it
 */
export function placeNotice(el, store) {
  /** @type {HTMLElement|null} */
  let shown = null;
  const look = () => {
    shown?.remove();
    shown = null;
    if (!store.local.notice) return;
    shown = line(el.ownerDocument, store.local.notice, 'head');
    el.style.position = 'relative';
    el.append(shown);
  };
  look();
  const leave = store.subscribe((changed) => {
    if (changed.has('local.notice')) look();
  });
  return () => {
    leave();
    shown?.remove();
  };
}

const STYLE = `
  dialog {
    box-sizing: border-box; width: min(34rem, calc(100vw - 2rem)); padding: 1.5rem 1.75rem;
    border: 1px solid #8a94a3; border-radius: 14px; background: #ffffff; color: #1a222d;
    font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif;
    box-shadow: 0 18px 60px rgb(0 0 0 / 0.35);
  }
  dialog::backdrop { background: rgb(10 14 20 / 0.55); }
  h2 { margin: 0 0 0.5rem; font-size: 1.35rem; }
  p { margin: 0 0 1rem; }
  input { box-sizing: border-box; width: 100%; margin: 0 0 1rem; padding: 0.5rem 0.6rem; font: inherit;
    font-size: 0.9rem; border: 1px solid #56606e; border-radius: 8px; background: inherit; color: inherit; }
  button { margin: 0 0.6rem 0 0; padding: 0.55rem 1.3rem; border: 0; border-radius: 8px; background: #005a8f;
    color: #ffffff; font: inherit; font-weight: 600; cursor: pointer; }
  :focus-visible { outline: 3px solid #b34700; outline-offset: 3px; }
  .foot, .head { z-index: 20; margin: 0; padding: 0.6rem 1.25rem; background: #8a3600; color: #ffffff;
    font: 16px/1.4 system-ui, sans-serif; }
  .foot { position: fixed; inset: auto 0 0 0; }
  .head { position: absolute; inset: 0 0 auto 0; }
  .dark { background: #1b2129; color: #e9edf2; border-color: #56606e; }
  .dark button { background: #7cc4f2; color: #12161c; }
`;
