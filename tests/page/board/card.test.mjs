import assert from 'node:assert/strict';
import test from 'node:test';
import { bandOf, isCard, layCard, layTitle, seenLook, stackLevel } from '../../../classkit/widgets/page/board/card.js';
import { EMBLEMS, emblemWords } from '../../../classkit/widgets/page/board/emblems.js';
import { colourOf, inkOn, lightOf } from '../../../classkit/widgets/page/basics/seatlook.js';
import { placeName, spaceWords } from '../../../classkit/widgets/page/board/space.js';
import { breadth } from '../../../classkit/widgets/page/basics/text.js';

const place = { id: 'c2', x: 50, y: 50, w: 20, h: 20 };
const fixed = { seats: [{ id: 'A', name: 'Ada' }] };
const contrast = (one, two) => (Math.max(lightOf(one), lightOf(two)) + 0.05) / (Math.min(lightOf(one), lightOf(two)) + 0.05);

test('whatever colour a game names, the ink on it reaches 4.5 to 1', () => {
  const steps = ['00', '1f', '3f', '5f', '75', '7b', '7f', '9f', 'bf', 'df', 'ff'];
  for (const red of steps) for (const green of steps) for (const blue of steps) {
    const colour = `#${red}${green}${blue}`;
    assert.ok(contrast(inkOn(colour), colour) >= 4.5, `${inkOn(colour)} on ${colour}: ${contrast(inkOn(colour), colour)}`);
  }
});

test('what is no colour is none: nothing else reaches a style', () => {
  assert.equal(colourOf('#2980B9'), '#2980b9');
  for (const wrong of ['red', '#fff', '#2980b9;', 'url(//elsewhere)', '#2980bg', ' #2980b9', '', null, undefined, 7, {}]) assert.equal(colourOf(wrong), '', String(wrong));
  assert.equal(isCard({ colour: 'red' }), false);
});

test('every emblem has its drawing and its words; an unknown one has neither', () => {
  assert.deepEqual([...EMBLEMS].sort(), ['apple', 'bank', 'barrel', 'bolt', 'bricks', 'bulb', 'car', 'case', 'chip', 'coin', 'cross', 'crown', 'diamond', 'disc', 'factory', 'flask', 'gold',
    'grain', 'hexagon', 'hotel', 'house', 'law', 'lock', 'screen', 'shirt', 'shop', 'square', 'star', 'token', 'triangle', 'truck']);
  assert.deepEqual(EMBLEMS.map((name) => emblemWords(name)).filter((words) => !words), []);
  assert.equal(emblemWords('house', 3), '3 houses');
  for (const unknown of ['dragon', '', undefined, 'toString', '__proto__']) assert.equal(emblemWords(unknown), '');
});

test('nothing on a card lies upon another or beyond its edge', () => {
  const words = { title: 'Steel works', subtitle: 'Factory' };
  for (const [w, h] of [[20, 20], [16, 30], [30, 16]]) {
    for (const extra of [{}, { owner: 'A' }, { text: '$120' }, { owner: 'A', text: '$120', hidden: true, title: 'Steel works' }]) {
      const space = { ...place, w, h };
      const laid = layCard(space, { emblem: 'house', count: 3, sign: 'St', ...extra }, 16, words);
      const foot = space.y + h / 2 - (extra.owner ? bandOf(space) : 0);
      const left = laid.emblems[0].x - laid.emblems[0].size / 2;
      assert.ok(left >= laid.sign.x, 'the sign before the emblems');
      for (const spot of laid.emblems) assert.ok(spot.x + spot.size / 2 <= space.x + w / 2 && spot.y - spot.size / 2 >= space.y - h / 2);
      assert.ok(laid.title.top >= laid.emblems[0].y + laid.emblems[0].size / 2 - 0.5, 'the title below the emblems');
      assert.ok(laid.title.bottom <= foot && laid.title.bottom > laid.title.top, 'the title above the owner');
      if (laid.price) assert.ok(laid.price.y <= foot, 'the price above the owner');
    }
  }
});

test('many emblems are drawn once, with their number', () => {
  const few = layCard(place, { emblem: 'house', count: 5 }, 20, { title: 'Street' });
  assert.deepEqual([few.emblems.length, few.times], [5, null]);
  const many = layCard(place, { emblem: 'house', count: 12 }, 20, { title: 'Street' });
  assert.equal(many.emblems.length, 1);
  assert.ok(many.times);
  assert.equal(layCard(place, { emblem: 'house', count: 0 }, 20, {}).emblems.length, 1);
});

test('emblems stand in two rows where they are larger so', () => {
  const low = { id: 'a', x: 50, y: 50, w: 60, h: 100 };
  for (const count of [2, 3, 4, 5]) {
    const { emblems, sign, title } = layCard(low, { emblem: 'house', count, sign: 'Re', text: 'rent 875', owner: 'A' }, 84, { title: 'Kentucky Avenue' });
    assert.equal(emblems.length, count);
    const rows = new Set(emblems.map((spot) => spot.y));
    assert.equal(rows.size, 2, `${count} houses`);
    for (const spot of emblems) {
      assert.ok(spot.x - spot.size / 2 >= sign.x + sign.size && spot.x + spot.size / 2 <= 80, 'beside the sign');
      assert.ok(spot.y - spot.size / 2 >= 0 && spot.y + spot.size / 2 <= title.top + 1e-9, 'above the title');
    }
    const apart = emblems.slice(1).map((spot, index) => Math.hypot(spot.x - emblems[index].x, spot.y - emblems[index].y));
    assert.ok(Math.min(...apart) >= emblems[0].size);
  }
  const wide = layCard({ ...low, w: 300, x: 160 }, { emblem: 'house', count: 4, sign: 'Re' }, 84, { title: 'Street' });
  assert.equal(new Set(wide.emblems.map((spot) => spot.y)).size, 1);
});

