import { Button, PasswordInput, Stack, Tabs, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, type ReactNode, useState } from 'react';
import { call, sessionQuery } from '../../api/client.ts';
import { ApiError, asApiError } from '../../api/error.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { common } from '../../words/common.ts';
import { sessionWords } from '../../words/sessions.ts';
import classes from './sign-in.module.css';

// The first screen of all: it carries neither the form library nor the schemas, which come with
// the first press of the button.

export type SignInWay = 'password' | 'token';

interface Credentials {
  readonly username?: string;
  readonly password?: string;
  readonly token?: string;
  readonly otp?: string;
}

/** The password was right, and a code has to come with it. */
const wantsCode = (error: unknown) => error instanceof ApiError && error.wantsCode;

const focus = (field: HTMLInputElement | null) => field?.focus();
const wrongs = { password: sessionWords.wrong, token: sessionWords.wrongToken };
const toggleProps = { 'aria-label': common.actions.showPassword, tabIndex: 0 };

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
  return async (input: Credentials) => {
    const { sessions } = await import('#contract/sessions.ts');
    try {
      const { user, csrf_token, demands } = await call(sessions.create, input);
      client.setQueryData(sessionQuery.queryKey, { user, csrf_token, demands });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || error.wantsCode) throw error;
      throw new ApiError({ status: 401, message: wrongs[way], requestId: error.requestId });
    }
    await onDone();
  };
}

function PasswordForm(props: { username?: string; onDone: () => Promise<unknown> | void }) {
  const [username, setUsername] = useState(props.username ?? '');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [isCodeAsked, setCodeAsked] = useState(false);
  const signIn = useSignIn('password', props.onDone);
  const send = async () => {
    try {
      await signIn({ username, password, ...(otp !== '' && { otp }) });
    } catch (error) {
      if (!wantsCode(error)) throw error;
      setCodeAsked(true);
      if (isCodeAsked) throw new ApiError({ status: 401, message: sessionWords.wrongCode });
    }
  };
  return (
    <Credential
      isComplete={username !== '' && password !== '' && (!isCodeAsked || otp !== '')}
      onSend={send}
    >
      {(missing) => (
        <>
          <TextInput
            label={sessionWords.username}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            name="username"
            autoComplete="username"
            data-autofocus={props.username === undefined || undefined}
            disabled={props.username !== undefined}
            error={missing && username === '' ? common.required : undefined}
            withAsterisk
            aria-required
          />
          <PasswordInput
            label={sessionWords.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            name="password"
            autoComplete="current-password"
            data-autofocus={props.username !== undefined || undefined}
            error={missing && password === '' ? common.required : undefined}
            visibilityToggleButtonProps={toggleProps}
            withAsterisk
            aria-required
          />
          {isCodeAsked && (
            <TextInput
              // The field comes with the question: whoever answers it types on.
              ref={focus}
              label={sessionWords.code}
              description={sessionWords.codeHelp}
              value={otp}
              onChange={(event) => setOtp(event.currentTarget.value)}
              name="otp"
              autoComplete="one-time-code"
              error={missing && otp === '' ? common.required : undefined}
              withAsterisk
              aria-required
            />
          )}
        </>
      )}
    </Credential>
  );
}

function TokenForm(props: { onDone: () => Promise<unknown> | void }) {
  const [token, setToken] = useState('');
  const signIn = useSignIn('token', props.onDone);
  return (
    <Credential isComplete={token.trim() !== ''} onSend={() => signIn({ token: token.trim() })}>
      {(missing) => (
        <PasswordInput
          label={sessionWords.token}
          description={sessionWords.tokenHelp}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          name="token"
          autoComplete="off"
          data-autofocus
          error={missing ? common.required : undefined}
          visibilityToggleButtonProps={toggleProps}
          withAsterisk
          aria-required
        />
      )}
    </Credential>
  );
}

/** Its fields, what was refused, and the button; a field that is missing says so. */
function Credential(props: {
  isComplete: boolean;
  onSend: () => Promise<void>;
  children: (isMissing: boolean) => ReactNode;
}) {
  const [failure, setFailure] = useState<ApiError>();
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setTried(true);
    setFailure(undefined);
    if (!props.isComplete) return;
    setSending(true);
    try {
      await props.onSend();
    } catch (error) {
      setFailure(asApiError(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        // In the dialog the page's own form lies around this one.
        event.stopPropagation();
        void send();
      }}
    >
      <Stack>
        {failure !== undefined && <AlertBox error={failure} />}
        {props.children(isTried && !props.isComplete)}
        <Button type="submit" fullWidth loading={isSending}>
          {sessionWords.signIn}
        </Button>
      </Stack>
    </form>
  );
}
