import { useState } from 'react';
import { accessLevels } from '#contract/abilities.ts';
import { autocomplete } from '#contract/autocomplete.ts';
import { useCommand } from '../../api/client.ts';
import { membersOf, type Place } from '../../api/places.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { useSearch } from '../../form/search.ts';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { common } from '../../words/common.ts';
import { memberWords } from '../../words/members.ts';
import classes from './members.module.css';
import { userChoices } from './queries.ts';

const words = memberWords.form;

const { guest, planner, reporter, developer, maintainer, owner } = accessLevels;
const levels = [guest, planner, reporter, developer, maintainer, owner];
export const roleChoices = levels.map((value) => ({ value, label: common.roles[value] ?? '' }));

/** Gives somebody a role. */
export function AddMember({ place }: { place: Place }) {
  const endpoints = membersOf[place.kind];
  const add = useCommand(endpoints.add, {
    invalidates: [endpoints.list, endpoints.listAll, autocomplete.users],
    done: ({ name }) => words.added(name),
  });
  const form = useContractForm(addBody, {
    username: '',
    access_level: developer,
    expires_at: '',
  });
  const [search, setSearch] = useState('');
  const found = useSearch(search, userChoices);
  const choices = (found.data?.rows ?? []).map(({ username, name }) => ({
    value: username,
    label: `${name} (${username})`,
  }));
  return (
    <div className={classes.add}>
      <h2>{memberWords.add}</h2>
      <Form
        form={form}
        plain
        unguarded
        request={(typed) => ({ endpoint: endpoints.add, input: { id: place.id, ...typed } })}
        onSubmit={async (values) => {
          await add.mutateAsync({ id: place.id, ...values });
          form.reset();
          setSearch('');
        }}
        bar={<SubmitBar form={form} label={words.submit} />}
      >
        <div className={classes.fields}>
          <SelectField
            control={form.control}
            name="username"
            label={words.user}
            choices={choices}
            onSearch={(text) => setSearch(text.replace(/ \([^)]*\)$/, ''))}
            isSearching={found.isFetching}
            nothingFound={words.nobody}
            required
          />
          <SelectField
            control={form.control}
            name="access_level"
            label={words.role}
            choices={roleChoices}
          />
          <TextField control={form.control} name="expires_at" type="date" label={words.expires} />
        </div>
      </Form>
    </div>
  );
}

// One person at a time, by name.
const addBody = membersOf.project.add.body
  .pick({ username: true, access_level: true, expires_at: true })
  .required({ username: true });
