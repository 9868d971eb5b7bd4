import { issueNotes } from '#contract/issue-notes.ts';
import { issues } from '#contract/issues.ts';
import type { Page } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getMilestone } from '../milestones/rules.ts';
import { changedNote, createdNote, listedNotes, shownNote } from '../notes/answers.ts';
import { removeNote } from '../notes/rules.ts';
import type { Project } from '../projects/rules.ts';
import { personPage } from '../users/people-present.ts';
import { issuePage, issuesOfMilestone } from './list-rules.ts';
import { cloneIssue, moveIssue } from './move-rules.ts';
import { presentIssue, presentIssues, type Seen } from './present.ts';
import { getIssue, type Issue, noteableOf, participantIds } from './rules.ts';
import { issueDetailRoutes } from './detail-routes.ts';
import { issueSubscriptionRoutes } from './subscription-routes.ts';
import { issueTimeRoutes } from './time-routes.ts';
import { createIssue, removeIssue, updateIssue } from './write-rules.ts';

async function present(
  ctx: Ctx,
  page: Page<Issue>,
  options: { seen?: Seen; labelDetails: boolean },
) {
  return { ...page, rows: await presentIssues(ctx, page.rows, options) };
}

const noteableAt = async (ctx: Ctx, project: Project, iid: number) =>
  noteableOf(project, await getIssue(ctx, project, iid));

/** Issues of projects. */
export function issueRoutes(api: Api): void {
  mount(api, issues.listAll, async ({ ctx, query, paging }) => {
    const within = { kind: 'all', nonArchived: query.non_archived } as const;
    const page = await issuePage(ctx, within, { ...query, paging });
    return present(ctx, page, { labelDetails: query.with_labels_details });
  });
  mount(api, issues.listOfGroup, async ({ ctx, group, query, paging }) => {
    const within = { kind: 'group', id: group.id, nonArchived: query.non_archived } as const;
    const page = await issuePage(ctx, within, { ...query, paging });
    return present(ctx, page, { seen: { group }, labelDetails: query.with_labels_details });
  });
  mount(api, issues.list, async ({ ctx, project, query, paging }) => {
    const within = { kind: 'project', id: project.id } as const;
    const page = await issuePage(ctx, within, { ...query, paging });
    return present(ctx, page, { seen: { project }, labelDetails: query.with_labels_details });
  });
  mount(api, issues.listOfMilestone, async ({ ctx, project, params, paging }) => {
    const { id: milestoneId } = await getMilestone(ctx, { project }, params.milestone_id);
    const within = { kind: 'project', id: project.id } as const;
    const page = await issuesOfMilestone(ctx, within, { milestoneId, paging });
    return present(ctx, page, { seen: { project }, labelDetails: false });
  });
  mount(api, issues.listOfGroupMilestone, async ({ ctx, group, params, paging }) => {
    const { id: milestoneId } = await getMilestone(ctx, { group }, params.milestone_id);
    const within = { kind: 'group', id: group.id, nonArchived: false } as const;
    const page = await issuesOfMilestone(ctx, within, { milestoneId, paging });
    return present(ctx, page, { seen: { group }, labelDetails: false });
  });
  mount(api, issues.show, async ({ ctx, project, params }) =>
    presentIssue(ctx, await getIssue(ctx, project, params.issue_iid)),
  );
  mount(api, issues.create, async ({ ctx, project, body }) =>
    presentIssue(ctx, await createIssue(ctx, project, body)),
  );
  mount(api, issues.update, async ({ ctx, project, params, body }) =>
    presentIssue(ctx, await updateIssue(ctx, project, { iid: params.issue_iid, body })),
  );
  mount(api, issues.remove, ({ ctx, project, params }) =>
    removeIssue(ctx, project, params.issue_iid),
  );
  mount(api, issues.move, async ({ ctx, project, params, body }) => {
    const to = { iid: params.issue_iid, projectId: body.to_project_id };
    return presentIssue(ctx, await moveIssue(ctx, project, to));
  });
  mount(api, issues.clone, async ({ ctx, project, params, body }) => {
    const to = { iid: params.issue_iid, projectId: body.to_project_id };
    return presentIssue(ctx, await cloneIssue(ctx, project, { ...to, notes: body.with_notes }));
  });
  mount(api, issues.participants, async ({ ctx, project, params, paging }) => {
    const issue = await getIssue(ctx, project, params.issue_iid);
    return personPage(ctx, await participantIds(ctx, project, issue), paging);
  });
  issueDetailRoutes(api);
  issueNoteRoutes(api);
  issueSubscriptionRoutes(api);
  issueTimeRoutes(api);
}

/** Comments on issues. */
function issueNoteRoutes(api: Api): void {
  mount(api, issueNotes.list, async ({ ctx, project, params, query, paging }) =>
    listedNotes(ctx, await noteableAt(ctx, project, params.issue_iid), { ...query, paging }),
  );
  mount(api, issueNotes.show, async ({ ctx, project, params }) =>
    shownNote(ctx, await noteableAt(ctx, project, params.issue_iid), params.note_id),
  );
  mount(api, issueNotes.create, async ({ ctx, project, params, body }) =>
    createdNote(ctx, await noteableAt(ctx, project, params.issue_iid), body),
  );
  mount(api, issueNotes.update, async ({ ctx, project, params, body: { body } }) => {
    const noteable = await noteableAt(ctx, project, params.issue_iid);
    return changedNote(ctx, noteable, { id: params.note_id, body });
  });
  mount(api, issueNotes.remove, async ({ ctx, project, params }) =>
    removeNote(ctx, await noteableAt(ctx, project, params.issue_iid), params.note_id),
  );
}
