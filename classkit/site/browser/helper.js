/** The worker of a page's second Python, which plays futures while the first one answers. */

import { inOneLine, startSite } from './boot.js';

let second = null;

const asked = {
  async begin(addresses) {
    const { python } = await startSite(addresses, () => {});
    second = python.pyimport('classkit.study.processes.together').Second();
    asked.ask = (message) => {
      const bytes = python.toPy(message);
      const answer = second.answer(bytes);
      postMessage(['answer', answer.toJs()]);
      answer.destroy?.();
      bytes.destroy();
    };
  },

  ask() {},
};

/** What is asked waits until Python is there. */
let last = Promise.resolve();

onmessage = ({ data: [kind, what] }) => {
  last = last.then(() => asked[kind](what)).catch((error) => postMessage(['fail', inOneLine(error)]));
};
