import type { Ctx, User } from '../../../context.ts';
import type { Commit } from '../../../git/commits.ts';
import { presentProject } from '../../projects/present.ts';
import type { Project } from '../../projects/rules.ts';
import { usersById } from '../../users/rules.ts';
import type { LinkedLabel } from '../subject-repository.ts';
import type { CommitPayload, PersonPayload, ProjectPayload } from '../news.ts';

const visibilityLevels = { private: 0, internal: 10, public: 20 } as const;

/** The project as events name it. */
export async function projectPayload(ctx: Ctx, project: Project): Promise<ProjectPayload> {
  const record = await presentProject(ctx, project);
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    web_url: record.web_url,
    avatar_url: null,
    git_ssh_url: record.ssh_url_to_repo,
    git_http_url: record.http_url_to_repo,
    namespace: record.namespace.name,
    visibility_level: visibilityLevels[project.visibility],
    path_with_namespace: project.full_path,
    default_branch: project.default_branch,
    ci_config_path: project.ci_config_path,
  };
}

/** The names that older receivers read; events of pipelines never had them. */
export const withOlderNames = (project: ProjectPayload) => ({
  ...project,
  homepage: project.web_url,
  url: project.git_ssh_url === '' ? project.git_http_url : project.git_ssh_url,
  ssh_url: project.git_ssh_url,
  http_url: project.git_http_url,
});

export const repositoryPayload = (project: ProjectPayload) => ({
  name: project.name,
  url: project.git_ssh_url === '' ? project.git_http_url : project.git_ssh_url,
  description: project.description,
  homepage: project.web_url,
  git_http_url: project.git_http_url,
  git_ssh_url: project.git_ssh_url,
  visibility_level: project.visibility_level,
});

/** A person as events name them: their address is shown where they show it to all. */
export const personPayload = (user: User): PersonPayload => ({
  id: user.id,
  name: user.name,
  username: user.username,
  avatar_url: null,
  email: user.public_email || '[REDACTED]',
});

/** The person of an id; null for none. */
export async function personOf(ctx: Ctx, id: number | null): Promise<PersonPayload | null> {
  const user = id === null ? undefined : (await usersById(ctx, [id])).get(id);
  return user === undefined ? null : personPayload(user);
}

/** Several people, in the order of their ids. */
export async function peopleOf(ctx: Ctx, ids: readonly number[]): Promise<PersonPayload[]> {
  const users = await usersById(ctx, ids);
  return ids.flatMap((id) => {
    const user = users.get(id);
    return user === undefined ? [] : [personPayload(user)];
  });
}

export const commitPayload = (
  project: Pick<ProjectPayload, 'web_url'>,
  commit: Pick<Commit, 'sha' | 'message' | 'title' | 'author'>,
): CommitPayload => ({
  id: commit.sha,
  message: commit.message,
  title: commit.title,
  timestamp: commit.author.date,
  url: `${project.web_url}/-/commit/${commit.sha}`,
  author: { name: commit.author.name, email: commit.author.email },
});

export const labelPayload = (label: LinkedLabel) => ({
  id: label.id,
  title: label.name,
  color: label.color,
  project_id: label.project_id,
  created_at: label.created_at,
  updated_at: label.updated_at,
  template: false,
  description: label.description,
  type: label.project_id === null ? 'GroupLabel' : 'ProjectLabel',
  group_id: label.group_id,
});

type Values = Readonly<Record<string, unknown>> | null;

/** What changed, attribute by attribute; what only makes searching fast is nobody's attribute. */
export function changesOf(told: { before: Values; after: Values }) {
  const before = told.before ?? {};
  const after = told.after ?? {};
  return Object.fromEntries(
    Object.keys(before)
      .filter((name) => name in after && !name.endsWith('_lower'))
      .map((name) => [name, { previous: before[name] ?? null, current: after[name] ?? null }]),
  );
}

/** The labels before and after, where an event changed them. */
export function labelChanges(
  labels: readonly LinkedLabel[],
  moved: readonly { action: 'add' | 'remove'; label: LinkedLabel }[],
) {
  if (moved.length === 0) return {};
  const added = new Set(moved.flatMap((one) => (one.action === 'add' ? [one.label.id] : [])));
  const removed = moved.flatMap((one) => (one.action === 'remove' ? [one.label] : []));
  const previous = [...labels.filter((label) => !added.has(label.id)), ...removed];
  return { labels: { previous: previous.map(labelPayload), current: labels.map(labelPayload) } };
}
