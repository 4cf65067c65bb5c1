/** Charts of the class: bands over all tables, differences between groups, both also in words, and the numbers. */

import { offered } from '../basics/controls.js';
import { h, setText } from '../basics/dom.js';
import { html } from '../basics/markup.js';
import { Picture } from '../basics/preact_root.js';
import { sample } from '../basics/seatlook.js';
import { bodyOf, headOf } from '../basics/tables.js';
import { Drawing } from '../charts/drawing.js';
import { plotly } from '../charts/plotly.js';
import { dress, readLook } from '../charts/theme.js';

/** Font size as a share of the width, with bounds in pixels; readable in the last row. */
const TYPE = { share: 1 / 64, least: 12, most: 26 };

/** A room page has no kernel to send the library, so its URL is in the page. */
const NO_KERNEL = { fixed: null, send: async () => ({ kind: 'refused' }) };

/** Space for the labels on the left, height of a line, and distance of labels, in sizes of type. */
const LEFT = 5;
const LINE = 1.8;
const APART = 2;
/** Ticks of the difference: with fewer, 0 in the middle may be the only one. */
const AROUND_ZERO = 5;

/**
 * The number of ticks whose labels do not touch.
 * @param {number} height of the axis in pixels @param {number} size of the type @param {number} [most]
 */
export const ticksFor = (height, size, most = 6) => Math.max(2, Math.min(most, Math.floor(height / (APART * size))));

export class ClassChart {
  /** The latest chart, and the available metrics. @type {any} */
  told = null;
  /** The chosen metric that has not arrived yet, or empty. */
  wanted = '';
  /** The drawings of each canvas, once the library is loaded. @type {Drawing[]} */
  drawings = [];
  failed = false;
  /** The option by which the groups differ, if their names do not contain it. */
  compared = '';

  /**
   * @param {HTMLElement} el its place
   * @param {(figure: string) => Promise<boolean>} ask requests another metric; resolves to whether it succeeded
   */
  constructor(el, ask) {
    this.ask = ask;
    this.head = h('div', { class: 'ck-class-head' });
    this.canvases = [0, 1].map(() => h('div', { class: 'ck-class-canvas', role: 'img' }));
    this.between = h('p', { class: 'ck-class-between' });
    this.foot = h('div', { class: 'ck-class-foot' });
    const [bands, difference] = this.canvases;
    this.node = h(
      'section',
      { class: 'classkit ck-class', 'data-theme': 'light', 'aria-label': 'The class as charts', hidden: true },
      this.head, bands, this.between, difference, this.foot,
    );
    el.append(this.node);
    this.picture = new Picture(this.head, () => this.view());
    this.words = new Picture(this.foot, () => this.said());
    new ResizeObserver(() => this.draw()).observe(this.node);
    void this.load();
  }

  async load() {
    const library = await plotly(NO_KERNEL);
    this.failed = !library;
    if (library) {
      this.drawings = this.canvases.map((canvas) => new Drawing(library, canvas, undefined, () => this.blankOthers()));
    }
    this.draw();
  }

  /** The metric in the title: the chosen one, or else the one shown. */
  get figure() { return this.wanted || (this.told?.chart.figure ?? ''); }

  /** Choose another metric; the current chart is hidden until the new one arrives. */
  async choose(figure) {
    this.wanted = figure;
    this.draw();
    const done = await this.ask(figure);
    if (done || this.wanted !== figure) return;
    this.wanted = ''; // refused: keep the current one
    this.draw();
  }

  /**
   * Show a chart, unless another one has been chosen since.
   * @param {any} told a message with a chart; null removes it
   */
  show(told) {
    if (told && this.wanted && told.chart.figure !== this.wanted) return;
    this.wanted = '';
    this.told = told;
    this.node.hidden = !told;
    this.draw();
  }

