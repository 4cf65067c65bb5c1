/**
 * Sound that a phone plays when its seat has to decide. It is off by default, since a class has many phones. Browsers
 * allow sound only after the page has been touched.
 */

const KEPT = 'classkit:sound';
/** The two notes in hertz, and the duration of each in seconds. */
const NOTES = [660, 880], LONG = 0.14;
const LOUD = 0.15;

/** @type {AudioContext|null} */
let audio = null;

/** Return whether the sound is on. Without browser storage it is off after each reload. */
export function soundIsOn() {
  try {
    return localStorage.getItem(KEPT) === 'on';
  } catch {
    return false;
  }
}

/** Switch the sound on or off, in response to a touch. */
export function setSound(on) {
  try {
    localStorage.setItem(KEPT, on ? 'on' : 'off');
  } catch { /* it is on until the page is left */ }
  if (on) wake();
}

/** Prepare the audio context; must be called from a touch handler. */
export function wake() {
  audio ??= typeof AudioContext === 'undefined' ? null : new AudioContext();
  if (audio?.state === 'suspended') void audio.resume();
}

/** Play the sound if it is on and the browser allows it. @returns {boolean} whether it was played */
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
