import IconTags from '@tabler/icons-react/icons/IconTags';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { labelEventKinds } from '#contract/label-events.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { labelsBelow } from '../../api/planning.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { labelEventWords } from '../../words/label-events.ts';
import { labelEventColumns, referenceOf } from './columns.tsx';
import { actions, labelEventList } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/label-events');
const { group: words } = labelEventWords;

const kinds = labelEventKinds.map((value) => ({ value, label: words.kinds[value] }));
const changes = actions.map((value) => ({ value, label: labelEventWords[value] }));

/** Labels of the group and of its projects to choose from; where there are too many, one is typed. */
function useFilters(group: string): readonly Filter[] {
  const { data } = useQuery(labelsBelow(group));
  const isWhole = data !== undefined && data.nextPage === undefined;
  const names = new Set(isWhole ? data.rows.map(({ name }) => name) : []);
  const labels = [...names].map((name) => ({ value: name, label: name }));
  return [
    {
      name: 'label',
      label: words.filters.label,
      ...(labels.length > 0 && { choices: labels }),
    },
    { name: 'username', label: words.filters.username },
    { name: 'resource_type', label: words.filters.resource_type, choices: kinds },
    { name: 'action', label: words.filters.action, choices: changes },
    { name: 'created_after', label: words.filters.created_after },
    { name: 'created_before', label: words.filters.created_before },
  ];
}

/** Who put which label on what in a group, and who took it off. */
export function LabelEventsPage() {
  const { group } = route.useParams();
  const search = route.useSearch();
  const { id: self } = useCurrentUser();
  const columns = useMemo(() => labelEventColumns(self), [self]);
  return (
    <Page title={labelEventWords.title}>
      <DataList
        list="group-label-events"
        label={labelEventWords.title}
        query={labelEventList(group, search)}
        columns={columns}
        state={useListState(search)}
        sorted={{ by: 'created_at', sort: 'desc' }}
        filters={useFilters(group)}
        nameOf={(event) => words.eventOf(event.resource.title, referenceOf(event))}
        empty={{ icon: <IconTags aria-hidden size={20} />, ...words.empty }}
      />
    </Page>
  );
}
