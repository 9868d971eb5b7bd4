import { expect, it } from 'vitest';
import { integrationPlace } from '../../testing/integration-place.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const links = (host: string) => ({
  issues_url: `https://${host}.example.test/issues/:id`,
  project_url: `https://${host}.example.test/`,
});
const withNew = (host: string) => ({
  ...links(host),
  new_issue_url: `https://${host}.example.test/new`,
});

onBothDatabases('the issue tracker of a project', (app) => {
  it('is what texts lead to: its own, else the nearest above, and bare numbers only where it keeps no issues', async () => {
    const { top, group, project, call } = await integrationPlace(app(), 'tracker');
    const shown = async () => (await call(`GET /bff/projects/${project.id}/issue_tracker`)).json;
    expect(await shown()).toEqual({ tracker: null });
    await call(`PUT /groups/${top.id}/integrations/bugzilla`, { json: withNew('bugs') });
    expect(await shown()).toEqual({
      tracker: { slug: 'bugzilla', title: 'Bugzilla', ...withNew('bugs'), keeps_numbers: true },
    });
    await call(`PUT /groups/${group.id}/integrations/youtrack`, { json: links('you') });
    const near = { slug: 'youtrack', title: 'JetBrains YouTrack', ...links('you') };
    expect(await shown()).toEqual({
      tracker: { ...near, new_issue_url: null, keeps_numbers: true },
    });
    await call(`PUT /projects/${project.id}`, { json: { issues_enabled: false } });
    expect((await shown()).tracker.keeps_numbers).toBe(false);
    // Off here, whatever stands above; the next one counts.
    await call(`PUT /projects/${project.id}/integrations/youtrack`, { json: links('own') });
    await call(`DELETE /projects/${project.id}/integrations/youtrack`);
    expect((await shown()).tracker.slug).toBe('bugzilla');
    const { token } = await app().user('stranger-tracker');
    const elsewhere = `GET /bff/projects/${project.id}/issue_tracker`;
    expect((await app().call(elsewhere, { token })).json).toEqual({
      message: '404 Project Not Found',
    });
  });

  it('is one: a project has no second one of its own', async () => {
    const { group, project, call } = await integrationPlace(app(), 'second');
    const at = `/projects/${project.id}/integrations`;
    expect((await call(`PUT ${at}/redmine`, { json: withNew('red') })).status).toBe(200);
    expect((await call(`PUT ${at}/redmine`, { json: withNew('red2') })).status).toBe(200);
    const second = await call(`PUT ${at}/phorge`, { json: links('phorge') });
    expect([second.status, second.json]).toEqual([
      400,
      {
        message:
          'Failed to update integration. {:base=>["Another issue tracker is already in use. Only one issue tracker service can be active at a time"]}',
      },
    ]);
    expect((await call(`GET ${at}/phorge`)).status).toBe(404);
    expect((await call(`PUT ${at}/asana`, { json: { api_key: 'k' } })).status).toBe(200);
    await call(`DELETE ${at}/redmine`);
    expect((await call(`PUT ${at}/phorge`, { json: links('phorge') })).status).toBe(200);
    for (const slug of ['clickup', 'phorge']) {
      const made = await call(`PUT /groups/${group.id}/integrations/${slug}`, {
        json: links(slug),
      });
      expect([slug, made.status]).toEqual([slug, 200]);
    }
  });

  it('is linked from titles and descriptions that are rendered, as text that does nothing else', async () => {
    const { project, call } = await integrationPlace(app(), 'rendered');
    const at = `/projects/${project.id}`;
    const commit = (branch: string, more: object) =>
      call(`POST ${at}/repository/commits`, {
        json: {
          branch,
          commit_message: 'Add',
          actions: [{ action: 'create', file_path: branch, content: 'x' }],
          ...more,
        },
      });
    await commit('main', {});
    await commit('side', { start_branch: 'main' });
    const json = {
      source_branch: 'side',
      target_branch: 'main',
      title: '<i> QD-4 #5',
      description: 'Closes QD-6 & #7\n\n<script>QD-8</script>',
    };
    const { iid } = (await call(`POST ${at}/merge_requests`, { json })).json;
    const rendered = async () => {
      const shown = await call(`GET ${at}/merge_requests/${iid}?render_html=true`);
      return [shown.json.title_html, shown.json.description_html];
    };
    expect(await rendered()).toEqual([
      '&lt;i&gt; QD-4 #5',
      '<p>Closes QD-6 &amp; #7</p>\n<p>&lt;script&gt;QD-8&lt;/script&gt;</p>',
    ]);
    await call(`PUT ${at}/integrations/custom-issue-tracker`, { json: withNew('own') });
    const link = (text: string, id: number) =>
      `<a href="https://own.example.test/issues/${id}" rel="noopener noreferrer">${text}</a>`;
    expect(await rendered()).toEqual([
      `&lt;i&gt; ${link('QD-4', 4)} #5`,
      `<p>Closes ${link('QD-6', 6)} &amp; #7</p>\n<p>&lt;script&gt;${link('QD-8', 8)}&lt;/script&gt;</p>`,
    ]);
    await call(`PUT ${at}`, { json: { issues_enabled: false } });
    expect((await rendered())[0]).toBe(`&lt;i&gt; ${link('QD-4', 4)} ${link('#5', 5)}`);
  });
});
