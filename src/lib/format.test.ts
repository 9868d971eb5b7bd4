import { expect, test } from 'vitest';
import { formatClock, formatDuration, formatRelative } from './format.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');

test.each([
  [-3, 'now'],
  [-300, '5 min ago'],
  [-3600, '1 hr ago'],
  [-86_400, 'yesterday'],
  [86_400, 'tomorrow'],
  [-35 * 86_400, '1 mo ago'],
  [-400 * 86_400, '1 yr ago'],
  [3 * 86_400, 'in 3 days'],
])('%s seconds from now is %s', (seconds, text) => {
  expect(formatRelative(new Date(now + seconds * 1000).toISOString(), now)).toBe(text);
});

test.each([
  [0, '0s'],
  [59.6, '1m 0s'],
  [725, '12m 5s'],
  [3_840, '1h 4m'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  [0, 5, '00:05'],
  [9, 0, '09:00'],
  [23, 59, '23:59'],
])('%s:%s by the clock is two digits each', (hours, minutes, text) => {
  expect(formatClock(new Date(2026, 10, 28, hours, minutes))).toBe(text);
});
