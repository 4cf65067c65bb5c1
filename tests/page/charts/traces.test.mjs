import assert from 'node:assert/strict';
import test from 'node:test';
import { apart, axisTitles, layout, legend, numbers } from '../../../classkit/widgets/page/charts/layout.js';
import { grown } from '../../../classkit/widgets/page/charts/drawing.js';
import { traces } from '../../../classkit/widgets/page/charts/traces.js';
import { SEAT_LOOKS } from '../../../classkit/widgets/page/basics/seatlook.js';

const paint = { ink: '#000', faint: '#ddd', paper: '#fff', size: 12, wide: 3 };
const metrics = {
  number: { label: 'Inflation number', unit: '1–8', scope: 'table' },
  kind: { label: 'Index', unit: '', scope: 'table' },
  worth: { label: 'Net worth', unit: '$', scope: 'seat' },
  debt: { label: 'Debt', unit: 'bonds', scope: 'parts', parts: [['bank', 'Bank'], ['players', 'Players']] },
  split: { label: 'Worth split', unit: '$', scope: 'seat_parts', parts: ['cash', 'companies'] },
};
const row = (turn, number, kind) => ({
  turn, round: Math.ceil(turn / 2),
  values: {
    number, kind, worth: { A: 100 * turn, B: 50 * turn }, debt: { bank: turn, players: 1 },
    split: { A: { cash: turn, companies: 2 }, B: { cash: 1 } },
  },
});
const rows = [row(1, 1, 'election'), row(2, 3, 'salary'), row(3, 3, 'salary'), row(4, 5, 'election')];
const seats = [{ id: 'A', name: 'Ada', look: SEAT_LOOKS[0] }, { id: 'B', name: '<a href="x">B & Co</a>', look: SEAT_LOOKS[1] }];
const figures = { metrics, rows, branches: [], branch: 'Main', seats };
const step = { key: 'inflation', title: 'Inflation', kind: 'step', metrics: ['number'], marks: 'kind', lines: [[8, 'highest']] };
const worth = { key: 'worth', title: 'Worth', kind: 'line', metrics: ['worth'] };

/** A chart as plotly is told of it, and by what it grows from one present to another: null where it is drawn anew. */
const picture = (chart, shown) => ({ data: traces(chart, shown, paint), layout: layout(chart, shown, paint) });
const growth = (chart, one, other) => grown(picture(chart, one), picture(chart, other));

test('the legend leaves out what the title of the chart says of all lines', () => {
  const of = (label) => ({ label, unit: 'gold', scope: 'table' });
  const goods = { key: 'prices', title: 'Prices', kind: 'line', metrics: ['a', 'b'] };
  const named = (...labels) => legend(goods, { ...figures, metrics: { a: of(labels[0]), b: of(labels[1]) } }, paint).map((entry) => entry.name);
  assert.deepEqual(named('Price of grain', 'Price of oil'), ['Grain', 'Oil']);
  assert.deepEqual(named('Price of grain', 'Share of oil'), ['Price of grain', 'Share of oil']);
  const banks = ['Bank of Ada', 'Bank of Bo'].map((name, index) => ({ ...seats[index], name }));
  assert.deepEqual(legend(worth, { ...figures, seats: banks }, paint).map((entry) => entry.name), ['Bank of Ada', 'Bank of Bo'], 'names of seats stay whole');
});

test('a seat metric gives one line per seat, with dash and marker of its own', () => {
  const drawn = traces(worth, figures, paint);
  assert.deepEqual(drawn.map((trace) => trace.y), [[100, 200, 300, 400], [50, 100, 150, 200]]);
  assert.notEqual(drawn[0].line.dash, drawn[1].line.dash);
  assert.notEqual(drawn[0].marker.symbol, drawn[1].marker.symbol);
});

test('a name never reaches plotly as markup', () => {
  const name = traces(worth, figures, paint)[1].name;
  assert.equal(name.includes('<'), false);
  assert.equal(name, '&lt;a href="x">B &amp; Co&lt;/a>');
});

test('changes of the text metric are marked once each, in the form and colour of the legend', () => {
  const [line, marks, ...more] = traces(step, figures, paint);
  assert.equal(line.line.shape, 'hv');
  assert.deepEqual(more, []);
  assert.deepEqual([marks.x, marks.y, marks.text], [[1, 2, 4], [1, 3, 5], ['Election', 'Salary', 'Election']]);
  const known = new Map(legend(step, figures).map((entry) => [entry.name, entry]));
  const entries = ['election', 'salary', 'election'].map((name) => known.get(name));
  assert.deepEqual(marks.marker.symbol, entries.map((entry) => entry.symbol));
  assert.deepEqual(marks.marker.color, entries.map((entry) => entry.colour));
  assert.notEqual(marks.marker.symbol[0], marks.marker.symbol[1]);
});

