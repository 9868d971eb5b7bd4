import { useInfiniteQuery } from '@tanstack/react-query';
import { useEveryPage } from '../../api/every-page.ts';
import { every } from '../../api/polling.ts';
import { beat, jobsOf, type Which } from './queries.ts';
import { type Stage, stagesOf } from './states.ts';

/** The jobs of a pipeline as far as they are known. */
export interface Jobs {
  readonly stages: readonly Stage[] | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly retry: () => void;
  /** The job whose number was asked for; one that was tried again leads to the one that counts. */
  readonly chosen: Stage['jobs'][number] | undefined;
}

/** Reads them all; asked for again while the pipeline goes on. */
export function useJobs(which: Which, isLive: boolean, asked: string | undefined): Jobs {
  const pages = useInfiniteQuery({
    ...jobsOf(which),
    refetchInterval: () => (isLive ? every(beat) : false),
  });
  useEveryPage(pages);
  const stages = pages.data && stagesOf(pages.data.pages.flatMap(({ rows }) => rows));
  return {
    stages,
    error: pages.error,
    hasMore: pages.hasNextPage,
    retry: () => void pages.refetch(),
    chosen: stages
      ?.flatMap(({ jobs }) => jobs)
      .find((job) => [job, ...job.before].some(({ id }) => String(id) === asked)),
  };
}