test('a stack is as high as its level, and its label stands on it', () => {
  const heights = [0, 0.25, 0.5, 1].map((level) => layCard(place, { level, text: '4.5' }, 20, { title: 'Grain' }).stack);
  const rises = heights.map((stack) => stack.foot - stack.top);
  assert.equal(rises[0], 0);
  assert.ok(Math.abs(rises[2] - rises[3] / 2) < 1e-9 && Math.abs(rises[1] - rises[3] / 4) < 1e-9);
  for (const stack of heights) assert.ok(stack.label.y < stack.top && stack.label.y - stack.label.size * 0.8 >= place.y - place.h / 2 && stack.name.y > stack.foot);
  assert.deepEqual([-3, 0.4, 7, Number.NaN, null, undefined, '1'].map((level) => stackLevel({ level })), [0, 0.4, 1, null, null, null, null]);
});

test('a sign keeps out of the way of a full stack', () => {
  const laid = layCard(place, { level: 1, text: '4.5', sign: 'Gr' }, 20, { title: 'Grain' });
  assert.ok(laid.stack.label.y - laid.stack.label.size * 0.7 >= laid.sign.y - 0.01);
});

test('a long subtitle is wrapped below its title, and nothing leaves the box', () => {
  const box = { left: 0, right: 150, top: 0, bottom: 130 };
  const goods = '31 gold, 5 grain, 187 oil, 95 tech';
  for (const subtitle of ['Gold Cover Act, Import Act', 'Anti-Hoarding Act, Emergency Rationing', 'Foreign Reserves Act, Treaty of Commerce, Strategic Oil Reserve, Full Employment Act; more notes: 3 C, 2 D']) {
    const laid = layTitle(box, { title: goods, subtitle }, 140);
    assert.equal(laid.lines.join(' '), goods, 'the title is whole');
    assert.ok(laid.more.length && laid.below + laid.more.length * laid.least * 1.1 <= box.bottom + laid.least * 0.1, subtitle);
    for (const line of laid.more) assert.ok(breadth(line) * laid.least <= 150.5, line);
    if (subtitle.length < 30) assert.equal(laid.more.join(' '), subtitle, 'whole');
    else assert.ok(laid.more.length >= 1);
  }
  const small = layTitle({ left: 0, right: 52, top: 0, bottom: 24 }, { title: 'Filling station', subtitle: 'Energy · Shop' }, 57);
  assert.deepEqual([small.lines, small.more], [['Filling', 'station'], []], 'a small card is its title\'s');
  assert.deepEqual(layTitle({ ...box, bottom: 25 }, { title: 'Alba', subtitle: 'L 18' }, 140).more, []);
});

test('words that change have room for a price and an owner; they are no numeral', () => {
  for (const look of [{ title: '2 × gold' }, { subtitle: 'L 18' }]) assert.equal(isCard(look), true);
  const laid = layCard(place, { title: 'Alba', text: 'notes 14', owner: 'A' }, 20, { title: 'Alba', subtitle: 'L 18' });
  assert.ok(laid.title.bottom <= laid.price.y - laid.price.size * 0.7);
});

test('a card that lies face-down shows what the looker may know, and nothing when it is covered', () => {
  const known = { hidden: true, title: 'Steel works', text: '3', colour: '#5d6d7e', emblem: 'factory', sign: 'St' };
  assert.deepEqual(seenLook(known, false), known);
  assert.deepEqual(seenLook(known, true), { hidden: true });
  assert.deepEqual(seenLook({ ...known, owner: 'A' }, true), { hidden: true, owner: 'A' });
  assert.deepEqual(seenLook({ hidden: true, text: 'free: Steel works', colour: '#5d6d7e', emblem: 'factory' }, false), { hidden: true, text: 'free: Steel works' });
  assert.equal(seenLook(undefined, true), undefined);
});

test('a space is told by its place, what lies there, and whose it is', () => {
  const card = { title: 'Steel works', subtitle: 'Steel · Factory', emblem: 'factory', text: '3', owner: 'A' };
  assert.equal(spaceWords(place, card, fixed, {}), 'c2: Steel works · Steel · Factory · 3 · owned by Ada');
  assert.equal(spaceWords(place, { ...card, hidden: true }, fixed, {}), 'c2: Steel works · Steel · Factory · 3 · owned by Ada · face down');
  assert.equal(spaceWords(place, { hidden: true }, fixed, {}), 'c2 · face down');
  assert.equal(spaceWords({ ...place, title: 'Marvin Gardens' }, { emblem: 'house', count: 3, text: '$280' }, fixed, {}), 'Marvin Gardens · 3 houses · $280');
  assert.equal(placeName({ ...place, title: 'Quay' }), 'Quay');
});
