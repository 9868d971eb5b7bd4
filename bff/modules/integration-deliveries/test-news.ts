import type { IntegrationKind } from '#contract/integrations/kind.ts';
import type { User } from '../../context.ts';
import type { News, ProjectPayload } from './news.ts';
import { personPayload, repositoryPayload, withOlderNames } from './payloads/parts.ts';

const sha = '7465737400000000000000000000000000000000';
const before = '6265666f72650000000000000000000000000000';

/** An event that has not happened, so that somebody can see whether the other side listens. */
export function testNews(
  kind: IntegrationKind,
  { project, user, at }: { project: ProjectPayload; user: User; at: string },
): News {
  return kind.events.includes('push_events')
    ? testPush(project, user, at)
    : testPipeline(project, user, at);
}

const commitOf = (project: ProjectPayload, user: User, at: string) => ({
  id: sha,
  message: 'Test of the integration\n',
  title: 'Test of the integration',
  timestamp: at,
  url: `${project.web_url}/-/commit/${sha}`,
  author: { name: user.name, email: personPayload(user).email },
});

function testPush(project: ProjectPayload, user: User, at: string): News {
  const person = personPayload(user);
  const nothing = { added: [], modified: [], removed: [] };
  const payload = {
    object_kind: 'push',
    event_name: 'push',
    before,
    after: sha,
    ref: `refs/heads/${project.default_branch}`,
    ref_protected: true,
    checkout_sha: sha,
    message: null,
    user_id: person.id,
    user_name: person.name,
    user_username: person.username,
    user_email: person.email,
    user_avatar: null,
    project_id: project.id,
    project: withOlderNames(project),
    commits: [{ ...commitOf(project, user, at), ...nothing }],
    total_commits_count: 1,
    push_options: {},
    repository: repositoryPayload(project),
  } as const;
  return { kind: 'push', facts: {}, payload: { ...payload, commits: [...payload.commits] } };
}

function testPipeline(project: ProjectPayload, user: User, at: string): News {
  return {
    kind: 'pipeline',
    facts: { status: 'success' },
    payload: {
      object_kind: 'pipeline',
      object_attributes: {
        id: 0,
        name: null,
        ref: project.default_branch,
        tag: false,
        sha,
        status: 'success',
        detailed_status: 'passed',
        duration: 1,
        finished_at: at,
        yaml_errors: null,
        url: `${project.web_url}/-/pipelines`,
      },
      merge_request: null,
      user: personPayload(user),
      project,
      commit: commitOf(project, user, at),
      builds: [],
    },
  };
}
