import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { transfers } from '#contract/transfers.ts';
import { listOf, useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useScreenRequest } from '../../api/screen-requests.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { useSearch } from '../../form/search.ts';
import { SelectField } from '../../form/select-field.tsx';
import { ActionSection } from '../../ui/action-section.tsx';
import { projectSettingsWords } from '../../words/project-settings.ts';
import { type Project, touchedByProject } from './settings-form.tsx';

const words = projectSettingsWords.transfer;

/** Moves the project to another namespace. */
export function TransferProject(props: { project: Project; blocked: string | undefined }) {
  const { project, blocked } = props;
  const { path_with_namespace: path } = project;
  const navigate = useNavigate();
  const transfer = useCommand(transfers.project, {
    invalidates: [...touchedByProject, transfers.projectLocations],
    done: ({ path_with_namespace: now }) => words.done(now),
    showsError: true,
  });
  const { control } = useContractForm(transfers.project.body, { namespace: '' });
  const to = useWatch({ control, name: 'namespace' });
  const input = { id: String(project.id), namespace: to };
  useScreenRequest(() => ({ endpoint: transfers.project, input }));
  return (
    <ActionSection
      testId="transfer-project"
      title={words.title}
      help={words.help}
      action={words.submit}
      blocked={blocked}
      waits={to ? undefined : words.choose}
      ask={{
        title: words.ask(path),
        help: words.askHelp(path, to),
        typed: { name: path, label: words.typed(path) },
      }}
      run={async () => {
        const { path_with_namespace: now } = await transfer.mutateAsync(input);
        await navigate({
          to: '/projects/$project/settings/advanced',
          params: { project: now },
          replace: true,
        });
      }}
    >
      <Target project={project} control={control} chosen={to} />
    </ActionSection>
  );
}

type Body = typeof transfers.project.body;

/** Groups to which one may move it, and one's own namespace; asked only where it may be moved. */
function Target(props: {
  project: Project;
  control: Control<z.input<Body>, unknown, z.output<Body>>;
  chosen: string;
}) {
  const { project, control, chosen } = props;
  const { username } = useCurrentUser();
  const [search, setSearch] = useState('');
  const found = useSearch(search === chosen ? '' : search, (asked) =>
    listOf(transfers.projectLocations, {
      id: String(project.id),
      per_page: 50,
      ...(asked && { search: asked }),
    }),
  );
  const isAtHome = project.namespace.full_path === username;
  const paths = [
    ...(isAtHome ? [] : [username]),
    ...(found.data?.rows ?? []).map(({ full_path }) => full_path),
  ];
  return (
    <SelectField
      control={control}
      name="namespace"
      label={words.field}
      help={words.fieldHelp}
      choices={paths.map((path) => ({ value: path, label: path }))}
      onSearch={setSearch}
      isSearching={found.isFetching}
      searchError={found.error}
      nothingFound={words.nothing}
      clearable
    />
  );
}
