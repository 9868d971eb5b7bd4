import { transact } from '../context.ts';
import { nullSha } from '../git/names.ts';
import { findProjectById, repositoryPath } from '../modules/projects/rules.ts';
import { recordRefUpdates } from '../modules/repositories/rules.ts';
import { type ScratchFile, writerOf } from './scratch-repository.ts';
import type { TestApp } from './test-app.ts';

export interface ScratchChange {
  branch: string;
  /** New contents by path; null removes a file. */
  files: Readonly<Record<string, ScratchFile>>;
  message?: string;
  /** When it was written, as git's raw date; committed it is at a time of its own. */
  date?: string;
  /** The branch or commit that a new branch begins at. */
  from?: string;
}

/** Commits to a branch of a project with git itself and records that it moved; returns the id. */
export async function commitFiles(
  app: TestApp,
  project: { id: number },
  change: ScratchChange,
): Promise<string> {
  const writer = writerOf(repositoryPath(app.ctx, project.id));
  const ref = `refs/heads/${change.branch}`;
  const old = writer.git('for-each-ref', '--format=%(objectname)', ref);
  const { files, message, date, from } = change;
  const parents = old === '' && from !== undefined ? [writer.git('rev-parse', from)] : undefined;
  const sha = writer.commit(change.branch, { files, message, date, parents });
  await recordMove(app, project, { ref, old: old || nullSha, new: sha });
  return sha;
}

/** Points a branch somewhere else, or removes it, with git itself and records that it moved. */
export async function moveBranch(
  app: TestApp,
  project: { id: number },
  move: { branch: string; to: string | null },
): Promise<void> {
  const writer = writerOf(repositoryPath(app.ctx, project.id));
  const ref = `refs/heads/${move.branch}`;
  const old = writer.git('for-each-ref', '--format=%(objectname)', ref) || nullSha;
  if (move.to === null) writer.git('update-ref', '-d', ref);
  else writer.git('update-ref', ref, move.to);
  await recordMove(app, project, { ref, old, new: move.to ?? nullSha });
}

async function recordMove(
  app: TestApp,
  project: { id: number },
  update: { ref: string; old: string; new: string },
): Promise<void> {
  await transact(app.ctx, async (ctx) => {
    const row = await findProjectById(ctx, project.id);
    if (row === undefined) throw new Error('the project is gone');
    await recordRefUpdates(ctx, row, [update]);
  });
}

/** Runs git in a project's repository and returns its output. */
export const gitIn = (app: TestApp, project: { id: number }, ...args: string[]): string =>
  writerOf(repositoryPath(app.ctx, project.id)).git(...args);
