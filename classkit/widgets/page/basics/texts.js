/**
 * Templates whose texts a browser may translate.
 *
 * A translation puts elements in place of text nodes. preact keeps its text nodes: it would go on to write into those
 * that are gone, and put what comes next beside the translation. So it is given none. An element with nothing but text
 * in it gets that as its `textContent`; a text among elements gets an element of its own. Setting `textContent` drops
 * whatever a translation has put there, and the new text is translated again.
 */

import { setText } from './dom.js';
import { h, html } from '../preact/standalone.js';

/** The elements of a text among elements, and of a space between them. No selector for a `span` finds them. */
const TEXT = 'ck-text', SPACE = 'ck-space';

/** In a drawing a property that is no attribute is not set: preact writes attributes there. */
const DRAWN = new Set(['text', 'tspan']);

/** @typedef {{type: any, props: Record<string, any>, ref: any}} Made what preact has of an element */

/** What is in order: parts of a template that do not change come back with each drawing. @type {WeakSet<object>} */
const known = new WeakSet();

/**
 * Makes what a part or a component shows: the `html` of `markup.js`.
 * @param {TemplateStringsArray} strings
 * @param {...any} values
 */
export function translatable(strings, ...values) {
  return apart(html(strings, ...values));
}

/** @returns {any} the same with an element around each text, for a place among elements */
function apart(child) {
  if (isText(child)) return h(String(child).trim() ? TEXT : SPACE, { textContent: String(child) });
  if (Array.isArray(child)) return joined(child).map(apart);
  settle(child);
  return child;
}

/** Puts the texts in an element, and in what is in it, where a translation may replace them. @param {Made} made */
function settle(made) {
  if (!made?.props || known.has(made)) return;
  known.add(made);
  const { type, props } = made;
  if (typeof type !== 'string') settleAll(props.children);
  else if (isWords(props.children)) write(made, [props.children].flat(Infinity).filter(isText).join(''));
  else if (props.children !== undefined) props.children = apart(props.children);
}

/** What a component is given is text until the component puts it into an element. */
function settleAll(children) {
  if (Array.isArray(children)) children.forEach(settleAll);
  else settle(children);
}

/** @param {Made} made */
function write(made, words) {
  delete made.props.children;
  if (DRAWN.has(made.type)) made.ref = (element) => element && setText(element, words);
  else made.props.textContent = words;
}

/** Texts side by side become the first of them. The others leave their places, by which preact knows what follows. */
function joined(children) {
  const all = [...children];
  let first = -1;
  for (const [at, child] of all.entries()) {
    if (!isText(child)) first = isNothing(child) ? first : -1;
    else if (first < 0) first = at;
    else {
      all[first] = `${all[first]}${child}`;
      all[at] = null;
    }
  }
  return all.map((child) => (child === '' ? null : child));
}

/** Is there text, and nothing but text? */
function isWords(children) {
  const all = [children].flat(Infinity);
  return all.some(isText) && all.every((child) => isText(child) || isNothing(child));
}

function isText(child) {
  return typeof child === 'string' || typeof child === 'number';
}

function isNothing(child) {
  return child === null || child === undefined || typeof child === 'boolean';
}
