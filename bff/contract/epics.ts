import * as z from 'zod';
import {
  commaList,
  date,
  datetime,
  hints,
  pageQuery,
  timestamp,
  underId,
  userSummary,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { labelDetails } from './merge-request-record.ts';

/** Something that a group wants, across its projects. */
const epic = z
  .object({
    id: z.int(),
    iid: z.int(),
    group_id: z.int(),
    parent_id: z.int().nullable(),
    parent_iid: z.int().nullable(),
    title: z.string(),
    description: z.string().nullable(),
    state: z.enum(['opened', 'closed']),
    confidential: z.boolean(),
    color: z.string(),
    web_url: z.string(),
    references: z.object({ short: z.string(), relative: z.string(), full: z.string() }),
    author: userSummary.nullable(),
    start_date: z.iso.date().nullable(),
    start_date_is_fixed: z.boolean(),
    start_date_fixed: z.iso.date().nullable(),
    /** What its parts say, where it has no date of its own. */
    start_date_from_inherited_source: z.iso.date().nullable(),
    due_date: z.iso.date().nullable(),
    due_date_is_fixed: z.boolean(),
    due_date_fixed: z.iso.date().nullable(),
    /** What its parts say, where it has no date of its own. */
    due_date_from_inherited_source: z.iso.date().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    closed_at: timestamp.nullable(),
    labels: z.union([z.array(z.string()), z.array(labelDetails)]),
    _links: z.object({
      self: z.string(),
      group: z.string(),
      parent: z.string().nullable(),
    }),
  })
  .meta({ id: 'Epic' });
export type Epic = z.output<typeof epic>;

const title = () => z.string().max(255).register(hints, { filled: true });
const attributes = {
  description: z.string().max(1_048_576).nullable().optional(),
  labels: commaList().nullable().optional(),
  confidential: z.boolean().optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .optional(),
  start_date_fixed: date().nullable().optional(),
  due_date_fixed: date().nullable().optional(),
  parent_id: z.int().nullable().optional().describe('The epic that it is a part of'),
};

const path = '/groups/:id/epics';
const one = `${path}/:epic_iid` as const;
const underEpic = z.object({ ...underId.shape, epic_iid: z.int() });
/** By its id in all groups, as notes and label events name it, not its number in one. */
export const underEpicId = z.object({ ...underId.shape, epic_id: z.int() });
const reads = { who: 'anyone', group: 'read_epic' } as const;
const plans = { who: 'user', group: 'admin_epic' } as const;

export const epics = {
  list: defineEndpoint({
    id: 'epics.list',
    method: 'GET',
    path,
    summary: 'Epics of a group and its subgroups',
    access: reads,
    params: underId,
    query: z.object({
      ...pageQuery,
      state: z.enum(['opened', 'closed', 'all']).default('all'),
      author_id: z.int().optional(),
      labels: commaList().optional(),
      search: z.string().optional(),
      order_by: z.enum(['created_at', 'updated_at', 'title']).default('created_at'),
      sort: z.enum(['asc', 'desc']).default('desc'),
      created_after: datetime().optional(),
      created_before: datetime().optional(),
      updated_after: datetime().optional(),
      updated_before: datetime().optional(),
      include_descendant_groups: z.boolean().default(true),
      with_labels_details: z.boolean().default(false),
    }),
    response: z.array(epic),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'epics.show',
    method: 'GET',
    path: one,
    summary: 'One epic, by its number in the group',
    access: reads,
    params: underEpic,
    response: epic,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'epics.create',
    method: 'POST',
    path,
    summary: 'Open an epic',
    access: plans,
    params: underId,
    body: z.object({ title: title(), ...attributes }),
    response: epic,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'epics.update',
    method: 'PUT',
    path: one,
    summary: 'Change, close or reopen an epic',
    access: plans,
    params: underEpic,
    body: z.object({
      title: title().optional(),
      ...attributes,
      add_labels: commaList().nullable().optional(),
      remove_labels: commaList().nullable().optional(),
      state_event: z.enum(['close', 'reopen']).optional(),
    }),
    response: epic,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'epics.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete an epic; its parts stay on their own',
    access: { who: 'user', group: 'remove_epic' },
    params: underEpic,
    response: null,
    status: [204],
  }),
} as const;
