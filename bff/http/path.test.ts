import { expect, it } from 'vitest';
import { routedPath } from './path.ts';

it.each([
  ['/api/v4/features//dark', '/api/v4/features/dark'],
  ['/api/v4/features/', '/api/v4/features'],
  ['/api/v4/projects/group%2F%2Fapp/', '/api/v4/projects/group%2F%2Fapp'],
  ['/api/v4/projects?next=a//b/', '/api/v4/projects'],
  ['/group/app.git/', '/group/app.git/'],
])('%s is routed as %s', (sent, routed) => {
  expect(routedPath(new Request(`http://127.0.0.1:3000${sent}`))).toBe(routed);
});
