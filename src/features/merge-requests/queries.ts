import { labelEvents } from '#contract/label-events.ts';
import { mergeRequestIssues } from '#contract/merge-request-issues.ts';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { mergeRequestApprovals } from '#contract/approvals.ts';
import { type AwardEmoji, mergeRequestNoteAwards } from '#contract/award-emoji.ts';
import { branches } from '#contract/branches.ts';
import { commits } from '#contract/commits.ts';
import { draftNotes } from '#contract/draft-notes.ts';
import { mergeRequestChangesEndpoints } from '#contract/merge-request-changes.ts';
import { mergeRequestDependencies } from '#contract/merge-request-dependencies.ts';
import { mergeRequestMessages } from '#contract/merge-request-messages.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { mergeRequestDiscussions } from '#contract/notes.ts';
import { previews } from '#contract/previews.ts';
import { projects } from '#contract/projects.ts';
import { viewedFiles } from '#contract/viewed-files.ts';
import { call, listOf, type PageOf, pagesOf, queryClient, queryOf } from '../../api/client.ts';
import { asApiError } from '../../api/error.ts';
import { every } from '../../api/polling.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';
import { isUndecided, type Presence } from './checks.ts';
import type { Lists } from './list-queries.ts';

/** All parts of a merge request lie below it. */
export const reviewRoute = '/_auth/projects/$project/merge-requests/$iid';

/** Which merge request: the project's path or id, and its number there. */
export interface Which {
  readonly project: string;
  readonly iid: number;
}

const idOf = ({ project, iid }: Which) => ({ id: project, merge_request_iid: iid });

/** What is open is looked at again and again; what is over stays. */
const livesFor = (state: string | undefined) =>
  state === 'opened' || state === 'locked' ? every(15_000) : (false as const);

/** One merge request; asked again while the server is still judging it. */
export const mergeRequestShown = (which: Which) => ({
  ...queryOf(mergeRequests.show, idOf(which)),
  refetchInterval: (query: {
    state: { data?: { detailed_merge_status: string; state: string } };
  }) =>
    isUndecided(query.state.data?.detailed_merge_status)
      ? every(1500)
      : livesFor(query.state.data?.state),
});

/** What others say and do comes by itself while the merge request is open and looked at. */
export const useBeat = (which: Which): { refetchInterval: number | false } => {
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  return { refetchInterval: livesFor(record.state) };
};

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

/** One page of the commits, the newest first. */
export const commitsOf = (which: Which, search: ListSearch = {}) =>
  listOf(mergeRequestChangesEndpoints.commits, { ...idOf(which), ...pageInput(search) });

/** Asked for its total alone. */
export const commitCountOf = (which: Which) =>
  listOf(mergeRequestChangesEndpoints.commits, { ...idOf(which), per_page: 1 });

/** Whether a branch is there; unknown where its project may not be read. */
export const branchPresence = (project: number, branch: string) =>
  queryOptions({
    queryKey: [branches.show.id, { id: String(project), branch }, 'presence'] as const,
    queryFn: async ({ signal }): Promise<Presence> => {
      try {
        await call(branches.show, { id: String(project), branch }, signal);
        return 'there';
      } catch (error) {
        const { status, message } = asApiError(error);
        if (status === 404) return message.includes('Branch') ? 'gone' : 'unknown';
        if (status === 401 || status === 403) return 'unknown';
        throw error;
      }
    },
  });

/** Who has approved, and whether one may. */
export const approvalsOf = (which: Which) => queryOf(mergeRequestApprovals.show, idOf(which));

/** More than so many pages of reactions nobody looks through. */
const mostPages = 20;

/** Emoji of all comments, read whole. */
export const noteAwardsOf = (which: Which) =>
  queryOptions({
    queryKey: [mergeRequestNoteAwards.listAll.id, idOf(which), 'whole'] as const,
    queryFn: async () => {
      const given: AwardEmoji[] = [];
      let next: number | undefined = 1;
      while (next !== undefined && next <= mostPages) {
        const input = { ...idOf(which), per_page: 100, page: next };
        const asked = { ...listOf(mergeRequestNoteAwards.listAll, input), staleTime: 0, gcTime: 0 };
        const page: PageOf<AwardEmoji> = await queryClient.fetchQuery(asked);
        given.push(...page.rows);
        next = page.nextPage;
      }
      return given;
    },
  });

/** What has to be merged before. */
export const blocksOf = (which: Which) =>
  listOf(mergeRequestDependencies.list, { ...idOf(which), per_page: 100 });

/** What waits until it is merged. */
export const blockeesOf = (which: Which) =>
  listOf(mergeRequestDependencies.listBlockees, { ...idOf(which), per_page: 100 });

/** Open merge requests by what one types of them: of one's projects, or by number in this one. */
export function blockersFound({ project }: Which, text: string) {
  const open = { state: 'opened', per_page: 20 } as const;
  const [, iid] = /^!?(\d{1,9})$/.exec(text.trim()) ?? [];
  const input =
    iid === undefined
      ? { ...open, scope: 'all' as const, ...(text && { search: text, in: ['title' as const] }) }
      : { ...open, id: project, iids: [Number(iid)] };
  return listOf<Lists>(iid === undefined ? mergeRequests.listAll : mergeRequests.list, input);
}

/** The rules that ask for approvals, each with who approved by it. */
export const approvalRulesOf = (which: Which) =>
  queryOf(mergeRequestApprovals.showState, idOf(which));

/** What one has written and not told yet; the server keeps two hundred at most. */
export const draftsOf = (which: Which) =>
  listOf(draftNotes.list, { ...idOf(which), per_page: 100 });

/** The reviewers, each with how the review stands. */
export const reviewersOf = (which: Which) =>
  queryOf(mergeRequestChangesEndpoints.reviewers, idOf(which));

/** What a merge writes when no message is sent. */
export const messagesOf = (which: Which) => queryOf(mergeRequestMessages.show, idOf(which));

/** How far the target branch is ahead; git counts it, so it is asked for where it decides. */
export const divergence = (which: Which) =>
  queryOf(mergeRequests.show, { ...idOf(which), include_diverged_commits_count: true });

export const threadsOf = (which: Which) =>
  pagesOf(mergeRequestDiscussions.list, { ...idOf(which), per_page: 100 });

export const comparison = (project: string, from: string, to: string) =>
  queryOf(commits.compare, { id: project, from, to });

/** What would become of a merge request of two branches. */
export const previewOf = (project: string, source_branch: string, target_branch: string) =>
  queryOf(previews.mergeRequest, { project, source_branch, target_branch });

/** What everything around a merge request needs. */
export async function prepareReview(client: QueryClient, which: Which): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(which.project)),
    client.ensureQueryData(queryOf(mergeRequests.show, idOf(which))),
    client.ensureQueryData(commitCountOf(which)),
  ]);
}

/** Endpoints whose answers any change of a merge request makes stale. */
export const touched = [
  mergeRequests.show,
  mergeRequests.list,
  mergeRequests.listAll,
  mergeRequests.listOfGroup,
  mergeRequestDiscussions.list,
  branches.show,
  mergeRequestMessages.show,
  mergeRequestApprovals.show,
  mergeRequestApprovals.showState,
  mergeRequestChangesEndpoints.reviewers,
  mergeRequestChangesEndpoints.participants,
  mergeRequestIssues.closed,
  mergeRequestIssues.related,
  labelEvents.listForMergeRequest,
  draftNotes.list,
  mergeRequestDependencies.list,
  mergeRequestDependencies.listBlockees,
  projects.show,
  viewedFiles.show,
];
