import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { ClassChart, ticksFor } = await import('../../../classkit/widgets/page/parts/classchart.js');

const FIGURES = [['worth', 'Net worth'], ['inflation', 'Inflation Number']];
const message = (figure) => ({
  kind: 'class', figures: FIGURES,
  chart: { figure, title: figure, unit: '$', said: [`what is said of ${figure}`], difference: null, legend: [],
    picture: { data: [], layout: {} }, about: '', numbers: { caption: figure, columns: [], rows: [] } },
});

/** A chart of the class without a page: what it draws is kept by `drawn`, and what it asks for by `asked`. */
function charted() {
  const asked = [];
  const canvas = () => ({ hidden: false, clientWidth: 500, clientHeight: 300, style: {}, setAttribute() {} });
  const drawing = () => ({ of: '', drawn: [], async show(picture, of) { this.drawn.push(of); } });
  const chart = Object.create(ClassChart.prototype);
  Object.assign(chart, {
    ask: (figure) => new Promise((done) => asked.push({ figure, done })),
    told: null, wanted: '', failed: false, compared: '', node: { hidden: true }, between: { textContent: '', childNodes: [] },
    canvases: [canvas(), canvas()], drawings: [drawing(), drawing()], painted: (picture) => picture,
    picture: { draw() {} }, words: { draw() {} },
  });
  return { chart, asked, drawing: chart.drawings[0], canvas: chart.canvases[0] };
}

const shown = ({ chart, drawing, canvas }) =>
  (!canvas.hidden && canvas.style.visibility !== 'hidden' ? drawing.of : '');
const words = ({ chart }) => JSON.stringify(chart.said());

test('another figure is chosen: the curve and the words of the one before are gone at once', async () => {
  const page = charted();
  const { chart, drawing } = page;
  chart.show(message('worth'));
  drawing.of = 'worth';
  chart.blankOthers();
  assert.equal(shown(page), 'worth');
  void chart.choose('inflation');
  assert.equal(chart.figure, 'inflation', 'the title names the other');
  assert.equal(shown(page), '');
  assert.match(words(page), /Loading the chart/);
  assert.doesNotMatch(words(page), /worth/);
  chart.show(message('inflation'));
  assert.equal(shown(page), '', 'the canvas has the old picture until plotly is done');
  assert.deepEqual(drawing.drawn, ['worth', 'inflation']);
  drawing.of = 'inflation';
  chart.blankOthers();
  assert.equal(shown(page), 'inflation');
  assert.match(words(page), /inflation/);
});

test('both canvases have their places before the first one is measured', async () => {
  const { chart, canvas } = charted();
  const told = message('worth');
  Object.assign(told.chart, { difference: { data: [], layout: {} }, difference_title: 'Difference' });
  const heights = [];
  Object.defineProperty(canvas, 'clientHeight', { get: () => (chart.canvases[1].hidden ? 500 : 300) });
  chart.painted = (picture, { clientHeight }) => { heights.push(clientHeight); return picture; };
  chart.show(told);
  void chart.choose('inflation');
  chart.show({ ...told, chart: { ...told.chart, figure: 'inflation' } });
  assert.deepEqual(heights, [300, 300, 300, 300]);
});

test('an answer that comes after a newer choice is dropped', () => {
  const page = charted();
  const { chart } = page;
  chart.show(message('worth'));
  void chart.choose('inflation');
  chart.show(message('worth')); // a table has moved on, before the choice arrived
  assert.equal(chart.figure, 'inflation');
  assert.match(words(page), /Loading the chart/);
  void chart.choose('worth');
  chart.show(message('inflation'));
  assert.equal(chart.figure, 'worth');
  chart.show(message('worth'));
  assert.match(words(page), /what is said of worth/);
});

test('a choice that is refused leaves the chart of before under its own name', async () => {
  const page = charted();
  const { chart, asked, drawing } = page;
  chart.show(message('worth'));
  drawing.of = 'worth';
  const choosing = chart.choose('inflation');
  asked[0].done(false);
  await choosing;
  assert.equal(chart.figure, 'worth');
  assert.equal(shown(page), 'worth');
});

test('a low chart has fewer ticks, so that their labels do not touch', () => {
  assert.equal(ticksFor(300, 20, 6), 6);
  assert.equal(ticksFor(80, 20, 6), 2);
  assert.equal(ticksFor(130, 20, 6), 3);
  assert.equal(ticksFor(10, 20, 4), 2);
});

test('both charts have the same place for their labels and axes', () => {
  const chart = Object.assign(Object.create(ClassChart.prototype), {
    readLook: () => ({ size: 20, scale: 1, family: '', labels: { size: 20, family: '' }, token: () => '' }),
  });
  const layout = { margin: { t: 8 }, xaxis: { title: { text: 'Turn' } }, yaxis: { nticks: 6 } };
  const made = (height) => chart.painted({ data: [], layout }, { clientWidth: 900, clientHeight: height }).layout;
  assert.deepEqual([made(400).margin, made(130).margin], [{ t: 8, l: 100 }, { t: 8, l: 100 }]);
  assert.deepEqual([made(400).yaxis.nticks, made(130).yaxis.nticks], [6, 2]);
});
