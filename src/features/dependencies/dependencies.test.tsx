import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ciProject } from '../../../bff/testing/ci-projects.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { dependencyWords as words } from '../../words/dependencies.ts';
import { tableWords } from '../../words/table.ts';

const backend = startBackend();

const files = {
  'package-lock.json': JSON.stringify({
    packages: {
      '': { dependencies: { tide: '1' } },
      'node_modules/tide': { version: '1.0.0', license: 'MIT', dependencies: { ebb: '2' } },
      'node_modules/ebb': { version: '2.0.0', license: 'ISC' },
    },
  }),
  'app/gradle.lockfile': 'org.sea:gauge:3.0.0=runtimeClasspath\n',
  'old/Cargo.lock': '<<<<<<< HEAD\n',
};

async function stage(name: string, level: number) {
  const place = await ciProject(backend().app, name, files);
  await backend().app.drain();
  const reader = await backend().signIn(`${name}-reader`);
  const role = { user_id: reader.id, access_level: level };
  await place.call(`POST ${place.path}/members`, { json: role });
  return `/projects/${encodeURIComponent(place.fullPath)}/dependencies`;
}

const names = () =>
  ['ebb', 'org.sea/gauge', 'tide'].filter((name) => screen.queryByRole('link', { name }) !== null);

test('dependencies are found by search, packager, licence and who asks, and the screen says what it does not know', async () => {
  const router = openConsole(await stage('abel', 30));
  await screen.findByRole('link', { name: 'tide' });
  expect(names()).toEqual(['ebb', 'org.sea/gauge', 'tide']);
  expect(screen.getByText(words.about)).toBeTruthy();
  expect(words.about).toMatch(/Of Maven, Gradle and NuGet only the versions that stand in/);
  expect(words.about).toMatch(/looks for no vulnerabilities/);
  const findings = screen.getByRole('region', { name: words.findings(1) });
  expect(findings.textContent).toContain('old/Cargo.lock: It holds the marks of a merge conflict');

  const user = userEvent.setup();
  const filter = async (label: string, choice: string) => {
    await user.click(screen.getByRole('button', { name: tableWords.addFilter }));
    await user.click(await screen.findByRole('menuitem', { name: `${label}: ${choice}` }));
  };
  const { package_manager, license, direct } = words.filters;
  for (const [label, choice, expected] of [
    [package_manager, 'gradle', ['org.sea/gauge']],
    [license, 'ISC', ['ebb']],
    [direct, words.directs.true, ['tide']],
    [direct, words.directs.false, ['ebb', 'org.sea/gauge']],
  ] as const) {
    await filter(label, choice);
    await waitFor(() => expect(names()).toEqual(expected));
    await user.click(screen.getByRole('button', { name: tableWords.removeFilter(label) }));
    await waitFor(() => expect(names()).toHaveLength(3));
  }
  await filter(package_manager, 'npm');
  await user.click(screen.getByRole('searchbox'));
  await user.paste('TID');
  await waitFor(() => expect(names()).toEqual(['tide']));
  expect(router.state.location.search).toMatchObject({ package_manager: 'npm', search: 'TID' });

  await user.click(screen.getByRole('link', { name: 'tide' }));
  const panel = await screen.findByRole('complementary', { name: 'tide' });
  expect(within(panel).getByText('pkg:npm/tide@1.0.0')).toBeTruthy();
  expect(within(panel).getByText('MIT (MIT License)')).toBeTruthy();
});

test('a Reporter is told that dependencies are not theirs to see', async () => {
  openConsole(await stage('bea', 20));
  expect(await screen.findByText(common.states.forbiddenTitle)).toBeTruthy();
});
