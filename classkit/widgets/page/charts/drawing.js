/**
 * What plotly is told of a chart: to lengthen lines whose present turn went on, and to react to all else.
 *
 * A step does not wait for this. Charts are drawn one after another behind the page's repaint, at most
 * one update of each is under way, and of those that came meanwhile the latest wins.
 */

/**
 * @typedef {import('./fill.js').Picture} Picture
 * @typedef {{indices: number[], update: Record<string, any[]>[]}} Points which traces have other points, and which, list by list
 */

/** Lines are longer at once, and nothing else is drawn anew: `Plotly.extendTraces` would draw all axes and traces again. */
const AT_ONCE = { mode: 'immediate', transition: { duration: 0 }, frame: { duration: 0, redraw: false } };

/** plotly without its buttons and without its link to elsewhere. */
const QUIET = { displayModeBar: false, responsive: false, displaylogo: false, showTips: false, doubleClick: false, scrollZoom: false };

export class Drawing {
  /** What plotly holds, or is about to. @type {Picture|null} */
  held = null;
  /** @type {Picture|null} */
  next = null;
  busy = false;

  /**
   * @param {any} library plotly
   * @param {any} canvas the element it draws into
   */
  constructor(library, canvas) {
    this.library = library;
    this.canvas = canvas;
  }

  /**
   * Shows a picture, when the one under way is done.
   * @param {Picture} picture
   */
  async show(picture) {
    this.next = picture;
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const wanted = /** @type {Picture} */ (this.next);
      this.next = null;
      try {
        await this.draw(wanted);
        this.held = wanted;
      } catch (error) {
        console.error('classkit: a chart could not be drawn', error);
        this.held = null; // the next one is drawn whole
      }
    }
    this.busy = false;
  }

  /**
   * Shows a picture before this returns, as printing needs it, and lets it be scaled.
   * @param {Picture} picture
   */
  showOnPaper(picture) {
    this.next = null;
    this.held = null;
    this.draw(picture);
    const { width, height } = picture.layout;
    for (const sheet of this.canvas.querySelectorAll('.main-svg')) sheet.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }

  /** What is drawn has its own size again. */
  leavePaper() {
    for (const sheet of this.canvas.querySelectorAll('.main-svg')) sheet.removeAttribute('viewBox');
  }

  /** @param {Picture} wanted */
  draw(wanted) {
    const points = this.held ? grown(this.held, wanted) : null;
    if (!points) return this.library.react(this.canvas, wanted.data.map((trace) => ({ ...trace })), structuredClone(wanted.layout), QUIET);
    if (!points.indices.length) return undefined;
    return this.library.animate(this.canvas, { data: points.indices.map((index, at) => lists(wanted.data[index], Object.keys(points.update[at]))), traces: points.indices }, AT_ONCE);
  }
}

// --- What has been added to a picture. Pure.

/**
 * The points by which a picture has grown, from that of the turn that was under way on.
 * @param {Picture} before
 * @param {Picture} after
 * @returns {Points|null} null where something else has changed
 */
export function grown(before, after) {
  if (before.data.length !== after.data.length || !same(before.layout, after.layout)) return null;
  /** @type {Points} */
  const found = { indices: [], update: [] };
  for (const [index, trace] of after.data.entries()) {
    const more = added(before.data[index], trace);
    if (!more) return null;
    if (!Object.keys(more).length) continue;
    if (trace.type !== 'scatter') return null; // plotly lengthens no others
    found.indices.push(index);
    found.update.push(more);
  }
  return found;
}

/**
 * @param {Record<string, any>} trace
 * @param {string[]} names of its lists ("x", "marker.color")
 * @returns {Record<string, any[]>} the lists, whole
 */
function lists(trace, names) {
  return Object.fromEntries(names.map((name) => [name, name.split('.').reduce((/** @type {any} */ inside, part) => inside[part], trace)]));
}

/**
 * What lists of a trace have grown by, by their names ("x", "marker.color"); their last value may have given way.
 * @param {any} before
 * @param {any} after
 * @param {string} [within]
 * @returns {Record<string, any[]>|null} null where something else has changed
 */
function added(before, after, within = '') {
  /** @type {Record<string, any[]>} */
  const found = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (Array.isArray(old) && Array.isArray(now) && now.length >= old.length && old.length) {
      const stays = old.length - (same(old.at(-1), now[old.length - 1]) ? 0 : 1);
      if (!same(old.slice(0, stays), now.slice(0, stays))) return null;
      if (now.length > stays) found[within + name] = now.slice(stays);
    } else if (isTable(old) && isTable(now)) {
      const inside = added(old, now, `${within}${name}.`);
      if (!inside) return null;
      Object.assign(found, inside);
    } else if (!same(old, now)) return null;
  }
  return found;
}

/** @param {any} value */
function isTable(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function same(one, other) {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((value, at) => same(value, other[at]));
  if (!isTable(one) || !isTable(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]));
}

// --- Whose turn it is to be drawn.

/** Charts that are drawn within so many milliseconds are drawn together; a click never waits longer. */
const TOGETHER = 20;

/** @type {Set<() => void>} */
const due = new Set();
let waiting = false;

/**
 * Draws behind the repaint that asks for it, each chart once: after whatever somebody waits for, clicks and
 * messages of the kernel, and where there is time for it within the same frame. A page that is not in sight
 * draws when it is.
 * @param {() => void} draw
 */
export function drawBehind(draw) {
  due.add(draw);
  if (waiting) return;
  waiting = true;
  if (document.hidden) requestAnimationFrame(() => atLeisure(drawDue));
  else atLeisure(drawDue);
}

/** @param {() => void} run */
function atLeisure(run) {
  const { scheduler } = /** @type {any} */ (globalThis);
  if (scheduler?.postTask) void scheduler.postTask(run, { priority: 'background' });
  else setTimeout(run, 0);
}

/** Draws the charts that are due; on a slow machine each in a frame of its own. */
function drawDue() {
  waiting = false;
  const began = performance.now();
  const draws = [...due];
  due.clear();
  for (const draw of draws) {
    if (performance.now() - began < TOGETHER) draw();
    else requestAnimationFrame(() => drawBehind(draw));
  }
}
