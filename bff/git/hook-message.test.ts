import { expect, test } from 'vitest';
import { parseHookMessage } from './hook-message.ts';

const id = 'a'.repeat(40);
const update = { old: id, new: '0'.repeat(40), ref: 'refs/heads/x' };
const whole = {
  name: 'pre-receive',
  secret: 's',
  updates: [update],
  push_options: [],
  objects: {},
};

test.each([
  ['no JSON', undefined],
  ['[]', undefined],
  [JSON.stringify({ ...whole, name: 'update' }), undefined],
  [JSON.stringify({ ...whole, secret: 1 }), undefined],
  [JSON.stringify({ ...whole, updates: [{ ...update, old: 'main' }] }), undefined],
  [JSON.stringify({ ...whole, push_options: [1] }), undefined],
  [JSON.stringify({ ...whole, updates: [{ ...update, ref: 'refs/heads/\ufffd' }] }), 'bad_ref'],
  [JSON.stringify({ ...whole, updates: [{ ...update, ref: '--all' }] }), 'bad_ref'],
])('the message %s is refused', (text, answer) => {
  expect(parseHookMessage(text)).toBe(answer);
});

test('of the environment a hook sends, only the object folders are taken', () => {
  const objects = { GIT_OBJECT_DIRECTORY: '/o', GIT_DIR: '/evil', LD_PRELOAD: '/evil.so' };
  expect(parseHookMessage(JSON.stringify({ ...whole, objects }))).toEqual({
    name: 'pre-receive',
    secret: 's',
    updates: [{ ref: 'refs/heads/x', old: id, new: null }],
    pushOptions: [],
    objects: { GIT_OBJECT_DIRECTORY: '/o' },
  });
});
