import type * as z from 'zod';
import type { ApiRequest } from '../api/screen-requests.ts';
import { Section } from '../ui/page.tsx';
import { useContractForm } from './contract-form.ts';
import { TextField } from './fields.tsx';
import { Form } from './form.tsx';
import { SubmitBar } from './submit-bar.tsx';

/** What a change of the path says. */
interface PathWords {
  readonly title: string;
  readonly help: string;
  readonly field: string;
  readonly fieldHelp: string;
  readonly submit: string;
}

/** The last part of the address of a project or group, to change it. */
export function PathForm(props: {
  body: z.ZodObject<{ path: z.ZodOptional<z.ZodString> }>;
  path: string;
  words: PathWords;
  request: (typed: { path?: string | undefined }) => ApiRequest;
  onSubmit: (typed: { path?: string | undefined }) => Promise<unknown>;
}) {
  const { body, path, words, request, onSubmit } = props;
  const form = useContractForm(body, { path }, { keepBlank: true });
  return (
    <Section title={words.title} about={words.help}>
      <Form
        form={form}
        plain
        request={request}
        onSubmit={onSubmit}
        bar={<SubmitBar form={form} label={words.submit} needsChange isSecondary />}
      >
        <TextField
          control={form.control}
          name="path"
          label={words.field}
          help={words.fieldHelp}
          mono
          required
        />
      </Form>
    </Section>
  );
}
