/**
 * Templates whose texts a browser may translate.
 *
 * A translation replaces text nodes with elements. preact would continue to update the removed text nodes, and insert
 * new nodes next to the translation. So preact gets no text nodes. An element that contains only text gets it as
 * `textContent`; text among elements gets a separate element. Setting `textContent` removes the translation, and the
 * new text is translated again.
 */

import { setText } from './dom.js';
import { h, html } from '../preact/standalone.js';

/** Names of the elements for text and for spaces among elements; selectors for `span` do not match them. */
const TEXT = 'ck-text', SPACE = 'ck-space';

/** In SVG, preact sets attributes instead of properties. */
const DRAWN = new Set(['text', 'tspan']);

/** @typedef {{type: any, props: Record<string, any>, ref: any}} Made preact's representation of an element */

/** Processed elements; static parts of a template are the same object in each rendering. @type {WeakSet<object>} */
const known = new WeakSet();

/**
 * Template function of parts and components: the `html` of `markup.js`.
 * @param {TemplateStringsArray} strings
 * @param {...any} values
 */
export function translatable(strings, ...values) {
  return apart(html(strings, ...values));
}

/** @returns {any} the same with each text wrapped in an element */
function apart(child) {
  if (isText(child)) return h(String(child).trim() ? TEXT : SPACE, { textContent: String(child) });
  if (Array.isArray(child)) return joined(child).map(apart);
  settle(child);
  return child;
}

/** Convert the texts in an element and its descendants, so that they can be translated. @param {Made} made */
function settle(made) {
  if (!made?.props || known.has(made)) return;
  known.add(made);
  const { type, props } = made;
  if (typeof type !== 'string') settleAll(props.children);
  else if (isWords(props.children)) write(made, [props.children].flat(Infinity).filter(isText).join(''));
  else if (props.children !== undefined) props.children = apart(props.children);
}

/** Children of a component remain text until the component renders them. */
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

/** Merge adjacent texts into the first one. The others leave empty places, so that later children keep their index. */
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

/** Return whether there is text and nothing else. */
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
