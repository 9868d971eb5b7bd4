import type { Socket } from 'node:net';
import type { ServerType } from '@hono/node-server';

/** Bytes of a request's path and query. Node itself ends a whole header above 16 KiB. */
export const longestUrl = 8192;

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is no request as Node does, but says 414 where the URL is what is too long. */
export function answerClientErrors(server: ServerType): void {
  server.on('clientError', (error: Error, socket: Socket) => {
    if (!socket.writable || codeOf(error) === 'ECONNRESET') {
      socket.destroy(error);
      return;
    }
    const status = isLongUrl(error)
      ? '414 URI Too Long'
      : (statuses[codeOf(error)] ?? '400 Bad Request');
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** True when the first line alone is too long. */
function isLongUrl(error: Error): boolean {
  if (codeOf(error) !== 'HPE_HEADER_OVERFLOW' || !('rawPacket' in error)) return false;
  const packet = error.rawPacket;
  if (!Buffer.isBuffer(packet) || !/^[A-Z]+ \//.test(packet.toString('latin1', 0, 12)))
    return false;
  const end = packet.indexOf('\n');
  return (end === -1 ? packet.length : end) > longestUrl;
}
