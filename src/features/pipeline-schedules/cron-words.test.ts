import { expect, test } from 'vitest';
import { atTime, cronText, timeOf } from './cron-words.ts';

test.each([
  ['30 2 1,28 * *', 'At 02:30 on day 1 and 28 of every month'],
  ['@daily', 'At 00:00 every day'],
  ['0 4 * * 1-5', 'At 04:00 on Monday to Friday'],
  ['0 4,16 * * mon,fri', 'At 04:00 and 16:00 on Monday and Friday'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['* * * * *', 'Every minute'],
  ['5 * * * *', 'At minute 5 of every hour every day'],
  ['0 */6 * * *', 'At minute 0 of every 6 hours every day'],
  ['0 9-17 * * *', 'At minute 0 of hour 9 to 17 every day'],
  ['0 0 1 1 *', 'At 00:00 on day 1 of January'],
  ['0 0 L * *', 'At 00:00 on the last day of every month'],
  ['0 0 * jan-mar 7', 'At 00:00 on Sunday in January to March'],
  ['0 8 * * mon#1', 'At 08:00 on the first Monday'],
  ['0 0 13 * 5', 'At 00:00 on day 13 of every month or on Friday'],
  ['nonsense', 'nonsense'],
])('%s is said as: %s', (cron, text) => {
  expect(cronText(cron)).toBe(text);
});

test('a time of day is read and replaced', () => {
  expect(timeOf('30 2 1,28 * *')).toBe('02:30');
  expect(timeOf('*/5 2 * * *')).toBeUndefined();
  expect(atTime('30 2 1,28 * *', '03:00')).toBe('0 3 1,28 * *');
});
