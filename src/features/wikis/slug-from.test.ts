import { expect, test } from 'vitest';
import { fileFrom, slugFrom } from './queries.ts';

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

const attached = `uploads/${'0a'.repeat(16)}/a b.png`;

test.each([
  ['home', 'map.png', 'map.png'],
  ['How-to/Moor', './img/map.png', 'How-to/img/map.png'],
  ['How-to/Moor', '../map.png?x=1', 'map.png'],
  // What was attached lies at the top, whichever page names it.
  ['How-to/Moor', attached.replace(' ', '%20'), attached],
  ['home', '//example.test/map.png', undefined],
  ['home', 'data:image/png;base64,AA', undefined],
])('the page %s shows by %s the file %s', (slug, written, wanted) => {
  expect(fileFrom(slug, written)).toBe(wanted);
});