test('a mark never reaches plotly as markup', () => {
  const named = rows.map((one) => ({ ...one, values: { ...one.values, kind: '<a href="x">b</a>' } }));
  assert.deepEqual(traces(step, { ...figures, rows: named }, paint)[1].text, ['&lt;a href="x">b&lt;/a>']);
});

test('appending the new rows gives the same points as drawing all', () => {
  const many = Array.from({ length: 20 }, (_, at) => row(at + 1, 1 + (at % 8), 'salary'));
  for (const chart of [worth, { ...worth, kind: 'stacked_area', metrics: ['debt'] }]) {
    for (let from = 8; from < many.length; from += 1) {
      const [one, other] = [many.slice(0, from), many.slice(0, from + 1)].map((some) => ({ ...figures, rows: some }));
      const more = growth(chart, one, other);
      if (!more) continue; // an axis that was outgrown
      const drawn = traces(chart, one, paint);
      more.indices.forEach((trace, index) => {
        for (const name of ['x', 'y']) drawn[trace][name] = drawn[trace][name].concat(more.update[name][index]);
      });
      assert.deepEqual(more.indices, [0, 1], 'a point for each line');
      assert.deepEqual(drawn, traces(chart, other, paint));
    }
    assert.ok(growth(chart, { ...figures, rows: many.slice(0, 12) }, { ...figures, rows: many.slice(0, 13) }), 'it grows, and is not drawn anew');
  }
});

test('a chart is drawn anew with other names, branches and predictions, and not where nothing changed', () => {
  assert.deepEqual(growth(worth, figures, { ...figures }).indices, []);
  assert.equal(growth(worth, figures, { ...figures, seats: [{ ...seats[0], name: 'Eve' }, seats[1]] }), null);
  assert.equal(growth(worth, figures, { ...figures, prediction: { turn: 2, value: '5' } }), null);
  assert.equal(growth(worth, figures, { ...figures, branches: [{ name: 'What if', from_turn: 2, rows: rows.slice(2) }] }), null);
  assert.equal(growth(worth, figures, { ...figures, rows: rows.slice(0, 3) }), null, 'gone back');
});

test('a turn without a mark lengthens the line alone; a mark is drawn with it', () => {
  const plain = [1, 2, 3].map((turn) => row(turn, 2, 'salary'));
  assert.deepEqual(growth(step, { ...figures, rows: plain.slice(0, 2) }, { ...figures, rows: plain }).indices, [0]);
  const marked = { ...figures, rows: [...plain, row(4, 3, 'election')] };
  assert.equal(growth(step, { ...figures, rows: plain }, marked), null);
  const later = { ...marked, rows: [...marked.rows, row(5, 3, 'election')] };
  assert.deepEqual(growth(step, marked, later).update, { x: [[5]], y: [[3]] });
});

test('other branches are drawn dashed from where they left', () => {
  const branches = [{ name: 'Main', from_turn: 0, rows }, { name: 'Branch 1', from_turn: 2, rows: [row(3, 7, 'x')] }];
  const drawn = traces(worth, { ...figures, branches }, paint);
  assert.equal(drawn.length, 4);
  assert.deepEqual(drawn[2].x, [2, 3]);
  assert.match(drawn[2].line.dash, /px/);
});

test('bars of parts by seat show the latest row alone and are drawn anew', () => {
  const chart = { key: 'split', title: 'Split', kind: 'stacked_bar', metrics: ['split'] };
  assert.equal(growth(chart, { ...figures, rows: rows.slice(0, 3) }, figures), null);
  const drawn = traces(chart, figures, paint);
  assert.deepEqual(drawn.map((trace) => trace.y), [[4, 1], [2, 0]]);
  assert.deepEqual(numbers(chart, figures).columns, ['Part', 'Ada', '<a href="x">B & Co</a>']);
  assert.deepEqual(numbers(chart, figures).rows[0], ['cash', '$4', '$1']);
});

test('a chart per round draws the last row of each round', () => {
  const chart = { ...worth, per: 'round' };
  assert.equal(growth(chart, { ...figures, rows: rows.slice(0, 3) }, figures), null, 'the row of a round gives way to its last');
  assert.deepEqual(traces(chart, figures, paint)[0].x, [1, 2]);
  assert.deepEqual(traces(chart, figures, paint)[0].y, [200, 400]);
});

