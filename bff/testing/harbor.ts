import type { TestApp } from './test-app.ts';

/** A group with a project of one owner, and what calls as that owner. */
export async function harbor(app: TestApp, owner: string, visibility = 'private') {
  const user = await app.user(owner);
  const call = (request: string, json?: unknown) => app.call(request, { token: user.token, json });
  const group = (await call('POST /groups', { name: owner, path: `at-${owner}`, visibility })).json;
  const made = await call('POST /projects', { name: 'quay', namespace_id: group.id, visibility });
  const project = `/projects/${made.json.id}`;
  const member = async (name: string, access_level: number) => {
    const person = await app.user(name);
    if (access_level > 0) {
      await call(`POST ${project}/members`, { user_id: person.id, access_level });
    }
    const as = (request: string, json?: unknown) =>
      app.call(request, { token: person.token, json });
    return { ...person, as };
  };
  const issue = async (json: object) => (await call(`POST ${project}/issues`, json)).json;
  const commit = (files: Readonly<Record<string, string>>, branch = 'main', more: object = {}) =>
    call(`POST ${project}/repository/commits`, {
      branch,
      commit_message: `Add ${Object.keys(files).join(', ')}`,
      actions: Object.entries(files).map(([file_path, content]) => ({
        action: 'create',
        file_path,
        content,
      })),
      ...more,
    });
  return { ...user, call, group: `/groups/${group.id}`, project, member, issue, commit };
}
