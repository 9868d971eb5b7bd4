import { beforeAll, describe, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Opened, type Workshop, workshop } from '../../testing/workshop.ts';
import { readCommands } from './commands.ts';

const { reporter, developer } = accessLevels;

describe('lines of a comment', () => {
  it.each([
    ['Just text', 'Just text', []],
    ['/close', '', ['close ']],
    [
      'See\n/label ~bug ~"two words"\n/close  \nthis',
      'See\nthis',
      ['label ~bug ~"two words"', 'close '],
    ],
    ['/tmp/file and /close', '/tmp/file and /close', []],
    ['```\n/close\n```', '```\n/close\n```', []],
    ['  /close', '  /close', []],
    ['/frobnicate it', '/frobnicate it', []],
    ['/request_review @a', '', ['assign_reviewer @a']],
  ])('%j: what is text and what is a command', (body, text, commands) => {
    const read = readCommands(body);
    const told = read.commands.map(({ name, argument }) => `${name} ${argument}`);
    expect([read.text, told]).toEqual([text, commands]);
  });

  it('are read once, however many blanks they have and whatever ends them', () => {
    const { commands } = readCommands(`/close${' '.repeat(200_000)}\u2028x`);
    expect(commands).toEqual([{ name: 'close', argument: 'x' }]);
  }, 5000);
});

onBothDatabases('comments on merge requests', (app) => {
  let shop: Workshop;
  let made: Opened;
  let dev: TestUser;
  beforeAll(async () => {
    shop = await workshop(app());
    made = await shop.open({ title: 'Tide' });
    dev = await shop.member('dev', developer);
  });
  const say = async (body: string, more: object = {}, token = shop.owner.token) => {
    const answer = await shop.call('POST 1/notes', { token, json: { body, ...more } });
    return { ...answer, record: (await shop.call('GET 1')).json };
  };
  const notes = async () => (await shop.call('GET 1/notes?activity_filter=only_comments')).json;

  it('carry the time that an Owner or administrator gives them, and nobody else', async () => {
    const created_at = '2020-02-02T03:02:02+01:00';
    const dated = await say('Once upon a time', { created_at });
    expect([dated.status, dated.json.created_at]).toEqual([201, '2020-02-02T02:02:02.000Z']);
    const late = await say('Now', { created_at }, dev.token);
    expect([late.status, late.json.created_at.slice(0, 4)]).toEqual([201, '2026']);
    const wrong = await say('When?', { created_at: 'some day' });
    expect([wrong.status, wrong.json]).toEqual([400, { error: 'created_at is invalid' }]);
  });

  it.each([
    ['/close', { state: 'closed' }, 'Closed this merge request.'],
    ['/reopen', { state: 'opened' }, 'Reopened this merge request.'],
    ['/title New tide', { title: 'New tide' }, 'Changed the title to "New tide".'],
    ['/draft', { title: 'Draft: New tide' }, 'Marked this merge request as a draft.'],
    ['/ready', { title: 'New tide', draft: false }, 'Marked this merge request as ready.'],
    [
      '/label ~bug ~"two words"',
      { labels: ['bug', 'two words'] },
      'Added ~bug ~"two words" label(s).',
    ],
    ['/unlabel ~bug', { labels: ['two words'] }, 'Removed ~bug label(s).'],
    ['/relabel one', { labels: ['one'] }, 'Replaced all labels with one label(s).'],
    ['/unlabel', { labels: [] }, 'Removed all labels.'],
    ['/lock', { discussion_locked: true }, 'Locked the discussion.'],
    ['/unlock', { discussion_locked: false }, 'Unlocked the discussion.'],
  ])('of %j alone are 202 and no note', async (body, record, said) => {
    const before = (await notes()).length;
    const answer = await say(body);
    expect([answer.status, answer.json.summary]).toEqual([202, [said]]);
    expect(Object.keys(answer.json.commands_changes)).toHaveLength(1);
    expect(answer.record).toMatchObject(record);
    expect(await notes()).toHaveLength(before);
  });

  it('beside text are carried out, and the note says what they changed', async () => {
    const body = `Please look.\n/assign @${dev.username} me\n/request_review @${dev.username}`;
    const answer = await say(body);
    expect([answer.status, answer.json.body]).toEqual([201, 'Please look.']);
    expect(answer.json.commands_changes).toEqual({
      assignee_ids: [dev.id, shop.owner.id],
      reviewer_ids: [dev.id],
    });
    expect(answer.record).toMatchObject({
      assignees: [{ id: shop.owner.id }, { id: dev.id }],
      reviewers: [{ id: dev.id }],
    });
    const review = async () => (await shop.call('GET 1/reviewers')).json[0].state;
    const verdict = { token: dev.token, json: { state: 'reviewed' } };
    await shop.call(`PUT 1/reviewers/${dev.id}`, verdict);
    expect(await review()).toBe('reviewed');
    await say(`/request_review @${dev.username}`);
    expect(await review()).toBe('unreviewed');
    const undone = await say(`/unassign @${dev.username}\n/unassign_reviewer`);
    expect(undone.record).toMatchObject({ assignees: [{ id: shop.owner.id }], reviewers: [] });
  });

  it('whose commands are refused change nothing and are not written', async () => {
    const reader = await shop.member('reader', reporter);
    const before = [await shop.settled(1), (await notes()).length];
    const refused = async (...given: Parameters<typeof say>) => {
      const { status, json, record } = await say(...given);
      expect([record, (await notes()).length]).toEqual(before);
      return [status, json.message ?? json.error];
    };
    const unable = { commands: ['cannot be carried out'] };
    expect(await refused('Off\n/close', {}, reader.token)).toEqual([403, '403 Forbidden']);
    expect(await refused('/assign @nobody-here\n/close')).toEqual([
      400,
      { commands: ["nobody-here is nobody's username"] },
    ]);
    expect(await refused(`/close\n/title ${'x'.repeat(256)}`)).toEqual([400, unable]);
    expect(await refused('/title')).toEqual([400, unable]);
    expect(await refused('Off\n/target_branch ghost')).toEqual([
      400,
      { target_branch: ['does not exist'] },
    ]);
    // An approval beside what is refused is not given.
    expect((await refused('/approve\n/target_branch ghost'))[0]).toBe(400);
    expect((await refused('/approve\n/merge'))[0]).toBe(400);
    expect((await shop.call('GET 1/approvals')).json.approved_by).toEqual([]);
    expect(await refused('/merge')).toEqual([400, 'merge_request_diff_head_sha is missing']);
    const head = { merge_request_diff_head_sha: 'f'.repeat(40) };
    expect((await refused('Off\n/close\n/merge', head))[0]).toBe(409);
    expect(await refused('/merge', { merge_request_diff_head_sha: made.sha }, dev.token)).toEqual([
      401,
      '401 Unauthorized',
    ]);
  });

  it('approve and merge the head that was seen', async () => {
    const approved = await say('/approve', {}, dev.token);
    expect([approved.status, approved.json.commands_changes]).toEqual([202, {}]);
    const { json } = await shop.call('GET 1/approvals');
    expect(json.approved_by).toMatchObject([{ user: { username: dev.username } }]);
    const merged = await say('Thank you\n/merge', { merge_request_diff_head_sha: made.sha });
    expect([merged.status, merged.json.body]).toEqual([201, 'Thank you']);
    expect(merged.record.state).toBe('merged');
  });
});
