import type { NotePosition } from '#contract/notes.ts';
import type { Ctx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { isVersionOf } from '../merge-requests/rules.ts';
import { startThread, type Thread } from './discussion-rules.ts';
import type { NewNote, Noteable } from './rules.ts';

/** Begins a thread in a diff: 400 where the position is none of this merge request. */
export async function startDiffThread(
  ctx: Ctx,
  noteable: Noteable,
  note: NewNote & { position: NotePosition },
): Promise<Thread> {
  await checkPosition(ctx, noteable, note.position);
  return startThread(ctx, noteable, note);
}

/** 400 where a position is none of this merge request. */
export async function checkPosition(
  ctx: Ctx,
  noteable: Noteable,
  position: NotePosition,
): Promise<void> {
  const problem = problemOf(position);
  if (problem !== undefined) throw invalid({ position: [problem] });
  const commits = {
    base_commit_sha: position.base_sha,
    head_commit_sha: position.head_sha,
    start_commit_sha: position.start_sha,
  };
  if (!(await isVersionOf(ctx, noteable.id, commits))) {
    throw invalid({ position: ['names commits of no version of this merge request'] });
  }
}

function problemOf(position: NotePosition): string | undefined {
  const path = position.new_path ?? position.old_path;
  if (path === undefined || path === '') return 'is incomplete';
  const lines = [position.old_line, position.new_line].flatMap((line) => line ?? []);
  if (position.position_type !== 'text') return undefined;
  if (lines.length === 0) return 'is incomplete';
  return lines.some((line) => line < 1) ? 'has a line that does not exist' : undefined;
}