test('reference lines and a numeric prediction stay in view', () => {
  const made = layout(step, { ...figures, prediction: { turn: 2, value: '6,0' } }, paint);
  assert.deepEqual(made.yaxis.autorangeoptions.include, [8, 6]);
  assert.equal(made.shapes.length, 2);
  assert.equal(layout(step, { ...figures, prediction: { turn: 2, value: 'it falls' } }, paint).shapes.length, 1);
});

test('axes are named by the page and not by plotly, which would measure them', () => {
  const made = layout({ ...step, y_title: 'Number' }, figures, paint);
  assert.deepEqual([made.xaxis.title, made.yaxis.title], [undefined, undefined]);
  assert.deepEqual(axisTitles({ ...step, y_title: 'Number' }, figures, paint), { x: 'Turn', y: 'Number' });
  assert.deepEqual(axisTitles({ ...worth, y_title: '$' }, figures, { ...paint, low: true }), { x: '', y: '' });
});

test('the numbers of a chart stand in a table, newest first', () => {
  const table = numbers(step, figures);
  assert.deepEqual(table.columns, ['Turn', 'Inflation number', 'Index']);
  assert.deepEqual(table.rows[0], ['4', '5', 'election']);
  assert.deepEqual(numbers(worth, figures).rows[3], ['1', '$100', '$50']);
});

test('an empty history draws nothing and breaks nothing', () => {
  for (const chart of [step, worth, { ...worth, kind: 'stacked_bar', metrics: ['split'] }, { ...worth, kind: 'timeline', metrics: ['kind'] }, { ...worth, metrics: ['unknown'] }]) {
    const none = { ...figures, rows: [] };
    assert.ok(Array.isArray(traces(chart, none, paint)));
    assert.ok(layout(chart, none, paint));
    assert.ok(legend(chart, none));
    assert.deepEqual(numbers(chart, none).rows.filter((cells) => cells[0] === 'Turn'), []);
  }
});

test('the row of the turn under way gives way to that of the turn when it is done', () => {
  const under = [...rows.slice(0, 3), row(4, 9, 'bonds')];
  const done = [...under.slice(0, 3), ...rows.slice(3), row(5, 2, 'salary')];
  assert.equal(growth({ ...worth, metrics: ['number'] }, { ...figures, rows: under }, { ...figures, rows: done }), null);
  assert.deepEqual(growth(worth, { ...figures, rows: under }, { ...figures, rows: done }).update.x, [[5], [5]], 'what has not changed stays');
});

test('a bar may stand for each value of a figure that counts', () => {
  const counted = { ...metrics, election: { label: 'Election', unit: '', scope: 'table' } };
  const votes = rows.map((one, index) => ({ ...one, values: { ...one.values, election: index < 3 ? 1 : 2 } }));
  const chart = { key: 'votes', title: 'Votes', kind: 'stacked_bar', metrics: ['debt'], per: 'election' };
  const shown = { ...figures, metrics: counted, rows: votes };
  assert.deepEqual(traces(chart, shown, paint)[0].x, [1, 2]);
  assert.deepEqual(traces(chart, shown, paint)[0].y, [3, 4]);
  assert.equal(axisTitles(chart, shown, paint).x, 'Election');
  assert.equal(numbers(chart, shown).columns[0], 'Election');
  assert.equal(growth(chart, { ...shown, rows: votes.slice(0, 2) }, shown), null);
});

test('a timeline of seats has a row for each, by name and in its colour', () => {
  const more = { ...metrics, pm: { label: 'Prime Minister', unit: '', scope: 'table' } };
  const terms = [{ turn: 1, values: { pm: 'A' } }, { turn: 2, values: { pm: 'B' } }, { turn: 3, values: {} }];
  const drawn = traces({ key: 'pm', title: 'PM', kind: 'timeline', metrics: ['pm'] }, { ...figures, metrics: more, rows: terms }, paint);
  assert.deepEqual(drawn.map((trace) => trace.y), [['Ada', null, null], [null, '&lt;a href="x">B &amp; Co&lt;/a>', null]]);
  assert.deepEqual(drawn.map((trace) => trace.marker.color), seats.map((seat) => seat.look.colour));
});

