import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRawList } from './raw-list.ts';

// What the server is compared with, in a process of its own:
//   bytes FILE                       sends the file
//   page FILE                        sends it as a page
//   list DATABASE PROJECT PUBLIC_URL runs the statements of the list and builds its body
const [kind, file = '', project = '', publicUrl = ''] = process.argv.slice(2);
const stored = kind !== 'list' ? readFileSync(file) : undefined;
const list = stored === undefined ? openRawList(file, Number(project), publicUrl) : undefined;

const server = createServer((_request, response) => {
  const body = stored ?? list?.() ?? '';
  response.writeHead(200, {
    'content-type': kind === 'page' ? 'text/html; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server has an address and a port.
  console.log((server.address() as AddressInfo).port);
});
