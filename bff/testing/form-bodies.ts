import type { Call } from './test-app.ts';

/** A body as a form of a browser writes it. */
export const form = (body: string): Call => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});

/** By hand: a form of the platform's own would write its line breaks anew. */
export function multipart(fields: Record<string, string>): Call {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: `${parts.join('')}--edge--\r\n`,
  };
}
