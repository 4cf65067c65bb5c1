/**
 * The sound with which a phone says that its seat is asked: off until somebody switches it on, since a class has
 * many phones. A browser lets a page sound only after somebody has touched it: until then it stays silent.
 */

const KEPT = 'classkit:sound';
/** The two notes, in hertz, and how long each is heard, in seconds. */
const NOTES = [660, 880], LONG = 0.14;
const LOUD = 0.15;

/** @type {AudioContext|null} */
let audio = null;

/** Is the sound on? A browser that keeps nothing begins with silence each time. */
export function soundIsOn() {
  try {
    return localStorage.getItem(KEPT) === 'on';
  } catch {
    return false;
  }
}

/** Switches the sound on or off, at somebody's touch. */
export function setSound(on) {
  try {
    localStorage.setItem(KEPT, on ? 'on' : 'off');
  } catch { /* it is on until the page is left */ }
  if (on) wake();
}

/** Gets ready to sound: what calls it was touched by somebody. */
export function wake() {
  audio ??= typeof AudioContext === 'undefined' ? null : new AudioContext();
  if (audio?.state === 'suspended') void audio.resume();
}

/** Sounds, if it is on and the browser lets it. @returns {boolean} whether it does */
export function chime() {
  if (!soundIsOn() || audio?.state !== 'running') return false;
  const volume = audio.createGain();
  volume.gain.value = LOUD;
  volume.connect(audio.destination);
  NOTES.forEach((pitch, place) => {
    const note = /** @type {AudioContext} */ (audio).createOscillator();
    const begins = /** @type {AudioContext} */ (audio).currentTime + place * LONG;
    note.frequency.value = pitch;
    note.connect(volume);
    note.start(begins);
    note.stop(begins + LONG);
  });
  return true;
}
