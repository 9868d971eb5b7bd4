import { deploy } from './deployments.ts';
import { addIssue } from './issues.ts';
import { discuss, finish, openMergeRequest, type Story } from './merge-request.ts';
import type { Fate, Planned } from './plan.ts';
import type { Project } from './project.ts';
import { demoBegins, demoStarts } from './size.ts';
import type { World } from './world.ts';

interface Given {
  projects: readonly Project[];
  plan: readonly Planned[];
  forked: ReadonlyMap<string, { id: number; owner: 'developer' | 'spinnaker' }>;
}

/** So many merge requests are worked on at a time, as people do. */
const mostAtOnce = 10;
const movesTarget: ReadonlySet<Fate> = new Set(['merged', 'squashed', 'behind', 'conflict']);

/**
 * Half a year: some merge requests are opened, then talked about, then brought to their end, and
 * issues in between. The jobs of a wave run together: each check looks at all that has moved.
 */
export async function work(world: World, given: Given): Promise<void> {
  const begins = world.now();
  const span = Date.parse(demoStarts) - begins;
  if (begins < Date.parse(demoBegins)) throw new Error('the demo began too early');
  // The last days are for what is unfinished.
  const reach = (index: number) => world.reach(begins + (span * 0.95 * index) / given.plan.length);
  const numbers = new Map<string, number>();
  let issues = 0;
  let done = 0;
  let round = 0;
  for (const wave of wavesOf(given)) {
    const stories: Story[] = [];
    const at = (stage: number, index: number) =>
      done + (wave.length * (stage + index / wave.length)) / 3;
    for (const [index, { planned, project }] of wave.entries()) {
      reach(at(0, index));
      for (; issues < (world.size.issues * (done + index + 1)) / given.plan.length; issues += 1) {
        const place = given.projects[issues % given.projects.length];
        if (place !== undefined) await addIssue(world, place, issues);
      }
      const number = numbers.get(project.path) ?? 0;
      numbers.set(project.path, number + 1);
      const fork = given.forked.get(project.path);
      stories.push(await openMergeRequest(world, { planned, project, fork, number }));
    }
    await world.settle();
    for (const [stage, act] of [discuss, finish].entries()) {
      for (const [index, story] of stories.entries()) {
        reach(at(stage + 1, index));
        await act(world, story);
      }
      await world.settle();
    }
    done += wave.length;
    round += 1;
    for (const project of given.projects.filter(({ hasCi }) => hasCi)) {
      await deploy(world, project, round);
    }
    await world.settle();
  }
}

interface Step {
  planned: Planned;
  project: Project;
}

/** Where branches are not merged but put on top of each other, one at a time may move the target. */
function wavesOf({ projects, plan }: Given): Step[][] {
  const waves: Step[][] = [];
  let wave: Step[] = [];
  let moving = new Set<string>();
  for (const planned of plan) {
    const project = projects.find(({ path }) => path === planned.project);
    if (project === undefined) throw new Error(`there is no project ${planned.project}`);
    const moves = project.isLinear && movesTarget.has(planned.fate);
    if (wave.length === mostAtOnce || (moves && moving.has(project.path))) {
      waves.push(wave);
      wave = [];
      moving = new Set();
    }
    wave.push({ planned, project });
    if (moves) moving.add(project.path);
  }
  return [...waves, wave];
}
