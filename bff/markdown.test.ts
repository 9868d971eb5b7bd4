import { expect, it } from 'vitest';
import { findingsOf, plainLine, renderLine, renderMarkdown } from './markdown.ts';

it.each([
  ['**a** *b* `c`', '<strong>a</strong> <em>b</em> <code>c</code>'],
  ['[x](https://a.test)', '<a href="https://a.test">x</a>'],
  ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  ['[x](//evil.test)', '[x](//evil.test)'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['![x](/logo.png)', '!<a href="/logo.png">x</a>'],
  ['- a\n- b', '- a - b'],
  ['# a', '# a'],
])('the line %j is %j and nothing of it becomes markup', (text, html) => {
  expect(renderLine(text)).toBe(html);
});

it('renders whole texts without their HTML', () => {
  expect(renderMarkdown('# A\n\n<b>x</b>')).toBe('<h1>A</h1>\n<p>&lt;b&gt;x&lt;/b&gt;</p>\n');
});

it('a line as plain text keeps the addresses of its links', () => {
  expect(
    plainLine('**Fog** until [noon](https://a.test/x) at\nthe `quay`, see https://b.test'),
  ).toBe('Fog until noon <https://a.test/x> at the quay, see https://b.test');
});

it('finds what would not show as it is meant', () => {
  const line = { isLine: true };
  expect(findingsOf('**a** [b](https://c.test)', line)).toEqual([]);
  expect(findingsOf('<b>a</b>', line)).toEqual(['html']);
  expect(findingsOf('[a](javascript:x)', line)).toEqual(['unsafe_link']);
  expect(findingsOf('![a](/b.png)', line)).toEqual(['image']);
  expect(findingsOf('- a\n- b', line)).toEqual(['block']);
  expect(findingsOf('a\n\nb', line)).toEqual(['block']);
  expect(findingsOf('- a\n\n![b](/c.png)', { isLine: false })).toEqual([]);
});
