import { gitbeakerStage, type Stage } from './gitbeaker-stage.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** What the client has for merge requests, and what hangs on them. */
export const resources = [
  'MergeRequests',
  'MergeRequestApprovals',
  'MergeRequestAwardEmojis',
  'MergeRequestContextCommits',
  'MergeRequestDiscussions',
  'MergeRequestDraftNotes',
  'MergeRequestLabelEvents',
  'MergeRequestMilestoneEvents',
  'MergeRequestNoteAwardEmojis',
  'MergeRequestNotes',
  'MergeRequestStateEvents',
  'Suggestions',
  'TodoLists',
] as const;

/** The methods of a class of the client, those of what it extends too. */
export function methodsOf(resource: object): string[] {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(resource);
  while (typeof prototype === 'object' && prototype !== null && prototype !== Object.prototype) {
    names.push(...Object.getOwnPropertyNames(prototype));
    prototype = Object.getPrototypeOf(prototype);
  }
  return [...new Set(names)].filter((name) => name !== 'constructor');
}

export interface ReviewStage extends Stage {
  bob: TestUser;
  /** The methods that were called, as `Class.method`. */
  used: ReadonlySet<string>;
}

/** An unmodified client with one merge request, whose calls are written down. */
export async function reviewStage(app: TestApp): Promise<ReviewStage> {
  const stage = await gitbeakerStage(app);
  const bob = await app.user('bob');
  const used = new Set<string>();
  for (const name of resources) {
    const resource = stage.client[name];
    for (const method of methodsOf(resource)) {
      // Each method of the client is a function that takes what it is given.
      const real = Reflect.get(resource, method) as (...given: unknown[]) => unknown;
      Reflect.set(resource, method, (...given: unknown[]) => {
        used.add(`${name}.${method}`);
        return real.apply(resource, given);
      });
    }
  }
  const { client, project } = stage;
  await client.ProjectMembers.add(project, 30, { userId: bob.id });
  await client.Issues.create(project, 'Leak');
  const content = 'build:\n  script: make\n  rules:\n    - if: $CI_MERGE_REQUEST_IID\n';
  await client.Commits.create(project, 'side', 'Change', [
    { action: 'create', filePath: '.gitlab-ci.yml', content },
    { action: 'create', filePath: 'side.ts', content: 'one\ntwo\nthree\n' },
  ]);
  const milestone = await client.ProjectMilestones.create(project, 'Spring');
  await client.MergeRequests.create(project, 'side', 'main', 'Draft: Tide', {
    assigneeIds: [stage.me],
    description: 'Closes #1',
    labels: ['sea', 'iron'],
    milestoneId: milestone.id,
    removeSourceBranch: true,
    reviewerIds: [bob.id],
    squash: false,
    targetProjectId: project,
  });
  await app.drain();
  return { ...stage, bob, used };
}
