import assert from 'node:assert/strict';
import test from 'node:test';
import { headOf, layList, listWords, rowsSeen } from '../../../classkit/widgets/page/board/list.js';
import { spaceWords } from '../../../classkit/widgets/page/board/space.js';
import { footOf, layTile } from '../../../classkit/widgets/page/board/group_card.js';
import { breadth, wrapLines } from '../../../classkit/widgets/page/basics/text.js';

const LEAST = 24;
const nation = { id: 'nation:A', x: 140, y: 200, w: 267, h: 354 };
const halves = ['8 gold', '1 grain', '0 oil', '17 tech'].map((text) => ({ text, emblem: 'gold', strong: true, column: 1 }));
const notes = [{ text: 'notes', column: 2 }, { text: '15', seat: 'A', column: 2 }, { text: '160', seat: 'B', column: 2 }];
const laws = ['Fair share', 'Tech depository', 'Currency chest'].map((text) => ({ text, emblem: 'law' }));

test('rows stand below each other, halves beside each other, all in the least type at least and within the space', () => {
  const { lines, missing } = layList(nation, { owner: 'A', rows: [...halves, ...notes, ...laws] }, LEAST);
  assert.equal(missing, 0);
  assert.equal(lines.length, 10);
  const top = nation.y - nation.h / 2 + headOf(LEAST);
  for (const line of lines) {
    assert.ok(line.size >= LEAST && line.top >= top && line.top + line.high <= nation.y + nation.h / 2 + 0.2 * LEAST, line.lines.join());
    assert.equal(line.lines.length, 1, `${line.lines} is whole`);
    const before = line.row.emblem || line.row.seat ? line.size * 1.32 : 0;
    assert.ok(line.left + before + breadth(line.lines[0], line.row.strong) * line.size <= nation.x + nation.w / 2, `${line.lines} ends within`);
  }
  const [gold, grain] = lines;
  const note = lines[4];
  assert.ok(grain.top >= gold.top + gold.high - 1e-9 && note.top === gold.top, 'side by side');
  assert.ok(note.left >= gold.left + gold.wide - 1e-9, 'and not upon each other');
  const law = lines[7];
  assert.ok(law.top >= Math.max(lines[3].top + lines[3].high, lines[6].top + lines[6].high) - 1e-9, 'below both halves');
});

test('prose is larger where there is room; a list has one size of type', () => {
  const box = { id: 'event', x: 500, y: 150, w: 1000, h: 220 };
  const event = layList(box, { rows: [{ text: 'Drought', strong: true }, { text: 'Grain costs twice as much.' }, { text: '0 so far', meter: 0.5 }] }, LEAST);
  assert.ok(event.size > LEAST);
  assert.equal(layList({ ...nation, h: 900 }, { rows: halves }, LEAST).size, LEAST);
});

test('what has no room is counted and not left out in silence', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ text: `Law ${at}` }));
  const { lines, missing } = layList(nation, { rows: many }, LEAST);
  assert.ok(missing > 0 && lines.length + missing === 30);
  assert.deepEqual(lines.at(-1).lines, [`and ${missing + 1} more`]);
});

test('a stack in a list is as high as its level, and leaves the rows their room', () => {
  const stock = { id: 'grain', x: 140, y: 100, w: 267, h: 130 };
  const rows = [{ text: 'Grain', strong: true }, { text: '215 units' }];
  const rises = [0, 0.25, 0.5, 1].map((level) => layList(stock, { level, rows }, LEAST)).map(({ stack }) => stack.foot - stack.top);
  assert.ok(rises[0] === 0 && Math.abs(rises[1] * 4 - rises[3]) < 1e-9 && Math.abs(rises[2] * 2 - rises[3]) < 1e-9);
  const { stack, lines } = layList(stock, { level: 1, rows }, LEAST);
  assert.ok(lines.every((line) => line.left >= stack.x + stack.wide / 2) && stack.x - stack.wide / 2 >= stock.x - stock.w / 2);
});

