import type { Api } from '../http/mount.ts';

export type Fetch = Api['hono']['fetch'];

/** Longer than almost every start; those who ask go away sooner or later anyway. */
const usualPatience = 30_000;

export interface Gate {
  fetch: Fetch;
  open(to: Fetch): void;
  shut(reason: unknown): void;
}

/**
 * Holds requests back until somebody can answer them, or nobody ever will. Health is answered
 * meanwhile: a supervisor must not end a process in the middle of a long migration.
 */
export function openGate(waitsFor: () => string, patience = usualPatience): Gate {
  let opened: Fetch | undefined;
  let open: (to: Fetch) => void = () => undefined;
  let shut: (reason: unknown) => void = () => undefined;
  const answering = new Promise<Fetch>((resolve, reject) => {
    open = resolve;
    shut = reject;
  });
  // Also where no request has come to wait for it.
  answering.catch(() => undefined);
  return {
    fetch: async (...request) => {
      if (opened !== undefined) return opened(...request);
      const healthy = health(request[0], waitsFor());
      if (healthy !== undefined) return healthy;
      const answer = await within(patience, answering);
      return answer === undefined ? unavailable(waitsFor()) : answer(...request);
    },
    open(to) {
      opened = to;
      open(to);
    },
    shut,
  };
}

function health({ method, url }: Request, waitsFor: string): Response | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { pathname } = new URL(url);
  const headers = { 'Cache-Control': 'no-store' };
  if (pathname === '/-/liveness') return Response.json({ status: 'ok' }, { headers });
  if (pathname !== '/-/readiness') return undefined;
  return Response.json({ status: 'starting', waits_for: waitsFor }, { status: 503, headers });
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(waitsFor: string): Response {
  const message = `503 Service Unavailable - the server starts and waits for ${waitsFor}`;
  return Response.json({ message }, { status: 503, headers: { 'Retry-After': '10' } });
}
