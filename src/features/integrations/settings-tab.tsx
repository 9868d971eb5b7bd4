import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldDef } from '#contract/field.ts';
import { silentEvents } from '#contract/integrations/events.ts';
import type { IntegrationKind } from '#contract/integrations/kind.ts';
import { kindOf } from '#contract/integrations/kinds.ts';
import { toggle } from '#contract/settings/rows.ts';
import { useCommand } from '../../api/client.ts';
import { type FieldSection, FieldsForm } from '../../form/fields-form.tsx';
import { storedSecret } from '../../form/secret-field.tsx';
import { TextLink } from '../../lib/links.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { Content, Facts, Section } from '../../ui/page.tsx';
import { integrationWords as words } from '../../words/integrations.ts';
import { useSlug } from './integration-layout.tsx';
import { sourceText } from './integration-state.tsx';
import { callsOf, type IntegrationPlace, inputOf, touched, useIntegrationPlace } from './place.ts';
import { PropertyFacts } from './property-facts.tsx';
import { type IntegrationShown, integrationShown } from './queries.ts';
import { SigningSecret } from './signing-secret.tsx';

interface Given {
  place: IntegrationPlace;
  shown: IntegrationShown;
}

/** The settings of an integration: its own, or those that it takes over. */
export function SettingsTab() {
  const place = useIntegrationPlace();
  const { data: shown } = useSuspenseQuery(integrationShown(place, useSlug()));
  const kind = kindOf(shown.slug);
  const [isOwn, setIsOwn] = useState(false);
  // What was saved leaves the form, secrets above all; what is typed stays when others save.
  const [saved, setSaved] = useState(0);
  const takesOver = shown.inherited && !isOwn;
  return (
    <>
      {!shown.allowed && (
        <Content>
          <Section title={words.notAllowed}>{words.notAllowedHelp}</Section>
        </Content>
      )}
      {shown.allowed && takesOver && (
        <Content>
          <TakenOver place={place} shown={shown} onOwn={() => setIsOwn(true)} />
        </Content>
      )}
      {shown.allowed && !takesOver && kind !== undefined && (
        <OwnForm
          key={`${place.kind} ${place.id} ${shown.slug} ${shown.inherited} ${shown.state} ${saved}`}
          place={place}
          shown={shown}
          kind={kind}
          onSaved={() => {
            setIsOwn(false);
            setSaved((count) => count + 1);
          }}
        />
      )}
      {kind?.signs === true && !shown.inherited && shown.state === 'active' && (
        <Content>
          <SigningSecret place={place} slug={shown.slug} />
        </Content>
      )}
      {place.kind !== 'project' && !shown.inherited && shown.state === 'active' && (
        <Content>
          <Heirs shown={shown} />
        </Content>
      )}
    </>
  );
}

function TakenOver({ place, shown, onOwn }: Given & { onOwn: () => void }) {
  useScreenActions([{ id: 'own', label: words.own, run: onOwn }]);
  return (
    <Section
      title={words.inheritedFrom(sourceText(place, shown))}
      about={words.inheritedHelp}
      action={
        <Button variant="default" onClick={onOwn}>
          {words.own}
        </Button>
      }
    >
      <PropertyFacts slug={shown.slug} properties={shown.properties} />
    </Section>
  );
}

/** Rows that a form shows: older words and what cannot be changed stay out. */
const shownFields = ({ fields }: IntegrationKind): FieldDef[] =>
  fields
    .filter(({ successor, readonly }) => successor === undefined && readonly !== true)
    .map((field) => ({
      ...field,
      help: field.required === true ? words.required(field.help) : field.help,
    }));

const eventFields = ({ events }: IntegrationKind): FieldDef[] =>
  [
    ...events.map((flag) => toggle(flag, true, words.flagHelp)),
    { ...toggle('comment_on_event_enabled', true, words.commentHelp), label: words.comment },
  ].map((row) => ({ ...row, enforced_by: 'integrations' }));

function OwnForm({
  place,
  shown,
  kind,
  onSaved,
}: Given & { kind: IntegrationKind; onSaved: () => void }) {
  const update = useCommand(callsOf(place).update, {
    invalidates: touched,
    done: words.saved(shown.title),
    showsError: true,
  });
  const stored = Object.fromEntries(shown.secrets.map((name) => [name, storedSecret]));
  const values = {
    ...(shown.inherited ? {} : shown.properties),
    ...shown.events,
    comment_on_event_enabled: shown.comment_on_event_enabled,
    ...stored,
  };
  const sections: FieldSection[] = [
    { title: words.settings, about: words.settingsHelp, fields: shownFields(kind) },
    { title: words.events, about: words.eventsHelp, fields: eventFields(kind) },
  ];
  // A row of its own begins with the defaults, not with what is shown.
  const flags = Object.fromEntries(kind.events.map((flag) => [flag, shown.events[flag]]));
  const taken = { ...flags, comment_on_event_enabled: shown.comment_on_event_enabled };
  const begun = shown.inherited ? taken : {};
  return (
    <>
      <FieldsForm
        sections={sections}
        values={values}
        submit={words.save}
        choiceWords={words.choices}
        onSubmit={async (changed) => {
          await update.mutateAsync({ ...inputOf(place), slug: shown.slug, ...begun, ...changed });
          onSaved();
        }}
      />
      <Content>
        <SilentEvents shown={shown} />
      </Content>
    </>
  );
}

/** Flags that are stored and returned, and change nothing. */
function SilentEvents({ shown }: { shown: IntegrationShown }) {
  const rows = silentEvents.map((flag) => {
    const is = shown.events[flag] ? words.on : words.off;
    return [toggle(flag, null, words.silent).label, `${is}. ${words.silent}`] as const;
  });
  return (
    <Section title={words.silentTitle} about={words.silentHelp}>
      <Facts rows={rows} />
    </Section>
  );
}

/** Who takes the settings over: how many, and the first of them. */
function Heirs({ shown }: { shown: IntegrationShown }) {
  const { heirs, first_heirs: first } = shown;
  if (first.length === 0) return <Section title={words.heirsTitle}>{words.noHeirs}</Section>;
  return (
    <Section title={words.heirsTitle} about={words.heirs(heirs.groups, heirs.projects)}>
      <ul>
        {first.map(({ type, id, full_path: path }) => (
          <li key={`${type} ${id}`}>
            {type === 'group' ? (
              <TextLink
                to="/groups/$group/integrations/$slug"
                params={{ group: path, slug: shown.slug }}
              >
                {path}
              </TextLink>
            ) : (
              <TextLink
                to="/projects/$project/integrations/$slug"
                params={{ project: path, slug: shown.slug }}
              >
                {path}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
