import assert from 'node:assert/strict';
import test from 'node:test';
import { firstAmount, offeredValues } from '../../../classkit/widgets/page/forms/amounts.js';
import { optionsGiven } from '../../../classkit/widgets/page/forms/fields.js';
import { choicesOf, withOpened } from '../../../classkit/widgets/page/forms/choices.js';
import { awaitedSeat, headline } from '../../../classkit/widgets/page/forms/panel.js';
import { waitWords } from '../../../classkit/widgets/page/forms/phone_waiting.js';

const money = { kind: 'amount', low: 45, high: 900, step: 1, unit: '$' };

test('values worth offering are shown with their titles, each once', () => {
  const suggest = [{ value: 45, title: 'Next bid' }, 100, { value: 100, title: 'Book' }, { value: 900, title: 'All' }];
  assert.deepEqual(offeredValues(money, suggest), [
    { value: 45, text: 'Next bid $45' }, { value: 100, text: 'Book $100' }, { value: 900, text: 'All $900' },
  ]);
  assert.equal(firstAmount(money, suggest), 45);
  assert.equal(firstAmount(money, [70, 45]), 70);
  assert.equal(firstAmount(money, []), 45);
});

test('words and what an amount may be besides come first, and at most six in all', () => {
  const form = { ...money, also: [0], words: { auto: 'Auto' } };
  const texts = offeredValues(form, [0, 45, 50, 60, 70, 80]).map(({ text }) => text);
  assert.deepEqual(texts, ['Auto', '$0', '$45', '$50', '$60', '$70']);
});

test('options go with what is chosen in the field that they name', () => {
  const form = { options: [{ value: 'x' }, { value: 'y' }], given: { field: 'partner', values: ['B', 'C'] } };
  assert.deepEqual(optionsGiven(form, 'C'), [false, true]);
  assert.deepEqual(optionsGiven(form, undefined), [true, true]);
  assert.deepEqual(optionsGiven({ options: form.options }, 'C'), [true, true]);
});

test('the spaces of a large form may be clicked while it is open', () => {
  const spaces = { name: 'give', label: 'Give', form: { kind: 'some_of', of: 'space', at_least: 0, at_most: 2, options: [{ value: 'x', label: 'X' }] } };
  const ask = { seat: 'A', moves: [{ name: 'deal', label: 'Deal', large: true, fields: [] }] };
  const opened = { seat: 'A', step: 7, move: { ...ask.moves[0], fields: [spaces] } };
  assert.equal(choicesOf(withOpened([ask], null, 7)).size, 0);
  assert.equal(choicesOf(withOpened([ask], { ...opened, step: 6 }, 7)).size, 0);
  assert.equal(choicesOf(withOpened([ask], { ...opened, seat: 'B' }, 7)).size, 0);
  const [choice] = choicesOf(withOpened([ask], opened, 7)).values();
  assert.deepEqual([choice.space, choice.many, choice.direct], ['x', true, false]);
});

test('who decides on a page of their own is named where the question is not put on this one', () => {
  const seats = { A: { who: 'person', name: 'Ada', mover: true }, B: { who: 'saver', name: 'B', mover: true } };
  assert.equal(headline({}, { asks: [], seats }, null, false), 'Ada decides, unseen by the others.');
  const bots = { ...seats, A: { ...seats.A, mover: false } };
  assert.match(headline({}, { asks: [], seats: bots }, null, false), /^Nothing to decide now/);
});

test('at the end it is said once who has won, and once that nobody has', () => {
  const fixed = { seats: [{ id: 'A', name: 'Ada' }] };
  const ended = (over, winners) => headline(fixed, { over, winners, end: {}, seats: { A: { name: 'Ada' } } }, null, false);
  assert.equal(ended('The country is bankrupt. Nobody wins.', []), 'The match is over. The country is bankrupt. Nobody wins.');
  assert.equal(ended('Time is up.', []), 'The match is over. Time is up. Nobody has won.');
  assert.equal(ended('Time is up.', ['A']), 'The match is over. Time is up. Ada has won.');
});

test('Step answers for the one person who is asked here, unless it has answers to replay', () => {
  const now = { asks: [{ seat: 'D', kind: 'decision' }], over: null, read_only: null, timeline: { can_redo: false } };
  assert.equal(awaitedSeat(now), 'D');
  assert.equal(awaitedSeat({ ...now, asks: [{ ...now.asks[0], bot: 'saver' }] }), '');
  assert.equal(awaitedSeat({ ...now, asks: [{ ...now.asks[0], closed: true }] }), '');
  assert.equal(awaitedSeat({ ...now, asks: [...now.asks, ...now.asks] }), '');
  assert.equal(awaitedSeat({ ...now, timeline: { can_redo: true } }), '');
  assert.equal(awaitedSeat({ ...now, over: 'Over.' }), '');
});

test('a wait for a phone counts up, and down once a bot is about to answer', () => {
  const wait = { since: 100, until: 160, away: false };
  assert.deepEqual(waitWords(wait, 138.7), ['Waits for ', ' on a phone, 0:38']);
  assert.deepEqual(waitWords({ ...wait, away: true }, 120), ['', ' is away: a bot answers in 0:40']);
  assert.deepEqual(waitWords({ ...wait, until: 0, away: true }, 225), ['Waits for ', ' on a phone, 2:05']);
});
