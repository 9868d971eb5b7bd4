import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { harbor } from '../../../bff/testing/harbor.ts';
import { queryClient } from '../../api/client.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { projectWords } from '../../words/projects.ts';
import { repositoryWords } from '../../words/repository.ts';

const backend = startBackend(() =>
  Promise.resolve({ QD_SSH_HOST: 'quay.example.test', QD_SSH_PORT: '2222' }),
);
const { files, file, commits, ref } = repositoryWords;

/** A project with files on two branches; whoever looks has a role in it. */
async function stage(owner: string, level: number = accessLevels.reporter) {
  const place = await harbor(backend().app, owner);
  const reader = await backend().signIn(`${owner}-reader`);
  await place.call(`POST ${place.project}/members`, { user_id: reader.id, access_level: level });
  const tides = 'export const tides = 1;\nexport const height = 2;\n';
  await place.commit({
    'README.md': '# Quay\n\nWhere ships lie.',
    'src/tides/forecast.ts': tides,
    'empty.txt': '',
  });
  await place.commit({ 'src/only-here.ts': 'yes\n' }, 'release/4.2', { start_branch: 'main' });
  const at = `/projects/at-${owner}%2Fquay`;
  return { ...place, at, open: (rest: string) => openConsole(at + rest) };
}

test('folders lead to a file, the path leads back, and the branch is in the URL', async () => {
  const { open, at } = await stage('nora');
  const router = open('/files');
  const user = userEvent.setup();
  const readme = await screen.findByRole('region', { name: 'README.md' });
  expect(within(readme).getByText('Where ships lie.')).toBeTruthy();
  expect(await screen.findByText(/^Add README\.md, src/)).toBeTruthy();

  await user.click(screen.getByRole('link', { name: 'src' }));
  await user.click(await screen.findByRole('link', { name: 'tides' }));
  await user.click(await screen.findByRole('link', { name: 'forecast.ts' }));
  expect(await screen.findByRole('heading', { name: 'forecast.ts', level: 1 })).toBeTruthy();
  const code = await screen.findByRole('group', { name: file.code('forecast.ts') });
  expect(within(code).getByText('export const height = 2;')).toBeTruthy();
  expect(screen.getByText(/^2 lines · 49 bytes/)).toBeTruthy();
  expect(screen.getByRole('link', { name: file.download }).getAttribute('href')).toMatch(
    /\/api\/v4\/projects\/at-nora%2Fquay\/repository\/files\/src%2Ftides%2Fforecast\.ts\/raw\?ref=main$/,
  );

  await user.click(within(code).getByRole('link', { name: file.line(2) }));
  await waitFor(() => expect(router.state.location.hash).toBe('L2'));
  expect(router.state.location.pathname).toBe(`${at}/files/src%2Ftides%2Fforecast.ts`);

  const path = screen.getByRole('navigation', { name: repositoryWords.path.label });
  await user.click(within(path).getByRole('link', { name: 'src' }));
  await screen.findByRole('link', { name: 'tides' });
  await user.click(screen.getByRole('combobox', { name: ref.label }));
  await user.click(await screen.findByRole('option', { name: 'release/4.2' }));
  expect(await screen.findByRole('link', { name: 'only-here.ts' })).toBeTruthy();
  expect(router.state.location.search).toEqual({ path: 'src', ref: 'release/4.2' });
});

