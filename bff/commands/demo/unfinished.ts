import { createContext } from '../../context.ts';
import { claimJob } from '../../jobs/claim.ts';
import { planMerge } from '../../modules/merge-requests/merge-plan.ts';
import { lockForMerge } from '../../modules/merge-requests/merge-steps.ts';
import { refresh } from '../../modules/merge-requests/refresh-rules.ts';
import { getMergeRequest } from '../../modules/merge-requests/rules.ts';
import { findProjectById } from '../../modules/projects/rules.ts';
import { getUser } from '../../modules/users/rules.ts';
import { commit, editOf, moduleLines, modulePath, textOf } from './code.ts';
import type { Project } from './project.ts';
import { acceptLast } from './reassignments.ts';
import { demoStarts } from './size.ts';
import { slug, words } from './words.ts';
import { personOf, type World } from './world.ts';

/**
 * The states that pass while the server works are kept as a server leaves them that ends in the
 * middle: one merge request is locked, one is prepared, one is checked and one waits for it, and work of an import moves. The
 * repair of the merge is due two minutes later, the leases of the jobs end after five.
 */
export async function leaveUnfinished(
  world: World,
  project: Project,
  given: { first: number; save: () => Promise<void> },
): Promise<void> {
  await world.call('developer', `POST /projects/${project.id}/repository/branches`, {
    branch: 'autumn',
    ref: 'main',
  });
  const numbers = [0, 1, 2, 3].map((offset) => given.first + offset);
  const branches: string[] = [];
  for (const number of numbers) branches.push(await prepare(world, project, number));
  await world.settle();
  const [locked, checked, waiting] = [
    await open(world, project, branches[0]),
    await open(world, project, branches[1]),
    await open(world, project, branches[2]),
  ];
  await world.settle();
  world.reach(Date.parse(demoStarts));
  await world.settle();
  await beginMerge(world, project, locked.iid);
  for (const { iid } of [checked, waiting]) {
    const body = { target_branch: 'autumn' };
    await world.call('developer', `PUT /projects/${project.id}/merge_requests/${iid}`, body);
  }
  await open(world, project, branches[3]);
  await acceptLast(world);
  // Taken by a process that never comes back.
  while ((await claimJob(world.ctx, 'a process that ended')) !== undefined);
  const check = refresh(world.ctx, checked.id);
  while ((await statusOf(world, project, checked.iid)) !== 'checking');
  await given.save();
  await check;
}

interface Ready {
  id: number;
  iid: number;
}

/** A branch with one commit; its name. */
async function prepare(world: World, project: Project, number: number): Promise<string> {
  world.pass(5);
  const branch = `${slug(words.thing(number))}-${number + 1}`;
  await commit(world, project, {
    by: 'developer',
    branch,
    start_branch: 'main',
    message: `Finish the ${words.thing(number)}`,
    actions: [
      {
        action: 'update',
        file_path: modulePath(number),
        content: textOf(editOf(moduleLines(number), world.pick).lines),
      },
    ],
  });
  return branch;
}

const open = (world: World, { id }: Project, source_branch = ''): Promise<Ready> =>
  world.call<Ready>('developer', `POST /projects/${id}/merge_requests`, {
    title: `Finish ${source_branch}`,
    source_branch,
    target_branch: 'main',
  });

/** The first step of a merge and no other. */
async function beginMerge(world: World, { id }: Project, iid: number): Promise<void> {
  const user = await getUser(world.ctx, personOf(world.people, 'maintainer').id);
  const ctx = createContext(world.ctx, {
    kind: 'user',
    user,
    via: 'token',
    tokenId: 0,
    scopes: ['api'],
  });
  const project = await findProjectById(ctx, id);
  if (project === undefined) throw new Error(`there is no project ${id}`);
  const row = await getMergeRequest(ctx, project, iid);
  const plan = await planMerge(ctx, { project, row }, {});
  if (plan === undefined || (await lockForMerge(ctx, plan)) === undefined) {
    throw new Error(`!${iid} cannot be merged`);
  }
}

async function statusOf(world: World, { id }: Project, iid: number): Promise<string | undefined> {
  const [row] = await world.call<{ detailed_merge_status: string }[]>(
    'developer',
    `GET /projects/${id}/merge_requests?iids[]=${iid}`,
  );
  if (row?.detailed_merge_status === 'mergeable')
    throw new Error(`the check of !${iid} was missed`);
  return row?.detailed_merge_status;
}
