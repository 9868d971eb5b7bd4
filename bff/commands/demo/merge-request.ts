import { isoOf } from '../../clock.ts';
import { crew, type Name } from './cast.ts';
import { ciJobNames, commit, editOf, moduleLines, modulePath, textOf } from './code.ts';
import type { Fate, Planned } from './plan.ts';
import type { Project } from './project.ts';
import { addReactions } from './reactions.ts';
import { addThreads } from './threads.ts';
import { slug, words } from './words.ts';
import { personOf, type World } from './world.ts';

const day = 24 * 60;

/** Where one merge request comes from and goes to. */
interface Route {
  source: Pick<Project, 'id'>;
  target: Project;
  author: Name;
  branch: string;
}

/** A merge request as this file needs it. */
export interface Made {
  iid: number;
  sha: string;
  diff_refs: { base_sha: string; head_sha: string; start_sha: string } | null;
}

/** What a merge request is about: a module of its project, which no other one touches. */
export interface Topic {
  number: number;
  title: string;
}

/** One merge request on its way. */
export interface Story {
  planned: Planned;
  route: Route;
  topic: Topic;
  made: Made;
  /** A changed file with its new lines, for remarks on them. */
  changed: { path: string; lines: number[] } | undefined;
}

/** Commits to a branch and opens its merge request, which waits for its first check. */
export async function openMergeRequest(
  world: World,
  {
    planned,
    project,
    fork,
    number,
  }: {
    planned: Planned;
    project: Project;
    /** Where who may not push here works. */
    fork: { id: number; owner: Name } | undefined;
    number: number;
  },
): Promise<Story> {
  const { pick } = world;
  const { fate } = planned;
  const forked = fate === 'forked' && fork !== undefined;
  const topic: Topic = { number, title: `${words.deed(pick)} the ${words.thing(number)}` };
  const route: Route = {
    source: forked ? { id: fork.id } : project,
    target: project,
    author: forked ? fork.owner : pick.of(crew),
    branch: `${slug(words.thing(number))}-${number + 1}`,
  };
  const changed = await prepareBranch(world, route, { fate, topic });
  const made = await open(world, route, { fate, topic });
  return { planned, route, topic, made, changed };
}

/** Says how the checks of a merge request went and lets people talk about it. */
export async function discuss(world: World, story: Story): Promise<void> {
  const { planned, route, made, changed } = story;
  const { fate } = planned;
  const outsider = route.source.id !== route.target.id;
  if (!outsider) {
    await reportStatuses(world, route, { sha: made.sha, outcome: outcomeOf(world, fate) });
  }
  const path = pathOf(route.target, made.iid);
  const shown = await world.call<Made>('maintainer', `GET ${path}`);
  await addThreads(world, {
    path,
    author: route.author,
    count: planned.threads,
    refs: shown.diff_refs,
    file: changed,
    outsider,
    mustResolve: route.target.path === 'silt-survey' && fate !== 'discussed',
    leavesOpen: fate === 'discussed',
  });
  await addReactions(world, { path, author: route.author, outsider });
}

const pathOf = (project: Project, iid: number) => `/projects/${project.id}/merge_requests/${iid}`;

/** Commits what is to be merged; the changed file with its new lines. */
async function prepareBranch(
  world: World,
  { source, author, branch }: Route,
  { fate, topic }: { fate: Fate; topic: Topic },
): Promise<{ path: string; lines: number[] } | undefined> {
  world.pass(15 + world.pick.below(30));
  if (fate === 'empty') {
    await world.call(author, `POST /projects/${source.id}/repository/branches`, {
      branch,
      ref: 'main',
    });
    return undefined;
  }
  const path = modulePath(topic.number);
  const edit = editOf(moduleLines(topic.number), world.pick);
  const begin = { by: author, branch, start_branch: 'main' };
  if (fate === 'large') {
    const actions = Array.from({ length: world.size.largeFiles }, (_, index) => ({
      action: 'create' as const,
      file_path: `pages/${String(Math.floor(index / 50)).padStart(2, '0')}/${slug(words.thing(index))}-${index}.md`,
      content: `# Page ${index + 1}\n\nWind from the ${world.pick.of(['north', 'west', 'south'])}, ${world.pick.below(9)} knots.\n`,
    }));
    await commit(world, source, { ...begin, message: 'Bring in the old pages', actions });
    return { path: actions[0]?.file_path ?? path, lines: [1, 3] };
  }
  await commit(world, source, {
    ...begin,
    message: `${topic.title}\n\nThe old values were measured at low water.`,
    actions: [{ action: 'update', file_path: path, content: textOf(edit.lines) }],
  });
  for (let extra = world.pick.below(3); extra > 0; extra -= 1) {
    world.pass(5 + world.pick.below(40));
    await commit(world, source, {
      by: author,
      branch,
      message: extra === 1 ? 'Say what has changed' : `Add example ${extra}`,
      actions: [
        {
          action: 'create',
          file_path: `docs/${branch}-${extra}.md`,
          content: `# ${topic.title}\n\nSee \`${path}\`.\n`,
        },
      ],
    });
  }
  return { path, lines: edit.changed };
}

