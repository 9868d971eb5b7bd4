import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import type { News } from './news.ts';

onBothDatabases('payloads of wiki pages', (app) => {
  it('carry the page with its text and where it lies, for each write and none of a closed wiki', async () => {
    const { call, group, project } = await harbor(app(), 'pia');
    const id = Number(project.split('/').at(-1));
    app().deps.resolve = () => Promise.resolve(['93.184.216.34']);
    app().deps.fetch = () => Promise.reject(new Error('nothing is sent'));
    await call(`PUT ${group}/integrations/slack`, { webhook: 'https://chat.example.test/hook' });
    const told = async () => {
      await app().drain();
      const rows = await app()
        .deps.db.selectFrom('integration_deliveries')
        .select(['event', 'news'])
        .where('project_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map(({ event, news }) => ({ event, ...(JSON.parse(news) as News) }));
    };
    await call(`POST ${project}/wikis`, { title: 'Dock/Low tide', content: 'Mind the *gap*' });
    const page = `${project}/wikis/${encodeURIComponent('Dock/Low-tide')}`;
    await call(`PUT ${page}`, { content: 'x'.repeat(1024 * 1024 + 1), message: 'Say more' });
    await call(`DELETE ${page}`);
    const [created, updated, removed] = await told();
    const home = 'http://127.0.0.1:3000/at-pia/quay';
    const [, , first] = (await call(`GET /bff${page}/versions`)).json;
    const url = `${home}/-/wikis/Dock/Low-tide`;
    expect(created?.event).toBe('wiki_page_events');
    expect(created?.payload).toEqual({
      object_kind: 'wiki_page',
      user: {
        id: expect.any(Number),
        name: 'Pia',
        username: 'pia',
        avatar_url: null,
        email: '[REDACTED]',
      },
      project: {
        id,
        name: 'quay',
        description: null,
        web_url: home,
        avatar_url: null,
        git_ssh_url: '',
        git_http_url: `${home}.git`,
        namespace: 'pia',
        visibility_level: 0,
        path_with_namespace: 'at-pia/quay',
        default_branch: 'main',
        ci_config_path: null,
        homepage: home,
        url: `${home}.git`,
        ssh_url: '',
        http_url: `${home}.git`,
      },
      wiki: {
        web_url: `${home}/-/wikis/home`,
        git_ssh_url: '',
        git_http_url: `${home}.wiki.git`,
        path_with_namespace: 'at-pia/quay.wiki',
        default_branch: 'main',
      },
      object_attributes: {
        title: 'Low tide',
        format: 'markdown',
        message: 'pia created page: Dock/Low-tide',
        slug: 'Dock/Low-tide',
        version_id: first.id,
        url,
        action: 'create',
        diff_url: `${url}?version_id=${first.id}`,
        content: 'Mind the *gap*',
      },
    });
    // What is very long is not told with the page.
    expect(updated?.payload).toMatchObject({
      object_attributes: { action: 'update', message: 'Say more', content: null },
    });
    expect(removed?.payload).toMatchObject({
      object_attributes: { action: 'delete', title: 'Low tide', url },
    });
    await call(`POST ${project}/wikis`, { title: 'late', content: 'Hidden' });
    await call(`PUT ${project}`, { wiki_access_level: 'disabled' });
    expect(await told()).toHaveLength(3);
  });
});
