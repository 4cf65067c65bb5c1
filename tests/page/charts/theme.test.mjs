import assert from 'node:assert/strict';
import test from 'node:test';
import { colourOf, dress, templateOf } from '../../../classkit/widgets/page/charts/theme.js';

const TOKENS = { '--ck-ink': '#f0f4f6', '--ck-odd': 'color-mix(in srgb, red, blue)' };
const look = { size: 12, scale: 2, family: 'sans-serif', labels: { size: 14, family: 'sans-serif' }, token: (name) => TOKENS[name] ?? '' };

test('a colour is that of the theme, or the one beside it', () => {
  assert.equal(colourOf('var(--ck-ink, #10202B)', look), '#f0f4f6');
  assert.equal(colourOf('var(--ck-none, #10202B)', look), '#10202B');
  assert.equal(colourOf('var(--ck-odd, #10202B)', look), '#10202B', 'plotly reads no other form');
  assert.equal(colourOf('#0072B2 20%', look), 'rgba(0, 114, 178, 0.2)');
  assert.equal(colourOf('var(--ck-ink, #10202B) 12.5%', look), 'rgba(240, 244, 246, 0.125)');
  assert.equal(colourOf('rgba(0,0,0,0)', look), 'rgba(0,0,0,0)');
});

test('colours and sizes are set, and points stay the very same lists', () => {
  const line = { meta: 'a', x: [1, 2], y: [3, 4], name: 'var(--ck-ink, #000000)', line: { color: 'var(--ck-ink, #10202B)', width: 2 },
    marker: { size: 5, color: ['var(--ck-ink, #10202B)', '#ffffff'], line: { width: 1 } } };
  const layout = { xaxis: {}, shapes: [{ fillcolor: 'var(--ck-ink, #10202B)' }] };
  const { data: [made], layout: laid } = dress({ order: ['a'], traces: { a: line }, layout }, look);
  assert.deepEqual([made.line, made.marker.size, made.marker.line.width], [{ color: '#f0f4f6', width: 4 }, 10, 2]);
  assert.deepEqual(made.marker.color, ['#f0f4f6', '#ffffff']);
  assert.equal(made.name, line.name, 'a name is no colour');
  assert.equal(made.x, line.x, 'plotly knows by it that nothing has changed');
  assert.equal(laid.shapes[0].fillcolor, '#f0f4f6');
  assert.notEqual(laid.xaxis, layout.xaxis, 'plotly writes into it');
  assert.equal(line.line.width, 2, 'what the kernel sent stays as it is');
});

test('the template has the type and the colours of the theme', () => {
  const { layout } = templateOf(look);
  assert.deepEqual([layout.font.color, layout.xaxis.tickfont.size], ['#f0f4f6', 12]);
});

test('dashes are as much larger as their lines', () => {
  const dashOf = (dash) => dress({ order: ['a'], traces: { a: { line: { dash } } }, layout: {} }, look).data[0].line.dash;
  assert.equal(dashOf('solid'), 'solid');
  assert.equal(dashOf('2px,6px'), '4.0px,12.0px');
  assert.equal(dashOf('dash'), '16.0px,8.0px');
});
