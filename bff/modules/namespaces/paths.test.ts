import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { refuseReservedPath } from './paths.ts';

it('no namespace takes the first segment of a route of the console or of the server', () => {
  const routes = readdirSync(fileURLToPath(new URL('../../../src/routes', import.meta.url)))
    .map((file) => file.replace(/^_auth\./, '').split('.')[0] ?? '')
    // What begins with a hyphen is part of a route and none itself.
    .filter((segment) => !/^(_|-|index$|tsx$)/.test(segment));
  expect(routes.length).toBeGreaterThan(10);
  const server = ['-', 'api', 'bff', 'uploads', 'assets', '.well-known'];
  const free = [...new Set([...routes, ...server])].filter((segment) => {
    try {
      refuseReservedPath(segment.toUpperCase());
      return true;
    } catch {
      return false;
    }
  });
  expect(free).toEqual([]);
});
