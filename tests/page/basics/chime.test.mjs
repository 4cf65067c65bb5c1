import assert from 'node:assert/strict';
import test from 'node:test';

const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };

/** A browser's sound, which is silent until somebody has touched the page. */
class Audio {
  static touched = false;
  static notes = 0;
  state = 'suspended';
  currentTime = 0;
  destination = {};
  resume() { if (Audio.touched) this.state = 'running'; }
  createGain() { return { gain: {}, connect() {} }; }
  createOscillator() { return { frequency: {}, connect() {}, start() { Audio.notes += 1; }, stop() {} }; }
}
globalThis.AudioContext = Audio;
const { chime, setSound, soundIsOn, wake } = await import('../../../classkit/widgets/page/basics/chime.js');

test('it is silent until it is switched on and the browser lets it, and silent again when it is off', () => {
  assert.equal(soundIsOn(), false, 'a class has many telephones');
  assert.equal(chime(), false);
  setSound(true);
  assert.equal(chime(), false, 'nobody has touched the page');
  Audio.touched = true;
  wake();
  assert.equal(chime(), true);
  assert.equal(Audio.notes, 2);
  assert.equal(soundIsOn(), true, 'after a reload, too');
  setSound(false);
  assert.equal(chime(), false);
  assert.equal(Audio.notes, 2);
});
