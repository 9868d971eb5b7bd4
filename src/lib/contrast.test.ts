import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';

test.each([
  ['#FFFFFF', '#000000', 21],
  ['#fff', '#FFFFFF', 1],
  ['#E75E40', '#FFFFFF', 3.4],
  ['#767676', '#ffffff', 4.5],
  ['red', '#ffffff', undefined],
  ['', '#ffffff', undefined],
])('the contrast of %s on %s is %s', (a, b, ratio) => {
  expect(contrastOf(a, b)).toBe(ratio);
  expect(contrastOf(b, a)).toBe(ratio);
});
