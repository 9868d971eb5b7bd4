import { expect, test } from 'vitest';
import { applicationSettings } from '#contract/application-settings.ts';
import { savedViews } from '#contract/saved-views.ts';
import { users } from '#contract/users.ts';
import { curlOf } from './curl.ts';

const origin = 'https://deck.example.test';

test('a read is its address, quoted for the shell', () => {
  expect(curlOf(users.list, { search: "o'brien", page: 2, active: true }, origin)).toBe(
    'curl --globoff --header "PRIVATE-TOKEN: $QUARTERDECK_TOKEN" ' +
      "'https://deck.example.test/api/v4/users?search=o'\\''brien&page=2&active=true'",
  );
});

test('a write carries its method and its body', () => {
  const call = curlOf(savedViews.update, { id: 7, name: 'Mine', shared: true }, origin);
  expect(call).toContain('--request PUT');
  expect(call).toContain(`--data '{"name":"Mine","shared":true}'`);
  expect(call).toContain("'https://deck.example.test/bff/saved_views/7'");
});

test('what travels as a header is one, percent-encoded, and absent when it is empty', () => {
  const input = { default_projects_limit: 3 };
  const call = curlOf(applicationSettings.update, { ...input, change_reason: 'Für ✓' }, origin);
  expect(call).toContain("--header 'X-Change-Reason: F%C3%BCr%20%E2%9C%93'");
  expect(call).toContain(`--data '{"default_projects_limit":3}'`);
  const plain = curlOf(applicationSettings.update, { ...input, change_reason: '' }, origin);
  expect(plain).not.toContain('Reason');
});
