/**
 * What plotly is told of a chart: each picture whole, and it finds what has changed.
 *
 * Charts are drawn right behind the repaint that they belong to: a step does not wait for them. At most one update of
 * each is under way, and of those that came meanwhile the latest wins.
 */

/**
 * plotly without its buttons, without its link to elsewhere, and without the handles by which axes are dragged: eight
 * of them would be made anew with each picture.
 */
const QUIET = {
  showAxisDragHandles: false,
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
  /** What is to be drawn next. @type {{picture: Picture, of: string}|null} */
  next = null;
  busy = false;
  /** Whether plotly has drawn anything into this canvas. */
  begun = false;
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
        this.of = wanted.of;
        this.drawn?.();
      } catch (error) {
        console.error('classkit: a chart could not be drawn', error);
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
    void this.draw(picture);
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
  draw({ data, layout }) {
    // plotly would measure the canvas, and so lay out the page: told of its buttons again, and to see whether it has a
    // size at all, which it has.
    const buttons = this.begun ? [] : [QUIET];
    this.begun = true;
    const { canvas } = this;
    for (const side of ['Width', 'Height'])
      Object.defineProperty(canvas, `client${side}`, { configurable: true, value: layout[side.toLowerCase()] });
    try {
      return this.library.react(canvas, data, layout, ...buttons);
    } finally {
      delete canvas.clientWidth;
      delete canvas.clientHeight;
    }
  }
}

// --- Whose turn it is to be drawn.

/** Charts that are drawn within so many milliseconds are drawn together; a click never waits longer. */
const TOGETHER = 20;

/** @type {Set<() => void>} */
const due = new Set();
let waiting = false;

/**
 * Draws behind the repaint that asks for it, each chart once: what happened is on the screen before its charts, and
 * clicks and messages of the kernel go before them too. A page that is not in sight draws when it is.
 */
export function drawBehind(draw) {
  due.add(draw);
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => atLeisure(drawDue));
}

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
    else drawBehind(draw);
  }
}