test('a timeline of texts has a row for each seat and a colour for each text, though two hold to the same', () => {
  const more = { ...metrics, peg: { label: 'Peg', unit: '', scope: 'seat' } };
  const chart = { key: 'pegs', title: 'Pegs', kind: 'timeline', metrics: ['peg'] };
  const held = [{ turn: 1, values: { peg: { A: 'gold', B: 'gold' } } }, { turn: 2, values: { peg: { A: 'oil', B: 'gold' } } }];
  const shown = { ...figures, metrics: more, rows: held };
  const drawn = traces(chart, shown, paint);
  const other = '&lt;a href="x">B &amp; Co&lt;/a>';
  assert.deepEqual(drawn.map((trace) => trace.y), [['Ada', null], [null, 'Ada'], [other, other], [null, null]]);
  assert.deepEqual(drawn.map((trace) => trace.name), ['gold', 'oil', 'gold', 'oil']);
  const entries = legend(chart, shown, paint);
  assert.deepEqual(entries.map((entry) => [entry.name, entry.colour]), drawn.slice(0, 2).map((trace) => [trace.name, trace.marker.color]));
  assert.deepEqual(numbers(chart, shown), { columns: ['Turn', 'Ada', '<a href="x">B & Co</a>'], rows: [['2', 'oil', 'gold'], ['1', 'gold', 'gold']] });
  assert.equal(growth(chart, { ...shown, rows: held.slice(0, 1) }, shown), null, 'a new text is drawn anew');
  const longer = { ...shown, rows: [...held, { ...held[1], turn: 3 }] };
  assert.deepEqual(growth(chart, shown, longer).update.y, [[null], ['Ada'], [other], [null]]);
});

test('bars of several metrics by seat have a legend of the metrics', () => {
  const more = { ...metrics, lapsed: { label: 'Lapsed', unit: '$', scope: 'seat' } };
  const chart = { key: 'tax', title: 'Tax', kind: 'bar', metrics: ['worth', 'lapsed'] };
  assert.deepEqual(legend(chart, { ...figures, metrics: more }).map((entry) => entry.name), ['Net worth', 'Lapsed']);
  assert.deepEqual(legend({ ...chart, metrics: ['worth'] }, figures), []);
});

test('bars of seats outside what a chart puts forward are paler, and drawn anew when that changes', () => {
  const votes = { ...worth, kind: 'stacked_bar', shade: 'inside' };
  const inside = rows.map((row, at) => ({ ...row, values: { ...row.values, inside: { A: 1, B: at % 2 } } }));
  const drawn = traces(votes, { ...figures, rows: inside }, paint);
  assert.deepEqual(drawn[0].marker.opacity, inside.map(() => 1));
  assert.deepEqual(drawn[1].marker.opacity, inside.map((_, at) => (at % 2 ? 1 : 0.4)));
  assert.equal(traces(worth, { ...figures, rows: inside }, paint)[0].marker.opacity, undefined);
  const other = inside.map((row) => ({ ...row, values: { ...row.values, inside: { A: 1, B: 1 } } }));
  assert.equal(growth(votes, { ...figures, rows: inside }, { ...figures, rows: other }), null);
});

test('a single election or round is no place for fractions', () => {
  const votes = { ...worth, kind: 'stacked_bar', per: 'round' };
  const many = Array.from({ length: 12 }, (_, at) => ({ ...row(at + 1, 1, ''), round: 1 }));
  assert.equal(layout(votes, { ...figures, rows: many }, paint).xaxis.dtick, 1);
});

test('bars that count a few things have no line between one and two', () => {
  const counted = (unit, values, kind = 'bar', scope = 'seat') => layout({ key: 'deals', title: 'Deals', kind, now: kind !== 'bar', metrics: ['deals'] }, {
    ...figures, metrics: { ...metrics, deals: { label: 'Deals', unit, scope } }, rows: [{ turn: 1, values: { deals: values } }],
  }, paint).yaxis.dtick;
  assert.equal(counted('deals', { A: 0, B: 0 }), 1);
  assert.equal(counted('deals', { A: 2, B: 5 }), 1);
  assert.equal(counted('deals', { A: 2, B: 6 }), undefined, 'many have room for plotly to choose');
  assert.equal(counted('deals', { A: 0.5, B: 1 }), undefined);
  assert.equal(counted('$', { A: 1, B: 2 }), undefined);
  assert.equal(counted('%', { A: 1, B: 2 }), undefined);
  const stacked = (...bars) => counted('deals', { A: { made: bars[0], lost: bars[1] }, B: { made: 0, lost: 0 } }, 'stacked_bar', 'seat_parts');
  assert.equal(stacked(2, 3), 1);
  assert.equal(stacked(3, 3), undefined, 'they stand on each other');
});

test('a legend leaves out the words that all names begin with', () => {
  assert.deepEqual(apart(['Price of grain', 'Price of oil']), ['Grain', 'Oil']);
  assert.deepEqual(apart(['Price', 'Price of oil']), ['Price', 'Price of oil']);
  assert.deepEqual(apart(['Company', 'Advertising square']), ['Company', 'Advertising square']);
  assert.deepEqual(apart(['Price of grain']), ['Price of grain']);
});
