import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { features } from '#contract/features.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { useSearch } from '../../form/search.ts';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { common } from '../../words/common.ts';
import { featureWords } from '../../words/features.ts';
import classes from './features.module.css';
import { type Actor, actorsOf, type Flag } from './flags.ts';
import { actorQueries, groupsFound, peopleFound, projectsFound } from './queries.ts';

const words = featureWords.edit;

/** So many are shown by name; each is a request. */
const mostShown = 50;

/** Those for whom a flag is on, each to be taken out. */
export function FlagActors({ flag }: { flag: Flag }) {
  const actors = actorsOf(flag);
  if (actors.length === 0) return <p className={classes.note}>{words.nobody}</p>;
  return (
    <ul className={classes.actors}>
      {actors.slice(0, mostShown).map((actor) => (
        <ActorRow key={actor.text} flag={flag} actor={actor} />
      ))}
      {actors.length > mostShown && <li>{words.more(actors.length - mostShown)}</li>}
    </ul>
  );
}

const parameterOf = { User: 'user', Group: 'group', Project: 'project' } as const;

function ActorRow({ flag, actor }: { flag: Flag; actor: Actor }) {
  const person = useQuery({ ...actorQueries.User(actor), enabled: actor.kind === 'User' });
  const group = useQuery({ ...actorQueries.Group(actor), enabled: actor.kind === 'Group' });
  const project = useQuery({ ...actorQueries.Project(actor), enabled: actor.kind === 'Project' });
  const name = { User: person, Group: group, Project: project }[actor.kind].data ?? actor.text;
  const remove = useCommand(features.set, {
    invalidates: [features.list],
    done: words.removed(name),
  });
  return (
    <li>
      <span>
        {name} <small>{words.kinds[actor.kind]}</small>
      </span>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={words.remove(name)}
        loading={remove.isPending}
        onClick={() =>
          remove.mutate({
            name: flag.id,
            value: false,
            [parameterOf[actor.kind]]: String(actor.id),
          })
        }
      >
        {common.actions.remove}
      </Button>
    </li>
  );
}

const body = features.set.body.pick({ user: true, group: true, project: true });
const nobody = { user: '', group: '', project: '' };

/** Names more of them. Nobody named would mean everyone, so that is never sent. */
export function AddActors({ flag }: { flag: Flag }) {
  const set = useCommand(features.set, {
    invalidates: [features.list],
    done: ({ name }) => words.added(name),
  });
  const form = useContractForm(body, nobody);
  const { control } = form;
  const chosen = useWatch({ control });
  const isEmpty = [chosen.user, chosen.group, chosen.project].every((name) => !name);
  const [search, setSearch] = useState(nobody);
  const people = useSearch(search.user, peopleFound);
  const groups = useSearch(search.group, groupsFound);
  const projects = useSearch(search.project, projectsFound);
  const searching = (name: keyof typeof nobody) => (text: string) =>
    setSearch((now) => ({ ...now, [name]: text.replace(/ \([^)]*\)$/, '') }));
  const shared = { control, clearable: true, nothingFound: words.nothing };
  return (
    <Form
      form={form}
      plain
      unguarded
      request={(typed) => ({
        endpoint: features.set,
        input: { name: flag.id, value: true, ...typed },
      })}
      onSubmit={async (named) => {
        await set.mutateAsync({ name: flag.id, value: true, ...named });
        form.reset();
        setSearch(nobody);
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.add}
          blocked={isEmpty ? words.choose : undefined}
          isSecondary
        />
      }
    >
      <SelectField
        {...shared}
        name="user"
        label={words.user}
        choices={(people.data?.rows ?? []).map(({ username, name }) => ({
          value: username,
          label: `${name} (${username})`,
        }))}
        onSearch={searching('user')}
        isSearching={people.isFetching}
        searchError={people.error}
      />
      <SelectField
        {...shared}
        name="group"
        label={words.group}
        choices={(groups.data?.rows ?? []).map(({ full_path }) => ({
          value: full_path,
          label: full_path,
        }))}
        onSearch={searching('group')}
        isSearching={groups.isFetching}
        searchError={groups.error}
      />
      <SelectField
        {...shared}
        name="project"
        label={words.project}
        choices={(projects.data?.rows ?? []).map(({ path_with_namespace }) => ({
          value: path_with_namespace,
          label: path_with_namespace,
        }))}
        onSearch={searching('project')}
        isSearching={projects.isFetching}
        searchError={projects.error}
      />
    </Form>
  );
}
