import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { secondFactor } from '#contract/second-factor.ts';
import { sessions } from '#contract/sessions.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField, TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { signUpWords } from '../../words/sign-up.ts';

const words = signUpWords.secondFactor;
type Answer = ResponseOf<typeof secondFactor.create>;

/** Sets the second factor up, shows its recovery codes, switches it off. */
export function SecondFactor({ onDone }: { onDone?: () => void }) {
  const { two_factor_enabled: isOn } = useCurrentUser();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const client = useQueryClient();
  if (codes.length > 0) {
    return (
      <Stack gap="xs">
        <h3>{words.codes}</h3>
        <p>{words.codesAbout}</p>
        {codes.map((code) => (
          <CopyLine key={code} value={code} />
        ))}
        <div>
          {onDone === undefined ? (
            <Button variant="default" onClick={() => setCodes([])}>
              {words.kept}
            </Button>
          ) : (
            <Button onClick={onDone}>{words.goOn}</Button>
          )}
        </div>
      </Stack>
    );
  }
  return isOn ? (
    <SwitchOff />
  ) : (
    <SetUp
      onCodes={(made) => {
        setCodes(made);
        void client.invalidateQueries({ queryKey: [sessions.current.id] });
      }}
    />
  );
}

function SetUp({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [begun, setBegun] = useState<Answer>();
  const create = useCommand(secondFactor.create, {});
  const finish = useCommand(secondFactor.create, {});
  const form = useContractForm(secondFactor.create.body, { current_password: '', otp: '' });
  return (
    <Form
      form={form}
      plain
      unguarded
      onSubmit={async ({ current_password, otp = '' }) => {
        const answer =
          begun === undefined
            ? await create.mutateAsync({ current_password })
            : await finish.mutateAsync({ current_password, otp });
        if (answer.enabled) onCodes(answer.recovery_codes);
        else setBegun(answer);
      }}
      bar={
        <div>
          <Button type="submit" variant="default" loading={create.isPending || finish.isPending}>
            {begun === undefined ? words.begin : words.finish}
          </Button>
        </div>
      }
    >
      <PasswordField
        control={form.control}
        name="current_password"
        label={words.password}
        autoComplete="current-password"
        required
      />
      {begun !== undefined && (
        <>
          <Copied label={words.secret} value={begun.secret ?? ''} />
          <Copied label={words.link} value={begun.uri ?? ''} />
          <TextField
            control={form.control}
            name="otp"
            label={words.code}
            autoComplete="one-time-code"
            required
          />
        </>
      )}
    </Form>
  );
}

function SwitchOff() {
  const remove = useCommand(secondFactor.remove, {
    invalidates: [sessions.current],
    done: words.offDone,
  });
  const form = useContractForm(secondFactor.remove.body, { current_password: '' });
  return (
    <Form
      form={form}
      plain
      unguarded
      onSubmit={(values) => remove.mutateAsync(values)}
      bar={
        <div>
          <Button type="submit" variant="default" loading={remove.isPending}>
            {words.off}
          </Button>
        </div>
      }
    >
      <p>{words.isOn}</p>
      <PasswordField
        control={form.control}
        name="current_password"
        label={words.password}
        autoComplete="current-password"
        required
      />
    </Form>
  );
}

function Copied(props: { label: string; value: string }) {
  return (
    <div>
      <p>{props.label}</p>
      <CopyLine value={props.value} label={props.label} />
    </div>
  );
}