test('lines break at words and lose none', () => {
  assert.equal(wrapLines('No nation may produce more than 3 of any commodity.', 10).join(' '), 'No nation may produce more than 3 of any commodity.');
  assert.deepEqual(wrapLines('Anti-hoarding', 3), ['Anti-hoarding']);
  assert.deepEqual(wrapLines('', 3), []);
});

test('a list is told below its head, a note in its place, and it is nobody\'s property', () => {
  const fixed = { seats: [{ id: 'A', name: 'Ada' }] };
  assert.equal(listWords([{ text: 'Grain', strong: true }, { text: '215 units' }, { text: '10', seat: 'A' }, { text: '8 gold', strong: true, column: 1 }], () => 'Ada'), '215 units, 10 Ada, 8 gold');
  const space = { id: 'cur:A', x: 0, y: 0, w: 9, h: 9, title: 'Notes A' };
  assert.equal(spaceWords(space, { rows: [{ text: '60 units' }, { text: 'floats' }], subtitle: 'counts as 120' }, fixed, {}), 'Notes A · 60 units, floats · counts as 120');
  assert.equal(spaceWords(space, { owner: 'A', rows: [{ text: '60' }], note: '60 gold; no law yet' }, fixed, {}), 'Notes A · 60 gold; no law yet');
});

const place = { id: 'c3', x: 200, y: 150, w: 132, h: 106 };

test('on a card pictures, name and owner have each their own place, and a piece has room between the pictures', () => {
  for (const look of [{}, { owner: 'A' }, { owner: 'A', hidden: true }]) {
    for (const title of ['Lab', 'Car sales', 'Drugstore']) {
      const laid = layTile(place, { title, mark: 'car', emblem: 'shop', text: '1', ...look }, LEAST);
      const foot = place.y + place.h / 2 - (look.owner ? footOf(LEAST) : 0);
      assert.equal(laid.name.map((line) => line.text).join(' '), title, 'whole');
      for (const line of laid.name) {
        assert.ok(line.size >= LEAST && line.y <= foot + 1, 'above the owner');
        assert.ok(breadth(line.text) * line.size * 0.7 <= place.w, title);
        assert.ok(line.y - line.size * 0.76 >= laid.mark.y + laid.mark.size / 2 - LEAST * 0.2, 'below the pictures');
      }
      assert.ok(laid.mark.x + laid.mark.size / 2 < laid.kind.x - laid.kind.size / 2, 'one beside the other');
      assert.ok(laid.mark.x - laid.mark.size / 2 >= place.x - place.w / 2 && laid.worth.x + laid.worth.size * 0.34 <= place.x + place.w / 2);
    }
  }
});

test('a card of another edition is written by its lines, or in several', () => {
  const text = (look) => layTile(place, { mark: 'disc', text: '2', ...look }, LEAST).name.map((line) => line.text);
  assert.deepEqual(text({ title: 'Canning process', lines: ['Canning'] }), ['Canning']);
  assert.deepEqual(text({ title: 'Filling station' }).join(' '), 'Filling station');
});

test('of a card that nobody knows what is open to all is told', () => {
  assert.equal(spaceWords(place, { hidden: true, text: 'free: Car plant' }, {}, {}), 'c3 · free: Car plant · face down');
});

test('rows that are sentences are told one after the other', () => {
  const rows = ['Goal: no one goes short.', '0 so far', '1 gold'].map((text) => ({ text }));
  assert.equal(listWords(rows, () => ''), 'Goal: no one goes short. 0 so far, 1 gold');
});

test('from afar a list has its heads, its numbers and its meters', () => {
  const rows = [{ text: 'Gold', strong: true }, { text: '22 gold', emblem: 'gold', strong: true, column: 1 }, { text: '3', seat: 'B', column: 2 }, { text: 'Goal: peace.' }, { text: '2 of 5', meter: 0.4 }];
  assert.equal(rowsSeen(rows, false), rows);
  assert.deepEqual(rowsSeen(rows, true).map(({ text }) => text), ['Gold', '22', '2 of 5']);
  assert.equal(rowsSeen(rows, true)[1].column, 0);
});
