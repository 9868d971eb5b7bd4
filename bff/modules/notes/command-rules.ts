import { mergeRequests } from '#contract/merge-requests.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { actingUser, type Ctx, transact } from '../../context.ts';
import { badParameters, invalid } from '../../errors.ts';
import { askThemAgain } from '../approvals/review-rules.ts';
import { giveApproval, judgeApproval, unapprove } from '../approvals/rules.ts';
import { isDraftTitle } from '../merge-requests/draft.ts';
import { judgeMerge, mergeMergeRequest } from '../merge-requests/merge-rules.ts';
import { peopleOf } from '../merge-requests/related-rules.ts';
import { getMergeRequest, type MergeRequest, noteableOf } from '../merge-requests/rules.ts';
import { updateMergeRequest } from '../merge-requests/update-rules.ts';
import type { Project } from '../projects/rules.ts';
import { findUserByLogin } from '../users/rules.ts';
import { type Command, type CommandName, readCommands, wordsOf } from './commands.ts';
import { checkBody, checkNote, createNote, type NewNote, type NoteRow } from './rules.ts';

type Change = Omit<BodyOf<typeof mergeRequests.update>, 'assignee_id'>;

/** What commands did. */
export interface Done {
  changes: Change;
  summary: string[];
}

interface At {
  row: MergeRequest;
  assignees: readonly number[];
  reviewers: readonly number[];
  /** Who is asked for a review, also where asked before. */
  asked: Set<number>;
}

const mostCommands = 50;
const mostPeople = 100;

async function idsOf(ctx: Ctx, argument: string): Promise<number[]> {
  const ids: number[] = [];
  const names = new Set(wordsOf(argument));
  if (names.size > mostPeople) throw invalid({ commands: [`name more than ${mostPeople} people`] });
  for (const name of names) {
    // An address is a sign-in name, and nobody else's to ask about.
    const found = name.includes('@') ? undefined : await findUserByLogin(ctx, name);
    const user = name === 'me' ? actingUser(ctx) : found;
    if (user === undefined) throw invalid({ commands: [`${name} is nobody's username`] });
    ids.push(user.id);
  }
  return ids;
}

const without = (ids: readonly number[], gone: readonly number[]) =>
  gone.length === 0 ? [] : ids.filter((id) => !gone.includes(id));

type Read = (ctx: Ctx, at: At, argument: string) => Change | Promise<Change>;

/** What each command changes. */
const changes: Readonly<Record<Exclude<CommandName, 'merge' | 'approve' | 'unapprove'>, Read>> = {
  close: () => ({ state_event: 'close' }),
  reopen: () => ({ state_event: 'reopen' }),
  title: (_ctx, _at, title) => ({ title }),
  draft: (_ctx, { row }) =>
    row.draft === 1 ? { title: row.title } : { title: `Draft: ${row.title}` },
  ready: (_ctx, { row }) => ({ title: readyTitle(row.title) }),
  target_branch: (_ctx, _at, target_branch) => ({ target_branch }),
  label: (_ctx, _at, names) => ({ add_labels: wordsOf(names) }),
  unlabel: (_ctx, _at, names) =>
    names === '' ? { labels: [] } : { remove_labels: wordsOf(names) },
  relabel: (_ctx, _at, names) => ({ labels: wordsOf(names) }),
  assign: async (ctx, at, people) => ({
    assignee_ids: [...new Set([...at.assignees, ...(await idsOf(ctx, people))])],
  }),
  unassign: async (ctx, at, people) => ({
    assignee_ids: without(at.assignees, await idsOf(ctx, people)),
  }),
  assign_reviewer: async (ctx, at, people) => {
    const ids = await idsOf(ctx, people);
    for (const id of ids) at.asked.add(id);
    return { reviewer_ids: [...new Set([...at.reviewers, ...ids])] };
  },
  unassign_reviewer: async (ctx, at, people) => ({
    reviewer_ids: without(at.reviewers, await idsOf(ctx, people)),
  }),
  lock: () => ({ discussion_locked: true }),
  unlock: () => ({ discussion_locked: false }),
};

function readyTitle(title: string): string {
  const rest = title.replace(/^\s*(?:\[draft\]|\(draft\)|draft:)\s*/i, '');
  return isDraftTitle(rest) ? readyTitle(rest) : rest;
}

const text: Readonly<Record<CommandName, (argument: string) => string>> = {
  close: () => 'Closed this merge request.',
  reopen: () => 'Reopened this merge request.',
  title: (title) => `Changed the title to "${title}".`,
  draft: () => 'Marked this merge request as a draft.',
  ready: () => 'Marked this merge request as ready.',
  target_branch: (branch) => `Set target branch to ${branch}.`,
  label: (names) => `Added ${names} label(s).`,
  unlabel: (names) => (names === '' ? 'Removed all labels.' : `Removed ${names} label(s).`),
  relabel: (names) => `Replaced all labels with ${names} label(s).`,
  assign: (people) => `Assigned ${people}.`,
  unassign: (people) => `Removed ${people === '' ? 'all assignees' : `assignee ${people}`}.`,
  assign_reviewer: (people) => `Requested a review from ${people}.`,
  unassign_reviewer: (people) => `Removed ${people === '' ? 'all reviewers' : people}.`,
  lock: () => 'Locked the discussion.',
  unlock: () => 'Unlocked the discussion.',
  approve: () => 'Approved the current merge request.',
  unapprove: () => 'Unapproved the current merge request.',
  merge: () => 'Merged this merge request, or it merges when all checks pass.',
};

