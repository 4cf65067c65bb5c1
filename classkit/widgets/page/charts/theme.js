/**
 * Look of a chart: theme colours in its traces, and a plotly template for everything else. Pure functions, except
 * `readTheme`.
 */

/**
 * @typedef {object} Look
 * @property {number} size of the type of ticks, in pixels
 * @property {number} scale scale of lines and marks
 * @property {string} family of the type of ticks
 * @property {{size: number, family: string}} labels the type of labels
 * @property {(token: string) => string} token the value of a token of the theme, such as `--ck-ink`; empty for none
 */

/** A colour from the kernel: a theme token, possibly with an opacity. */
const COLOUR = /^(?:var\((--[\w-]+), )?(#[0-9a-f]{6})\)?(?: ([\d.]+)%)?$/i;

/**
 * Dash patterns by name, closer than plotly's own, so that a line is recognizable.
 * @type {Record<string, string>}
 */
const DASHES = {
  dash: '8px,4px', dot: '2px,3px', dashdot: '9px,3px,2px,3px', longdash: '15px,4px', longdashdot: '15px,3px,2px,3px',
};

/** Keys of colours in traces and layouts. */
const COLOURED = new Set(['color', 'fillcolor', 'bgcolor', 'fgcolor']);

/**
 * Read the look from the theme around a chart.
 * @param {Element} chart
 * @param {Element} ticks an element with the font of ticks
 * @param {Element} labels
 * @returns {Look}
 */
export function readLook(chart, ticks, labels) {
  const style = getComputedStyle(chart);
  /**
   * Each token is read once, because reading a style after a change forces a layout.
   * @type {Map<string, string>}
   */
  const read = new Map();
  const token = (/** @type {string} */ name) => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const value = style.getPropertyValue(name).trim();
    read.set(name, value);
    return value;
  };
  const typeOf = (/** @type {Element} */ element) => {
    const { fontSize, fontFamily } = getComputedStyle(element);
    return { size: Number.parseFloat(fontSize) || 12, family: fontFamily || 'sans-serif' };
  };
  const scale = Number.parseFloat(token('--ck-chart-scale')) || 1;
  return { ...typeOf(ticks), scale, labels: typeOf(labels), token };
}

/**
 * Convert a colour for plotly and styles; other text is returned unchanged.
 * @param {string} text
 * @param {Look} look
 */
export function colourOf(text, look) {
  const found = COLOUR.exec(text);
  if (!found) return text;
  const [, token, usual, depth] = found;
  const value = (token && look.token(token)) || usual;
  const plain = /^#[0-9a-f]{6}$/i.test(value) ? value : usual;
  if (depth === undefined) return plain;
  const parts = [1, 3, 5].map((at) => Number.parseInt(plain.slice(at, at + 2), 16));
  return `rgba(${parts.join(', ')}, ${Number(depth) / 100})`;
}

/**
 * Return a trace or layout with theme colours. Lists of points remain identical objects.
 * @param {any} given
 * @param {Look} look
 * @returns {any}
 */
export function coloured(given, look) {
  if (Array.isArray(given)) return given.some(isTable) ? given.map((one) => coloured(one, look)) : given;
  if (!isTable(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, one]) => {
      if (!COLOURED.has(key)) return [key, coloured(one, look)];
      return [key, Array.isArray(one) ? one.map((text) => colourOf(text, look)) : colourOf(one, look)];
    }),
  );
}

/**
 * Convert a dash pattern for plotly, in pixels.
 * @param {string} dash
 * @param {number} scale
 */
function dashOf(dash, scale) {
  const known = DASHES[dash] ?? dash;
  return known.replace(/[\d.]+px/g, (length) => `${(Number.parseFloat(length) * scale).toFixed(1)}px`);
}

/**
 * Scale the lines and marks of a trace.
 * @param {any} trace
 * @param {number} scale
 */
function scaled(trace, scale) {
  const larger = (/** @type {any} */ given, /** @type {string} */ key) =>
    given && typeof given[key] === 'number' ? { ...given, [key]: given[key] * scale } : given;
  const made = { ...trace, line: larger(trace.line, 'width') };
  if (made.line?.dash) made.line = { ...made.line, dash: dashOf(made.line.dash, scale) };
  if (trace.marker) made.marker = { ...larger(trace.marker, 'size'), line: larger(trace.marker.line, 'width') };
  if (trace.textfont) made.textfont = larger(trace.textfont, 'size');
  return made;
}

/**
 * Return the picture for plotly.
 * @param {{order: string[], traces: Record<string, any>, layout: any}} chart
 * @param {Look} look
 * @returns {Picture}
 */
export function dress({ order, traces, layout }, look) {
  return {
    data: order.map((name) => scaled(coloured(traces[name], look), look.scale)),
    layout: { ...structuredClone(coloured(layout, look)), template: templateOf(look) },
  };
}

/**
 * Return plotly's template with defaults for everything that a chart does not set.
 * @param {Look} look
 */
export function templateOf(look) {
  const { size, family } = look;
  const [ink, soft, line, edge, panel] = ['ink', 'soft', 'line', 'edge', 'panel'].map(
    (name, at) => look.token(`--ck-${name}`) || ['#10202b', '#4a5963', '#d5dde2', '#6b7983', '#ffffff'][at],
  );
  const axis = {
    gridcolor: line, linecolor: line, zerolinecolor: edge, zerolinewidth: 1.5, fixedrange: true, automargin: false,
    ticklabeloverflow: 'allow', tickangle: 0, tickfont: { size, color: soft, family },
  };
  return {
    layout: {
      showlegend: false, dragmode: false, bargap: 0.18,
      paper_bgcolor: 'rgba(0,0,0,0)', plot_bgcolor: 'rgba(0,0,0,0)',
      font: { family, size, color: ink },
      hoverlabel: { bgcolor: panel, bordercolor: edge, font: { color: ink, size } },
      xaxis: {
        ...axis, showgrid: false, zeroline: false, ticklabelstandoff: 2,
        spikecolor: edge, spikethickness: 1, spikedash: '3px,3px',
      },
      yaxis: { ...axis, ticklabelstandoff: 4 },
      annotationdefaults: { font: { size, color: ink } },
    },
  };
}

function isTable(value) {
  return typeof value === 'object' && value !== null;
}
