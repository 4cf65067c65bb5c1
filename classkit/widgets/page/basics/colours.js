/** Colours that a game names: whether they are any, and which ink can be read on them. Pure. */

/**
 * @param {unknown} text
 * @returns {string} the colour as "#rrggbb"; empty when it is none
 */
export function colourOf(text) {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : '';
}

/**
 * How much light a colour gives back, from 0 to 1 (relative luminance of WCAG 2.1).
 * @param {string} colour "#rrggbb"
 * @returns {number}
 */
export function lightOf(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Black or white, whichever can be read better: one of the two always reaches 4.5 to 1.
 * @param {string} colour "#rrggbb"
 * @returns {string}
 */
export function inkOn(colour) {
  const light = lightOf(colour) + 0.05;
  return light / 0.05 >= 1.05 / light ? '#000000' : '#ffffff';
}