/** All that commands change of the record, the later of the same winning; 400 for what cannot be. */
async function changeOf(ctx: Ctx, row: MergeRequest, commands: readonly Command[]) {
  const people = async (role: 'assignees' | 'reviewers') =>
    (await peopleOf(ctx, role, [row.id])).get(row.id) ?? [];
  const asked = new Set<number>();
  const before = await people('reviewers');
  let at: At = { row, assignees: await people('assignees'), reviewers: before, asked };
  let change: Change = {};
  for (const { name, argument } of commands) {
    if (name === 'merge' || name === 'approve' || name === 'unapprove') continue;
    const next = await changes[name](ctx, at, argument);
    const add_labels = [...(change.add_labels ?? []), ...(next.add_labels ?? [])];
    const remove_labels = [...(change.remove_labels ?? []), ...(next.remove_labels ?? [])];
    change = {
      ...change,
      ...next,
      ...(add_labels.length > 0 && { add_labels }),
      ...(remove_labels.length > 0 && { remove_labels }),
    };
    at = {
      asked,
      row: next.title === undefined ? at.row : { ...at.row, title: next.title },
      assignees: next.assignee_ids ?? at.assignees,
      reviewers: next.reviewer_ids ?? at.reviewers,
    };
  }
  const { error } = mergeRequests.update.body.safeParse(change);
  const blank = change.title === '' || change.target_branch === '';
  if (error !== undefined || blank) throw invalid({ commands: ['cannot be carried out'] });
  const again = before.filter((id) => asked.has(id) && at.reviewers.includes(id));
  return { change, again };
}

/** Refuses what could not be carried out, before anything is. */
async function judge(
  ctx: Ctx,
  project: Project,
  given: { at: Seen; names: ReadonlySet<CommandName>; change: Change },
): Promise<MergeRequest | undefined> {
  const { at, names, change } = given;
  const approved = names.has('approve') ? await judgeApproval(ctx, project, at) : undefined;
  if (!names.has('merge')) return approved;
  if (at.sha === undefined) throw badParameters('merge_request_diff_head_sha is missing');
  await judgeMerge(ctx, project, { iid: at.iid, body: { sha: at.sha, auto_merge: true } });
  // A merge of what the same comment closes or opens could only be refused halfway.
  if (change.state_event !== undefined) throw invalid({ commands: ['cannot be carried out'] });
  return approved;
}

/** Which merge request, and the head that was seen of it. */
interface Seen {
  iid: number;
  sha: string | undefined;
}

/**
 * Comments on a merge request, whose lines may be commands. All is judged first; approval, change
 * and comment go together, and what is to be merged is merged after them.
 */
export async function commentOnMergeRequest(
  ctx: Ctx,
  project: Project,
  given: { iid: number; note: NewNote; headSha: string | undefined },
): Promise<{ note: NoteRow | undefined; done: Done }> {
  checkBody(given.note.body);
  const row = await getMergeRequest(ctx, project, given.iid);
  const { text: body, commands } = readCommands(given.note.body);
  const note = { ...given.note, body };
  if (commands.length === 0) {
    const done = { changes: {}, summary: [] };
    return { note: await createNote(ctx, noteableOf(project, row), note), done };
  }
  if (commands.length > mostCommands) {
    throw invalid({ commands: [`are too many (maximum is ${mostCommands})`] });
  }
  const { change, again } = await changeOf(ctx, row, commands);
  if (body !== '') await checkNote(ctx, noteableOf(project, row), note);
  const names = new Set(commands.map(({ name }) => name));
  const at = { iid: row.iid, sha: given.headSha };
  const approved = await judge(ctx, project, { at, names, change });
  const result = await transact(ctx, async (ctx) => {
    if (approved !== undefined) {
      await giveApproval(ctx, project, { row: approved, sha: at.sha });
    }
    if (names.has('unapprove')) await unapprove(ctx, project, row.iid);
    if (Object.keys(change).length > 0) {
      await updateMergeRequest(ctx, project, { iid: row.iid, body: change });
    }
    if (again.length > 0) await askThemAgain(ctx, project, { row, userIds: again });
    const written = body === '' ? undefined : await createNote(ctx, noteableOf(project, row), note);
    const summary = commands.map(({ name, argument }) => text[name](argument));
    return { note: written, done: { changes: change, summary } };
  });
  if (names.has('merge')) {
    const body = { sha: at.sha, auto_merge: true };
    await mergeMergeRequest(ctx, project, { iid: row.iid, body });
  }
  return result;
}
