import IconPlug from '@tabler/icons-react/icons/IconPlug';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { integrationFamilies } from '#contract/integrations/kind.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { integrationWords as words } from '../../words/integrations.ts';
import { IntegrationState, sourceText } from './integration-state.tsx';
import { type IntegrationPlace, useIntegrationPlace } from './place.ts';
import { type CatalogueSearch, catalogue, type IntegrationRow } from './queries.ts';

const helper = columnsOf<IntegrationRow>();

const choicesOf = <V extends string>(labels: Readonly<Record<V, string>>, values: readonly V[]) =>
  values.map((value) => ({ value, label: labels[value] }));

const filters = [
  {
    name: 'family',
    label: words.columns.family,
    choices: choicesOf(words.families, integrationFamilies),
  },
  {
    name: 'state',
    label: words.columns.state,
    choices: choicesOf(words.states, ['active', 'inactive', 'unset']),
  },
];

function IntegrationLink({ place, row }: { place: IntegrationPlace; row: IntegrationRow }) {
  const { slug, title } = row;
  switch (place.kind) {
    case 'group':
      return (
        <TextLink to="/groups/$group/integrations/$slug" params={{ group: place.id, slug }}>
          {title}
        </TextLink>
      );
    case 'project':
      return (
        <TextLink to="/projects/$project/integrations/$slug" params={{ project: place.id, slug }}>
          {title}
        </TextLink>
      );
    case 'instance':
      return (
        <TextLink to="/admin/integrations/$slug" params={{ slug }}>
          {title}
        </TextLink>
      );
  }
}

const columnsFor = (place: IntegrationPlace) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.columns.title,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => <IntegrationLink place={place} row={original} />,
    }),
    helper.display({
      id: 'family',
      header: words.columns.family,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) => words.families[original.family],
    }),
    helper.display({
      id: 'state',
      header: words.columns.state,
      meta: { width: 'l' },
      cell: ({ row: { original } }) => <IntegrationState {...original} />,
    }),
    helper.display({
      id: 'source',
      header: words.columns.source,
      meta: { width: 'l', phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.source === null ? '' : sourceText(place, original),
    }),
    ...(place.kind === 'project'
      ? []
      : [
          helper.display({
            id: 'heirs',
            header: words.columns.heirs,
            meta: { width: 'l', quiet: true, phone: 'hidden' },
            cell: ({ row: { original } }) =>
              words.heirs(original.heirs.groups, original.heirs.projects),
          }),
        ]),
    helper.display({
      id: 'updated_at',
      header: words.columns.updated,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
      cell: ({ row: { original } }) =>
        original.updated_at === null ? '' : <RelativeTime at={original.updated_at} />,
    }),
  ]);

/** Every integration of a place: what it is for, whether it works, and who has set it up. */
export function CataloguePage() {
  const place = useIntegrationPlace();
  const search: CatalogueSearch = useSearch({ strict: false });
  const { kind, id } = place;
  const columns = useMemo(() => columnsFor({ kind, id }), [kind, id]);
  return (
    <Page title={words.title} about={words.about[place.kind]}>
      <DataList
        list={`integrations-${place.kind}`}
        label={words.title}
        query={catalogue(place, search)}
        columns={columns}
        state={useListState(search)}
        placeholder={words.search}
        filters={filters}
        nameOf={({ title }) => title}
        empty={{ icon: <IconPlug aria-hidden size={20} />, ...words.empty }}
      />
    </Page>
  );
}
