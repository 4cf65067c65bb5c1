/** Keyboard shortcuts, active while the table (or nothing) has the focus, and a panel that lists them. */

import { h, press, setProp, show } from './dom.js';

/** Attribute that makes JupyterLab ignore keys on an element. */
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
 * Return the shortcut of a key press, if any. Keys that the focused control needs are ignored, except those of a
 * presenter's remote, because a presenter does not see the focus.
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
 * Return whether a presenter's remote sends this key.
 * @param {{key: string}} event
 */
export function isRemotes(event) {
  return event.key === 'PageUp' || event.key === 'PageDown';
}

/** Return the kind of a control, for `shortcutOf`. */
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
 * Return whether the notebook should handle a key although the table has the focus, such as Ctrl+S. This excludes
 * single letters (D, D would delete the table's cell) and keys that run the cell again.
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
 * Disable the notebook's shortcuts in all tables of a page, except the keys of `isNotebooks`.
 * JupyterLab searches for the attribute from the focused element upwards, and stops at the first element that matches
 * a shortcut. Most shortcuts match the focused element, so it must have the attribute before JupyterLab checks.
 * Therefore the listener is on the window.
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

/** Selector of the controls that collapse expanded content. */
const UNFOLDED = 'button[aria-expanded="true"], details[open] > summary';

/**
 * Collapse expanded content near an element: first in the same box, then in the surrounding boxes.
 * @param {any} from the focused element; the focus moves to the collapsing control
 * @param {any} box the outermost box to search
 * @returns {boolean} whether something was collapsed
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
 * Restore the focus if its element is disabled, hidden or removed after a step: to the same element as soon as
 * possible, or to a substitute, or to the box. A focus that the user has moved is kept.
 * @param {any} box the box whose focus is kept
 * @param {(held: any) => any} instead returns a substitute; called while the focused element still exists
 * @returns {{check: () => void, later: () => void}} `later` checks after the next frame, when the browser knows which
 *   elements can have the focus
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
    if (to ? !box.contains(to) : tabbing) held = null; // the focus leaves the box
    else if (!to) later();
  });
  document.addEventListener('keydown', (event) => {
    tabbing = event.key === 'Tab';
    // after the browser has handled the key
    if (tabbing) setTimeout(() => { tabbing = false; });
  }, true);
  document.addEventListener('pointerdown', (event) => { if (!box.contains(event.target)) held = null; }, true);
  return { check, later };
}

/**
 * The panel that lists the keys, with a switch for all of them.
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

/** @param {any} opener gets the focus when the panel closes */
export function openKeys(panel, open, opener) {
  show(panel, open);
  if (open) panel.querySelector('button').focus();
  else opener.focus();
}
