import type { MergeRequest } from '#contract/merge-request-record.ts';

/** The message that the server writes when none is sent, to begin editing with. */
export function defaultMergeMessage(
  record: Pick<MergeRequest, 'source_branch' | 'target_branch' | 'title' | 'references'>,
): string {
  const { source_branch: source, target_branch: target, title, references } = record;
  return [
    `Merge branch '${source}' into '${target}'`,
    title,
    `See merge request ${references.full}`,
  ].join('\n\n');
}
