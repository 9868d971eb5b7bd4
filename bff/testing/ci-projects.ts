import type { Answer, Call, TestApp, TestUser } from './test-app.ts';

export interface CiProject extends TestUser {
  /** `/projects/<id>` */
  path: string;
  fullPath: string;
  projectId: number;
  call(request: string, options?: Call): Promise<Answer>;
  /** Commits files to a branch, made from `main` where it is not there; gives the commit's id. */
  commit(branch: string, files: Record<string, string>, message?: string): Promise<string>;
  member(name: string, level: number): Promise<TestUser>;
}

/** A project of its own with one commit that holds this CI file (and others). */
export async function ciProject(
  app: TestApp,
  name: string,
  files: Record<string, string> = {},
): Promise<CiProject> {
  const owner = await app.user(name);
  const call = (request: string, options: Call = {}) =>
    app.call(request, { token: owner.token, ...options });
  const made = await call('POST /projects', { json: { name: `of ${name}` } });
  const path = `/projects/${made.json.id}`;
  const known = new Map<string, Set<string>>();
  const commit = async (branch: string, some: Record<string, string>, message = 'Change') => {
    const there = known.get(branch) ?? new Set(known.get('main'));
    const answer = await call(`POST ${path}/repository/commits`, {
      json: {
        branch,
        ...(known.has(branch) || known.size === 0 ? {} : { start_branch: 'main' }),
        commit_message: message,
        actions: Object.entries(some).map(([file_path, content]) => ({
          action: there.has(file_path) ? 'update' : 'create',
          file_path,
          content,
        })),
      },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    known.set(branch, new Set([...there, ...Object.keys(some)]));
    return answer.json.id as string;
  };
  await commit('main', { 'README.md': '# Crane\n', ...files }, 'Begin');
  return {
    ...owner,
    path,
    fullPath: made.json.path_with_namespace,
    projectId: made.json.id,
    call,
    commit,
    async member(username, level) {
      const user = await app.user(username);
      const added = await call(`POST ${path}/members`, {
        json: { user_id: user.id, access_level: level },
      });
      if (added.status !== 201) throw new Error(added.text);
      return user;
    },
  };
}
