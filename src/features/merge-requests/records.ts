import type { ResponseOf } from '#contract/endpoint.ts';
import type { ListedMergeRequest } from '#contract/merge-request-record.ts';
import type { mergeRequests } from '#contract/merge-requests.ts';

type Answer = ResponseOf<typeof mergeRequests.listAll>;

/** The whole records of an answer; the short ones come only to those who ask for them. */
export const wholeRecords = (rows: readonly Answer[number][]): ListedMergeRequest[] =>
  rows.filter((row) => 'author' in row);
