import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { touchedByFile } from './queries.ts';

/**
 * What has ended has changed what the lists say, also where its end was not seen: `ended` names it,
 * and is undefined while nothing is known to have.
 */
export function useStaleAtEnd(ended: string | undefined): void {
  const client = useQueryClient();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (ended === undefined || ended === seen.current) return;
    seen.current = ended;
    for (const { id } of touchedByFile) void client.invalidateQueries({ queryKey: [id] });
  }, [client, ended]);
}
