import { expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { callOutside } from '../../outbound/rules.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { fresh, workshop } from '../../testing/workshop.ts';
import { sendMail } from '../mails/rules.ts';
import { updateSettings } from './rules.ts';

onBothDatabases('a setting of the instance is obeyed', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  const call = (request: string, who?: TestUser, json?: object) =>
    app().call(request, { ...(who && { token: who.token }), json });

  it('what stands in mails, in which form, and that silence keeps all of it here', async () => {
    const sent: { text: string; html?: string }[] = [];
    app().deps.mailer = async (mail) => {
      sent.push(mail);
      return '250 OK';
    };
    const ctx = { ...app().ctx, mailer: app().deps.mailer };
    const send = async () => {
      await transact(ctx, (ctx) =>
        sendMail(ctx, { to: 'a@example.test', subject: 'Ahoy', text: 'Tide <in> & out\n' }),
      );
      await app().drain();
      return sent.splice(0);
    };
    await set({ email_additional_text: 'The harbour office' });
    const [first] = await send();
    expect(first).toMatchObject({
      text: 'Tide <in> & out\n\n-- \nThe harbour office\n',
      html: expect.stringContaining('Tide &lt;in&gt; &amp; out'),
    });
    await set({ email_additional_text: null, html_emails_enabled: false });
    const [plain] = await send();
    expect([plain?.text, plain?.html]).toEqual(['Tide <in> & out\n', undefined]);
    let asked = 0;
    const outside = () =>
      callOutside(
        {
          ...ctx,
          fetch: async () => {
            asked += 1;
            return { status: 200, headers: {}, body: Buffer.from(''), url: '' };
          },
        },
        'https://example.test',
      );
    await outside();
    await set({ silent_mode_enabled: true });
    expect(await send()).toEqual([]);
    const [kept] = await app()
      .deps.db.selectFrom('mails')
      .select('state')
      .orderBy('id', 'desc')
      .execute();
    expect(kept?.state).toBe('kept');
    await expect(outside()).rejects.toThrow('could not be reached');
    expect(asked).toBe(1);
    await set({ silent_mode_enabled: false, html_emails_enabled: true });
  });

  it('what visitors are shown: help, the way out, whom to tell of a weakness, measurements', async () => {
    const opening = async () => (await call('GET /bff/bootstrap')).json;
    expect(await opening()).toMatchObject({
      after_sign_out_path: null,
      help: { text: '', support_url: null },
    });
    await set({
      after_sign_out_path: 'https://example.test/bye',
      help_page_text: 'Ask **Ann**',
      help_page_support_url: 'https://example.test/help',
    });
    expect(await opening()).toMatchObject({
      after_sign_out_path: 'https://example.test/bye',
      help: { text: 'Ask **Ann**', support_url: 'https://example.test/help' },
    });
    expect((await call('GET /-/security.txt')).status).toBe(404);
    await set({ security_txt_content: 'Contact: mailto:safe@example.test' });
    const text = await call('GET /-/security.txt');
    expect([text.status, text.headers.get('content-type'), text.text]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'Contact: mailto:safe@example.test',
    ]);
    const known = await app().fetch(new Request('http://127.0.0.1:3000/.well-known/security.txt'));
    expect([known.status, known.headers.get('location')]).toEqual([302, '/-/security.txt']);
    expect((await call('GET /-/metrics')).status).toBe(200);
    await set({ prometheus_metrics_enabled: false });
    expect((await call('GET /-/metrics')).status).toBe(404);
    await set({ prometheus_metrics_enabled: true });
  });

  it('whether people delete their account', async () => {
    const ann = await app().user('ann');
    await set({ allow_account_deletion: false });
    const remove = (current_password: string) =>
      call('DELETE /bff/account', ann, { current_password });
    expect((await remove(ann.password)).status).toBe(403);
    await set({ allow_account_deletion: true });
    expect((await remove('wrong')).status).toBe(400);
    const root = await app().user('root', { admin: true });
    const last = await call('DELETE /bff/account', root, { current_password: root.password });
    expect([last.status, last.json]).toEqual([
      400,
      { message: { base: ['the last active administrator must stay'] } },
    ]);
    await set({ admin_mode: true });
    const plain = { ...root, token: await app().tokenOf(root.user, ['api']) };
    const asAnyone = await call('DELETE /bff/account', plain, { current_password: root.password });
    expect([asAnyone.status, asAnyone.json]).toEqual([last.status, last.json]);
    await set({ admin_mode: false });
    expect((await remove(ann.password)).status).toBe(204);
    expect((await call(`GET /users/${ann.id}`, root)).status).toBe(404);
  });

  it('who approves, and who changes the rules of it', async () => {
    const shop = await workshop(app());
    const { iid } = await shop.open();
    const may = async () =>
      (await shop.call(`GET ${iid}/approvals`)).json.user_can_approve as boolean;
    expect(await may()).toBe(true);
    await set({ prevent_merge_requests_author_approval: true });
    expect(await may()).toBe(false);
    expect((await shop.call(`POST ${iid}/approve`)).status).toBe(401);
    const dev = await shop.member('dev', 30);
    const other = await shop.open({}, dev.token);
    await call(`POST ${shop.path}/repository/commits`, shop.owner, {
      branch: other.source_branch,
      commit_message: 'Help',
      actions: [{ action: 'create', file_path: 'help.txt', content: 'help' }],
    });
    await app().drain();
    await set({ prevent_merge_requests_author_approval: false });
    const project = async () =>
      (await call(`GET ${shop.path}/approvals`, shop.owner)).json as Record<string, boolean>;
    expect((await project()).merge_requests_disable_committers_approval).toBe(false);
    await set({ prevent_merge_requests_committers_approval: true });
    expect((await project()).merge_requests_disable_committers_approval).toBe(true);
    expect((await shop.call(`POST ${other.iid}/approve`)).status).toBe(401);
    await set({
      prevent_merge_requests_committers_approval: false,
      disable_overriding_approvers_per_merge_request: true,
    });
    const rule = { name: fresh('rule'), approvals_required: 1 };
    const require = () => shop.call(`POST ${iid}/approval_rules`, { json: rule });
    expect((await require()).status).toBe(403);
    const inProject = () => call(`POST ${shop.path}/approval_rules`, shop.owner, rule);
    expect((await inProject()).status).toBe(403);
    const byNumber = (by: TestUser, approvals_before_merge: number) =>
      call(`POST ${shop.path}/approvals`, by, { approvals_before_merge });
    expect((await byNumber(shop.owner, 2)).status).toBe(403);
    expect((await project()).approvals_before_merge).toBe(0);
    expect((await byNumber(await app().user('boss', { admin: true }), 0)).status).toBe(201);
    await set({ disable_overriding_approvers_per_merge_request: false });
    expect([(await require()).status, (await inProject()).status]).toEqual([201, 201]);
  });

  it('how much of a diff is shown: all of it, unless an administrator sets a limit', async () => {
    const shop = await workshop(app());
    const line = `${'z'.repeat(9)}\n`;
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const files = Object.fromEntries(names.map((name) => [name, line.repeat(200)]));
    // More than the public server shows of one file, and more than a page has room for.
    await shop.commit('wide', { ...files, 'e.txt': `${'y'.repeat(99)}\n`.repeat(60_000) });
    await shop.open({ source_branch: 'wide' });
    await app().drain();
    type File = { new_path: string; diff: string; too_large: boolean; collapsed: boolean };
    const shown = (list: File[]) =>
      list.map(({ new_path, diff, too_large, collapsed }) =>
        too_large ? 'too large' : collapsed ? 'collapsed' : diff === '' ? 'nothing' : new_path,
      );
    const changes = async (query = '') => {
      const { changes: list, overflow } = (await shop.call(`GET 1/changes${query}`)).json;
      return [...shown(list), overflow];
    };
    const page = async (query: string) => shown((await shop.call(`GET 1/diffs?${query}`)).json);
    const all = [...names, 'e.txt'];
    expect(await changes()).toEqual([...all, false]);
    expect(await page('per_page=5')).toEqual([...names, 'collapsed']);
    expect(await page('per_page=1&page=5')).toEqual(['e.txt']);

    await set({ diff_max_patch_bytes: 5_000 });
    expect(await changes()).toEqual([...names, 'too large', false]);
    expect(await page('per_page=1&page=5')).toEqual(['too large']);
    expect(await changes('?access_raw_diffs=true')).toEqual([...all, false]);

    await set({ diff_max_lines: 500 });
    expect(await changes()).toEqual(['a.txt', 'b.txt', true]);
    expect(await page('per_page=4')).toEqual(['a.txt', 'b.txt', 'collapsed', 'collapsed']);
    expect(await page('per_page=2&page=2')).toEqual(['c.txt', 'd.txt']);

    await set({ diff_max_lines: 0, diff_max_files: 3 });
    expect(await changes()).toEqual(['a.txt', 'b.txt', 'c.txt', true]);
    expect(await page('per_page=4')).toEqual(['a.txt', 'b.txt', 'c.txt', 'collapsed']);
    expect(await changes('?access_raw_diffs=true')).toEqual([...all, false]);

    await set({ diff_max_files: 0, diff_max_patch_bytes: 0 });
    expect(await changes()).toEqual([...all, false]);
  });
});
