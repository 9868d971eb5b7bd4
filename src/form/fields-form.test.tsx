import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FieldDef } from '#contract/field.ts';
import { ApiError } from '../api/error.ts';
import { renderAlone } from '../testing/render-alone.tsx';
import { formWords } from '../words/form.ts';
import { FieldsForm } from './fields-form.tsx';
import { storedSecret } from './secret-field.tsx';

const row = (key: string, type: FieldDef['type'], more: Partial<FieldDef> = {}): FieldDef => ({
  key,
  type,
  default: null,
  label: `The ${key}`,
  help: `Help of ${key}`,
  enforced_by: 'tests',
  ...more,
});

const rows = [
  row('lamp', 'boolean', { default: false }),
  row('depth', 'integer', { unit: 'fathoms' }),
  row('name', 'string'),
  row('log', 'text'),
  row('tide', 'enum', { options: ['ebb', 'flood'], default: 'ebb' }),
  row('level', 'integer_enum', { options: [10, 20], default: 10 }),
  row('ports', 'string_list', { default: [] }),
  row('days', 'string_list', { options: ['mon', 'tue'], default: [] }),
  row('key', 'secret'),
  row('hue', 'colour'),
];

const stored = {
  lamp: false,
  depth: 7,
  name: 'Skiff',
  log: 'calm',
  tide: 'ebb',
  level: 10,
  ports: ['leith'],
  days: [],
  key: storedSecret,
  hue: '#112233',
};

async function open(onSubmit: (changed: Readonly<Record<string, unknown>>) => Promise<unknown>) {
  renderAlone(
    <FieldsForm
      sections={[{ title: 'Ship', fields: rows }]}
      values={stored}
      submit="Save"
      onSubmit={onSubmit}
      choiceWords={{ tide: { ebb: 'Going out', flood: 'Coming in' } }}
    />,
  );
  const save = await screen.findByRole('button', { name: 'Save' });
  return { save, user: userEvent.setup() };
}

const field = (key: string) =>
  screen.getByLabelText(new RegExp(`^The ${key}`), { selector: 'input, textarea' });

test('each row has its field with label, help and stored value', async () => {
  await open(async () => undefined);
  expect(field('lamp')).toHaveProperty('checked', false);
  expect(field('depth')).toHaveProperty('value', '7 fathoms');
  expect(field('name')).toHaveProperty('value', 'Skiff');
  expect(field('log')).toHaveProperty('tagName', 'TEXTAREA');
  expect(field('tide')).toHaveProperty('value', 'Going out');
  expect(field('level')).toHaveProperty('value', '10');
  expect(screen.getByText('leith')).toBeTruthy();
  expect(field('hue')).toHaveProperty('value', '#112233');
  for (const { help } of rows) expect(screen.getByText(help)).toBeTruthy();
});

test('only what was changed is sent, each kind as its own type', async () => {
  const sent: unknown[] = [];
  const { user, save } = await open(async (changed) => sent.push(changed));
  await user.click(field('lamp'));
  await user.clear(field('depth'));
  await user.clear(field('log'));
  await user.type(field('ports'), 'oban{Enter}');
  await user.click(field('days'));
  await user.click(await screen.findByRole('option', { name: 'tue', hidden: true }));
  await user.click(field('level'));
  await user.click(await screen.findByRole('option', { name: '20', hidden: true }));
  await user.click(save);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    lamp: true,
    depth: null,
    log: null,
    ports: ['leith', 'oban'],
    days: ['tue'],
    level: 20,
  });
});

test('a stored secret is not shown, and is sent only when another is typed', async () => {
  const sent: unknown[] = [];
  const { user, save } = await open(async (changed) => sent.push(changed));
  expect(field('key')).toHaveProperty('value', '');
  expect(field('key')).toHaveProperty('placeholder', formWords.secretStored);
  await user.type(field('key'), 'hush');
  await user.click(save);
  await waitFor(() => expect(sent).toEqual([{ key: 'hush' }]));
});

test('save waits for a change and says so, and waits again once it is saved', async () => {
  const { user, save } = await open(async () => undefined);
  expect(save).toHaveProperty('disabled', true);
  expect(screen.getByText(formWords.nothingToSave)).toBeTruthy();
  await user.type(field('name'), ' II');
  expect(screen.getByText(formWords.unsaved(1))).toBeTruthy();
  await user.click(save);
  expect(await screen.findByText(formWords.nothingToSave)).toBeTruthy();
  expect(field('name')).toHaveProperty('value', 'Skiff II');
});

test('what is typed while it saves stays, unsaved, and is sent next', async () => {
  const sent: unknown[] = [];
  let answer = () => {};
  const { user, save } = await open(async (changed) => {
    sent.push(changed);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
  await user.type(field('name'), ' II');
  await user.click(save);
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.type(field('name'), 'I');
  await user.type(field('log'), ' seas');
  answer();
  await waitFor(() => expect(save).toHaveProperty('disabled', false));
  expect(screen.getByText(formWords.unsaved(2))).toBeTruthy();
  await user.click(save);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([{ name: 'Skiff II' }, { name: 'Skiff III', log: 'calm seas' }]);
  answer();
  expect(await screen.findByText(formWords.nothingToSave)).toBeTruthy();
});

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  const { user, save } = await open(() =>
    Promise.reject(
      new ApiError({ status: 400, message: 'depth is odd', fieldErrors: { depth: ['is odd'] } }),
    ),
  );
  await user.clear(field('depth'));
  await user.type(field('depth'), '9');
  await user.click(save);
  expect(await screen.findByText('Is odd')).toBeTruthy();
  expect(field('depth')).toHaveProperty('value', '9 fathoms');
  expect(screen.getByText(formWords.fixFirst(1))).toBeTruthy();
});
