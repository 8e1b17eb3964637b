import assert from 'node:assert/strict';
import { nodePlatform } from '../../src/session/nodePlatform';

describe('node platform', () => {
  it('V6 hashes the UTF-8 bytes of a text as SHA-256', () => {
    assert.equal(nodePlatform.digest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('V6 normalises nothing: other line ends are another text', () => {
    assert.notEqual(nodePlatform.digest('a\n'), nodePlatform.digest('a\r\n'));
  });

  it('makes identities that can stand in a file name', () => {
    assert.match(nodePlatform.ids.next(), /^[0-9a-f-]{36}$/);
  });

  it('makes sources that abort with their reason', () => {
    const source = nodePlatform.newCancelSource();
    source.abort('stopped');
    assert.deepEqual([source.signal.aborted, source.signal.reason], [true, 'stopped']);
  });
});
