import type { Answer, Call, TestApp, TestUser } from './test-app.ts';
import { commitFiles } from './scratch.ts';

let made = 0;

export interface Opened {
  id: number;
  iid: number;
  sha: string;
  source_branch: string;
}

/** What is sent to create a merge request. */
export type Attributes = Record<string, unknown> & { source_branch?: string };

/** A project with one commit on `main`, whose merge requests a test is about. */
export interface Workshop {
  owner: TestUser;
  project: { id: number; full_path: string };
  /** `/projects/:id` */
  path: string;
  /** Somebody with a role in the project. */
  member(name: string, level: number): Promise<TestUser>;
  /** Commits to a branch, which begins at `main` where it is new. */
  commit(branch: string, files?: Record<string, string>): Promise<string>;
  /** Opens a merge request into `main`, from a new branch with one commit where none is named. */
  open(attributes?: Attributes, token?: string): Promise<Opened>;
  /** `METHOD <rest>` below the project's merge requests, as the owner unless a token is given. */
  call(request: string, options?: Call): Promise<Answer>;
  /** The single read once no job is due. */
  settled(iid: number): Promise<Answer['json']>;
}

/** A name that no other test has. */
export const fresh = (name: string): string => `${name}${++made}`;

/** A project, with an owner of its own unless one is given, and short ways to work with its merge requests. */
export async function workshop(
  app: TestApp,
  settings: Record<string, unknown> = {},
  by?: TestUser,
): Promise<Workshop> {
  const owner = by ?? (await app.user(fresh('owner')));
  const created = await app.call('POST /projects', {
    token: owner.token,
    json: { name: fresh('shop'), ...settings },
  });
  const project = { id: created.json.id, full_path: created.json.path_with_namespace };
  const path = `/projects/${project.id}`;
  await commitFiles(app, project, { branch: 'main', files: { 'a.txt': 'one\n' } });
  const shop: Workshop = {
    owner,
    project,
    path,
    async member(name, access_level) {
      const user = await app.user(fresh(name));
      const json = { user_id: user.id, access_level };
      await app.call(`POST ${path}/members`, { token: owner.token, json });
      return user;
    },
    commit: (branch, files = { [`${branch}.txt`]: `${branch}\n` }) =>
      commitFiles(app, project, { branch, files, from: 'main' }),
    async open(attributes = {}, token = owner.token) {
      const { source_branch = fresh('topic') } = attributes;
      if (attributes.source_branch === undefined) await shop.commit(source_branch);
      const json = { title: source_branch, target_branch: 'main', ...attributes, source_branch };
      const answer = await app.call(`POST ${path}/merge_requests`, { token, json });
      if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
      return answer.json;
    },
    call(request, options = {}) {
      const [method, rest = ''] = request.split(' ');
      const slash = rest === '' || rest.startsWith('?') ? '' : '/';
      return app.call(`${method} ${path}/merge_requests${slash}${rest}`, {
        token: owner.token,
        ...options,
      });
    },
    async settled(iid) {
      await app.drain();
      return (await shop.call(`GET ${iid}`)).json;
    },
  };
  return shop;
}
