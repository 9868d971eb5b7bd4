import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { answered } from './client.ts';

/** So long rows are gathered before they are handed on: each batch draws the screen anew. */
const gatheredFor = 120;

/** Reads an answer of lines of JSON while it comes: what has come so far, batch after batch. */
export async function* streamOf<const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): AsyncGenerator<unknown[], void, undefined> {
  const { body } = await answered(endpoint, input, signal);
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let batch: unknown[] = [];
  let handedOn = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      const end = text.lastIndexOf('\n');
      if (end === -1) pieces.push(text);
      else {
        const lines = `${pieces.join('')}${text.slice(0, end)}`.split('\n');
        pieces.splice(0, pieces.length, text.slice(end + 1));
        batch.push(...lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line)));
      }
      const now = performance.now();
      if (batch.length > 0 && (done || now - handedOn > gatheredFor)) {
        handedOn = now;
        yield batch;
        batch = [];
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
