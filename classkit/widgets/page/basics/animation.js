/** What moves: briefly, by the compositor alone, only for whom motion is not too much, and nothing waits for it. */

/** No motion lasts longer, however far it goes: milliseconds. */
const LONGEST = 380;

/**
 * Sets an element in motion; what moved it before ends. Of an element that two motions move (a transition of its style
 * is one), or whose frames change more than transform and opacity, the browser would lay out every frame in the page's
 * own time.
 * @param {Keyframe[]} frames
 */
export function move(node, frames, easing = 'linear') {
  node.motion?.cancel();
  if (!node.animate || globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  node.motion = node.animate(frames, { duration: LONGEST, easing });
}

/**
 * The frames of money that goes from one place to another: it shows itself, flies, and is gone.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @returns {Keyframe[]}
 */
export function flight(from, to) {
  const at = (share) =>
    `translate(${from.x + (to.x - from.x) * share}px, ${from.y + (to.y - from.y) * share}px) translate(-50%, -50%)`;
  return [
    { transform: at(0), opacity: 0 },
    { transform: at(0), opacity: 1, offset: 0.15 },
    { transform: at(1), opacity: 1, offset: 0.85 },
    { transform: at(1), opacity: 0 },
  ];
}