test('a file keeps its history, and a commit shows what it changed', async () => {
  const { open, call, project } = await stage('odin');
  await call(`POST ${project}/repository/commits`, {
    branch: 'main',
    commit_message: 'Raise the height\n\nSpring tides are higher.',
    actions: [
      {
        action: 'update',
        file_path: 'src/tides/forecast.ts',
        content: 'export const tides = 1;\nexport const height = 3;\n',
      },
    ],
  });
  open('/files/src%2Ftides%2Fforecast.ts/history');
  const user = userEvent.setup();
  expect(await screen.findByRole('link', { name: /^Add README\.md/ })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Raise the height' }));
  expect(await screen.findByRole('heading', { name: 'Raise the height', level: 1 })).toBeTruthy();
  expect(screen.getByText('Spring tides are higher.')).toBeTruthy();
  expect(await screen.findByText(commits.changes(1))).toBeTruthy();
  await user.click(screen.getByRole('link', { name: commits.browse }));
  expect(await screen.findByRole('link', { name: 'README.md', hidden: false })).toBeTruthy();
});

test('the list of commits is filtered by the URL, path included', async () => {
  const { open } = await stage('pia');
  open('/commits?ref_name=release%2F4.2&path=src%2Fonly-here.ts');
  expect(await screen.findByRole('link', { name: 'Add src/only-here.ts' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Add README/ })).toBeNull();
  expect(screen.getByRole('combobox', { name: ref.label })).toHaveProperty('value', 'release/4.2');
});

test('what is not text is shown as what it is', async () => {
  const { open, call, project } = await stage('quin');
  const bytes = (name: string, content: string) => ({
    action: 'create',
    file_path: name,
    encoding: 'base64',
    content,
  });
  await call(`POST ${project}/repository/commits`, {
    branch: 'main',
    commit_message: 'Add bytes',
    actions: [bytes('dot.png', 'iVBORw0KGgo='), bytes('tool.bin', 'UEsAAQI=')],
  });
  const router = open('/files/dot.png');
  const image = await screen.findByRole('img', { name: 'dot.png' });
  expect(image.getAttribute('src')).toBe('data:image/png;base64,iVBORw0KGgo=');
  const show = (path: string) =>
    router.navigate({
      to: '/projects/$project/files/$path',
      params: { project: 'at-quin/quay', path },
    });
  await show('tool.bin');
  expect(await screen.findByText(file.binary)).toBeTruthy();
  await show('empty.txt');
  expect(await screen.findByText(file.empty)).toBeTruthy();
  backend().override(
    http.get('*/repository/files/README.md', () =>
      HttpResponse.json({ message: 'too large' }, { status: 413 }),
    ),
  );
  await show('README.md');
  expect(await screen.findByText(file.tooLarge)).toBeTruthy();
});

test('what is not there says so, and where to go on', async () => {
  const { open, at } = await stage('rex');
  const router = open('/files?path=no/where');
  expect(
    await screen.findByRole('heading', { name: files.notThere('no/where', 'main') }),
  ).toBeTruthy();
  const unknown = '0'.repeat(40);
  for (const [rest, title] of [
    ['/files?ref=gone', files.noRef('gone')],
    ['/files/no%2Fwhere.ts', files.notThere('no/where.ts', 'main')],
    ['/files/README.md?ref=gone', files.noRef('gone')],
    ['/commits?ref_name=gone', files.noRef('gone')],
    [`/commits/${unknown}`, commits.notThere(unknown)],
  ] as const) {
    await router.navigate({ href: at + rest });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  }
});

test('an empty repository and code that one may not read say so on every screen', async () => {
  const place = await harbor(backend().app, 'sol');
  const reader = await backend().signIn('sol-reader');
  const member = { user_id: reader.id, access_level: accessLevels.reporter };
  await place.call(`POST ${place.project}/members`, member);
  const at = '/projects/at-sol%2Fquay';
  const router = openConsole(at);
  const says = async (title: string) => {
    for (const rest of ['/files', '/files/a.txt', '/commits', '/commits/main']) {
      await router.navigate({ href: at + rest });
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    }
  };
  await screen.findByText(projectWords.overview.emptyTitle);
  await says(files.empty);
  await place.commit({ 'a.txt': 'a' });
  await place.call(`PUT ${place.project}/members/${reader.id}`, {
    access_level: accessLevels.guest,
  });
  await queryClient.invalidateQueries();
  await says(projectWords.overview.noCode);
});

test('a server that is not well is said, and asked again', async () => {
  const { open } = await stage('theo');
  let isWell = false;
  backend().override(
    http.get('*/repository/tree', () =>
      isWell ? undefined : HttpResponse.json({ message: 'down' }, { status: 500 }),
    ),
  );
  open('/files');
  expect(await screen.findByRole('heading', { name: common.states.failedTitle })).toBeTruthy();
  isWell = true;
  await userEvent.setup().click(screen.getByRole('button', { name: common.actions.retry }));
  expect(await screen.findByRole('link', { name: 'src' })).toBeTruthy();
});

test('the home of a project shows its README, and where it is cloned over SSH', async () => {
  const { open } = await stage('una');
  open('');
  const readme = await screen.findByRole('region', { name: 'README.md' });
  expect(within(readme).getByRole('heading', { name: 'Quay' })).toBeTruthy();
  const address = /^ssh:\/\/git@quay\.example\.test:2222\/.+\.git$/;
  expect(screen.getByText(address)).toBeTruthy();
});
