import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../api/client.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { integrationWords } from '../../words/integrations.ts';
import { deliveryCallsOf, type IntegrationPlace, inputOf, touched } from './place.ts';
import { healthOf } from './queries.ts';

const words = integrationWords.signing;

/** What signs the messages: made here, shown once, and replaced by another. */
export function SigningSecret({ place, slug }: { place: IntegrationPlace; slug: string }) {
  const { data: health, error, refetch } = useQuery(healthOf(place, slug));
  const [isAsking, setIsAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const create = useCommand(deliveryCallsOf(place).createSecret, {
    invalidates: touched,
    showsError: true,
  });
  const make = () =>
    create.mutate(
      { ...inputOf(place), slug },
      {
        onSuccess: (made) => {
          setIsAsking(false);
          setSecret(made.signing_secret);
        },
      },
    );
  const has = health?.has_signing_secret === true;
  const label = has ? words.replace : words.create;
  const begin = () => setIsAsking(true);
  useScreenActions(health === undefined ? [] : [{ id: 'signing-secret', label, run: begin }]);
  if (health === undefined) {
    return error === null ? null : <ErrorState error={error} retry={() => void refetch()} />;
  }
  return (
    <Section
      title={words.title}
      about={words.about}
      action={
        <Button variant="default" onClick={begin}>
          {label}
        </Button>
      }
    >
      {has ? words.has : words.hasNot}
      <ConfirmDialog
        testId="replace-signing-secret"
        isOpen={isAsking}
        title={has ? words.replaceAsk : words.createAsk}
        confirm={label}
        isBusy={create.isPending}
        error={create.error}
        onConfirm={make}
        onCancel={() => setIsAsking(false)}
      >
        {has ? words.replaceHelp : words.createHelp}
      </ConfirmDialog>
      {secret !== undefined && (
        <Dialog testId="signing-secret" title={words.made} onClose={() => setSecret(undefined)}>
          <Stack>
            <p>{words.madeHelp}</p>
            <CopyLine value={secret} label={words.copy} />
            <Group justify="flex-end">
              <Button onClick={() => setSecret(undefined)}>{words.done}</Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </Section>
  );
}
