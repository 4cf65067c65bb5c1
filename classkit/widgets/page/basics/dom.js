/**
 * Creation of DOM elements from text nodes, never from markup; and setters that change only what differs.
 */

/**
 * @typedef {string|number|Node|null|undefined|false} Child
 * @typedef {Record<string, any>} Props
 */

/**
 * Create an HTML element with listeners (`on…`), attributes, and children as text or nodes.
 * @param {...Child} children
 */
export function h(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

/**
 * Create a button.
 * @param {string} name of its class
 * @param {(event: any) => void} run what it does
 * @param {...Child} children
 */
export function press(name, run, ...children) {
  return h('button', { type: 'button', class: name, onclick: run }, ...children);
}

/**
 * Create an SVG element.
 * @param {...Child} children
 */
export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children);
}

/** @param {Child[]} children */
function dress(element, props, children) {
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/**
 * Set an attribute or listener if it differs.
 * @param {any} value null and false remove the attribute
 */
export function setProp(element, name, value) {
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), value);
  } else if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? '' : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * The last text set on each element. The actual content may be a browser's translation, so it is not read.
 * @type {WeakMap<Element, string>}
 */
const written = new WeakMap();

/**
 * Set an element's text if it changed. An existing text node is reused, because a new one would force a layout. A
 * browser's translation is dropped, so that the new text is translated. Do not use other ways to fill the element.
 */
export function setText(element, text) {
  if ((written.get(element) ?? element.textContent) === text) return;
  written.set(element, text);
  const only = /** @type {any} */ (element.childNodes.length === 1 ? element.firstChild : null);
  if (only?.nodeType === 3 && text) only.data = text;
  else element.textContent = text;
}

/** Show or hide an element. */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/** Set an element's text, and hide the element if the text is empty. */
export function say(element, words) {
  setText(element, words);
  show(element, Boolean(words));
}

/**
 * Disable a control with a reason as its title, or enable it.
 * @param {string|null|undefined|false} why it is disabled; empty to enable it
 * @param {string} [hint] its title while it is enabled
 */
export function bar(control, why, hint = '') {
  if (control.disabled !== Boolean(why)) control.disabled = Boolean(why);
  setProp(control, 'title', why || hint || null);
}

/** Set the value of a native control unless it has the focus. */
export function setValue(control, value) {
  if (control.value !== String(value)) control.value = String(value);
}

/** Return whether the value differs from the last call for the same holder and name; store it. */
export function isNew(holder, value, name = 'known') {
  const known = JSON.stringify(value);
  if (holder[name] === known) return false;
  holder[name] = known;
  return true;
}

/**
 * Create a select list.
 * @param {(value: string) => void} run what a choice does
 * @param {any[][]} [options] see `offer`
 * @param {string} [name] of its class
 */
export function choice(label, run, options = [], name = 'ck-select') {
  const list = h('select', { class: name, 'aria-label': label, onchange: () => run(list.value) });
  offer(list, options);
  return list;
}

/**
 * Set the options of a select list if they changed. The selected value is kept if it still exists.
 * @param {any[][]} options each a value, its words, and more about it
 */
export function offer(list, options) {
  if (!isNew(list, options)) return;
  const chosen = list.value;
  list.replaceChildren(...options.map(([value, words, about]) => h('option', { value, title: about }, words)));
  if (options.some(([value]) => String(value) === chosen)) list.value = chosen;
}

/**
 * Make an element that is not a `<button>` respond to the same keys.
 * @param {KeyboardEvent} event
 * @param {() => void} run
 */
export function onPress(event, run) {
  if (!['Enter', ' '].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}

/** Expand or collapse the content of a button. */
export function unfold(button, box, open) {
  show(box, open);
  setProp(button, 'aria-expanded', String(open));
}

/** A name that somebody typed, isolated from the text direction around it. */
export function nameOf(name) {
  return h('bdi', {}, name);
}

let given = 0;

/** @returns {string} an id that is unique on the page */
export function freshId(stem) {
  given += 1;
  return `ck-${stem}-${given}-${Math.floor(performance.now()) % 100000}`;
}

/**
 * Define a custom element unless another copy of the module has defined it.
 * @param {CustomElementConstructor} element
 */
export function define(name, element) {
  if (!customElements.get(name)) customElements.define(name, element);
}
