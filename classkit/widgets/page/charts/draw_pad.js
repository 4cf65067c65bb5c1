/** Pad for drawing a predicted line up to the time of the question. */

import { html } from '../basics/markup.js';

const WIDE = 300;
const HIGH = 110;
/** Minimum horizontal distance between points, as a share of the pad. */
const STEP = 1 / 60;

/**
 * Convert a pointer position to turns and values, clamped to the pad.
 * @param {{clientX: number, clientY: number}} at
 * @param {{left: number, top: number, width: number, height: number}} box
 * @param {{from: number, to: number, low: number, top: number}} scale
 * @returns {[number, number]}
 */
export function pointAt({ clientX, clientY }, box, scale) {
  const { from, to, low, top } = scale;
  const within = (share) => Math.min(1, Math.max(0, share));
  const x = from + within((clientX - box.left) / box.width) * (to - from);
  const y = low + within(1 - (clientY - box.top) / box.height) * (top - low);
  return [Math.round(x * 100) / 100, rounded(y, top)];
}

/** Round a value to a hundredth of the pad. */
function rounded(value, top) {
  const grain = 10 ** Math.floor(Math.log10(top / 50));
  return Number((Math.round(value / grain) * grain).toFixed(Math.max(0, -Math.floor(Math.log10(grain)))));
}

/**
 * Return the line with a point added; moving left removes the points there.
 * @param {number[][]} line
 * @param {number[]} point
 * @param {number} step minimum distance between two points
 */
export function longer(line, point, step) {
  const kept = line.filter(([x]) => x <= point[0] - step);
  return [...kept, point];
}

/**
 * @param {object} props
 * @param {Expected} props.asked
 * @param {Now} props.now
 * @param {number} props.low the lowest value that can be drawn
 * @param {number[][]} props.line
 * @param {(line: number[][]) => void} props.run called with the new line
 */
export function Pad({ asked, now, low, line, run }) {
  const scale = { from: asked.unit === 'round' ? now.round : now.turn, to: asked.at, low, top: asked.top };
  const step = (scale.to - scale.from) * STEP;
  const draw = (event) => {
    if (!event.buttons) return;
    event.preventDefault();
    const point = pointAt(event, event.currentTarget.getBoundingClientRect(), scale);
    run(event.type === 'pointerdown' ? [point] : longer(line, point, step));
  };
  const begin = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    draw(event);
  };
  const height = (y) => ((scale.top - y) / (scale.top - low)) * HIGH;
  const place = ([x, y]) => {
    const across = ((x - scale.from) / (scale.to - scale.from)) * WIDE;
    return `${across.toFixed(1)},${height(y).toFixed(1)}`;
  };
  return html`
    <figure class="ck-pad">
      <figcaption>Draw from ${asked.unit} ${scale.from} to ${asked.unit} ${scale.to}, from
        ${' '}${low.toLocaleString('en')} to ${scale.top.toLocaleString('en')}.</figcaption>
      <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label="A pad to draw on"
        onpointerdown=${begin} onpointermove=${draw}>
        <path d=${`M0,${HIGH / 2}H${WIDE}M${WIDE / 2},0V${HIGH}`} class="ck-pad-grid" />
        ${low < 0 && html`<path d=${`M0,${height(0)}H${WIDE}`} class="ck-pad-zero" />`}
        <polyline points=${line.map(place).join(' ')} class="ck-pad-line" />
      </svg>
    </figure>`;
}
