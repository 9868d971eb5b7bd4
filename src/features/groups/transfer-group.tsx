import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { groups } from '#contract/groups.ts';
import { transfers } from '#contract/transfers.ts';
import { listOf, useCommand } from '../../api/client.ts';
import { useScreenRequest } from '../../api/screen-requests.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { useSearch } from '../../form/search.ts';
import { SelectField } from '../../form/select-field.tsx';
import { ActionSection } from '../../ui/action-section.tsx';
import { groupSettingsWords } from '../../words/group-settings.ts';
import { touchedByGroup } from './queries.ts';

const words = groupSettingsWords.transfer;

/** Moves the group into another one, or to the top. */
export function TransferGroup({ group }: { group: ResponseOf<typeof groups.show> }) {
  const { full_path: path } = group;
  const navigate = useNavigate();
  const transfer = useCommand(transfers.group, {
    invalidates: [...touchedByGroup, transfers.groupLocations],
    done: ({ full_path: now }) => words.done(now),
    showsError: true,
  });
  const { control } = useContractForm(transfers.group.body, {});
  const chosen = useWatch({ control, name: 'group_id' });
  // Each choice keeps its name also when the next search does not find it.
  const [met, setMet] = useState<ReadonlyMap<number, string>>(new Map());
  const [search, setSearch] = useState('');
  const found = useSearch(
    typeof chosen === 'number' && search === met.get(chosen) ? '' : search,
    (asked) =>
      listOf(transfers.groupLocations, {
        id: String(group.id),
        per_page: 50,
        ...(asked && { search: asked }),
      }),
  );
  const known = new Map(met);
  for (const { id, full_path } of found.data?.rows ?? []) known.set(id, full_path);
  if (known.size > met.size) setMet(known);
  const input = { id: String(group.id), ...(typeof chosen === 'number' && { group_id: chosen }) };
  useScreenRequest(() => ({ endpoint: transfers.group, input }));
  const to = typeof chosen === 'number' ? (known.get(chosen) ?? '') : words.top;
  return (
    <ActionSection
      testId="transfer-group"
      title={words.title}
      help={words.help}
      action={words.submit}
      waits={(chosen ?? null) === group.parent_id ? words.isThere : undefined}
      ask={{
        title: words.ask(path),
        help: words.askHelp(path, to),
        typed: { name: path, label: words.typed(path) },
      }}
      run={async () => {
        const { full_path: now } = await transfer.mutateAsync(input);
        await navigate({
          to: '/groups/$group/settings/advanced',
          params: { group: now },
          replace: true,
        });
      }}
    >
      <SelectField
        control={control}
        name="group_id"
        label={words.field}
        help={words.fieldHelp}
        choices={[...known].map(([value, label]) => ({ value, label }))}
        onSearch={setSearch}
        isSearching={found.isFetching}
        searchError={found.error}
        nothingFound={words.nothing}
        clearable
      />
    </ActionSection>
  );
}
