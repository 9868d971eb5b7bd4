import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { signUp } from '#contract/sign-up.ts';
import { openingQuery, useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField, TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextLink } from '../../lib/links.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { sessionWords } from '../../words/sessions.ts';
import { signUpWords } from '../../words/sign-up.ts';
import { Confirmation } from './confirmation.tsx';
import { Card } from './screen-card.tsx';

const route = getRouteApi('/sign-up');
const words = signUpWords.registration;

/** Registration, and the link of the mail that confirms an address. */
export function SignUpPage() {
  const { confirm } = route.useSearch();
  const { data: opening } = useSuspenseQuery(openingQuery);
  const [done, setDone] = useState<ResponseOf<typeof signUp.create>>();
  let content = <Register onDone={setDone} />;
  if (confirm !== undefined) content = <Confirmation token={confirm} />;
  else if (done !== undefined) content = <Registered answer={done} />;
  else if (!opening.sign_in.sign_up) content = <p>{words.closed}</p>;
  return (
    <Card title={done === undefined ? words.title : words.doneTitle} isEntrance>
      {content}
      <p>
        {words.haveAccount}{' '}
        <TextLink to="/sign-in" underline="always">
          {sessionWords.signIn}
        </TextLink>
      </p>
    </Card>
  );
}

function Register({ onDone }: { onDone: (answer: ResponseOf<typeof signUp.create>) => void }) {
  const create = useCommand(signUp.create, {});
  const form = useContractForm(signUp.create.body, {
    name: '',
    username: '',
    email: '',
    password: '',
  });
  const { control } = form;
  return (
    <Form
      form={form}
      plain
      unguarded
      onSubmit={async (values) => onDone(await create.mutateAsync(values))}
      bar={<SubmitBar form={form} label={words.submit} />}
    >
      <TextField control={control} name="name" label={words.name} autoComplete="name" required />
      <TextField
        control={control}
        name="username"
        label={words.username}
        autoComplete="username"
        required
      />
      <TextField
        control={control}
        name="email"
        type="email"
        label={words.email}
        autoComplete="email"
        required
      />
      <PasswordField
        control={control}
        name="password"
        label={words.password}
        autoComplete="new-password"
        required
      />
    </Form>
  );
}

function Registered({ answer }: { answer: ResponseOf<typeof signUp.create> }) {
  const waits = answer.state !== 'active';
  return (
    <div role="status">
      {waits && <p>{words.waits}</p>}
      {answer.needs_confirmation && <p>{words.confirm}</p>}
      {!waits && !answer.needs_confirmation && <p>{words.ready}</p>}
      {answer.text !== '' && <Markdown text={answer.text} />}
    </div>
  );
}
