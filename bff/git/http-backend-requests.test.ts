import { expect, test } from 'vitest';
import { gitHttpBackend, gitHttpService } from './http-backend.ts';

test.each([
  ['GET /info/refs?service=git-upload-pack', 'git-upload-pack', true],
  ['GET /info/refs?service=git-receive-pack', 'git-receive-pack', true],
  ['POST /git-upload-pack?', 'git-upload-pack', false],
  ['POST /git-receive-pack?', 'git-receive-pack', false],
])('%s asks for %s', (line, service, advertises) => {
  expect(gitHttpService(parsed(line))).toEqual({ service, advertises });
});

test.each([
  'GET /info/refs?',
  'GET /info/refs?service=git-upload-archive',
  'GET /info/refs?service=git-upload-pack&service=git-receive-pack',
  'GET /HEAD?',
  'GET /objects/info/packs?',
  'GET /git-upload-pack?',
  'POST /info/refs?service=git-upload-pack',
  'POST //git-upload-pack?',
  'PUT /git-receive-pack?',
])('%s is none of the smart protocol', async (line) => {
  expect(gitHttpService(parsed(line))).toBeUndefined();
  const request = { repo: '/nowhere/x.git', body: null, ...parsed(line) };
  await expect(gitHttpBackend(request)).rejects.toThrow('smart HTTP protocol');
});

function parsed(line: string): { method: string; pathInfo: string; query: string } {
  const [method = '', pathInfo = '', query = ''] = line.split(/[ ?]/);
  return { method, pathInfo, query };
}
