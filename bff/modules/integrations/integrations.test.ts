import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { integrationPlace } from '../../testing/integration-place.ts';

onBothDatabases('integrations', (app) => {
  it('C41: are set up, read back, switched off and set up again without a trace', async () => {
    const { group, call } = await integrationPlace(app(), 'c41', { path: 'sub.one' });
    const at = `/groups/${encodeURIComponent(group.full_path)}/integrations`;
    const settings = {
      webhook: 'https://chat.example.test/hooks/AAA',
      username: 'bot ✓',
      channel: 'town-square',
      push_events: false,
      branches_to_be_notified: 'all',
      labels_to_be_notified: '~bug,~"type::x"',
    };
    const made = await call(`PUT ${at}/mattermost`, { json: settings });
    expect([made.status, made.json]).toEqual([
      200,
      {
        id: expect.any(Number),
        title: 'Mattermost notifications',
        slug: 'mattermost',
        created_at: made.json.updated_at,
        updated_at: expect.stringMatching(/^2026-11-27T12:\d\d:\d\d\.\d{3}Z$/),
        active: true,
        commit_events: true,
        push_events: false,
        issues_events: true,
        incident_events: false,
        alert_events: true,
        confidential_issues_events: true,
        merge_requests_events: true,
        tag_push_events: true,
        deployment_events: false,
        note_events: true,
        confidential_note_events: true,
        pipeline_events: true,
        wiki_page_events: true,
        job_events: true,
        vulnerability_events: false,
        comment_on_event_enabled: true,
        inherited: false,
        properties: {
          username: 'bot ✓',
          channel: 'town-square',
          notify_only_broken_pipelines: true,
          notify_only_when_pipeline_status_changes: false,
          branches_to_be_notified: 'all',
          labels_to_be_notified: '~bug,~"type::x"',
          labels_to_be_notified_behavior: 'match_any',
          push_channel: null,
          issue_channel: null,
          confidential_issue_channel: null,
          merge_request_channel: null,
          note_channel: null,
          confidential_note_channel: null,
          tag_push_channel: null,
          pipeline_channel: null,
          wiki_page_channel: null,
          deployment_channel: null,
          incident_channel: null,
          alert_channel: null,
          vulnerability_channel: null,
        },
      },
    ]);
    expect(made.text).not.toContain('AAA');
    expect((await call(`GET ${at}/mattermost`)).json).toEqual(made.json);
    const { properties, ...basic } = made.json;
    const list = await call(`GET ${at}`);
    expect([list.json, list.headers.get('link'), list.headers.get('x-page')]).toEqual([
      [basic],
      null,
      null,
    ]);

    app().clock.set(app().clock.now() + 5_000);
    const anew = await call(`PUT ${at}/mattermost`, {
      json: { webhook: 'https://chat.example.test/hooks/BBB' },
    });
    expect(anew.status).toBe(200);
    expect(Date.parse(anew.json.updated_at)).toBeGreaterThan(Date.parse(made.json.updated_at));
    expect(anew.json).toEqual({ ...made.json, updated_at: anew.json.updated_at });
    expect(properties).toEqual(anew.json.properties);

    const old = { headers: { 'if-unmodified-since': 'Thu, 26 Nov 2026 12:00:00 GMT' } };
    const stale = await call(`DELETE ${at}/mattermost`, old);
    expect([stale.status, stale.json]).toEqual([412, { message: '412 Precondition Failed' }]);
    const unreadable = { headers: { 'if-unmodified-since': 'yesterday' } };
    const gone = await call(`DELETE ${at}/mattermost`, unreadable);
    expect([gone.status, gone.text]).toEqual([204, '']);
    const reset = (await call(`GET ${at}/mattermost`)).json;
    expect(reset).toEqual({
      ...made.json,
      updated_at: reset.updated_at,
      active: false,
      push_events: true,
      properties: {
        ...properties,
        username: null,
        channel: null,
        branches_to_be_notified: 'default',
        labels_to_be_notified: null,
      },
    });
    expect((await call(`GET ${at}`)).json).toEqual([]);
    expect((await call(`DELETE ${at}/mattermost`)).status).toBe(204);
    const again = await call(`PUT ${at}/mattermost`, {
      json: { webhook: 'https://chat.example.test/hooks/CCC' },
    });
    expect([again.status, again.json]).toEqual([
      200,
      { ...reset, updated_at: again.json.updated_at, active: true },
    ]);
  });
});
