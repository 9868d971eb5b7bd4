import * as z from 'zod';
import { emojiNamed } from './emoji-names.ts';

const text = (most: number) => z.string().max(most);
const id = text(255).min(1).describe('As the other server names it; a text');
/** Below the group alone: no slash leads out of it. */
const project = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/)
  .describe('Path of a project in the group; made where it is missing');
const person = id.describe('`id` of a user of the other server');
const instant = z.iso.datetime({ offset: true });
const created = { created_at: instant, updated_at: instant.optional() };

const commit = z.string().regex(/^[0-9a-f]{40}$/);

/** Says whether exactly one of these is there. */
const hasOne =
  (...names: readonly string[]) =>
  (value: object) =>
    Object.entries(value).filter(([name, given]) => names.includes(name) && given !== undefined)
      .length === 1;

/** Each kind of line of a bundle, by its `type`. */
const importRecords = {
  source: z.strictObject({
    type: z.literal('source'),
    host: z
      .url({ protocol: /^https?$/ })
      .max(255)
      .regex(/^https?:\/\/[^/?#@]+$/)
      .describe('Scheme and host of the other server, nothing behind it'),
    import_type: text(255).regex(/^[a-z][a-z0-9_]*$/),
  }),
  user: z.strictObject({
    type: z.literal('user'),
    id,
    name: text(255),
    username: text(255),
  }),
  label: z.strictObject({
    type: z.literal('label'),
    project: project.optional().describe('Absent: a label of the group'),
    name: text(255)
      .min(1)
      .regex(/^[^,]+$/),
    color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
    description: text(1024).optional(),
  }),
  milestone: z.strictObject({
    type: z.literal('milestone'),
    id,
    project,
    title: text(255).min(1),
    description: text(1_000_000).default(''),
    state: z.enum(['active', 'closed']).default('active'),
    start_date: z.iso.date().optional(),
    due_date: z.iso.date().optional(),
    ...created,
  }),
  issue: z.strictObject({
    type: z.literal('issue'),
    id,
    project,
    iid: z.int().min(1).max(2_147_483_647).optional().describe('Kept where it is free'),
    title: text(255).min(1),
    description: text(1_048_576).optional(),
    state: z.enum(['opened', 'closed']).default('opened'),
    confidential: z.boolean().default(false),
    author: person,
    assignees: z.array(person).max(100).default([]),
    labels: z.array(text(255)).max(100).default([]),
    milestone: id.optional(),
    closed_by: person.optional(),
    closed_at: instant.optional(),
    due_date: z.iso.date().optional(),
    ...created,
  }),
  merge_request: z.strictObject({
    type: z.literal('merge_request'),
    id,
    project: project.describe('Path of a project in the group; its git bundle has the branches'),
    iid: z.int().min(1).max(2_147_483_647).optional().describe('Kept where it is free'),
    title: text(255).min(1),
    description: text(1_048_576).optional(),
    state: z.enum(['opened', 'closed', 'merged']).default('opened'),
    source_branch: text(255).min(1).describe('Has to be there while it is opened'),
    target_branch: text(255).min(1),
    head_sha: commit.optional().describe('Of a source branch that is gone'),
    base_sha: commit.optional().describe('Where the source branch began, where git cannot tell'),
    merge_commit_sha: commit.optional(),
    author: person,
    assignees: z.array(person).max(100).default([]),
    reviewers: z.array(person).max(100).default([]),
    labels: z.array(text(255)).max(100).default([]),
    milestone: id.optional(),
    merged_by: person.optional(),
    merged_at: instant.optional(),
    closed_by: person.optional(),
    closed_at: instant.optional(),
    ...created,
  }),
  note: z
    .strictObject({
      type: z.literal('note'),
      id,
      issue: id.optional(),
      merge_request: id.optional(),
      author: person,
      body: text(1_000_000).min(1),
      ...created,
    })
    .refine(hasOne('issue', 'merge_request'), 'one of issue and merge_request must be there'),
  approval: z.strictObject({
    type: z.literal('approval'),
    merge_request: id,
    user: person,
    created_at: instant,
  }),
  reaction: z
    .strictObject({
      type: z.literal('reaction'),
      issue: id.optional(),
      merge_request: id.optional(),
      note: id.optional(),
      user: person,
      name: z.string().refine((name) => emojiNamed(name) !== undefined, 'is no emoji'),
      created_at: instant,
    })
    .refine(
      hasOne('issue', 'merge_request', 'note'),
      'one of issue, merge_request and note must be there',
    ),
  member: z.strictObject({
    type: z.literal('member'),
    user: person,
    project: project.optional().describe('Absent: a member of the group'),
    access_level: z.literal([5, 10, 15, 20, 30, 40, 50]),
    expires_at: z.iso.date().optional(),
  }),
} as const;

/** One line of a bundle. */
export const importRecord = z.discriminatedUnion('type', [
  importRecords.source,
  importRecords.user,
  importRecords.label,
  importRecords.milestone,
  importRecords.issue,
  importRecords.merge_request,
  importRecords.note,
  importRecords.approval,
  importRecords.reaction,
  importRecords.member,
]);
export type ImportRecord = z.output<typeof importRecord>;
export type ImportKind = ImportRecord['type'];

/** The file of an archive that holds the lines. */
export const recordsFile = 'records.jsonl';
/** The file of an archive that holds the repository of a project. */
export const repositoryFile = /^repositories\/([A-Za-z0-9_][A-Za-z0-9_.-]{0,254})\.bundle$/;
export type RecordOf<K extends ImportKind> = Extract<ImportRecord, { type: K }>;
