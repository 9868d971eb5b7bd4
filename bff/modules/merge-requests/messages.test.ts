import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('default messages of a merge', (app) => {
  it('are those that the merge then writes, by the templates of the project', async () => {
    const shop = await workshop(app(), {
      merge_commit_template: 'Into %{target_branch}: %{title}\n\nBy %{merged_by}',
      squash_commit_template: 'One of %{source_branch}',
    });
    const made = await shop.open({ title: 'Round heights', squash: true });
    const path = `/bff${shop.path}/merge_requests/1/messages`;
    const { token } = shop.owner;
    const shown = await app().call(`GET ${path}`, { token });
    expect(shown.json).toEqual({
      default_merge_commit_message: `Into main: Round heights\n\nBy ${shop.owner.user.name} <${shop.owner.user.email}>`,
      default_squash_commit_message: `One of ${made.source_branch}`,
    });
    await shop.settled(1);
    const { json: merged } = await shop.call('PUT 1/merge');
    const messageOf = async (sha: string) => {
      const { json } = await app().call(`GET ${shop.path}/repository/commits/${sha}`, { token });
      return json.message.trim();
    };
    expect(await messageOf(merged.merge_commit_sha)).toBe(shown.json.default_merge_commit_message);
    expect(await messageOf(merged.squash_commit_sha)).toBe(
      shown.json.default_squash_commit_message,
    );
  });

  it('are for who may read the merge request', async () => {
    const shop = await workshop(app());
    await shop.open();
    const path = `/bff${shop.path}/merge_requests/1/messages`;
    const { token } = await shop.member('visitor', accessLevels.guest);
    const refused = await shop.call('GET 1', { token });
    expect(refused.status).toBeGreaterThanOrEqual(403);
    expect((await app().call(`GET ${path}`, { token })).status).toBe(refused.status);
    expect((await app().call(`GET ${path}`)).status).toBe(401);
  });
});
