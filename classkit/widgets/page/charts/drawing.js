/**
 * What plotly is told of a chart: to lengthen lines and axes whose present turn went on, and to react to all else.
 *
 * Charts are drawn with the repaint that they belong to, in one frame: each further one would have the browser style,
 * lay out and paint again. Where they take long a step does not wait for them. At most one update of each is under way,
 * and of those that came meanwhile the latest wins.
 */

/**
 * @typedef {{ends: Record<string, any>, ticks: Record<string, any>}} Axes where axes end now, and what ticks they have,
 *   each by its name ("xaxis.range"). Told of both at once, plotly works all out anew and draws all axes twice: ticks
 *   go with the points, and then an axis is drawn by being told of its ends
 * @typedef {Axes & {indices: number[], update: Record<string, any[]>[]}} Points which traces have other points, and
 *   which, list by list; and what their axes have now
 */

/**
 * Lines are longer at once, and nothing else is drawn anew: `Plotly.extendTraces` would draw all axes and traces again.
 */
const AT_ONCE = { mode: 'immediate', transition: { duration: 0 }, frame: { duration: 0, redraw: false } };

/** plotly without its buttons and without its link to elsewhere. */
const QUIET = {
  displayModeBar: false,
  responsive: false,
  displaylogo: false,
  showTips: false,
  doubleClick: false,
  scrollZoom: false,
};

/** While this is in a canvas, its picture is of no chart. */
const CHANGING = '?';

export class Drawing {
  /** What plotly holds, or is about to. @type {Picture|null} */
  held = null;
  /** What is to be drawn next. @type {{picture: Picture, of: string}|null} */
  next = null;
  busy = false;
  /** Of which chart the canvas shows a picture; empty before the first, CHANGING while another chart is drawn. */
  of = '';

  /**
   * @param {any} library plotly
   * @param {any} canvas the element it draws into
   * @param {(click: {points: any[], event: MouseEvent}) => void} [clicked] what a click on points does
   * @param {() => void} [drawn] what is to be done when another picture is in the canvas
   */
  constructor(library, canvas, clicked, drawn) {
    this.library = library;
    this.canvas = canvas;
    this.clicked = clicked;
    this.drawn = drawn;
    this.listens = false;
  }

  /** plotly tells of clicks once it has drawn something. */
  listen() {
    if (this.listens || !this.clicked) return;
    this.listens = true;
    this.canvas.on('plotly_click', this.clicked);
  }

