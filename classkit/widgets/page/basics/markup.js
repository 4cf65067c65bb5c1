/** `html` templates, whose texts browsers may translate. */

import { translatable } from './texts.js';

export const html = translatable;
