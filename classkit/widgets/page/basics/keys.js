/** Keyboard shortcuts, only while the table has the focus (or nothing has), and a panel that names them. */

import { h, press, setProp, show } from './dom.js';

/** By this attribute JupyterLab leaves the keys to an element. */
const LAB = 'data-lm-suppress-shortcuts';

/** @typedef {{keys: string[], words: string, name: string}} Shortcut */

/** @type {Shortcut[]} */
export const SHORTCUTS = [
  {
    name: 'step',
    keys: [' ', 'ArrowRight', 'PageDown'],
    words: 'Space, →, Page Down: step (a presenter’s remote works too)',
  },
  { name: 'back', keys: ['Backspace', 'ArrowLeft', 'PageUp'], words: 'Backspace, ←, Page Up: back' },
  { name: 'forward', keys: ['f'], words: 'F: forward' },
  { name: 'play', keys: ['p'], words: 'P: play or pause' },
  { name: 'decision', keys: ['1'], words: '1: each step goes to the next decision' },
  { name: 'turn', keys: ['2'], words: '2: … to the next turn' },
  { name: 'round', keys: ['3'], words: '3: … to the next round' },
  { name: 'ask', keys: ['a'], words: 'A: go to the decision' },
  {
    name: 'raise',
    keys: ['r'],
    words: 'R: submit the only open form as it is, such as the smallest raise of a bid',
  },
  { name: 'numbers', keys: ['n'], words: 'N: the charts in numbers, and back' },
  { name: 'theme', keys: ['t'], words: 'T: next theme' },
  { name: 'everybody', keys: ['e'], words: 'E: show everybody’s view, with face-down cards hidden' },
  { name: 'story', keys: ['i'], words: 'I: what is this? And at the end: how it ended' },
  { name: 'blank', keys: ['.', 'b'], words: '. or B: nothing in the hall’s view, and back' },
  { name: 'help', keys: ['?', 'h'], words: '? or H: this list' },
];

/**
 * Which shortcut a key press means, or nothing: keys that a focused control needs are left to it. Those of a
 * presenter's remote are not: who stands before a class does not see what has the focus.
 * @param {{key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean}} event
 * @param {string} control what has the focus: "", "text", "button", "choice" (radio, checkbox), "range", "list",
 *   "scroll"
 */
export function shortcutOf(event, control) {
  if (event.ctrlKey || event.metaKey || event.altKey || control === 'text') return null;
  const letter = event.key.length === 1 && event.key !== ' ' && event.key !== '?' ? event.key.toLowerCase() : event.key;
  const found = SHORTCUTS.find((shortcut) => shortcut.keys.includes(letter));
  if (!found) return null;
  if (isRemotes(event)) return found.name;
  const moves = event.key.startsWith('Arrow');
  if (control === 'list') return null;
  if (moves && (control === 'range' || control === 'choice' || control === 'scroll')) return null;
  if (event.key === ' ' && (control === 'button' || control === 'choice')) return null;
  return found.name;
}

/**
 * Is a key one that a presenter's remote sends?
 * @param {{key: string}} event
 */
export function isRemotes(event) {
  return event.key === 'PageUp' || event.key === 'PageDown';
}

/** What kind of control an element is, for `shortcutOf`. */
export function controlKind(element) {
  const tag = element?.tagName?.toLowerCase() ?? '';
  if (tag === 'textarea' || element?.isContentEditable) return 'text';
  if (tag === 'select') return 'list';
  if (tag === 'button' || tag === 'summary' || tag === 'a')
    return element.getAttribute('role') === 'tab' ? 'choice' : 'button';
  if (tag === 'input') {
    if (element.type === 'range') return 'range';
    return ['radio', 'checkbox'].includes(element.type)
      ? 'choice'
      : ['button', 'submit', 'file'].includes(element.type)
        ? 'button'
        : 'text';
  }
  return element?.classList?.contains('ck-tab-panel') ||
    element?.classList?.contains('ck-numbers') ||
    element?.classList?.contains('ck-alone')
    ? 'scroll'
    : '';
}

/**
 * Is a key the notebook's around the table, even while the table has the focus? Such as Ctrl+S. Its single
 * letters are not (two times D would delete the cell with the table in it), nor what runs that cell anew.
 * @param {{key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean}} event
 * @param {string} control what has the focus, as for `shortcutOf`
 */
