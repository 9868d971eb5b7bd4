import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { touchedByFile } from './queries.ts';

/** Whatever is seen to end here has changed what the lists say. */
export function useStaleAtEnd(runs: boolean): void {
  const client = useQueryClient();
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !runs) {
      for (const { id } of touchedByFile) void client.invalidateQueries({ queryKey: [id] });
    }
    ran.current = runs;
  }, [client, runs]);
}
