import { expect, test } from 'vitest';
import { slugFrom } from './queries.ts';

test.each([
  ['home', 'Berths', 'Berths'],
  ['How-to/Moor', 'Berth', 'How-to/Berth'],
  ['How-to/Moor', '../Tides.md#spring', 'Tides'],
  ['a/b', './c/../../../d', 'd'],
  ['home', '/elsewhere', undefined],
  ['home', '#part', undefined],
  // As markdown writes addresses.
  ['home', 'Gr%C3%B6%C3%9Fe', 'Größe'],
  ['home', '%E0%A4', '%E0%A4'],
  ['home', 'https://example.test/', undefined],
  ['home', 'javascript:alert(1)', undefined],
  ['home', '..', undefined],
])('the page %s links by %s to %s', (slug, written, wanted) => {
  expect(slugFrom(slug, written)).toBe(wanted);
});
