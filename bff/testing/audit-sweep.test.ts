import { expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { onBothDatabases } from './test-app.ts';
import type { Scene, WriteCalls } from './write-calls.ts';
import { automationCalls } from './write-calls-automation.ts';
import { integrationCalls } from './write-calls-integrations.ts';
import { approvalCalls } from './write-calls-approvals.ts';
import { awardCalls } from './write-calls-awards.ts';
import { reviewCalls } from './write-calls-reviews.ts';
import { controlCalls } from './write-calls-controls.ts';
import { dependencyCalls } from './write-calls-dependencies.ts';
import { keyCalls } from './write-calls-keys.ts';
import { integrationDeliveryCalls } from './write-calls-integration-deliveries.ts';
import { exportCalls } from './write-calls-exports.ts';
import { instanceCalls } from './write-calls-instance.ts';
import { mergeRequestCalls } from './write-calls-merge-requests.ts';
import { peopleCalls } from './write-calls-people.ts';
import { placeholderCalls } from './write-calls-placeholders.ts';
import { placeCalls } from './write-calls-places.ts';
import { repositoryCalls } from './write-calls-repository.ts';
import { scheduleCalls } from './write-calls-schedules.ts';
import { wikiCalls } from './write-calls-wikis.ts';

const calls: WriteCalls = {
  ...approvalCalls,
  ...automationCalls,
  ...integrationCalls,
  ...awardCalls,
  ...controlCalls,
  ...dependencyCalls,
  ...exportCalls,
  ...instanceCalls,
  ...reviewCalls,
  ...keyCalls,
  ...wikiCalls,
  ...integrationDeliveryCalls,
  ...mergeRequestCalls,
  ...peopleCalls,
  ...placeholderCalls,
  ...placeCalls,
  ...repositoryCalls,
  ...scheduleCalls,
};
/** Endpoints that change nothing although their method could. */
const storesNothing: readonly string[] = [
  'clock.set',
  'demo.reset',
  'previews.cron',
  'previews.markdown',
  'previews.deployKey',
  'previews.mergeRequest',
  'externalControls.check',
  'slashCommands.mattermost',
  'slashCommands.slack',
];

/** Changes whose rows hold no values: each one on purpose. */
const mutes = [
  // Words of people, some of them for a few only, which the comment itself keeps.
  'draftNotes.update',
  'draftNotes.publish',
  'epicNotes.update',
  'issueNotes.update',
  // The action says it: `discussion.resolve`.
  'mergeRequestDiscussions.update',
  'mergeRequestDiscussions.updateNote',
  'mergeRequestNotes.update',
  // Secrets.
  'secondFactor.reset',
  'sessions.changePassword',
];

onBothDatabases('every writing endpoint', (app) => {
  async function stage(): Promise<Scene> {
    let count = 0;
    const unique = () => `one-${++count}`;
    const [admin, caller, other] = [
      await app().user('harbourmaster', { admin: true }),
      await app().user('caller'),
      await app().user('other'),
    ];
    const made: Scene['made'] = async (request, json) => {
      const answer = await app().call(request, { token: caller.token, json });
      if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${answer.text}`);
      return answer.json;
    };
    return {
      app: app(),
      admin,
      caller,
      other,
      unique,
      made,
      async group() {
        const name = unique();
        return made('POST /groups', { name, path: name });
      },
      project: () => made('POST /projects', { name: unique(), initialize_with_readme: true }),
    };
  }

  it('leaves an audit row that names actor, action, subject and request, and its domain event', async () => {
    const writing = allEndpoints.filter(
      ({ id, method }) => method !== 'GET' && !storesNothing.includes(id),
    );
    expect(writing.map(({ id }) => id).filter((id) => !(id in calls))).toEqual([]);
    expect(Object.keys(calls).filter((id) => !writing.some((one) => one.id === id))).toEqual([]);
    const scene = await stage();
    const wrong: unknown[] = [];
    const mute: string[] = [];
    for (const { id, method } of writing) {
      const call = await calls[id]?.(scene);
      if (call === undefined) continue;
      const { request, ...options } = call;
      const token = options.token ?? scene.caller.token;
      const { status, text, headers } = await app().call(request, {
        ...options,
        token: token === '' ? undefined : token,
      });
      const rows = await app()
        .deps.db.selectFrom('audit_events')
        .selectAll()
        .where('request_id', '=', headers.get('x-request-id'))
        .execute();
      const events = await app()
        .deps.db.selectFrom('domain_events')
        .select(['name', 'subject_type', 'subject_id'])
        .where('request_id', '=', headers.get('x-request-id'))
        .execute();
      const named = rows.every((row) => row.actor_name && row.action && row.subject_type && row.ip);
      const told = rows.every((row) =>
        events.some(
          (event) =>
            event.name === row.action &&
            event.subject_type === row.subject_type &&
            event.subject_id === row.subject_id,
        ),
      );
      const tells = rows.some((row) => row.before !== null || row.after !== null);
      if (!tells && (method === 'PUT' || method === 'PATCH')) mute.push(id);
      const found = [rows.length, events.length];
      if (status >= 300 || rows.length === 0 || !named || !told) {
        wrong.push([id, status, ...found, text]);
      }
    }
    expect(wrong).toEqual([]);
    expect(mute).toEqual(mutes);
    // A hundred set-ups on a busy machine take their time.
  }, 240_000);
});
