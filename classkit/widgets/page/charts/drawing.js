/**
 * Drawing of charts by plotly, which receives complete pictures and finds the changes itself.
 *
 * Charts are drawn right after their repaint, so that a step does not wait for them. At most one update of each chart
 * runs at a time; of later updates, only the latest is drawn.
 */

import { addPlotlyStyles } from '../basics/shadow_styles.js';

/**
 * plotly without buttons, external link and drag handles of axes, eight of which would be created for each picture.
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

/** Marks a canvas whose picture is being replaced. */
const CHANGING = '?';

export class Drawing {
  /** The picture to draw next. @type {{picture: Picture, of: string}|null} */
  next = null;
  busy = false;
  /** Whether plotly has drawn anything into this canvas. */
  begun = false;
  /** The chart in the canvas; initially empty, and CHANGING while another chart is drawn. */
  of = '';

  /**
   * @param {any} library plotly
   * @param {any} canvas the element it draws into
   * @param {(click: {points: any[], event: MouseEvent}) => void} [clicked] called for a click on points
   * @param {() => void} [drawn] called when a new picture has been drawn
   */
  constructor(library, canvas, clicked, drawn) {
    this.library = library;
    this.canvas = canvas;
    this.clicked = clicked;
    this.drawn = drawn;
    this.listens = false;
  }

  /** Listen for clicks, which plotly reports only after it has drawn something. */
  listen() {
    if (this.listens || !this.clicked) return;
    this.listens = true;
    this.canvas.on('plotly_click', this.clicked);
  }

  /**
   * Show a picture after the current update is done.
   * @param {Picture} picture
   * @param {string} of its chart
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
   * Draw a scalable picture synchronously, for printing.
   * @param {Picture} picture
   * @param {string} of its chart
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

  /** Restore the size of the picture after printing. */
  leavePaper() {
    for (const sheet of this.canvas.querySelectorAll('.main-svg')) sheet.removeAttribute('viewBox');
  }

  /** @param {Picture} wanted */
  draw({ data, layout }) {
    // Passing the button settings again would make plotly measure the canvas, which forces a layout.
    const buttons = this.begun ? [] : [QUIET];
    this.begun = true;
    const { canvas } = this;
    for (const side of ['Width', 'Height'])
      Object.defineProperty(canvas, `client${side}`, { configurable: true, value: layout[side.toLowerCase()] });
    try {
      const drawn = this.library.react(canvas, data, layout, ...buttons);
      if (buttons.length) addPlotlyStyles(canvas);
      return drawn;
    } finally {
      delete canvas.clientWidth;
      delete canvas.clientHeight;
    }
  }
}

// --- Scheduling of drawing.

/** Time budget in milliseconds for drawing several charts in one task, so that clicks do not wait longer. */
const TOGETHER = 20;

/** @type {Set<() => void>} */
const due = new Set();
let waiting = false;

/**
 * Schedule drawing after the current repaint, once for each chart. The rest of the page, clicks and kernel messages
 * come first. A hidden page draws when it becomes visible.
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

/** Draw the scheduled charts; on a slow machine each in a separate frame. */
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
