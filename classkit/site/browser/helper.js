/** Web worker of the second Python of a page, which plays futures while the first one handles messages. */

import { inOneLine, startSite } from './boot.js';

let second = null;

const asked = {
  async begin(addresses) {
    const { python } = await startSite(addresses, () => {});
    second = python.pyimport('classkit.study.processes.web_worker').HelperKernel();
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

/** Messages wait until Python has started. */
let last = Promise.resolve();

onmessage = ({ data: [kind, what] }) => {
  last = last.then(() => asked[kind](what)).catch((error) => postMessage(['fail', inOneLine(error)]));
};
