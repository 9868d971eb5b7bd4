import type { Project } from './project.ts';
import type { World } from './world.ts';

/** Gives a project places to deploy to, one of them stopped, and branches for its releases. */
export async function addEnvironments(world: World, project: Project): Promise<void> {
  const path = `/projects/${project.id}`;
  const make = (name: string, tier: string) =>
    world.call<{ id: number }>('maintainer', `POST ${path}/environments`, {
      name,
      tier,
      external_url: `https://${name.replace('/', '-')}.${project.path}.example`,
    });
  await make('production', 'production');
  await make('staging', 'staging');
  const { id } = await make('review/spring', 'development');
  await world.call('maintainer', `POST ${path}/environments/${id}/stop`);
  await world.call('maintainer', `POST ${path}/protected_branches`, {
    name: 'release/*',
    push_access_level: 40,
    merge_access_level: 30,
  });
}

/** Brings what is merged to staging, where it fails at times, and every other time to production. */
export async function deploy(world: World, project: Project, round: number): Promise<void> {
  const path = `/projects/${project.id}`;
  const { commit } = await world.call<{ commit: { id: string } }>(
    'maintainer',
    `GET ${path}/repository/branches/main`,
  );
  const targets = round % 2 === 1 ? ['staging', 'production'] : ['staging'];
  for (const environment of targets) {
    world.pass(6);
    const { id } = await world.call<{ id: number }>('maintainer', `POST ${path}/deployments`, {
      environment,
      sha: commit.id,
      ref: 'main',
      tag: false,
      status: 'running',
    });
    world.pass(4 + world.pick.below(9));
    const status = environment === 'staging' && world.pick.percent(20) ? 'failed' : 'success';
    await world.call('maintainer', `PUT ${path}/deployments/${id}`, { status });
  }
}
