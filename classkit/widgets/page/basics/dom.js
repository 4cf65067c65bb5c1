/** Making elements without ever reading markup: texts become text nodes, nothing else; lists and small tables of elements kept in step with their data; motion, and room. */

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
 * Sets an element's text, only when it changed. A text that is there is given other words: a new
 * text node would have the browser make its part of the layout anew.
 */
export function setText(element, text) {
  if (element.textContent === text) return;
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

/**
 * Hands a file to the browser's downloads.
 * @param {BlobPart} content
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// --- Keeps the nodes of a list in step with its data: made once, changed in place, moved only when out of order.

/**
 * @template T
 * @typedef {{key: (item: T, index: number) => string, make: (item: T) => any, update: (node: any, item: T, index: number) => void}} Plan
 */

/** @template T */
export class Pool {
  /** @param {Plan<T>} plan */
  constructor(parent, plan) {
    this.parent = parent;
    this.plan = plan;
    /** @type {Map<string, any>} */
    this.nodes = new Map();
  }

  /**
   * @param {T[]} items
   * @returns {any[]} the nodes in order
   */
  keep(items) {
    const { key, make, update } = this.plan;
    const wanted = items.map((item, index) => key(item, index));
    const keep = new Set(wanted);
    for (const [name, node] of this.nodes) {
      if (keep.has(name)) continue;
      node.remove();
      this.nodes.delete(name);
    }
    let after = null;
    return items.map((item, index) => {
      let node = this.nodes.get(wanted[index]);
      if (!node) {
        node = make(item);
        this.nodes.set(wanted[index], node);
      }
      const place = after ? after.nextSibling : this.parent.firstChild;
      if (node !== place) this.put(node, place, after);
      update(node, item, index);
      after = node;
      return node;
    });
  }

  /**
   * Puts a node where it belongs. One that has the focus would lose it on the way: what is before it goes behind it.
   * @param {any} place the node that it comes before
   * @param {any} after the node that it comes after
   */
  put(node, place, after) {
    if (node.contains?.(document.activeElement)) while (node.previousSibling !== after) node.after(node.previousSibling);
    else this.parent.insertBefore(node, place);
  }
}

// --- Tables of words.

/**
 * The head of a table.
 * @param {Child[]} columns
 * @param {(text: any) => string|null} [look] the class of a cell
 */
export function headOf(columns, look = () => null) {
  return h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col', class: look(name) }, typeof name === 'string' ? nameOf(name) : name))));
}

/**
 * The body of a table: the first cell of a row is its head.
 * @param {string[][]} rows
 * @param {(text: any) => string|null} [look] the class of a head
 */
export function bodyOf(rows, look = () => null) {
  return h('tbody', {}, ...rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row', class: look(first) }, nameOf(first)), ...rest.map((text) => h('td', {}, nameOf(text))))));
}

// --- Small tables of words from Python: what an answer would bring about, who holds how many votes.

/** A table of three columns is read across up to so many rows; with two columns there is always room. */
const FEW_ROWS = 5;

/**
 * The cells of a table, with rows and columns changed over where that takes less room: a few
 * names with a figure or two each are read across.
 * @param {FactTable} table
 * @returns {{head: string[], rows: string[][]}}
 */
export function cellsOf(table, across) {
  const { columns, rows } = table;
  const short = columns.length === 2 || (columns.length === 3 && rows.length <= FEW_ROWS);
  if (!across || !short) return { head: columns, rows };
  return {
    head: [columns[0], ...rows.map((row) => row[0])],
    rows: columns.slice(1).map((column, index) => [column, ...rows.map((row) => row[index + 1])]),
  };
}

/** The class of a head whose longest word may break anywhere: that of a name of one long word. Others, such as "Needed", never do. */
const breaks = (text) => (/\S{13}/u.test(text) ? 'ck-breaks' : null);

export class WordTable {
  /** @param {boolean} across whether two columns are shown as two rows */
  constructor(across) {
    this.across = across;
    this.note = h('p', { class: 'ck-table-note', role: 'status' });
    this.table = h('table');
    this.node = h('div', { class: 'ck-word-table', hidden: true }, this.table, this.note);
  }

  /** @param {FactTable|null|undefined} table nothing hides it */
  draw(table) {
    if (!isNew(this, table ?? null)) return;
    show(this.node, Boolean(table));
    setText(this.note, table?.note ?? '');
    if (!table) return;
    const { head, rows } = cellsOf(table, this.across);
    this.table.replaceChildren(headOf(head, breaks), bodyOf(rows, breaks));
  }
}

// --- What moves: briefly, by the compositor alone, only for whom motion is not too much, and nothing waits for it.

/** No motion lasts longer, however far it goes: milliseconds. */
const LONGEST = 380;

/**
 * Sets an element in motion; what moved it before ends. Of an element that two motions move (a transition of its style
 * is one), or whose frames change more than transform and opacity, the browser would lay out every frame in the page's own time.
 * @param {Keyframe[]} frames
 */
export function move(node, frames, easing = 'linear') {
  node.motion?.cancel();
  if (!node.animate || globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  node.motion = node.animate(frames, { duration: LONGEST, easing });
}

/**
 * The frames of money that goes from one place to another: it shows itself, flies, and is gone.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @returns {Keyframe[]}
 */
export function flight(from, to) {
  const at = (share) => `translate(${from.x + (to.x - from.x) * share}px, ${from.y + (to.y - from.y) * share}px) translate(-50%, -50%)`;
  return [{ transform: at(0), opacity: 0 }, { transform: at(0), opacity: 1, offset: 0.15 }, { transform: at(1), opacity: 1, offset: 0.85 }, { transform: at(1), opacity: 0 }];
}

// --- How much room there is: for type, and for a table.

/** How much larger than usual the reader has set the type of the browser; never less than once. Asks for the style of the page. */
export function enlarged() {
  return Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

/** A table is drawn at least so tall, also where less of it is seen at once; above and below its board stands so much: pixels. */
const LEAST_TALL = 560, AROUND_BOARD = 215;

/** A telephone that lies: a window lower than this, and wider than so many pixels of usual type; its board has that below it, and this beside it. */
const LYING_TALL = 440, LYING_WIDE = 640, BELOW_BOARD = 58, BESIDE_BOARD = 400;

/**
 * How a table is laid out in the room that it has: what fits beside each other depends on the type.
 * @param {{width: number, height: number}|undefined} plan of the board
 * @returns {{width: string, lying: boolean, share: number}} `share` is what the board has of the width
 */
export function stageFor(wide, tall, plan) {
  const words = wide / enlarged();
  const lying = tall < LYING_TALL && words >= LYING_WIDE;
  const narrow = lying || words < 700 || tall > wide * 1.2;
  const high = lying ? tall - BELOW_BOARD : Math.max(LEAST_TALL, tall) - AROUND_BOARD;
  const fitting = plan ? (high * plan.width) / plan.height / wide : 0.45;
  const most = lying ? Math.min(0.47, 1 - BESIDE_BOARD / words) : 0.47;
  return { width: narrow ? 'narrow' : words >= 1600 ? 'huge' : words >= 1120 ? 'wide' : 'medium', lying, share: Math.min(most, Math.max(0.36, fitting)) };
}
