/**
 * Making elements without ever reading markup, since texts become text nodes and nothing else; and setting what is not
 * as it should be yet.
 */

/**
 * @typedef {string|number|Node|null|undefined|false} Child
 * @typedef {Record<string, any>} Props
 */

/**
 * Makes an HTML element. `on…` functions listen, `class` and attributes are set, children are appended
 * as text or nodes.
 * @param {...Child} children
 */
export function h(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

/**
 * Makes a button.
 * @param {string} name of its class
 * @param {(event: any) => void} run what it does
 * @param {...Child} children
 */
export function press(name, run, ...children) {
  return h('button', { type: 'button', class: name, onclick: run }, ...children);
}

/**
 * Makes an SVG element.
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
 * Sets one attribute or listener, and does nothing when it is as it should be.
 * @param {any} value null and false take the attribute away
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
 * The text that each element was given last. What stands in it may be a browser's translation, so it is not read.
 * @type {WeakMap<Element, string>}
 */
const written = new WeakMap();

/**
 * Sets an element's text, only when it changed. A text that is there is given other words: a new
 * text node would have the browser make its part of the layout anew. A translation is dropped, and
 * the browser translates the new words. Nothing else fills an element that gets its text here.
 */
export function setText(element, text) {
  if ((written.get(element) ?? element.textContent) === text) return;
  written.set(element, text);
  const only = /** @type {any} */ (element.childNodes.length === 1 ? element.firstChild : null);
  if (only?.nodeType === 3 && text) only.data = text;
  else element.textContent = text;
}

/** Shows or hides an element. */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/** Says something in an element, which is there only while there is something to say. */
export function say(element, words) {
  setText(element, words);
  show(element, Boolean(words));
}

/**
 * Bars a control, which says why; or frees it.
 * @param {string|null|undefined|false} why it cannot be used now; nothing where it can
 * @param {string} [hint] what it says of itself while it can be used
 */
export function bar(control, why, hint = '') {
  if (control.disabled !== Boolean(why)) control.disabled = Boolean(why);
  setProp(control, 'title', why || hint || null);
}

/** Sets a native control's value unless the person is at it. */
export function setValue(control, value) {
  if (control.value !== String(value)) control.value = String(value);
}

/** Is this another value than at the last call for the same thing? Then it is kept with its holder, under a name. */
export function isNew(holder, value, name = 'known') {
  const known = JSON.stringify(value);
  if (holder[name] === known) return false;
  holder[name] = known;
  return true;
}

/**
 * Makes a list to choose from.
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
 * Offers these options in a list, where they are others. What is chosen stays chosen if it is still among them.
 * @param {any[][]} options each a value, its words, and more about it
 */
export function offer(list, options) {
  if (!isNew(list, options)) return;
  const chosen = list.value;
  list.replaceChildren(...options.map(([value, words, about]) => h('option', { value, title: about }, words)));
  if (options.some(([value]) => String(value) === chosen)) list.value = chosen;
}

/**
 * Lets words that are no `<button>` be pressed by the keys of one.
 * @param {KeyboardEvent} event
 * @param {() => void} run
 */
export function onPress(event, run) {
  if (!['Enter', ' '].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}

/** Shows what a button unfolds, or folds it up. */
export function unfold(button, box, open) {
  show(box, open);
  setProp(button, 'aria-expanded', String(open));
}

/** A name that somebody typed, kept apart from the direction of the text around it. */
export function nameOf(name) {
  return h('bdi', {}, name);
}

let given = 0;

/** @returns {string} an id that no other element of the page has */
export function freshId(stem) {
  given += 1;
  return `ck-${stem}-${given}-${Math.floor(performance.now()) % 100000}`;
}

/**
 * Defines a custom element once per page; a second copy of the module is content with the first.
 * @param {CustomElementConstructor} element
 */
export function define(name, element) {
  if (!customElements.get(name)) customElements.define(name, element);
}