function descriptionOf(world: World, topic: Topic): string {
  const { pick } = world;
  const text = `What it is about: the ${words.thing(topic.number)} of \`${modulePath(topic.number)}\`.`;
  if (pick.percent(40)) {
    return `${text}\n\n- [x] measured\n- [${pick.percent(50) ? 'x' : ' '}] written down\n- [ ] told the captains`;
  }
  return pick.percent(30) ? `${text}\n\nRelated to #${1 + pick.below(3)}.` : text;
}

async function open(
  world: World,
  { source, target, author, branch }: Route,
  { fate, topic }: { fate: Fate; topic: Topic },
): Promise<Made> {
  const { pick } = world;
  world.pass(3 + pick.below(20));
  const others = crew.filter((name) => name !== author);
  const ids = (names: readonly Name[]) => names.map((name) => personOf(world.people, name).id);
  const attributes = {
    assignee_ids: ids([author]),
    reviewer_ids: ids(pick.some(others, pick.below(3))),
    labels: pick.some(target.labels, pick.below(4)).join(','),
    ...(pick.percent(60) ? { milestone_id: pick.some(target.milestones, 1)[0] } : {}),
  };
  return world.call<Made>(author, `POST /projects/${source.id}/merge_requests`, {
    title: fate === 'draft' ? `Draft: ${topic.title}` : topic.title,
    description: descriptionOf(world, topic),
    source_branch: branch,
    target_branch: 'main',
    target_project_id: target.id,
    // Who may only read cannot hand out labels and people.
    ...(source.id === target.id ? attributes : {}),
    ...(fate === 'later' || fate === 'waiting'
      ? { merge_after: isoOf(world.now() + 3 * 365 * day * 60_000) }
      : {}),
  });
}

function outcomeOf({ pick }: World, fate: Fate): string {
  if (fate === 'failing') return 'failed';
  if (fate === 'running') return 'running';
  // Some projects merge nothing else.
  if (fate === 'merged' || fate === 'squashed') return 'success';
  return pick.of(['success', 'success', 'success', 'failed', 'running']);
}

/** Says how the checks of a commit went: those of its CI file, else some from outside. */
async function reportStatuses(
  world: World,
  { target, branch }: Route,
  { sha, outcome }: { sha: string; outcome: string },
): Promise<void> {
  const { pick } = world;
  const names = target.hasCi ? ciJobNames : (['lighthouse/depth'] as const);
  if (!target.hasCi && pick.percent(50)) return;
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    world.pass(2 + pick.below(6));
    const report = (state: string) =>
      world.call('developer', `POST /projects/${target.id}/statuses/${sha}`, {
        state,
        name,
        ref: branch,
        description: state === 'failed' ? 'Ran aground' : 'Sounded',
      });
    const state = isLast || index > 0 ? outcome : 'success';
    await report('running');
    if (state !== 'running') await report(state);
  }
}

/** Brings a merge request where it belongs. */
export async function finish(
  world: World,
  { planned: { fate }, route, topic, made }: Story,
): Promise<void> {
  const { target, branch, author } = route;
  const path = pathOf(target, made.iid);
  world.pass(10 + world.pick.below(60));
  switch (fate) {
    case 'merged':
      await world.call('maintainer', `PUT ${path}/merge`, { should_remove_source_branch: true });
      return;
    case 'squashed':
      await world.call('maintainer', `PUT ${path}/merge`, { squash: true });
      return;
    case 'closed':
      await world.call(author, `PUT ${path}`, { state_event: 'close' });
      return;
    case 'waiting':
      await world.call('maintainer', `PUT ${path}/merge`, { auto_merge: true });
      return;
    case 'branch_gone':
      await world.call(author, `DELETE /projects/${target.id}/repository/branches/${branch}`);
      return;
    case 'conflict':
      await commit(world, target, {
        by: 'maintainer',
        branch: 'main',
        message: `Set the limit of the ${words.thing(topic.number)}`,
        actions: [
          {
            action: 'update',
            file_path: modulePath(topic.number),
            content: textOf(
              moduleLines(topic.number).map((line) =>
                /^const (least|most) /.test(line) ? `${line} // as measured in May` : line,
              ),
            ),
          },
        ],
      });
      return;
    case 'unapproved':
      await world.call('maintainer', `POST ${path}/approvals`, { approvals_required: 2 });
      return;
    case 'behind':
      await commit(world, target, {
        by: 'maintainer',
        branch: 'main',
        message: 'Write down what has changed',
        actions: [
          {
            action: 'update',
            file_path: 'CHANGELOG.md',
            content: `# Changes\n\n- ${isoOf(world.now()).slice(0, 10)}: ${topic.title}\n`,
          },
        ],
      });
      return;
    default:
      return;
  }
}
