import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('slash commands', (app) => {
  it('are answered with what a Reporter of the project sees, confidential items left out', async () => {
    const port = await harbor(app(), 'skipper');
    const set = { token: 'chat-token' };
    await port.call(`PUT ${port.group}/integrations/mattermost-slash-commands`, set);
    await port.call(`PUT ${port.group}/integrations/slack-slash-commands`, {
      token: 'slack-token',
    });
    await port.commit({ 'a.txt': '1' });
    await port.commit({ 'b.txt': '2' }, 'side', { start_branch: 'main' });
    await port.issue({ title: 'Leak <!channel>', description: 'Wet [x](y)' });
    await port.issue({ title: 'Leak of secrets', confidential: true });
    for (let at = 0; at < 6; at += 1) await port.issue({ title: `Storm ${at}` });
    await port.call(`POST ${port.project}/merge_requests`, {
      source_branch: 'side',
      target_branch: 'main',
      title: 'Side',
    });
    const at = (name: string) => `POST ${port.project}/integrations/${name}_slash_commands/trigger`;
    // As chats send it: a form, with more than is read, and nobody signed in.
    const typed = async (text: string, name = 'mattermost', token = 'chat-token') => {
      const fields = { token, text, command: '/deck', user_name: 'anyone', team_id: 'T1' };
      const answer = await app().call(at(name), { body: new URLSearchParams(fields) });
      return answer.status === 200
        ? [200, answer.json.response_type, answer.json.text]
        : [answer.status];
    };
    const home = 'http://127.0.0.1:3000/at-skipper/quay/-';
    expect(await typed('issue show 1')).toEqual([
      200,
      'ephemeral',
      `[#1 Leak !channel](${home}/issues/1) (opened)\nWet x(y)`,
    ]);
    expect(await typed('issue show #1', 'slack', 'slack-token')).toEqual([
      200,
      'ephemeral',
      `<${home}/issues/1|#1 Leak !channel> (opened)\nWet x(y)`,
    ]);
    expect((await typed('issue show 2'))[2]).toBe('Nothing was found.');
    expect((await typed('issue search LEAK'))[2]).toBe(
      `[#1 Leak !channel](${home}/issues/1) (opened)`,
    );
    expect(String((await typed('issue search storm'))[2]).split('\n')).toHaveLength(5);
    expect((await typed('mr search side'))[2]).toBe(`[!1 Side](${home}/merge_requests/1) (opened)`);
    expect((await typed('mr show !1'))[2]).toContain('!1 Side');
    for (const text of ['', 'help', 'issue', 'issue show', 'deploy now']) {
      expect((await typed(text))[2]).toContain('mr show <number>');
    }
  });

  it('with a wrong token, of the other chat, elsewhere or switched off are 404 alike', async () => {
    const port = await harbor(app(), 'mate');
    const path = `${port.group}/integrations/slack-slash-commands`;
    await port.call(`PUT ${path}`, { token: 'right' });
    const ask = async (project: string, token?: string, name = 'slack') => {
      const request = `POST ${project}/integrations/${name}_slash_commands/trigger`;
      const answer = await app().call(request, { json: { token, text: 'help' } });
      return [answer.status, answer.text];
    };
    const none = [404, '{"message":"404 Not Found"}'];
    expect((await ask(port.project, 'right'))[0]).toBe(200);
    expect(await ask(port.project, 'wrong')).toEqual(none);
    expect(await ask(port.project, 'right', 'mattermost')).toEqual(none);
    expect(await ask('/projects/999999', 'right')).toEqual(none);
    expect(await ask(port.project)).toEqual([400, '{"error":"token is missing"}']);
    await port.call(`DELETE ${path}`);
    expect(await ask(port.project, 'right')).toEqual(none);
  });
});
