import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { currentSession } from '#contract/session-routes.ts';

/** One call of the API: what it calls and with what. */
export interface ApiRequest {
  readonly endpoint: Endpoint;
  readonly input: Readonly<Record<string, unknown>>;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly request?: ApiRequest };
  }
}

const commands = new Set<() => ApiRequest>();

/** While it is mounted, the screen sends this: a form's command with what is typed so far. */
export function useScreenRequest(request: (() => ApiRequest) | undefined): void {
  const latest = useRef(request);
  useEffect(() => {
    latest.current = request;
  });
  const isGiven = request !== undefined;
  useEffect(() => {
    if (!isGiven) return;
    const ask = () => {
      if (latest.current === undefined) throw new Error('A command without its request');
      return latest.current();
    };
    commands.add(ask);
    return () => {
      commands.delete(ask);
    };
  }, [isGiven]);
}

/** What the screen sends and reads, as it is now: its commands, then its queries. */
export function useScreenRequests(): () => readonly ApiRequest[] {
  const client = useQueryClient();
  return () => {
    const queries = client
      .getQueryCache()
      .findAll({ type: 'active' })
      .flatMap((query) => query.meta?.request ?? [])
      .filter(({ endpoint }) => endpoint.id !== currentSession.id);
    return [...[...commands].map((ask) => ask()), ...queries];
  };
}
