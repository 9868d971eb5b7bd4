import { groupMembers, projectMembers } from '#contract/members.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { type Group, mayInGroup, sourceOfGroup } from '../groups/rules.ts';
import { mayInProject, type Project, sourceOfProject } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { presentMember } from './present.ts';
import {
  addMember,
  changeMember,
  getMember,
  getMemberOfAll,
  type MemberRow,
  memberPage,
  removeMember,
  type Source,
} from './rules.ts';

async function presentMembers(ctx: Ctx, rows: readonly MemberRow[]) {
  const people = await usersById(
    ctx,
    rows.flatMap((row) => [row.user_id, row.created_by_id]),
  );
  return rows.map((row) => presentMember(ctx, row, people));
}

async function presentOne(ctx: Ctx, row: MemberRow) {
  const [record] = await presentMembers(ctx, [row]);
  if (record === undefined) throw new Error('one member in, one record out');
  return record;
}

interface Asked {
  ctx: Ctx;
  paging: { offset: number; perPage: number };
  query: { query?: string | undefined };
}

async function page(asked: Asked, source: Source, inherited: boolean) {
  const { ctx, paging, query } = asked;
  const found = await memberPage(ctx, source, { inherited, query: query.query, paging });
  return { rows: await presentMembers(ctx, found.rows), total: found.total };
}

const ofProject = (input: { project: Project }) => sourceOfProject(input.project);
const ofGroup = (input: { group: Group }) => sourceOfGroup(input.group);

/** Members of projects and of groups. */
export function memberRoutes(api: Api): void {
  mount(api, projectMembers.list, (input) => page(input, ofProject(input), false));
  mount(api, projectMembers.listAll, (input) => page(input, ofProject(input), true));
  mount(api, projectMembers.show, async (input) =>
    presentOne(input.ctx, await getMember(input.ctx, ofProject(input), input.params.user_id)),
  );
  mount(api, projectMembers.showAll, async (input) =>
    presentOne(input.ctx, await getMemberOfAll(input.ctx, ofProject(input), input.params.user_id)),
  );
  mount(api, projectMembers.add, async (input) =>
    presentOne(input.ctx, await addMember(input.ctx, ofProject(input), input.body)),
  );
  mount(api, projectMembers.update, async (input) => {
    const { ctx, params, body } = input;
    return presentOne(ctx, await changeMember(ctx, ofProject(input), { ...body, ...params }));
  });
  mount(api, projectMembers.remove, async (input) => {
    const { ctx, params, project } = input;
    const mayManage = await mayInProject(ctx, 'admin_member', project);
    await removeMember(ctx, ofProject(input), { userId: params.user_id, mayManage });
  });

  mount(api, groupMembers.list, (input) => page(input, ofGroup(input), false));
  mount(api, groupMembers.listAll, (input) => page(input, ofGroup(input), true));
  mount(api, groupMembers.show, async (input) =>
    presentOne(input.ctx, await getMember(input.ctx, ofGroup(input), input.params.user_id)),
  );
  mount(api, groupMembers.showAll, async (input) =>
    presentOne(input.ctx, await getMemberOfAll(input.ctx, ofGroup(input), input.params.user_id)),
  );
  mount(api, groupMembers.add, async (input) =>
    presentOne(input.ctx, await addMember(input.ctx, ofGroup(input), input.body)),
  );
  mount(api, groupMembers.update, async (input) => {
    const { ctx, params, body } = input;
    return presentOne(ctx, await changeMember(ctx, ofGroup(input), { ...body, ...params }));
  });
  mount(api, groupMembers.remove, async (input) => {
    const { ctx, params, group } = input;
    const mayManage = await mayInGroup(ctx, 'admin_member', group);
    await removeMember(ctx, ofGroup(input), { userId: params.user_id, mayManage });
  });
}
