import { transact } from '../context.ts';
import type { SourceUserStatus } from '#contract/own-reassignments.ts';
import { knownStranger } from '../modules/placeholder-users/rules.ts';
import { linesOf, source } from './bundles.ts';
import { csvHeader, csvLine, sourceHost } from './strangers.ts';
import type { Scene, Sent, WriteCalls } from './write-calls.ts';

/** Somebody of an import into a new group, in a state. */
async function stranger(scene: Scene, status: SourceUserStatus = 'pending_reassignment') {
  const group = await scene.group();
  const row = await transact(scene.app.ctx, (ctx) =>
    knownStranger(ctx, {
      groupId: group.id,
      hostname: sourceHost,
      importType: 'gitlab_migration',
      identifier: '1',
      name: 'Person 1',
      username: 'p1',
    }),
  );
  await scene.app.deps.db
    .updateTable('import_source_users')
    .set({ status })
    .where('id', '=', row.id)
    .execute();
  return { group, row };
}

const act =
  (verb: string, status: SourceUserStatus) =>
  async (scene: Scene): Promise<Sent> => {
    const { group, row } = await stranger(scene, status);
    const json = { ids: [row.id], user_id: scene.other.id };
    return { request: `POST /bff/groups/${group.id}/placeholder_users/${verb}`, json };
  };

const answer =
  (verb: string) =>
  async (scene: Scene): Promise<Sent> => {
    const { group, row } = await stranger(scene);
    const json = { ids: [row.id], user_id: scene.other.id };
    await scene.made(`POST /bff/groups/${group.id}/placeholder_users/assign`, json);
    const waiting = await scene.app.call('GET /bff/reassignments', { token: scene.other.token });
    const { token } = waiting.json.at(-1);
    return { request: `POST /bff/reassignments/${token}/${verb}`, token: scene.other.token };
  };

function form(): FormData {
  const body = new FormData();
  body.set('file', new Blob([`${csvHeader}\n${csvLine('1')}\n`]), 'people.csv');
  return body;
}

const sent = async (scene: Scene, dryRun: boolean) => {
  const { group } = await stranger(scene);
  const path = `/bff/groups/${group.id}/reassignment_files`;
  const { token } = scene.caller;
  const call = { token, body: form() };
  const made = await scene.app.call(`POST ${path}?dry_run=${dryRun}`, call);
  return `${path}/${made.json.id}`;
};

export const placeholderCalls: WriteCalls = {
  'groupImports.create': async (scene) => {
    const { group } = await stranger(scene);
    const json = { import_sources: ['gitlab_project'] };
    await scene.app.call('PUT /application/settings', { token: scene.admin.token, json });
    const body = new FormData();
    body.set('file', new Blob([linesOf(source)]), 'bundle.jsonl');
    return { request: `POST /bff/groups/${group.id}/imports`, body };
  },
  'placeholderReassignments.upload': async (scene) => {
    const { group } = await stranger(scene);
    return { request: `POST /groups/${group.id}/placeholder_reassignments`, body: form() };
  },
  'placeholderUsers.assign': act('assign', 'pending_reassignment'),
  'placeholderUsers.cancel': act('cancel', 'awaiting_approval'),
  'placeholderUsers.keep': act('keep', 'rejected'),
  'placeholderUsers.retry': act('retry', 'failed'),
  'reassignments.accept': answer('accept'),
  'reassignments.reject': answer('reject'),
  'reassignmentFiles.create': async (scene) => {
    const { group } = await stranger(scene);
    return { request: `POST /bff/groups/${group.id}/reassignment_files`, body: form() };
  },
  'reassignmentFiles.apply': async (scene) => {
    const path = await sent(scene, true);
    await scene.app.drain();
    return { request: `POST ${path}/apply` };
  },
  'reassignmentFiles.stop': async (scene) => ({ request: `POST ${await sent(scene, false)}/stop` }),
};
