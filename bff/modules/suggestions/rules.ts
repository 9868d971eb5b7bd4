import type { BodyOf } from '#contract/endpoint.ts';
import type { suggestions } from '#contract/suggestions.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import type { Row } from '../../db/schema.ts';
import { forbidden, notFound, refused } from '../../errors.ts';
import { commitActions } from '../../git/commit-actions.ts';
import { isFilePath } from '../../git/file-path.ts';
import { readObject } from '../../git/objects.ts';
import { RefRace } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { accessLevels } from '#contract/abilities.ts';
import { advanceBranch } from '../commits/advance-rules.ts';
import { getMergeRequestById, type MergeRequest, noteableOf } from '../merge-requests/rules.ts';
import { resolveWhereAllowed } from '../notes/discussion-rules.ts';
import { noteOf } from '../notes/rules.ts';
import {
  findProjectById,
  type Project,
  projectLevelOfActor,
  repositoryPath,
} from '../projects/rules.ts';
import { mayPush } from '../repositories/rules.ts';
import { linesOf, partOf, placeOf, replacementOf } from './lines.ts';
import { mostBytes } from './present.ts';
import { lineOf } from './record-rules.ts';
import { findSuggestions, markApplied, type Suggestion } from './repository.ts';
import { commitEmailOf } from '../users/commit-email.ts';

type Note = Row<'notes'>;

/** A suggestion with the note that makes it. */
interface Made {
  row: Suggestion;
  note: Note;
}

/** Suggestions of one merge request. */
interface Batch {
  project: Project;
  row: MergeRequest;
  made: Made[];
}

const attempts = 4;
const notApplicable = () => refused('A suggestion is not applicable.');

/** Commits suggestions to the source branch, as whoever applies them: 403 where they may not push. */
export async function applySuggestions(
  ctx: Ctx,
  { ids, commit_message }: BodyOf<typeof suggestions.applyBatch>,
): Promise<Batch> {
  const batch = await batchOf(ctx, [...new Set(ids)]);
  const { row } = batch;
  const source = await findProjectById(ctx, row.source_project_id ?? 0);
  if (source === undefined || row.state !== 'opened') throw notApplicable();
  const level = isAdministrator(ctx) ? accessLevels.owner : await projectLevelOfActor(ctx, source);
  const may = source.archived === 0 && batch.project.archived === 0;
  if (!may || !(await mayPush(ctx, source, { branch: row.source_branch, level }))) {
    throw forbidden();
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const sha = await commitOnce(ctx, source, { batch, message: commit_message });
      await finish(ctx, batch, sha);
      return batch;
    } catch (error) {
      // Somebody pushed meanwhile: the lines are looked for in what came.
      if (!(error instanceof RefRace) || attempt === attempts) throw error;
    }
  }
}

async function batchOf(ctx: Ctx, ids: readonly number[]): Promise<Batch> {
  const rows = await findSuggestions(ctx.db, ids);
  if (rows.length !== ids.length) throw notFound('Suggestion');
  const made: Made[] = [];
  let place: Pick<Batch, 'project' | 'row'> | undefined;
  for (const row of rows) {
    const note = await noteOf(ctx, row.note_id);
    const at = note && (await getMergeRequestById(ctx, note.noteable_id));
    // A note that may not be read says nothing, not even that it is there.
    if (note === undefined || at === undefined) throw notFound('Suggestion');
    if (place !== undefined && place.row.id !== at.row.id) {
      throw refused('Suggestions must all be on the same branch.');
    }
    place = at;
    made.push({ row, note });
  }
  if (place === undefined) throw notFound('Suggestion');
  return { ...place, made };
}

/** Writes the commit on top of what is there now, or refuses all of it. */
async function commitOnce(
  ctx: Ctx,
  source: Project,
  { batch, message }: { batch: Batch; message: string | undefined },
): Promise<string> {
  const { row, made } = batch;
  const repo = repositoryPath(ctx, source.id);
  const old = await resolve(repo, `refs/heads/${row.source_branch}`);
  if (old === undefined) throw notApplicable();
  const edits = new Map<string, Made[]>();
  for (const one of made) {
    const path = lineOf(one.note)?.new_path;
    if (path === undefined || !isFilePath(path)) throw notApplicable();
    edits.set(path, [...(edits.get(path) ?? []), one]);
  }
  const actions: { action: 'update'; file_path: string; content: Buffer }[] = [];
  for (const [path, list] of edits) {
    const found = await readObject(repo, `${old}:${path}`, { maxBytes: mostBytes });
    const lines = found?.type === 'blob' && found.content ? linesOf(found.content) : undefined;
    if (lines === undefined) throw notApplicable();
    const content = await changed(ctx, lines, { path, list });
    actions.push({ action: 'update', file_path: path, content });
  }
  const user = actingUser(ctx);
  const person = { name: user.name, email: commitEmailOf(ctx, user), date: now(ctx) };
  const text = message?.trim() ? message : usualMessage(made.length, edits.size);
  const details = { parent: old, actions, message: text, author: person, committer: person };
  const sha = await commitActions(repo, details);
  await advanceBranch(ctx, source, { branch: row.source_branch, old, sha });
  return sha;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
const usualMessage = (all: number, files: number) =>
  `Apply ${counted(all, 'suggestion')} to ${counted(files, 'file')}`;

/** A file with its suggestions made; 400 where lines are gone, changed, or wanted twice. */
async function changed(
  ctx: Ctx,
  lines: readonly string[],
  { path, list }: { path: string; list: readonly Made[] },
): Promise<Buffer> {
  const edits: { at: number; count: number; text: string }[] = [];
  for (const { row, note } of list) {
    const head = lineOf(note)?.head_sha;
    if (row.commit_id !== null || note.project_id === null) throw notApplicable();
    const repo = repositoryPath(ctx, note.project_id);
    const found = await readObject(repo, `${head}:${path}`, { maxBytes: mostBytes });
    const before = found?.type === 'blob' && found.content ? linesOf(found.content) : undefined;
    const part = before && partOf(before, row);
    const at = part === undefined ? undefined : placeOf(lines, part, row);
    if (part === undefined || at === undefined) throw notApplicable();
    const text = replacementOf(part, row.to_content);
    if (text === part) throw notApplicable();
    edits.push({ at, count: row.to_line - row.from_line + 1, text });
  }
  edits.sort((a, b) => a.at - b.at);
  const overlaps = edits.some((edit, index) => {
    const next = edits[index + 1];
    return next !== undefined && edit.at + edit.count > next.at;
  });
  if (overlaps) throw refused('Suggestions are not applicable as their lines cannot overlap.');
  const result = [...lines];
  for (const { at, count, text } of edits.reverse()) result.splice(at - 1, count, text);
  return Buffer.from(result.join(''), 'latin1');
}

const finish = (ctx: Ctx, { project, row, made }: Batch, sha: string): Promise<void> =>
  transact(ctx, async (ctx) => {
    await markApplied(
      ctx.db,
      made.map((one) => one.row.id),
      sha,
    );
    for (const id of new Set(made.map((one) => one.note.discussion_id))) {
      await resolveWhereAllowed(ctx, noteableOf(project, row), id);
    }
  });
