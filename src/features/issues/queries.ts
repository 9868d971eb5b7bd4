import type { QueryClient } from '@tanstack/react-query';
import type { InputOf, ResponseOf } from '#contract/endpoint.ts';
import { projectListQuery } from '#contract/issue-list.ts';
import { issueNotes } from '#contract/issue-notes.ts';
import { issues } from '#contract/issues.ts';
import { labelEvents } from '#contract/label-events.ts';
import { projects } from '#contract/projects.ts';
import { pagesOf, queryOf } from '../../api/client.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { listed, momentOf, oneOf, pageInput } from '../../table/url-state.ts';
import type { IssueSearch } from './filters.ts';

/** Which issue: the project's path or id, and its number there. */
export interface Which {
  readonly project: string;
  readonly iid: number;
}

export type ListedIssue = ResponseOf<typeof issues.list>[number];

export const listStates = ['opened', 'closed', 'all'] as const;
export type ListStateName = (typeof listStates)[number];

const { order_by: orders, due_date: dues, issue_type: types, in: parts } = projectListQuery.shape;

/** A number, or one of the words that the API takes in its place. */
const numberOrWord = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : text.toLowerCase() === 'any' ? 'Any' : 'None';

function unwanted(search: IssueSearch): Pick<InputOf<typeof issues.list>, 'not'> {
  const { not_author, not_assignee, not_labels, not_milestone } = search;
  const not = {
    ...(not_author && { author_username: not_author }),
    ...(not_assignee && { assignee_username: listed(not_assignee) }),
    ...(not_labels && { labels: listed(not_labels) }),
    ...(not_milestone && { milestone: not_milestone }),
  };
  return Object.keys(not).length === 0 ? {} : { not };
}

const moments = ['created_after', 'created_before', 'updated_after', 'updated_before'] as const;

const listInput = (search: IssueSearch): Omit<InputOf<typeof issues.list>, 'id'> => ({
  ...pageInput(search),
  state: oneOf(listStates, search.state) ?? 'opened',
  order_by: oneOf(orders.unwrap().options, search.order_by) ?? 'updated_at',
  with_labels_details: true,
  ...(search.scope && { scope: oneOf(['created_by_me', 'assigned_to_me'], search.scope) }),
  ...(search.sort && { sort: search.sort }),
  ...(search.search && { search: search.search }),
  ...(search.in && { in: [oneOf(parts.unwrap().element.options, search.in) ?? 'title'] }),
  ...(search.confidential && { confidential: search.confidential === 'yes' }),
  ...(search.issue_type && { issue_type: oneOf(types.unwrap().options, search.issue_type) }),
  ...(search.due_date && { due_date: oneOf(dues.unwrap().options, search.due_date) }),
  ...(search.author_username && { author_username: search.author_username }),
  ...(search.assignee_username && { assignee_username: listed(search.assignee_username) }),
  ...(search.labels && { labels: listed(search.labels) }),
  ...(search.milestone && { milestone: search.milestone }),
  ...(search.weight && { weight: numberOrWord(search.weight) }),
  ...(search.iids && { iids: listed(search.iids).map(Number).filter(Number.isInteger) }),
  ...Object.fromEntries(
    moments.flatMap((name) => (search[name] ? [[name, momentOf(search[name])]] : [])),
  ),
  ...unwanted(search),
});

/** Issues of a project. */
export const issueList = (project: string, search: IssueSearch) =>
  listQuery(issues.list, { id: project, ...listInput(search) });

export const idOf = ({ project, iid }: Which) => ({ id: project, issue_iid: iid });

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

export const issueShown = (which: Which) => queryOf(issues.show, idOf(which));

/** Everything that was said and done, the oldest first. */
export const notesOf = (which: Which) =>
  pagesOf(issueNotes.list, { ...idOf(which), sort: 'asc', per_page: 100 });

/** Its labels as they came and went, the oldest first. */
export const historyOf = (which: Which) =>
  pagesOf(labelEvents.listForIssue, { ...idOf(which), per_page: 100 });

/** What the list shows; nothing is asked where issues are switched off. */
export async function prepareIssues(
  client: QueryClient,
  path: string,
  search: IssueSearch,
): Promise<void> {
  const project = await client.ensureQueryData(projectOf(path));
  if (project.issues_enabled) await prepareList(client, issueList(path, search));
}

/** What everything around an issue needs. */
export async function prepareIssue(client: QueryClient, which: Which): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(which.project)),
    client.ensureQueryData(issueShown(which)),
  ]);
}

/** Endpoints whose answers any change of an issue makes stale. */
export const touched = [
  issues.show,
  issues.list,
  issueNotes.list,
  labelEvents.listForIssue,
  labelEvents.listForGroup,
  projects.show,
];
