/**
 * Boots a site's Python in Node.js, plays some turns of each game as a page asks for them, then to the end, and prints
 * the digests.
 */

import { readFileSync } from 'node:fs';
import { openPackage, startPyodide } from '../../classkit/site/browser/start.js';

const { folder, library, packed, apart, games, steps } = JSON.parse(process.argv[2]);

function play(kernel, [game, settings]) {
  const { table, receive } = kernel.begin(JSON.stringify({ game, settings, kept: [] }), () => {});
  for (let id = 1; id <= steps; id += 1) receive(JSON.stringify({ do: 'step', until: 'turn', id }));
  const { match } = table;
  return [match.digest(), match.play().digest()];
}

try {
  const python = await startPyodide(folder, { stdLibURL: library });
  const files = [packed, ...Object.values(apart)].map((path) => new Uint8Array(readFileSync(path)));
  const kernel = openPackage(python, ...files);
  process.stdout.write(`${JSON.stringify(games.map((one) => play(kernel, one)))}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`); // without the source of Pyodide, which Node.js would print first
  process.exitCode = 1;
}
process.exit(); // what goes on in Python is not waited for
