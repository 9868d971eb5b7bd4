import { expect, test } from 'vitest';
import { apiErrorOf, asApiError } from './error.ts';

const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  apiErrorOf(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  );

test('a message is kept word for word, with the id of its request', async () => {
  const error = await refusal(403, { message: '403 Forbidden - no' }, { 'x-request-id': 'r-1' });
  expect(error).toMatchObject({ status: 403, message: '403 Forbidden - no', requestId: 'r-1' });
});

test('texts of fields are read from a message object', async () => {
  const error = await refusal(400, { message: { path: ['has already been taken'], base: ['no'] } });
  expect(error.fieldErrors).toEqual({ path: ['has already been taken'], base: ['no'] });
  expect(error.message).toBe('path has already been taken, no');
});

test('problems of parameters land on their fields', async () => {
  const error = await refusal(400, { error: 'name is missing, scopes[0] is invalid' });
  expect(error.fieldErrors).toEqual({ name: ['is missing'], scopes: ['is invalid'] });
});

test('a sentence about several parameters belongs to none of them', async () => {
  const text = 'name, path are missing, at least one parameter must be provided';
  const error = await refusal(400, { error: text });
  expect(error).toMatchObject({ message: text, fieldErrors: {} });
});

test('lists, descriptions, rate limits and plain text are read as texts', async () => {
  const texts = [
    { message: ['one', 'two'] },
    { error: 'invalid_token', error_description: 'Token was revoked.' },
    { message: { error: 'Too many' } },
    'Bad Request',
  ];
  const errors = await Promise.all(texts.map((body) => refusal(400, body)));
  expect(errors.map(({ message }) => message)).toEqual([
    'one. two',
    'Token was revoked.',
    'Too many',
    'Bad Request',
  ]);
});

test('what was never answered has the status 0', () => {
  expect(asApiError(new TypeError('fetch failed'))).toMatchObject({ status: 0 });
});
