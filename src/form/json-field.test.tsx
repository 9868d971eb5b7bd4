import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { renderAlone } from '../testing/render-alone.tsx';
import { useContractForm } from './contract-form.ts';
import { JsonField } from './json-field.tsx';

const body = z.object({ limits: z.record(z.string(), z.int()) });

function Limits() {
  const form = useContractForm(body, { limits: { crew: 4 } });
  return (
    <>
      <JsonField control={form.control} name="limits" label="Limits" />
      <button type="button" onClick={() => form.reset()}>
        Discard
      </button>
    </>
  );
}

test('an object stays as it is typed, and is as before once the form is', async () => {
  renderAlone(<Limits />);
  const user = userEvent.setup();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Limits/ });
  expect(JSON.parse(field.value)).toEqual({ crew: 4 });
  await user.clear(field);
  for (const text of ['{"crew": 5', '}']) {
    await user.click(field);
    await user.paste(text);
  }
  expect(field.value).toBe('{"crew": 5}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(JSON.parse(field.value)).toEqual({ crew: 4 });
});
