import assert from 'node:assert/strict';
import test from 'node:test';
import { toneOf, typicalSide } from '../../../classkit/widgets/page/board/space.js';
import { pathPoints, pathStrokes, radiusOf, ringWay, spread, Trail } from '../../../classkit/widgets/page/board/pieces.js';
import { scalePath } from '../../../classkit/widgets/page/board/badges.js';
import { kindWords } from '../../../classkit/widgets/page/board/decor.js';
import { isFar } from '../../../classkit/widgets/page/board/distance.js';
import { choiceValue, choicesOf, isSecret, openAsks, withAsides } from '../../../classkit/widgets/page/forms/choices.js';

const space = (id, x, y) => ({ id, x, y, w: 10, h: 10 });
const spaces = new Map([space('a', 5, 5), space('b', 15, 5), space('c', 25, 5)].map((one) => [one.id, one]));
const oneOf = (name, options, of = 'space') => ({ name, label: name, form: { kind: 'one_of', of, options: options.map((value) => ({ value, label: `to ${value}` })) } });

test('pieces on one space stand beside each other, never on top', () => {
  const places = spread(['A', 'B', 'C', 'D', 'E'].map((id) => ({ id, space: 'a', seat: id })), spaces, 2);
  const seen = new Set([...places.values()].map(({ x, y }) => `${x},${y}`));
  assert.equal(seen.size, 5);
  assert.deepEqual(spread([{ id: 'A', space: 'b', seat: 'A' }], spaces, 2).get('A'), { x: 18, y: 8 }, 'at the foot');
  const named = new Map([['b', 4]]);
  assert.deepEqual(spread([{ id: 'A', space: 'b', seat: 'A' }], spaces, 2, named).get('A'), { x: 18, y: 2 }, 'above its name');
  assert.equal(spread([{ id: 'A', space: 'nowhere', seat: 'A' }], spaces, 2).size, 0);
});

test('the path of a move ends short of its goal and leaves out what is unknown', () => {
  const points = pathPoints(['a', 'nowhere', 'b', 'b', 'c'], spaces, 3);
  assert.deepEqual(points, [{ x: 5, y: 5 }, { x: 15, y: 5 }, { x: 22, y: 5 }]);
  assert.deepEqual(pathPoints(['a', 'a'], spaces, 3), []);
  assert.deepEqual(pathPoints([], spaces, 3), []);
});

test('tones: a colour is itself, other words follow the legend', () => {
  const legend = [['income', 'Income'], ['advert', 'Advertising'], ['purple', 'Corner']];
  assert.equal(toneOf('green', legend), 'green');
  assert.equal(toneOf('income', legend), 'blue');
  assert.equal(toneOf('advert', legend), 'red');
  assert.equal(toneOf('unheard of', legend), 'plain');
  assert.equal(toneOf('', legend), 'plain');
  assert.equal(typicalSide([{ w: 3, h: 9 }, { w: 5, h: 7 }, { w: 80, h: 90 }]), 5);
});

test('a click that can mean one thing only answers at once; another fills in the form', () => {
  const ask = { seat: 'A', moves: [
    { name: 'corner', label: 'Corner', space: 'a', fields: [] },
    { name: 'go', label: 'Go', fields: [oneOf('to', ['b'])] },
    { name: 'ask', label: 'Ask', fields: [oneOf('to', ['c']), oneOf('who', ['B'], 'seat')] },
  ] };
  const choices = choicesOf([ask]);
  assert.deepEqual([...choices.keys()], ['a', 'b', 'c']);
  assert.deepEqual(['a', 'b', 'c'].map((id) => choices.get(id).direct), [true, true, false]);
  assert.equal(choiceValue([ask], choices.get('b')), 'b');
});

test('a space that two moves name never answers at once', () => {
  const choices = choicesOf([{ seat: 'A', moves: [{ name: 'one', label: '1', space: 'a', fields: [] }, { name: 'two', label: '2', fields: [oneOf('to', ['a'])] }] }]);
  assert.equal(choices.get('a').direct, false);
});

test('barred moves and closed asides offer no space', () => {
  const ask = { seat: 'A', moves: [{ name: 'one', label: '1', space: 'a', barred: 'too dear (P6.1)', fields: [] }], asides: [{ name: 'sell', label: 'Sell', space: 'b', fields: [] }] };
  assert.equal(choicesOf(withAsides([ask], null, 3)).size, 0);
  const open = choicesOf(withAsides([ask], { seat: 'A', step: 3, moves: ask.asides }, 3));
  assert.equal(open.get('b').direct, false);
  assert.equal(choicesOf(withAsides([ask], { seat: 'A', step: 2, moves: ask.asides }, 3)).size, 0);
});

