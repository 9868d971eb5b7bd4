import { Gitlab } from '@gitbeaker/rest';
import { goLive } from './live-server.ts';
import type { TestApp } from './test-app.ts';

const clientOf = (host: string, token: string) => new Gitlab({ host, token });

export interface Stage {
  client: ReturnType<typeof clientOf>;
  groupId: number;
  /** Of the group, with one commit on two branches. */
  project: number;
  /** The administrator who calls. */
  me: number;
  close(): Promise<void>;
}

/** An unmodified client at a real port, with a group and a project to work on. */
export async function gitbeakerStage(app: TestApp): Promise<Stage> {
  const server = await goLive(app);
  const ann = await app.user('ann', { admin: true });
  const client = clientOf(server.url, ann.token);
  const groupId = (await client.Groups.create('Harbor', 'harbor')).id;
  const project = (await client.Projects.create({ name: 'quay', namespaceId: groupId })).id;
  await client.Commits.create(project, 'main', 'Begin', [
    { action: 'create', filePath: 'src/tide.ts', content: 'one\ntwo\n' },
  ]);
  await client.Branches.create(project, 'side', 'main');
  return { client, groupId, project, me: ann.id, close: () => server.close() };
}
