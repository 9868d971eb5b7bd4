import { emojiNamed } from '#contract/emoji-names.ts';
import type { Ctx } from '../../context.ts';
import { recountApprovalsOf } from '../approvals/reset-rules.ts';
import { recountVotesOf } from '../award-emoji/rules.ts';
import { type At, instant, keyOf, type Place, referred } from './place.ts';
import {
  countNote,
  findImported,
  findSubject,
  hasNote,
  insertApproval,
  insertImported,
  insertNote,
  insertReaction,
  type Subject,
} from './repository.ts';

/** What a line is about; undefined where that is deleted by now. */
async function subjectOf(
  at: Place & { ctx: Ctx; line: number },
  record: { issue?: string | undefined; merge_request?: string | undefined },
): Promise<Subject | undefined> {
  const kind = record.issue === undefined ? 'merge_request' : 'issue';
  const id = await referred(at, kind, record[kind] ?? '');
  const type = kind === 'issue' ? 'Issue' : 'MergeRequest';
  return findSubject(at.ctx.db, { type, id, namespaceId: at.source.namespace.id });
}

/** Writes a comment; 0 where what it is about is gone. */
export async function writeNote(at: At<'note'>): Promise<number> {
  const { ctx, record, people, source } = at;
  const subject = await subjectOf(at, record);
  if (subject === undefined) return 0;
  const { id } = await insertNote(ctx.db, {
    noteable_type: subject.type,
    noteable_id: subject.id,
    project_id: subject.project_id,
    author_id: await people.bearer(ctx, record.author),
    discussion_id: ctx.chance(20).toString('hex'),
    type: null,
    body: record.body,
    resolved_by_id: null,
    resolved_at: null,
    commit_id: null,
    position: null,
    imported_from: source.importType,
    created_at: instant(record.created_at),
    updated_at: instant(record.updated_at ?? record.created_at),
  });
  await countNote(ctx.db, subject);
  return id;
}

/** Writes an emoji that was given to something; true where it is new. */
export async function writeReaction(at: At<'reaction'>): Promise<boolean> {
  const { ctx, record, people } = at;
  const created_at = instant(record.created_at);
  const note = record.note === undefined ? undefined : await referred(at, 'note', record.note);
  const subject = note === undefined ? await subjectOf(at, record) : undefined;
  const isThere =
    note === undefined
      ? subject !== undefined
      : await hasNote(ctx.db, note, at.source.namespace.id);
  if (!isThere) return false;
  const isNew = await insertReaction(ctx.db, {
    name: emojiNamed(record.name) ?? record.name,
    user_id: await people.bearer(ctx, record.user),
    issue_id: subject?.type === 'Issue' ? subject.id : null,
    merge_request_id: subject?.type === 'MergeRequest' ? subject.id : null,
    note_id: note ?? null,
    created_at,
    updated_at: created_at,
  });
  if (isNew && subject !== undefined) {
    await recountVotesOf(ctx, [{ type: subject.type, id: subject.id }]);
  }
  return isNew;
}

/** Writes an approval of the head that a merge request came with; true where it is new. */
export async function writeApproval(at: At<'approval'>): Promise<boolean> {
  const { ctx, record, people } = at;
  const subject = await subjectOf(at, record);
  if (subject === undefined) return false;
  // Remembered: what new commits have taken away here does not come back with the next run.
  const key = keyOf(at, record.type, JSON.stringify([record.merge_request, record.user]));
  if ((await findImported(ctx.db, key)) !== undefined) return false;
  await insertImported(ctx.db, { ...key, record_id: subject.id });
  const isNew = await insertApproval(ctx.db, {
    merge_request_id: subject.id,
    user_id: await people.bearer(ctx, record.user),
    sha: subject.head_sha,
    created_at: instant(record.created_at),
  });
  if (isNew) await recountApprovalsOf(ctx, [subject.id]);
  return isNew;
}
