/** The templates of the page: `html`, in which every text may be translated. */

import { translatable } from './texts.js';

export const html = translatable;
