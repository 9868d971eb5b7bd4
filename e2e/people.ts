import { api, server } from './server.ts';

export interface Person {
  id: number;
  username: string;
  password: string;
}

/** Makes a user through the API, as the administrator. */
export async function person(username: string, name: string): Promise<Person> {
  const password = `the password of ${username}`;
  const made = await api(server.rootToken)<{ id: number }>('POST', '/users', {
    username,
    name,
    email: `${username}@example.test`,
    password,
    skip_confirmation: true,
  });
  if (made.status !== 201) throw new Error(`no user ${username}: ${JSON.stringify(made.body)}`);
  return { id: made.body.id, username, password };
}

/** Makes a group with a project in it; gives the project's full path. */
export async function project(group: string, name: string): Promise<string> {
  const root = api(server.rootToken);
  const made = await root<{ id: number }>('POST', '/groups', { name: group, path: group });
  const inside = { name, path: name, namespace_id: made.body.id };
  const created = await root<{ path_with_namespace: string }>('POST', '/projects', inside);
  if (created.status !== 201) throw new Error(`no project: ${JSON.stringify(created.body)}`);
  return created.body.path_with_namespace;
}

/** Gives a role in a project: 20 Reporter, 30 Developer, 40 Maintainer. */
export async function giveRole(path: string, who: Person, access_level: number): Promise<void> {
  const members = `/projects/${encodeURIComponent(path)}/members`;
  const given = await api(server.rootToken)('POST', members, { user_id: who.id, access_level });
  if (given.status !== 201) throw new Error(`no role: ${JSON.stringify(given.body)}`);
}
