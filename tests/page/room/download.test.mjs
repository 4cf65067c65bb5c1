/** The download of a room's results: asked for, waited for, and refused in words. */

import assert from 'node:assert/strict';
import test from 'node:test';

const { Download } = await import('../../../classkit/widgets/page/room/download.js');

/** A download whose server gives these answers, one after the other; and what it was asked. */
function served(...answers) {
  const asked = [], opened = [];
  const fetch = async (address, more = {}) => {
    asked.push([address, more.method ?? 'GET', `${more.body ?? ''}`]);
    const [status, told] = answers.shift();
    if (!status) throw new TypeError('network');
    return { status, ok: status < 300, json: async () => told, text: async () => told };
  };
  const by = { fetch, wait: async () => {}, open: (address) => opened.push(address) };
  return { asked, opened, download: new Download('/desk/ABC234/export', 'token', () => {}, by) };
}

test('an export is asked for with the token, waited for, and then opened', async () => {
  const { asked, opened, download } = served([202, { ready: false }], [200, { ready: false }], [200, { ready: true }]);
  const done = download.get(true);
  assert.match(download.words, /being written/);
  assert.ok(download.busy);
  await done;
  assert.deepEqual(asked, [
    ['/desk/ABC234/export', 'POST', '_xsrf=token&names=1'],
    ['/desk/ABC234/export?names=1', 'GET', ''], ['/desk/ABC234/export?names=1', 'GET', ''],
  ]);
  assert.deepEqual(opened, ['/desk/ABC234/export/file?names=1']);
  assert.deepEqual([download.words, download.busy], ['', false]);
});

test('why there is none is told, and it can be asked for again', async () => {
  for (const [answers, words] of [
    [[[409, 'This server is building 4 exports.']], /building 4 exports/],
    [[[202, { ready: false }], [409, 'The export failed: x']], /export failed: x/],
    [[[202, { ready: false }], [503, '<html>']], /did not answer/],
    [[[0]], /did not answer/],
  ]) {
    const { opened, download } = served(...answers);
    await download.get(false);
    assert.match(download.words, words);
    assert.deepEqual([opened, download.busy], [[], false]);
  }
});
