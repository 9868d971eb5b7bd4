import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { keyText } from '../key-text.ts';
import { giveRole, person, project } from '../people.ts';
import { api, server } from '../server.ts';
import { git, remoteOf, workTree } from '../work-tree.ts';

/** What the parameters of the routes stand for. */
export type Params = Readonly<Record<string, string>>;

/** Paths of all screens, from the generated tree: a new route is here by existing. */
export function screens(): string[] {
  const tree = readFileSync(join(import.meta.dirname, '../../src/routeTree.gen.ts'), 'utf8');
  const [, paths = ''] = /fileRoutesByTo: FileRoutesByTo\s+to:([^:]*?)\n {2}id:/.exec(tree) ?? [];
  return [...paths.matchAll(/'([^']+)'/g)].flatMap(([, path]) => path ?? []);
}

/** The path with its parameters filled in. */
export const filled = (path: string, params: Params): string =>
  path.replace(/\$(\w*)/g, (_whole, name: string) => {
    const value = params[name || '_splat'];
    if (value === undefined) throw new Error(`${path} needs a value for ${name} in this test`);
    return encodeURIComponent(value);
  });

const ciFile = `
stages: [build, test]
crane: { stage: build, script: make }
berths: { stage: test, script: make test, allow_failure: true }
`;

/**
 * A project with commits, a merge request, an issue, a label, a milestone, members, a pipeline and a
 * schedule, in a group with an epic.
 */
export async function stage(group: string): Promise<Params> {
  const root = api(server.rootToken);
  const path = await project(group, 'quay');
  const id = encodeURIComponent(path);
  const mate = await person(`${group}-mate`, 'Pia Bollard');
  await giveRole(path, mate, 40);
  const tree = await workTree();
  const remote = remoteOf(path, mate.username, mate.password);
  await tree.commit('Begin', { 'README.md': '# Quay\n', '.gitlab-ci.yml': ciFile });
  await git(tree.dir, 'push', '--quiet', remote, 'main');
  await git(tree.dir, 'switch', '--quiet', '--create', 'longer');
  await tree.commit('Build on', { 'quay.ts': 'export const berths = 12;\n' });
  await git(tree.dir, 'push', '--quiet', remote, 'longer');
  const sha = await git(tree.dir, 'rev-parse', 'main');
  tree.remove();
  const make = async (at: string, body: object) => {
    const made = await root<{ id: number }>('POST', at, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  // A name stands for one thing in a group and all that is in it.
  for (const [place, season] of [
    [`/projects/${id}`, 'spring'],
    [`/groups/${group}`, 'autumn'],
  ] as const) {
    await make(`${place}/labels`, { name: `tide in ${season}`, color: '#1a7a43' });
    await make(`${place}/milestones`, { title: `Before ${season}` });
  }
  await make(`/projects/${id}/issues`, { title: 'The crane is slow' });
  await make(`/groups/${group}/epics`, {
    title: 'A deeper harbour',
    description: 'Ships of **12 m** draught.',
    labels: 'tide in autumn',
    due_date_fixed: '2020-04-01',
  });
  await make(`/projects/${id}/merge_requests`, {
    source_branch: 'longer',
    target_branch: 'main',
    title: 'A longer quay',
  });
  const pipeline = await make(`/projects/${id}/pipeline`, {
    ref: 'main',
    variables: [{ key: 'TIDE', value: 'low' }],
  });
  await make(`/projects/${id}/statuses/${sha.trim()}`, {
    state: 'success',
    name: 'harbour master',
    description: 'The berth is free',
    target_url: 'https://harbour.example/berths/12',
    pipeline_id: pipeline,
  });
  const schedules = `/projects/${id}/pipeline_schedules`;
  const schedule = await make(schedules, {
    description: 'Tides of the night',
    ref: 'main',
    cron: '30 2 * * *',
    cron_timezone: 'Europe/Berlin',
  });
  await make(`${schedules}/${schedule}/variables`, { key: 'TIDE_TOKEN', value: 'low' });
  await make(`${schedules}/${schedule}/play`, {});
  await make(`/projects/${id}/triggers`, { description: 'Harbour hook' });
  await make(`/projects/${id}/compliance_external_controls`, {
    external_control_name: 'Harbour scan',
    external_url: 'https://scan.example/hook',
    secret_token: 'low tide',
    ping_enabled: false,
  });
  await make(`/projects/${id}/deploy_keys`, { title: 'Harbour crane', key: keyText('crane') });
  await make('/user/keys', { title: `Desk of ${group}`, key: keyText('desk') });
  const wiki = `/projects/${id}/wikis`;
  await make(wiki, { title: 'home', content: 'Where we [berth](Berths).' });
  await make(wiki, { title: 'Berths', content: '# Twelve\n\nAnd one for **pilots**.' });
  const versions = await fetch(`${server.url}/bff${wiki}/Berths/versions`, {
    headers: { 'private-token': server.rootToken },
  });
  // The record of the endpoint, which the server has just checked.
  const [version] = (await versions.json()) as { id: string }[];
  const hook = { webhook: 'https://chat.example.test/hooks/quay' };
  const set = await root('PUT', `/groups/${group}/integrations/pumble`, hook);
  expect(set.status).toBe(200);
  return {
    project: path,
    slug: 'pumble',
    schedule: String(schedule),
    pipeline: String(pipeline),
    group,
    iid: '1',
    user: '1',
    sha: sha.trim(),
    path: 'README.md',
    page: 'Berths',
    version: version?.id ?? '',
    section: 'network',
    token: 'answered-long-ago',
  };
}
