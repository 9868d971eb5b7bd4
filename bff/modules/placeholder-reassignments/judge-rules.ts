import {
  type ReassignmentColumn,
  reassignmentColumns,
} from '#contract/placeholder-reassignments.ts';
import type { Ctx, User } from '../../context.ts';
import type { Group } from '../groups/rules.ts';
import { type SourceUser, sourceUsersOf, takenBy } from '../placeholder-users/rules.ts';
import {
  type Assignment,
  mayHappen,
  problemWithTarget,
  taken,
} from '../placeholder-users/state-rules.ts';
import { wrongStatus } from '../placeholder-users/states.ts';
import { usersNamed } from '../users/rules.ts';
import { nameOf, type SheetRow } from './sheet.ts';

/** What is wrong with a row: where, in a word for programs and in a sentence. */
export interface Problem {
  column: ReassignmentColumn | undefined;
  problem: 'cells' | 'source_user' | 'target' | 'assignee' | 'status' | 'taken';
  message: string;
}

/** What a row leads to. An assignment that is there already asks for nothing more. */
export type Verdict =
  | { row: SheetRow; outcome: 'matched'; assignment: Assignment | undefined }
  | { row: SheetRow; outcome: 'skipped' }
  | ({ row: SheetRow; outcome: 'failed' } & Problem);

/** What rows before have led to: a dry run has nobody else who knows. */
export interface Memory {
  /** Whose work goes to whom. */
  targets: Map<number, number>;
  takers: Takers;
}

/** Who takes over in a source, and from whom: by source, then by user. */
type Takers = Map<string, Map<number, number>>;

export const emptyMemory = (): Memory => ({ targets: new Map(), takers: new Map() });

const noMatch = 'No matching user for provided information.';
const headerOf = new Map(reassignmentColumns.map(({ key, header }) => [key, header]));

/** A column as the file names it. */
export const headerOfColumn = (key: ReassignmentColumn): string => headerOf.get(key) ?? key;

interface Known {
  sources: Map<string, SourceUser>;
  byName: Map<string, User>;
  byEmail: Map<string, User[]>;
  takers: Takers;
}

const identityOf = (host: string, type: string, id: string) => `${host}\n${type}\n${id}`;
const identity = (row: SourceUser) =>
  identityOf(row.source_hostname, row.import_type, row.source_user_identifier);
const sourceOf = (row: SourceUser) => `${row.source_hostname}\n${row.import_type}`;
const holderIn = (takers: Takers, row: SourceUser, userId: number): number | undefined =>
  takers.get(sourceOf(row))?.get(userId);

function note(takers: Takers, row: SourceUser, userId: number): void {
  const source = sourceOf(row);
  const of = takers.get(source) ?? new Map<number, number>();
  takers.set(source, of.set(userId, row.id));
}

/** Looks up all that some rows name, once for all. */
async function lookUp(
  ctx: Ctx,
  group: Group,
  { rows, asAdministrator }: { rows: readonly SheetRow[]; asAdministrator: boolean },
): Promise<Known> {
  const namesOf = (key: 'username' | 'public_email') =>
    [...new Set(rows.map(({ cells }) => nameOf(cells, key)))].filter((name) => name !== '');
  const identifiers = [...new Set(rows.map(({ cells }) => cells.source_user_identifier))];
  const people = await sourceUsersOf(ctx, group.id, identifiers);
  const users = await usersNamed(ctx, {
    usernames: namesOf('username'),
    emails: namesOf('public_email'),
  });
  const byEmail = new Map<string, User[]>();
  for (const user of users) {
    const shown = user.public_email?.toLowerCase();
    const own = asAdministrator && user.confirmed_at !== null ? [user.email_lower] : [];
    for (const email of new Set([...(shown ? [shown] : []), ...own])) {
      byEmail.set(email, [...(byEmail.get(email) ?? []), user]);
    }
  }
  const others = await takenBy(
    ctx,
    group.id,
    users.map(({ id }) => id),
  );
  const takers: Takers = new Map();
  for (const row of others) note(takers, row, row.reassign_to_user_id ?? 0);
  return {
    sources: new Map(people.map((row) => [identity(row), row])),
    byName: new Map(users.map((user) => [user.username_lower, user])),
    byEmail,
    takers,
  };
}

/** Judges some rows of a file by what is true now and by the rows before. */
export async function judge(
  ctx: Ctx,
  group: Group,
  given: { rows: readonly SheetRow[]; asAdministrator: boolean; memory: Memory },
): Promise<Verdict[]> {
  const known = await lookUp(ctx, group, given);
  const verdicts: Verdict[] = [];
  for (const row of given.rows) verdicts.push(await judgeRow(ctx, row, known, given.memory));
  return verdicts;
}

async function judgeRow(ctx: Ctx, row: SheetRow, known: Known, memory: Memory): Promise<Verdict> {
  const fail = (
    problem: Problem['problem'],
    message: string,
    column?: ReassignmentColumn,
  ): Verdict => ({ row, outcome: 'failed', problem, message, column });
  const { cells, misfit } = row;
  if (misfit !== undefined) {
    return fail('cells', `Line has ${misfit.has} columns, ${misfit.wants} expected`);
  }
  const username = nameOf(cells, 'username');
  const email = nameOf(cells, 'public_email');
  if (username === '' && email === '') return { row, outcome: 'skipped' };
  const wanted = identityOf(cells.source_host, cells.import_type, cells.source_user_identifier);
  const source = known.sources.get(wanted);
  if (source === undefined) return fail('source_user', noMatch, 'source_user_identifier');
  const target = targetOf(known, { username, email });
  if (!(target instanceof Object && 'id' in target)) return fail('target', noMatch, target);
  const column = username === '' ? 'public_email' : 'username';
  const before = memory.targets.get(source.id);
  const going = before ?? goingTo(source);
  if (going === target.id) return { row, outcome: 'matched', assignment: undefined };
  if (going !== undefined || !mayHappen(source, 'reassign')) {
    return fail('status', wrongStatus, 'source_user_identifier');
  }
  const problem = await problemWithTarget(ctx, target);
  if (problem !== undefined) return fail('assignee', problem, column);
  const holder =
    holderIn(memory.takers, source, target.id) ?? holderIn(known.takers, source, target.id);
  if (holder !== undefined && holder !== source.id) return fail('taken', taken, column);
  memory.targets.set(source.id, target.id);
  note(memory.takers, source, target.id);
  return { row, outcome: 'matched', assignment: { row: source, target } };
}

/** To whom somebody's work is on its way already. */
const goingTo = (source: SourceUser): number | undefined =>
  ['awaiting_approval', 'reassignment_in_progress', 'completed'].includes(source.status)
    ? (source.reassign_to_user_id ?? undefined)
    : undefined;

/** The one user that name and address mean; else the column that means nobody. */
function targetOf(
  known: Known,
  { username, email }: { username: string; email: string },
): User | ReassignmentColumn {
  const named = known.byName.get(username);
  if (username !== '' && named === undefined) return 'username';
  if (email === '') return named ?? 'username';
  const addressed = known.byEmail.get(email) ?? [];
  if (named !== undefined) return addressed.includes(named) ? named : 'public_email';
  const [only, ...more] = addressed;
  return only === undefined || more.length > 0 ? 'public_email' : only;
}
