import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { integrationWords as words } from '../../words/integrations.ts';
import { callsOf, deliveryCallsOf, type IntegrationPlace, inputOf, touched } from './place.ts';
import { PropertyFacts } from './property-facts.tsx';
import type { IntegrationShown } from './queries.ts';

interface Given {
  place: IntegrationPlace;
  shown: IntegrationShown;
}

/** What can be done with an integration besides changing it. */
export function IntegrationActions({ place, shown }: Given) {
  const isActive = shown.state === 'active';
  const isInheritable = shown.above !== null && !shown.inherited && shown.allowed;
  return (
    <>
      {isActive && shown.allowed && place.kind !== 'instance' && (
        <SendTest place={place} shown={shown} />
      )}
      {isInheritable && <Inherit place={place} shown={shown} />}
      {isActive && shown.allowed && <SwitchOff place={place} shown={shown} />}
    </>
  );
}

function SendTest({ place, shown }: Given) {
  const test = useCommand(deliveryCallsOf(place).test, {
    invalidates: touched,
    done: ({ state, reason }) => words.because(words.tested[state], reason),
  });
  return (
    <Button
      variant="default"
      loading={test.isPending}
      onClick={() => test.mutate({ ...inputOf(place), slug: shown.slug })}
    >
      {words.test}
    </Button>
  );
}

function Inherit({ place, shown }: Given) {
  const [isAsking, setIsAsking] = useState(false);
  const { slug, title, above } = shown;
  const update = useCommand(callsOf(place).update, {
    invalidates: touched,
    done: words.inherited(title),
    showsError: true,
  });
  const inherit = () =>
    update.mutate(
      { ...inputOf(place), slug, use_inherited_settings: true },
      { onSuccess: () => setIsAsking(false) },
    );
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {words.inherit}
      </Button>
      <ConfirmDialog
        testId="inherit-integration"
        isOpen={isAsking}
        title={words.inheritAsk(title)}
        confirm={words.inherit}
        isBusy={update.isPending}
        error={update.error}
        onConfirm={inherit}
        onCancel={() => setIsAsking(false)}
      >
        <p>{words.inheritHelp}</p>
        {above !== null && <PropertyFacts slug={slug} properties={above.properties} />}
      </ConfirmDialog>
    </>
  );
}

function SwitchOff({ place, shown }: Given) {
  const [isAsking, setIsAsking] = useState(false);
  const { slug, title } = shown;
  const remove = useCommand(callsOf(place).remove, {
    invalidates: touched,
    done: words.removed(title),
    showsError: true,
  });
  const switchOff = () =>
    remove.mutate({ ...inputOf(place), slug }, { onSuccess: () => setIsAsking(false) });
  return (
    <>
      <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        testId="remove-integration"
        isOpen={isAsking}
        title={words.removeAsk(title)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={switchOff}
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </>
  );
}
