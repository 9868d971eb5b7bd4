import {
  experimental_streamedQuery as streamedQuery,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { mergeRequestChangesEndpoints } from '#contract/merge-request-changes.ts';
import { type ReviewedFile, type ReviewedVersion, reviewDiffs } from '#contract/review-diffs.ts';
import { viewedFiles } from '#contract/viewed-files.ts';
import { listOf, queryOf } from '../../api/client.ts';
import { streamOf } from '../../api/stream.ts';
import type { Which } from './queries.ts';

const idOf = ({ project, iid }: Which) => ({ id: project, merge_request_iid: iid });

/** What is read: which version, compared with which, and whether white space counts. */
export interface Reading {
  readonly to?: number | undefined;
  readonly from?: number | undefined;
  readonly space?: 'ignored' | undefined;
}

/** What a merge request changes, as far as it has come. */
export interface Changes {
  readonly head: ReviewedVersion | undefined;
  readonly files: readonly ReviewedFile[];
}

const nothing: Changes = { head: undefined, files: [] };

const inputOf = (which: Which, { to, from, space }: Reading) => ({
  ...idOf(which),
  ...(to !== undefined && { to }),
  ...(from !== undefined && { from }),
  ...(space === 'ignored' && { ignore_whitespace: true }),
});

function taken(before: Changes, rows: readonly unknown[]): Changes {
  // Safe: the server writes these lines by the contract, which its tests hold them to.
  const lines = rows as readonly (ReviewedVersion | ReviewedFile)[];
  const files = lines.filter((line) => 'diff' in line);
  const head = before.head ?? lines.find((line) => 'count' in line);
  return { head, files: files.length === 0 ? before.files : [...before.files, ...files] };
}

/** The changed files, while they come; what is there can be read before the last has come. */
export function changesOf(which: Which, reading: Reading, seen: string | null) {
  const input = inputOf(which, reading);
  return queryOptions({
    queryKey: [reviewDiffs.stream.id, input, seen] as const,
    meta: { request: { endpoint: reviewDiffs.stream, input } },
    // The head that was looked at is part of the key: with another one it is read anew.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: streamedQuery<unknown[], Changes>({
      streamFn: ({ signal }) => streamOf(reviewDiffs.stream, input, signal),
      reducer: taken,
      initialValue: nothing,
      refetchMode: 'replace',
    }),
  });
}

/** One file beyond any limit, or with all of its lines. */
export async function fileOf(
  which: Which,
  reading: Reading,
  wanted: { old_path: string; new_path: string; context?: number },
): Promise<ReviewedFile | undefined> {
  const input = { ...inputOf(which, reading), ...wanted, whole: true };
  let found = nothing;
  for await (const rows of streamOf(reviewDiffs.stream, input)) found = taken(found, rows);
  return found.files[0];
}

/** Which files one has looked at. */
export const viewedOf = (which: Which) => queryOf(viewedFiles.show, idOf(which));

/** The versions, the newest first. */
export const versionsOf = (which: Which) =>
  listOf(mergeRequestChangesEndpoints.versions, { ...idOf(which), per_page: 100 });

/** What the changes need besides the files, which come while one reads. */
export async function prepareChanges(client: QueryClient, which: Which): Promise<void> {
  await client.ensureQueryData(viewedOf(which));
}
