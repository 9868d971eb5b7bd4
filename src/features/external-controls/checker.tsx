import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { externalControls } from '#contract/external-controls.ts';
import { call } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { controlWords } from '../../words/external-controls.ts';
import { ControlStatusText } from './control-status.tsx';
import classes from './external-controls.module.css';

const words = controlWords.checker;
const verdicts = [
  { value: 'pass', label: 'pass' },
  { value: 'fail', label: 'fail' },
] as const;

type Result = ResponseOf<typeof externalControls.check>;

/** Finds out what is wrong with a signature that was sent. */
export function Checker({ project, control }: { project: string; control: number }) {
  const [result, setResult] = useState<Result>();
  const form = useContractForm(externalControls.check.body, {
    timestamp: '',
    nonce: '',
    signature: '',
    status: 'pass',
    project: '',
  });
  return (
    <section className={classes.part}>
      <h3>{words.title}</h3>
      <p className={classes.quiet}>{words.help}</p>
      <Form
        form={form}
        plain
        unguarded
        onSubmit={async (values) =>
          setResult(
            await call(externalControls.check, { id: project, control_id: control, ...values }),
          )
        }
        bar={<SubmitBar form={form} label={words.submit} />}
      >
        <TextField control={form.control} name="timestamp" label={words.timestamp} required />
        <TextField control={form.control} name="nonce" label={words.nonce} required />
        <TextField control={form.control} name="signature" label={words.signature} required />
        <SelectField control={form.control} name="status" label={words.status} choices={verdicts} />
        <TextField
          control={form.control}
          name="project"
          label={words.project}
          help={words.projectHelp}
        />
      </Form>
      {result && <Findings result={result} />}
    </section>
  );
}

function Findings({ result }: { result: Result }) {
  const { matches, findings, signed_text: text } = result;
  return (
    <div role="status" className={classes.part}>
      <ControlStatusText status={matches ? 'pass' : 'fail'}>
        {matches ? words.right : words.wrong}
      </ControlStatusText>
      {findings.length > 0 ? (
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <li key={finding}>{words.findings[finding]}</li>
          ))}
        </ul>
      ) : (
        <p>{words.fine}</p>
      )}
      <p className={classes.quiet}>{words.signed}</p>
      <CopyLine value={text} />
    </div>
  );
}
