import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Markdown, RelativeLinksOf, UploadsOf } from './markdown.tsx';

const show = (text: string) =>
  render(
    <MantineProvider env="test">
      <Markdown text={text} />
    </MantineProvider>,
  ).container;

test('markup of the text stays text', () => {
  const page = show('<img src=x onerror=alert(1)> <b>bold</b>\n\n<script>alert(1)</script>');
  expect(page.querySelector('img, b, script')).toBeNull();
  expect(page.textContent).toContain('<b>bold</b>');
});

test('addresses that are not of the web are no links', () => {
  show('[run](javascript:alert(1)) [data](data:text/html,x) [site](https://example.test/a)');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://example.test/a',
  ]);
});

test('links without a place lead where the text around says, and no other address gets there', () => {
  render(
    <MantineProvider env="test">
      <RelativeLinksOf value={(written) => `/pages/${written}`}>
        <Markdown text="[near](berths) [far](https://example.test/) ![chart](chart.png) [run](javascript:x)" />
      </RelativeLinksOf>
    </MantineProvider>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/pages/berths',
    'https://example.test/',
  ]);
});

test('images of other origins are links', () => {
  const page = show('![chart](https://example.test/chart.png) ![own](/api/v4/own.png)');
  expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/api/v4/own.png',
  ]);
  expect(screen.getByRole('link', { name: 'chart' })).toBeTruthy();
});

test('headings begin below those of the page', () => {
  show('# One\n\n- a\n- b\n\n`code`');
  expect(screen.getByRole('heading', { level: 3, name: 'One' })).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('items of a list that begin with a box are tasks, ticked or not, and only shown', () => {
  show('- [x] *haul* in\n- [ ] cast off\n- [y] no task\n\n1. [X] first\n\n   more\n\n[ ] no item');
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map((box) => [box.getAttribute('aria-label'), box.checked, box.disabled])).toEqual([
    ['haul in', true, true],
    ['cast off', false, true],
    ['first', true, true],
  ]);
  const items = screen.getAllByRole('listitem').map((item) => item.textContent?.trim());
  expect(items.slice(0, 3)).toEqual(['haul in', 'cast off', '[y] no task']);
  expect(screen.getByText('[ ] no item')).toBeTruthy();
});

test('what a text calls /uploads lies below its project', () => {
  const upload = `/uploads/${'0af'.repeat(10)}12`;
  const text = `![fog](${upload}/fog.png) [log](${upload}/ship%20log.txt) [other](/uploads/other)`;
  const { container } = render(
    <UploadsOf value={7}>
      <Markdown text={text} />
    </UploadsOf>,
  );
  expect(container.querySelector('img')?.getAttribute('src')).toBe(`/-/project/7${upload}/fog.png`);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/-/project/7${upload}/ship%20log.txt`,
    '/uploads/other',
  ]);
});