export function isNotebooks(event, control) {
  if (!event.ctrlKey && !event.metaKey) return false;
  if (event.key.toLowerCase() === 's') return true;
  return control !== 'text' && event.key !== 'Enter';
}

let guarding = false;

/**
 * Keeps the notebook's shortcuts from all tables of a page, but for those that stay the notebook's.
 * JupyterLab looks for the attribute from the focused element upwards, and stops at the first element that a shortcut
 * is meant for. Most are meant for whatever has the focus: so that element must carry it, and carry it before
 * Lab looks, which is why the window listens.
 */
export function guardKeys() {
  if (guarding) return;
  guarding = true;
  window.addEventListener('keydown', (event) => {
    const focused = /** @type {any} */ (event.target);
    if (focused?.closest?.('.classkit'))
      setProp(focused, LAB, isNotebooks(event, controlKind(focused)) ? null : 'true');
  }, true);
}

/** What is unfolded, by what folds it up again. */
const UNFOLDED = 'button[aria-expanded="true"], details[open] > summary';

/**
 * Leads back from what is unfolded next to an element: within the same box first, then in the boxes around it.
 * @param {any} from what has the focus; it comes to be on what folds up
 * @param {any} box the last one that is looked through
 * @returns {boolean} whether something was unfolded
 */
export function foldUp(from, box) {
  for (let around = from; around && box.contains(around); around = around.parentElement) {
    const unfolded = [...around.querySelectorAll(UNFOLDED), ...(around.matches(UNFOLDED) ? [around] : [])]
      .filter((one) => one.checkVisibility());
    const last = unfolded.at(-1);
    if (!last) continue;
    last.click();
    last.focus({ preventScroll: true });
    return true;
  }
  return false;
}

/**
 * Keeps the focus from being lost: what had it may be disabled, hidden or gone after a step. Then it has it again as
 * soon as it can, else what is given instead, or the box. Whoever clicks or tabs elsewhere keeps what was chosen.
 * @param {any} box what has the focus within
 * @param {(held: any) => any} instead called while what has the focus is still in its place
 * @returns {{check: () => void, later: () => void}} `later` checks when the browser has drawn, as it notices only then
 *   what cannot have the focus
 */
export function holdFocus(box, instead) {
  let held = null;
  let next = null;
  let tabbing = false;
  const can = (one) => one?.isConnected && !one.disabled && one.checkVisibility();
  const check = () => {
    if (held && document.activeElement === document.body)
      ([held, next].find(can) ?? box).focus({ preventScroll: true });
  };
  const later = () => {
    if (held) setTimeout(() => requestAnimationFrame(() => setTimeout(check)));
  };
  box.addEventListener('focusin', (event) => {
    held = event.target;
    next = instead(held);
  });
  box.addEventListener('focusout', (event) => {
    const to = event.relatedTarget;
    if (to ? !box.contains(to) : tabbing) held = null; // it goes on beside the box
    else if (!to) later();
  });
  document.addEventListener('keydown', (event) => {
    tabbing = event.key === 'Tab';
    // by then the browser has gone on; what goes later was not left by this key
    if (tabbing) setTimeout(() => { tabbing = false; });
  }, true);
  document.addEventListener('pointerdown', (event) => { if (!box.contains(event.target)) held = null; }, true);
  return { check, later };
}

/**
 * The panel that names the keys, with a switch for all of them.
 * @param {(on: boolean) => void} turn
 */
export function keysPanel(close, turn) {
  const on = h('input', { type: 'checkbox', checked: true, onchange: () => turn(on.checked) });
  const panel = h(
    'div',
    { class: 'ck-keys', role: 'dialog', 'aria-label': 'Keys', hidden: true },
    h('h2', {}, 'Keys'),
    h('ul', {}, ...SHORTCUTS.map((shortcut) => h('li', {}, shortcut.words))),
    h(
      'p',
      {},
      'The keys work while the table has the focus. A text field uses all keys itself, and a list all but Page Up '
        + 'and Page Down. Tab moves through all controls.',
    ),
    h('label', { class: 'ck-check' }, on, h('span', {}, 'Keys are on')),
    press('ck-do', close, 'Close'),
  );
  return panel;
}

/** @param {any} opener gets the focus back */
export function openKeys(panel, open, opener) {
  show(panel, open);
  if (open) panel.querySelector('button').focus();
  else opener.focus();
}
