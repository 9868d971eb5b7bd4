import type { DraftNote } from '#contract/draft-notes.ts';
import type { Draft } from './rules.ts';
import { positionOf } from './rules.ts';

/** A draft's record. */
export const presentDraft = (row: Draft): DraftNote => ({
  id: row.id,
  author_id: row.author_id,
  merge_request_id: row.merge_request_id,
  resolve_discussion: row.resolve_discussion === 1,
  discussion_id: row.discussion_id,
  note: row.note,
  commit_id: row.commit_id,
  line_code: null,
  position: positionOf(row) ?? null,
});
