import { beforeAll, describe, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { spawnedProcesses } from '../../git/process.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const { developer } = accessLevels;

interface Listed {
  iid: number;
  title: string;
}

onBothDatabases('lists of merge requests', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let other: TestUser;

  const list = (query: string) => shop.call(`GET ?${query}`);
  /** The iids of a list in its own order, or the refusal's text. */
  const iids = async (query: string): Promise<number[] | string> => {
    const answer = await list(query);
    if (answer.status !== 200) return answer.json.error ?? answer.json.message;
    return answer.json.map((row: Listed) => row.iid);
  };
  const sorted = async (query: string) => {
    const found = await iids(query);
    return typeof found === 'string' ? found : [...found].sort((a, b) => a - b);
  };

  beforeAll(async () => {
    shop = await workshop(app());
    dev = await shop.member('dev', developer);
    other = await shop.member('other', developer);
    await shop.commit('side');
    const start = app().clock.now();
    const day = 86_400_000;
    const rows: [Record<string, unknown>, TestUser][] = [
      [{ title: 'alpha release', labels: 'bug,type::feature', assignee_id: dev.id }, shop.owner],
      [{ title: 'Beta Über', labels: 'bug', reviewer_ids: [other.id] }, dev],
      [{ title: 'Draft: gamma', description: 'go: to the alpha' }, dev],
      [{ title: 'delta', labels: 'Bug', assignee_ids: [dev.id, other.id] }, other],
      [{ title: 'Alpha centauri', labels: 'été 🚀', target_branch: 'side' }, shop.owner],
    ];
    for (const [index, [attributes, author]] of rows.entries()) {
      app().clock.set(start + index * day);
      await shop.open(attributes, author.token);
    }
    await app().drain();
    await shop.call('PUT 4', { json: { state_event: 'close' } });
    app().clock.set(start + 6 * day);
    await shop.call('PUT 1/merge', { json: {} });
    await app().drain();
    app().clock.set(start);
  });

  it('the newest come first, with everything that a record holds', async () => {
    expect(await iids('')).toEqual([5, 4, 3, 2, 1]);
    const [row] = (await list('iids[]=2')).json;
    const single = (await shop.call('GET 2')).json;
    for (const [name, value] of Object.entries(row))
      expect([name, single[name]]).toEqual([name, value]);
    expect(Object.keys(row)).toEqual(
      expect.arrayContaining(['draft', 'labels', 'milestone', 'references', 'time_stats']),
    );
  });

  describe('labels', () => {
    it.each([
      ['labels=bug,type%3A%3Afeature', [1]],
      ['labels=bug', [1, 2]],
      ['labels=%20bug%20', [1, 2]],
      ['labels=', [1, 2, 3, 4, 5]],
      ['labels=%5Bbug%5D', []],
      ['labels=none', [3]],
      ['labels=ANY', [1, 2, 4, 5]],
      ['labels=bug,None', [3]],
      ['labels=%C3%A9t%C3%A9%20%F0%9F%9A%80', [5]],
      ['labels=bug,nope', []],
      ['not[labels]=bug', [3, 4, 5]],
      ['not[labels]=bug,Bug,nope', [3, 5]],
      ['labels[]=bug&labels[]=type::feature', [1]],
    ])('filters by labels: %s', async (query, wanted) => {
      expect(await sorted(query)).toEqual(wanted);
    });
  });

  describe('people', () => {
    it('people are found by id and name, none and any, in any case', async () => {
      const { id } = dev;
      expect(await sorted('assignee_id=None')).toEqual([2, 3, 5]);
      expect(await sorted('assignee_id=none')).toEqual([2, 3, 5]);
      expect(await sorted('assignee_id=ANY')).toEqual([1, 4]);
      expect(await sorted('assignee_id=0')).toEqual([]);
      expect(await sorted(`assignee_id=${id}`)).toEqual([1, 4]);
      expect(await sorted(`assignee_id=${id}&assignee_id=${other.id}`)).toEqual([4]);
      const names = `${dev.username},${other.username.toUpperCase()}`;
      expect(await sorted(`assignee_username=${names}`)).toEqual([4]);
      expect(await sorted(`assignee_username[]=${dev.username}`)).toEqual([1, 4]);
      expect(await sorted(`reviewer_id=${other.id}`)).toEqual([2]);
      expect(await sorted('reviewer_id=Any')).toEqual([2]);
      expect(await sorted('reviewer_username=None')).toEqual([1, 3, 4, 5]);
      expect(await sorted(`reviewer_username=${other.username}`)).toEqual([2]);
      expect(await sorted('reviewer_id=')).toEqual([1, 2, 3, 4, 5]);
      expect(await sorted(`author_id=${id}`)).toEqual([2, 3]);
      expect(await sorted(`author_username=${dev.username}`)).toEqual([2, 3]);
      expect(await sorted('author_username=nobody-here')).toEqual([]);
      expect(await sorted(`merge_user_id=${shop.owner.id}`)).toEqual([1]);
      expect(await sorted(`merge_user_username=${shop.owner.username}`)).toEqual([1]);
      expect(await sorted('merge_user_username=nobody-here')).toEqual([]);
    });

    it('people are left out by id and name', async () => {
      expect(await sorted(`not[author_id]=${dev.id}`)).toEqual([1, 4, 5]);
      expect(await sorted(`not[author_username]=${dev.username}`)).toEqual([1, 4, 5]);
      expect(await sorted('not[author_username]=nobody-here')).toEqual([1, 2, 3, 4, 5]);
      expect(await sorted(`not[assignee_id]=${other.id}`)).toEqual([1, 2, 3, 5]);
      expect(await sorted(`not[assignee_username]=${dev.username}`)).toEqual([2, 3, 5]);
      expect(await sorted(`not[reviewer_id]=${other.id}`)).toEqual([1, 3, 4, 5]);
      expect(await sorted(`not[reviewer_username]=${other.username}`)).toEqual([1, 3, 4, 5]);
      expect(await sorted('not[reviewer_username]=nobody-here')).toEqual([]);
    });

    it('scope says whose they are', async () => {
      const mine = async (scope: string) => {
        const answer = await shop.call(`GET ?scope=${scope}`, { token: dev.token });
        return answer.json.map((row: Listed) => row.iid);
      };
      expect(await mine('created_by_me')).toEqual([3, 2]);
      expect(await mine('created-by-me')).toEqual([3, 2]);
      expect(await mine('assigned_to_me')).toEqual([4, 1]);
      expect(await mine('assigned-to-me')).toEqual([4, 1]);
      expect(await mine('all')).toHaveLength(5);
      const reviews = await shop.call('GET ?scope=reviews_for_me', { token: other.token });
      expect(reviews.json.map((row: Listed) => row.iid)).toEqual([2]);
    });
  });

  describe('words', () => {
    it.each([
      ['search=ALPHA', [1, 3, 5]],
      ['search=alpha%20release', [1]],
      ['search=release%20alpha', [1]],
      ['search=alpha&in=title', [1, 5]],
      ['search=alpha&in=description', [3]],
      ['search=alpha&in=title,description', [1, 3, 5]],
      ['search=%C3%BCber', [2]],
      ['search=%C3%9CBER', [2]],
      ['search=go', [3]],
      ['search=al', []],
      ['search=%25', []],
      ['search=l_h', []],
      ['search=', [1, 2, 3, 4, 5]],
    ])('filters by words: %s', async (query, wanted) => {
      expect(await sorted(query)).toEqual(wanted);
    });
  });

  describe('states, branches and times', () => {
    it.each([
      ['state=opened', [2, 3, 5]],
      ['state=closed', [4]],
      ['state=merged', [1]],
      ['state=locked', []],
      ['state=all', [1, 2, 3, 4, 5]],
      ['wip=yes', [3]],
      ['wip=no', [1, 2, 4, 5]],
      ['target_branch=side', [5]],
      ['target_branch=sid', []],
      ['source_branch=nope', []],
      ['created_after=2026-11-30T13:00:00Z', [5]],
      ['created_before=2026-11-28', [1]],
      ['updated_after=2026-12-03', [1]],
      ['iids[]=3&iids[]=7', [3]],
      ['iids%5B%5D=3', [3]],
      ['iids=3,5', [3, 5]],
      ['iids[0]=3', [3]],
      ['iids=3&iids=5', [3, 5]],
    ])('filters by state, branch, time and iid: %s', async (query, wanted) => {
      expect(await sorted(query)).toEqual(wanted);
    });

    it('bounds of times belong to the range', async () => {
      const [row] = (await list('iids[]=3')).json;
      const exactly = `created_after=${row.created_at}&created_before=${row.created_at}`;
      expect(await sorted(exactly)).toEqual([3]);
      expect(await sorted(`source_branch=${row.source_branch}`)).toEqual([3]);
      expect(await sorted(`source_project_id=${shop.project.id}`)).toHaveLength(5);
      expect(await sorted('source_project_id=0')).toEqual([]);
    });
  });

  describe('orders', () => {
    it.each([
      ['order_by=created_at&sort=asc', [1, 2, 3, 4, 5]],
      ['order_by=title&sort=asc', [5, 2, 3, 1, 4]],
      ['order_by=updated_at&sort=desc', [1, 4, 5, 3, 2]],
      ['order_by=merged_at&sort=desc', [1, 5, 4, 3, 2]],
      ['order_by=merged_at&sort=asc', [1, 5, 4, 3, 2]],
      ['order_by=popularity&sort=asc', [1, 2, 3, 4, 5]],
      ['order_by=milestone_due', [5, 4, 3, 2, 1]],
      ['order_by=label_priority', [5, 4, 3, 2, 1]],
      ['order_by=priority&sort=asc', [1, 2, 3, 4, 5]],
    ])('orders by %s', async (query, wanted) => {
      expect(await iids(query)).toEqual(wanted);
    });

    it('pages of equal values never overlap', async () => {
      const seen: number[] = [];
      for (let page = 1; page <= 5; page++) {
        seen.push(...((await iids(`order_by=popularity&per_page=1&page=${page}`)) as number[]));
      }
      expect(seen).toEqual([5, 4, 3, 2, 1]);
    });
  });

  describe('refuses', () => {
    const noneAny = "should be an integer, 'None' or 'Any'";
    it.each([
      ['reviewer_id=,', `reviewer_id ${noneAny}`],
      ['assignee_id=me', `assignee_id ${noneAny}`],
      ['author_id=7&author_username=x', 'author_id, author_username are mutually exclusive'],
      [
        'reviewer_id=8&reviewer_username=y',
        'reviewer_id, reviewer_username are mutually exclusive',
      ],
      [
        'assignee_id=8&assignee_username=y',
        'assignee_id, assignee_username are mutually exclusive',
      ],
      [
        'merge_user_id=8&merge_user_username=y',
        'merge_user_id, merge_user_username are mutually exclusive',
      ],
      ['iids[]=abc', 'iids is invalid'],
      ['state=open', 'state does not have a valid value'],
      ['order_by=id', 'order_by does not have a valid value'],
      ['sort=up', 'sort does not have a valid value'],
      ['view=full', 'view does not have a valid value'],
      ['wip=maybe', 'wip does not have a valid value'],
      ['created_after=yesterday', 'created_after is invalid'],
      ['not[author_id]=x', 'not[author_id] is invalid'],
      ['per_page=0', 'per_page has a value not allowed'],
      ['per_page=abc', 'per_page is invalid'],
    ])('refuses the query %s', async (query, error) => {
      const answer = await list(query);
      expect([answer.status, answer.json]).toEqual([400, { error }]);
    });
  });

  describe('shapes', () => {
    it('view=simple holds the nine fields and no more', async () => {
      const [row] = (await list('view=simple')).json;
      expect(Object.keys(row).sort()).toEqual([
        'created_at',
        'description',
        'id',
        'iid',
        'project_id',
        'state',
        'title',
        'updated_at',
        'web_url',
      ]);
    });

    it('labels come as names, or as objects by title', async () => {
      const plain = (await list('iids[]=1')).json[0];
      expect(plain.labels).toEqual(['bug', 'type::feature']);
      const detailed = (await list('iids[]=1&with_labels_details=true')).json[0];
      expect(detailed.labels).toEqual([
        {
          id: expect.any(Number),
          name: 'bug',
          description: null,
          description_html: '',
          text_color: '#FFFFFF',
          color: '#6699cc',
        },
        expect.objectContaining({ name: 'type::feature' }),
      ]);
    });
  });

  it('no list starts a git process', async () => {
    await app().drain();
    const before = spawnedProcesses();
    await list('with_labels_details=true&with_merge_status_recheck=true');
    await app().call('GET /merge_requests?scope=all', { token: shop.owner.token });
    await list('search=alpha&order_by=priority');
    await shop.call('GET 2/notes');
    await shop.call('GET 2/versions');
    expect(spawnedProcesses()).toBe(before);
  });
});