  /**
   * Shows a picture, when the one under way is done.
   * @param {Picture} picture
   * @param {string} of which chart it is
   */
  async show(picture, of) {
    this.next = { picture, of };
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const wanted = this.next;
      this.next = null;
      if (this.of && this.of !== wanted.of) {
        this.of = CHANGING;
        this.drawn?.();
      }
      try {
        await this.draw(wanted.picture);
        this.listen();
        this.held = wanted.picture;
        this.of = wanted.of;
        this.drawn?.();
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
   * @param {string} of which chart it is
   */
  showOnPaper(picture, of) {
    this.next = null;
    this.held = null;
    this.draw(picture);
    this.of = of;
    this.drawn?.();
    const { width, height } = picture.layout;
    for (const sheet of this.canvas.querySelectorAll('.main-svg'))
      sheet.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }

  /** What is drawn has its own size again. */
  leavePaper() {
    for (const sheet of this.canvas.querySelectorAll('.main-svg')) sheet.removeAttribute('viewBox');
  }

  /** @param {Picture} wanted */
  async draw(wanted) {
    const points = this.held ? grown(this.held, wanted) : null;
    // Told of its buttons again, plotly would measure the canvas, and so lay out the page.
    const buttons = this.held ? [] : [QUIET];
    if (!points)
      return this.library.react(this.canvas, wanted.data.map(known), structuredClone(wanted.layout), ...buttons);
    const { ends, ticks, indices } = points;
    // Of several traces plotly would draw those that it is told of, and take the others away, such as a fan.
    const data = wanted.data.map(() => ({}));
    for (const [at, index] of indices.entries())
      data[index] = lists(wanted.data[index], Object.keys(points.update[at]));
    const longer = Object.keys(ends).length > 0;
    const retold = Object.keys(ticks).length > 0;
    if (!indices.length && !retold) return longer && this.library.relayout(this.canvas, ends);
    const drawn = longer && new Promise((resolve) => { this.canvas.once('plotly_transitioning', resolve); });
    const done = this.library.animate(
      this.canvas,
      { data, traces: [...data.keys()], ...(retold ? { layout: ticks } : {}) },
      AT_ONCE,
    );
    if (drawn) await Promise.race([drawn, done]).then(() => this.library.relayout(this.canvas, ends));
    return done;
  }
}

/**
 * A trace as plotly is told of it. Where a line had no name at a point, plotly writes none there later: one that is
 * named
 * at its end is another line for it when it has other points.
 * @param {Record<string, any>} trace
 */
function known(trace, index) {
  return Array.isArray(trace.text) && trace.mode?.includes('text')
    ? { ...trace, uid: `named-${index}-${trace.text.length}` }
    : { ...trace };
}

// --- What has been added to a picture. Pure.

/**
 * The points by which a picture has grown, from that of the turn that was under way on.
 * @param {Picture} before
 * @param {Picture} after
 * @returns {Points|null} null where something else has changed
 */
export function grown(before, after) {
  const axes = before.data.length === after.data.length ? stretched(before.layout, after.layout) : null;
  if (!axes) return null;
  const found = { ...axes, indices: [], update: [] };
  for (const [index, trace] of after.data.entries()) {
    const more = added(before.data[index], trace);
    if (!more) return null;
    if (!Object.keys(more).length) continue;
    if (trace.type !== 'scatter') return null; // plotly lengthens no others
    found.indices.push(index);
    found.update.push(more);
  }
  return found.indices.length && findsEnds(after.layout) ? null : found;
}

/**
 * Whether plotly finds the ends of an axis: it does so only where it draws all anew.
 * @param {Record<string, any>} layout
 */
function findsEnds(layout) {
  return Object.entries(layout).some(([name, axis]) => /^[xy]axis/.test(name) && axis && !axis.range);
}

/** What an axis that gets longer has otherwise, beside its ends. */
const TICKS = ['tick0', 'dtick', 'tickvals', 'ticktext'];

/**
 * The ends and the ticks of axes that have got longer or shorter.
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 * @returns {Axes|null} null where something else has changed
 */
function stretched(before, after) {
  const found = { ends: {}, ticks: {} };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (same(before[name], after[name])) continue;
    if (!/^[xy]axis/.test(name) || !isTable(before[name]) || !isTable(after[name])) return null;
    for (const key of new Set([...Object.keys(before[name]), ...Object.keys(after[name])])) {
      if (same(before[name][key], after[name][key])) continue;
      if (!(key in before[name] && key in after[name])) return null;
      if (key !== 'range' && !TICKS.includes(key)) return null;
      const { range, tickmode } = after[name];
      if (range) found.ends[`${name}.range`] = structuredClone(range); // with which plotly draws the axis, and no other
      if (key === 'range') continue;
      const told = range ? found.ticks : found.ends;
      told[`${name}.${key}`] = structuredClone(after[name][key]);
      // Told of a step between ticks alone, plotly would take the axis for one that counts by it.
      if (tickmode) told[`${name}.tickmode`] = tickmode;
    }
  }
  return found;
}

/**
 * @param {Record<string, any>} trace
 * @param {string[]} names of its lists ("x", "marker.color")
 * @returns {Record<string, any[]>} the lists, whole
 */
function lists(trace, names) {
  return Object.fromEntries(names.map((name) => [name, name.split('.').reduce((inside, part) => inside[part], trace)]));
}

/**
 * What lists of a trace have grown by, by their names ("x", "marker.color"); their last value may have given way.
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

function isTable(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function same(one, other) {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((value, at) => same(value, other[at]));
  if (!isTable(one) || !isTable(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]))
  );
}

// --- Whose turn it is to be drawn.

/** Charts that are drawn within so many milliseconds are drawn together; a click never waits longer. */
const TOGETHER = 20;

/**
 * Charts that took longer than this, until the next frame, are drawn behind the repaint the next time: so much is felt.
 */
const FELT = 50;

/**
 * So long after a step, in milliseconds, all that it set in motion has arrived, and axes may get longer for the steps
 * to come.
 */
export const PAUSE = 450;

/** @type {Set<() => void>} */
const due = new Set();
let waiting = false;
let along = false;
let took = 0;

/** Draws with the repaint that asks for it, when all parts have written; where charts take long, behind it. */
export function drawAlong(draw) {
  if (document.hidden || took > FELT) {
    drawBehind(draw);
    return;
  }
  due.add(draw);
  if (along) return;
  along = true;
  queueMicrotask(drawDue);
}

/**
 * Draws behind the repaint that asks for it, each chart once: after whatever somebody waits for, clicks and
 * messages of the kernel, and where there is time for it within the same frame. A page that is not in sight
 * draws when it is.
 */
export function drawBehind(draw) {
  due.add(draw);
  if (waiting) return;
  waiting = true;
  if (document.hidden) requestAnimationFrame(() => atLeisure(drawDue));
  else atLeisure(drawDue);
}

function atLeisure(run) {
  const { scheduler } = /** @type {any} */ (globalThis);
  if (scheduler?.postTask) void scheduler.postTask(run, { priority: 'background' });
  else setTimeout(run, 0);
}

/** Draws the charts that are due; on a slow machine each in a frame of its own. */
function drawDue() {
  waiting = false;
  along = false;
  if (!due.size) return;
  const began = performance.now();
  requestAnimationFrame(() => { took = performance.now() - began; }); // until then plotly has done what it puts off
  const draws = [...due];
  due.clear();
  for (const draw of draws) {
    if (performance.now() - began < TOGETHER) draw();
    else requestAnimationFrame(() => drawBehind(draw));
  }
}
