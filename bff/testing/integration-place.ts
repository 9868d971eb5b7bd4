import type { Answer, Call, TestApp, TestUser } from './test-app.ts';

export interface IntegrationPlace {
  owner: TestUser;
  /** The top, a group below it, and a project in that. */
  top: { id: number; full_path: string };
  group: { id: number; full_path: string };
  project: { id: number; namespace_id: number };
  call(request: string, options?: Call): Promise<Answer>;
  member(name: string, level: number): Promise<TestUser>;
}

/** A group in a group with a project in it, all of one owner. */
export async function integrationPlace(
  app: TestApp,
  name: string,
  { path = 'below' } = {},
): Promise<IntegrationPlace> {
  const owner = await app.user(`owner-${name}`);
  const call = (request: string, options: Call = {}) =>
    app.call(request, { token: owner.token, ...options });
  const make = async (request: string, json: object) => {
    const made = await call(request, { json });
    if (made.status !== 201) throw new Error(made.text);
    return made.json;
  };
  const top = await make('POST /groups', { name, path: name });
  const group = await make('POST /groups', { name: path, path, parent_id: top.id });
  const project = await make('POST /projects', { name: 'shop', namespace_id: group.id });
  return {
    owner,
    top,
    group,
    project: { id: project.id, namespace_id: group.id },
    call,
    async member(username, access_level) {
      const user = await app.user(username);
      await make(`POST /groups/${top.id}/members`, { user_id: user.id, access_level });
      return user;
    },
  };
}
