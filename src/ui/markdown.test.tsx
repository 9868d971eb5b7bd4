import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InlineMarkdown, Markdown, RelativeLinksOf, UploadsOf } from './markdown.tsx';
import { Referring, TrackerOf } from './references.tsx';

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

test('issues that a text names lead to the tracker, but for code and what is a link already', () => {
  const tracker = {
    slug: 'bugzilla',
    issues_url: 'https://bugs.example.test/:id',
    keeps_numbers: false,
  };
  const text =
    '# QD-1\n\n- *#2* and `#3` [see #4](https://example.test/a) https://example.test/#5\n\n~~~\n#6\n~~~';
  const page = render(
    <MantineProvider env="test">
      <TrackerOf value={tracker}>
        <Markdown text={text} />
        <InlineMarkdown text="mentioned #7" />
        <Referring text={'<b>#8</b>\nSee QD-9'} />
      </TrackerOf>
    </MantineProvider>,
  ).container;
  const found = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(found).toEqual([
    ['QD-1', 'https://bugs.example.test/1'],
    ['#2', 'https://bugs.example.test/2'],
    ['see #4', 'https://example.test/a'],
    ['https://example.test/#5', 'https://example.test/#5'],
    ['#7', 'https://bugs.example.test/7'],
    ['#8', 'https://bugs.example.test/8'],
    ['QD-9', 'https://bugs.example.test/9'],
  ]);
  expect(page.textContent).toContain('<b>#8</b>');
});