test('sealed asks stay behind their curtain until their seat is there', () => {
  const asks = [{ seat: 'A', kind: 'sealed', moves: [] }, { seat: 'B', kind: 'sealed', answered: true, moves: [] }, { seat: 'C', kind: 'decision', moves: [] }];
  assert.deepEqual(openAsks(asks, null, null).map((ask) => ask.seat), ['C']);
  assert.deepEqual(openAsks(asks, null, 'A').map((ask) => ask.seat), ['A', 'C']);
  assert.deepEqual(openAsks(asks, 'C', null), []);
  assert.deepEqual(openAsks(asks, null, 'B').map((ask) => ask.seat), ['C']);
  assert.equal(isSecret(asks[2], 'C'), true);
});

test('a path is walked along neighbours and jumps between far apart spaces', () => {
  const points = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }, { x: 9, y: 0 }, { x: 10, y: 0 }];
  assert.deepEqual(pathStrokes(points, 3), { walk: 'M0,0 L1,0 L2,0 M9,0 L10,0', jump: 'M2,0 L2.5,0 M8.5,0 L9,0' }, 'what it flies over is not crossed out');
  assert.deepEqual(pathStrokes(points.slice(0, 1), 3), { walk: '', jump: '' });
});

test('a board is far where its least writing could not be read', () => {
  assert.equal(isFar({ least: 12.4, width: 600 }, 44, 372), true);
  assert.equal(isFar({ least: 12.4, width: 600 }, 44, 533), false);
  assert.equal(isFar({ least: 0, width: 10 }, 1, 500), true, 'a board that states no type: names on spaces of 50 pixels');
  assert.equal(isFar({ least: 0, width: 10 }, 1, 560), false);
  assert.equal(isFar({ least: 12.4, width: 600 }, 44, 0), false, 'nobody knows yet how wide it is');
});

test('the mover is who came to the end of the way, or alone to another space', () => {
  const at = (A, B) => [{ id: 'a', seat: 'A', space: A }, { id: 'b', seat: 'B', space: B }, { id: 'm', space: A }];
  const trail = Object.create(Trail.prototype);
  trail.stood = new Map([['a', 'x'], ['b', 'z']]);
  assert.equal(trail.moverOf('y', at('y', 'z'))?.id, 'a');
  assert.equal(trail.moverOf('z', at('x', 'z'))?.id, 'b', 'alone where the way ends');
  assert.equal(trail.moverOf(undefined, at('y', 'z'))?.id, 'a');
  assert.equal(trail.moverOf(undefined, at('y', 'y')), null, 'two moved');
  assert.equal(trail.moverOf('q', at('x', 'z')), null);
});

test('a shape is scaled by its numbers', () => {
  assert.equal(scalePath('M0,-14 L4.9,6 Z', 0.5), 'M0,-7 L2.45,3 Z');
});

test('a pawn is larger from afar, as far as it must be', () => {
  const stated = { board: { least: 12, spaces: [] } };
  const near = radiusOf({ seat: 'A' }, stated, 44);
  assert.equal(radiusOf({ seat: 'A' }, stated, 44, 0), near);
  assert.equal(radiusOf({ seat: 'A' }, stated, 44, 100), near * 1.6, 'no more than its space can bear');
  assert.equal(radiusOf({ seat: 'A' }, stated, 44, 14), 14 * 0.85);
  assert.equal(radiusOf({ seat: 'A' }, { board: { least: 0 } }, 15, 3), 15 * 0.18, 'it is large enough');
});

test('whoever points at a space reads what its colour means, once', () => {
  const legend = [['company', 'Company'], ['inflation', 'moves the marker'], ['', 'Bar: owner']];
  assert.equal(kindWords('company', legend, 'Puffin · household'), 'Company');
  assert.equal(kindWords('inflation', legend, 'Inflation square'), '');
  assert.equal(kindWords('corner', legend, 'Bank'), '');
  assert.equal(kindWords('', legend, 'Bank'), '');
});

test('a marker runs along the stops of its dial, the shorter way', () => {
  const dial = new Map(Array.from({ length: 6 }, (_, at) => [`n${at}`, { id: `n${at}`, x: at, y: 0, w: 1, h: 1, shape: 'circle', stand: [at, 9, 1, 1] }]));
  assert.deepEqual(ringWay(dial, 'n1', 'n3').map(({ x }) => x), [1, 2, 3]);
  assert.deepEqual(ringWay(dial, 'n1', 'n5').map(({ x }) => x), [1, 0, 5]);
  assert.deepEqual(ringWay(dial, 'n1', 'elsewhere'), []);
});