  /** The sizes of type and lines. @returns {import('../charts/theme.js').Look} */
  readLook() {
    const size = Math.min(TYPE.most, Math.max(TYPE.least, this.node.clientWidth * TYPE.share));
    return { ...readLook(this.node, this.node, this.node), size, scale: size / TYPE.least };
  }

  draw() {
    if (!this.told) return;
    const { chart } = this.told;
    this.picture.draw();
    this.words.draw();
    setText(this.between, chart.difference && !this.wanted ? chart.difference_title : '');
    const pictures = chart.covered || this.wanted ? [] : [chart.picture, chart.difference];
    // before any is measured, because a canvas gets less height once the other one is shown
    for (const [at, canvas] of this.canvases.entries()) canvas.hidden = !pictures[at] || !this.drawings.length;
    for (const [at, canvas] of this.canvases.entries()) {
      const picture = pictures[at];
      if (!picture) continue;
      canvas.setAttribute('aria-label', at ? chart.difference_title : `${chart.title}. ${chart.said.join(' ')}`);
      if (canvas.hidden || !canvas.clientWidth) continue;
      void this.drawings[at].show(this.painted(picture, canvas), chart.figure);
    }
    this.blankOthers();
  }

  /** Hide canvases that still show another metric. */
  blankOthers() {
    for (const [at, { of }] of this.drawings.entries()) {
      this.canvases[at].style.visibility = of && of !== this.figure ? 'hidden' : '';
    }
  }

  /** Return a picture for plotly, in the size of its canvas. */
  painted(picture, canvas) {
    const traces = Object.fromEntries(picture.data.map((trace, at) => [at, trace]));
    const look = this.readLook();
    const made = dress({ order: Object.keys(traces), traces, layout: picture.layout }, look);
    const { clientWidth: width, clientHeight: height } = canvas;
    const { margin, xaxis, yaxis } = made.layout;
    const lines = xaxis?.title?.text ? 2 : 1;
    const nticks = ticksFor(height - lines * LINE * look.size, look.size, yaxis?.nticks);
    Object.assign(made.layout, {
      width, height,
      margin: { ...margin, l: Math.round(look.size * LEFT) }, // the same for both charts, so that they align
      yaxis: { ...yaxis, nticks: canvas === this.canvases?.[1] ? Math.max(AROUND_ZERO, nticks) : nticks },
    });
    return made;
  }

  view() {
    const { figures } = this.told;
    const chart = this.wanted ? {} : this.told.chart;
    return html`
      <label class="ck-class-figure">
        <span class="ck-only-read">Figure</span>
        <select onInput=${({ target }) => void this.choose(target.value)}>
          ${offered(figures, this.figure)}
        </select>
        ${chart.unit && html`<span class="ck-class-unit">${`in ${chart.unit}`}</span>`}
      </label>
      ${chart.legend?.length && this.compared ? html`<span class="ck-class-unit">${this.compared} …</span>` : null}
      <ul class="ck-class-legend">
        ${chart.legend?.map((entry) => html`
          <li key=${entry.name}>
            <span ref=${(place) => place?.replaceChildren(sample(entry))}></span> <bdi>${entry.name}</bdi>
          </li>`)}
      </ul>`;
  }

  said() {
    const { chart } = this.told;
    if (this.wanted) return html`<p role="status">Loading the chart …</p>`;
    if (chart.covered) {
      return html`<p class="ck-class-covered" role="status">Covered until the class has predicted.</p>`;
    }
    const { caption, columns, rows } = chart.numbers;
    const table = (place) => place?.replaceChildren(
      h('table', {}, h('caption', { class: 'ck-only-read' }, caption), headOf(columns), bodyOf(rows)));
    const about = this.failed
      ? 'The chart library did not load. Here are the numbers instead.'
      : chart.about;
    return html`
      <div role="status">${chart.said.map((words) => html`<p>${words}</p>`)}</div>
      <p class="ck-room-small">${about}</p>
      <details class="ck-class-numbers"><summary>Numbers</summary><div ref=${table}></div></details>`;
  }
}
