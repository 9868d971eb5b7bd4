import { Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sessions } from '#contract/sessions.ts';
import { sessionQuery, useCommand } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField, TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { sessionWords } from '../../words/sessions.ts';
import classes from './sign-in.module.css';

export type SignInWay = 'password' | 'token';

const wrongs = { password: sessionWords.wrong, token: sessionWords.wrongToken };

/** Sign-in by password or by access token; `onDone` runs with the session in place. */
export function SignInForm(props: {
  way: SignInWay;
  onWay: (way: SignInWay) => void;
  /** The one who has to sign in again. */
  username?: string;
  onDone: () => Promise<unknown> | void;
}) {
  const { way, onWay, username } = props;
  return (
    <Tabs
      value={way}
      onChange={(value) => onWay(value === 'token' ? 'token' : 'password')}
      keepMounted={false}
    >
      <Tabs.List grow aria-label={sessionWords.ways} className={classes.ways}>
        <Tabs.Tab value="password">{sessionWords.byPassword}</Tabs.Tab>
        <Tabs.Tab value="token">{sessionWords.byToken}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="password">
        <PasswordForm username={username} onDone={props.onDone} />
      </Tabs.Panel>
      <Tabs.Panel value="token">
        <TokenForm onDone={props.onDone} />
      </Tabs.Panel>
    </Tabs>
  );
}

function useSignIn(way: SignInWay, onDone: () => Promise<unknown> | void) {
  const client = useQueryClient();
  const signIn = useCommand(sessions.create, {});
  return async (input: { username?: string; password?: string; token?: string }) => {
    try {
      const { user, csrf_token } = await signIn.mutateAsync(input);
      client.setQueryData(sessionQuery.queryKey, { user, csrf_token });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw new ApiError({ status: 401, message: wrongs[way], requestId: error.requestId });
    }
    await onDone();
  };
}

function PasswordForm(props: { username?: string; onDone: () => Promise<unknown> | void }) {
  const form = useContractForm(passwordBody, { username: props.username ?? '', password: '' });
  const signIn = useSignIn('password', props.onDone);
  return (
    <Form
      form={form}
      plain
      unguarded
      onSubmit={signIn}
      bar={<SubmitBar form={form} label={sessionWords.signIn} />}
    >
      <TextField
        control={form.control}
        name="username"
        label={sessionWords.username}
        autoComplete="username"
        autoFocus={props.username === undefined}
        disabled={props.username !== undefined}
        required
      />
      <PasswordField
        control={form.control}
        name="password"
        label={sessionWords.password}
        autoComplete="current-password"
        autoFocus={props.username !== undefined}
        required
      />
    </Form>
  );
}

function TokenForm(props: { onDone: () => Promise<unknown> | void }) {
  const form = useContractForm(tokenBody, { token: '' });
  const signIn = useSignIn('token', props.onDone);
  return (
    <Form
      form={form}
      plain
      unguarded
      onSubmit={signIn}
      bar={<SubmitBar form={form} label={sessionWords.signIn} />}
    >
      <PasswordField
        control={form.control}
        name="token"
        label={sessionWords.token}
        help={sessionWords.tokenHelp}
        autoFocus
        required
      />
    </Form>
  );
}

// The two ways of the one body, each with what it needs.
const passwordBody = sessions.create.body
  .pick({ username: true, password: true })
  .required({ username: true, password: true });
const tokenBody = sessions.create.body.pick({ token: true }).required({ token: true });
