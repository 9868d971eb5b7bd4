import { expect, it } from 'vitest';
import { imageTypeOf, safeName } from './names.ts';

it.each([
  ['chart.png', 'chart.png'],
  ['my chart (1).png', 'my_chart__1_.png'],
  ['../../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/', 'file'],
  ['..', 'file'],
  ['', 'file'],
  ['.htaccess', '.htaccess'],
  ['a\r\nSet-Cookie: x', 'a__Set-Cookie__x'],
  ['a](javascript:alert(1)).png', 'a__javascript_alert_1__.png'],
  ['gezeiten-übersicht.pdf', 'gezeiten-übersicht.pdf'],
  [`${'x'.repeat(500)}.png`, `${'x'.repeat(200)}.png`],
])('names the upload %j safely', (given, name) => {
  expect(safeName(given)).toBe(name);
});

it('an image is what its bytes say, whatever its name and type', () => {
  const type = (text: string) => imageTypeOf(Buffer.from(text, 'latin1'));
  expect(type('\x89PNG\r\n\x1a\n....')).toBe('image/png');
  expect(type('\xff\xd8\xff\xe0')).toBe('image/jpeg');
  expect(type('GIF89a..')).toBe('image/gif');
  expect(type('RIFF1234WEBPVP8 ')).toBe('image/webp');
  for (const other of ['<svg onload=alert(1)>', '<html>', 'PNG', '\x89PNG', 'RIFF1234WAVE', '']) {
    expect([other, type(other)]).toEqual([other, undefined]);
  }
});
