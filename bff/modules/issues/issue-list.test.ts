import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';

const titles = (answer: { json: { title: string }[] }) => answer.json.map((one) => one.title);

onBothDatabases('lists of issues', (app) => {
  it('a list is narrowed by state, labels, milestone, people, numbers, words and days', async () => {
    const { call, project, issue, id, member } = await harbor(app(), 'dan');
    const dev = await member('dandev', 30);
    const milestone = (
      await call(`POST ${project}/milestones`, { title: 'M', due_date: '2027-01-01' })
    ).json;
    await issue({ title: 'Anchor lost', labels: 'sea', assignee_id: dev.id, weight: 5 });
    await issue({ title: 'Bell rusty', description: 'The ANCHOR too', labels: 'sea,iron' });
    await issue({ title: 'Chart old', milestone_id: milestone.id, due_date: '2026-11-27' });
    await dev.as(`POST ${project}/issues`, { title: 'Deck wet', due_date: '2026-11-20' });
    await call(`PUT ${project}/issues/2`, { state_event: 'close' });
    const list = async (query: string) =>
      titles(await call(`GET ${project}/issues?order_by=title&sort=asc&${query}`)).map((title) =>
        title.charAt(0),
      );
    const expected: Record<string, string> = {
      '': 'ABCD',
      'state=opened': 'ACD',
      'state=closed': 'B',
      'labels=sea': 'AB',
      'labels=sea,iron': 'B',
      'labels=sea,nope': '',
      'labels=None': 'CD',
      'labels=any': 'AB',
      'milestone=M': 'C',
      'milestone=None': 'ABD',
      'milestone_id=Any': 'C',
      'milestone_id=Upcoming': 'C',
      'milestone=Started': '',
      [`assignee_id=${dev.id}`]: 'A',
      'assignee_id=None': 'BCD',
      'assignee_username=dandev': 'A',
      'author_username=DANDEV': 'D',
      [`author_id=${id}`]: 'ABC',
      'author_username=nobody': '',
      'iids[]=1&iids[]=3': 'AC',
      'search=anchor': 'AB',
      'search=anchor&in=title': 'A',
      'search=lost anchor': 'A',
      'weight=5': 'A',
      'weight=None': 'BCD',
      'due_date=0': 'AB',
      'due_date=any': 'CD',
      'due_date=today': 'C',
      'due_date=overdue': 'D',
      'due_date=week': 'C',
      'due_date=month': 'CD',
      'not[labels]=iron': 'ACD',
      'not[milestone]=M': 'ABD',
      [`not[author_id]=${dev.id}`]: 'ABC',
      [`not[assignee_id]=${dev.id}`]: 'BCD',
      'not[iids]=1,2': 'CD',
      'scope=created_by_me': 'ABC',
      'scope=assigned-to-me': '',
      'created_after=2026-11-28T00:00:00Z': '',
      'issue_type=incident': '',
    };
    const found: Record<string, string> = {};
    for (const query of Object.keys(expected)) found[query] = (await list(query)).join('');
    expect(found).toEqual(expected);
    const orders: Record<string, string> = {
      'order_by=created_at&sort=asc': 'ABCD',
      '': 'DCBA',
      'order_by=due_date&sort=asc': 'DCAB',
      'order_by=weight&sort=desc': 'ADCB',
      'order_by=milestone_due&sort=asc': 'CABD',
    };
    const ordered: Record<string, string> = {};
    for (const query of Object.keys(orders)) {
      const answer = await call(`GET ${project}/issues?${query}`);
      ordered[query] = titles(answer)
        .map((title) => title.charAt(0))
        .join('');
    }
    expect(ordered).toEqual(orders);
    for (const query of ['state=open', 'assignee_id=x', 'order_by=size', 'due_date=soon']) {
      expect([query, (await call(`GET ${project}/issues?${query}`)).status]).toEqual([query, 400]);
    }
    const both = await call(`GET ${project}/issues?author_id=1&author_username=x`);
    expect(both.json).toEqual({ error: 'author_id, author_username are mutually exclusive' });
  });

  it('lists of groups and of all projects hold what the caller may see', async () => {
    const eve = await harbor(app(), 'eve', 'public');
    const closed = await harbor(app(), 'hid');
    await eve.issue({ title: 'open water' });
    await eve.issue({ title: 'secret water', confidential: true });
    await closed.issue({ title: 'hidden water' });
    const outsider = await app().user('out');
    const all = async (user?: TestUser, query = 'scope=all') =>
      titles(await app().call(`GET /issues?search=water&${query}`, user && { token: user.token }));
    expect(await all()).toEqual(['open water']);
    expect(await all(outsider)).toEqual(['open water']);
    expect((await all(eve)).sort()).toEqual(['open water', 'secret water']);
    expect((await app().call('GET /issues')).status).toBe(401);
    expect(await all(outsider, '')).toEqual([]);
    const own = await eve.call('GET /issues?search=open');
    expect(own.json).toMatchObject([{ references: { relative: 'at-eve/quay#1' } }]);
    const ofGroup = await eve.call(`GET ${eve.group}/issues?sort=asc`);
    expect(ofGroup.json).toMatchObject([
      { title: 'open water', references: { relative: 'quay#1' } },
      { title: 'secret water' },
    ]);
    await eve.call(`POST ${eve.project}/archive`);
    expect((await eve.call(`GET ${eve.group}/issues`)).json).toEqual([]);
    expect((await eve.call(`GET ${eve.group}/issues?non_archived=false`)).json).toHaveLength(2);
  });

  it('a milestone lists its issues that the caller may see', async () => {
    const { call, project, group, issue, member } = await harbor(app(), 'ivy');
    const guest = await member('ivyguest', 10);
    const own = (await call(`POST ${project}/milestones`, { title: 'Own' })).json;
    const top = (await call(`POST ${group}/milestones`, { title: 'Top' })).json;
    await issue({ title: 'A', milestone_id: own.id });
    await issue({ title: 'B', milestone_id: own.id, confidential: true });
    await issue({ title: 'C', milestone_id: top.id });
    await issue({ title: 'D' });
    const ofOwn = `GET ${project}/milestones/${own.id}/issues`;
    expect(titles(await call(ofOwn))).toEqual(['B', 'A']);
    expect(titles(await guest.as(ofOwn))).toEqual(['A']);
    expect(titles(await call(`GET ${group}/milestones/${top.id}/issues`))).toEqual(['C']);
    expect((await call(`GET ${project}/milestones/${top.id}/issues`)).status).toBe(404);
    await call(`DELETE ${project}/milestones/${own.id}`);
    expect((await call(`GET ${project}/issues/1`)).json.milestone).toBe(null);
  });
});
