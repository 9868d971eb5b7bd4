import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderAlone } from '../testing/render-alone.tsx';
import { FileField } from './file-field.tsx';
import { Form } from './form.tsx';
import { SubmitBar } from './submit-bar.tsx';

const label = 'Sheet';

function Upload({ onSend }: { onSend: (file: File | null) => void }) {
  const form = useForm<{ sheet: File | null }>({ defaultValues: { sheet: null } });
  return (
    <Form
      form={form}
      onSubmit={async ({ sheet }) => onSend(sheet)}
      bar={<SubmitBar form={form} label="Send" />}
    >
      <FileField control={form.control} name="sheet" label={label} />
    </Form>
  );
}

test('the chosen file is named and sent', async () => {
  const sent: (File | null)[] = [];
  renderAlone(<Upload onSend={(file) => sent.push(file)} />);
  const send = await screen.findByRole('button', { name: 'Send' });
  const user = userEvent.setup();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await user.upload(input, new File(['a,b'], 'people.csv', { type: 'text/csv' }));
  expect(screen.getByText('people.csv')).toBeTruthy();
  await user.click(send);
  expect(sent[0]?.name).toBe('people.csv');
});
