import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconUsersGroup from '@tabler/icons-react/icons/IconUsersGroup';
import { getRouteApi } from '@tanstack/react-router';
import { visibility } from '#contract/common.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { groupWords } from '../../words/groups.ts';
import { groupColumns } from './columns.tsx';
import { groupList } from './queries.ts';

const route = getRouteApi('/_auth/groups/');

const { filters: filterWords } = groupWords;
const yes = [{ value: 'true', label: filterWords.yes }];
const filters: readonly Filter[] = [
  { name: 'top_level_only', label: filterWords.topLevel, choices: yes },
  { name: 'owned', label: filterWords.owned, choices: yes },
  {
    name: 'visibility',
    label: filterWords.visibility,
    choices: visibility.options.map((value) => ({ value, label: common.visibility[value] })),
  },
];

/** All groups that may be seen. */
export function GroupsPage() {
  const search = route.useSearch();
  return (
    <Page
      title={groupWords.title}
      actions={
        <ButtonLink to="/groups/new" leftSection={<IconPlus aria-hidden size={16} />}>
          {groupWords.create}
        </ButtonLink>
      }
    >
      <DataList
        list="groups"
        label={groupWords.title}
        query={groupList(search)}
        columns={groupColumns}
        state={useListState(search)}
        sorted={{ by: 'name', sort: 'asc' }}
        placeholder={groupWords.searchPlaceholder}
        filters={filters}
        nameOf={(group) => group.full_path}
        empty={{
          icon: <IconUsersGroup aria-hidden size={20} />,
          ...groupWords.empty,
          action: (
            <ButtonLink to="/groups/new" variant="default">
              {groupWords.create}
            </ButtonLink>
          ),
        }}
      />
    </Page>
  );
}
