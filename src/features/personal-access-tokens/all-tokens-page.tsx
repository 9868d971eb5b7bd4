import IconKey from '@tabler/icons-react/icons/IconKey';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListPage } from '../../table/list-query.ts';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { adminTokenWords } from '../../words/admin-tokens.ts';
import { OwnerName } from './owner-name.tsx';
import { allTokenList } from './queries.ts';
import { type Token, tokenActions, tokenColumns, tokenFilters } from './token-columns.tsx';

const route = getRouteApi('/_auth/admin/tokens');

const [name, ...others] = tokenColumns;
const columnsFor = (owners: readonly number[]) => {
  const owner = columnsOf<Token>().display({
    id: 'user_id',
    header: adminTokenWords.owner,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => <OwnerName id={original.user_id} ids={owners} />,
  });
  return [name, owner, ...others].filter((column) => column !== undefined);
};

const filters = [...tokenFilters, { name: 'user_id', label: adminTokenWords.filters.user_id }];

const { title, help } = adminTokenWords.bulk;
const actions = tokenActions.map((action) => ({
  ...action,
  confirm: (rows: readonly Token[]) => ({ title: title(rows.length), help }),
}));

/** Access tokens of everybody. */
export function AllTokensPage() {
  const search = route.useSearch();
  const query = allTokenList(search);
  const { data: page } = useListPage(query);
  const columns = useMemo(() => {
    const owners = new Set(page?.rows.map((token) => token.user_id));
    return columnsFor([...owners].sort((a, b) => a - b));
  }, [page]);
  return (
    <Page title={adminTokenWords.title} about={adminTokenWords.about}>
      <DataList
        list="all-tokens"
        label={adminTokenWords.title}
        query={query}
        columns={columns}
        state={useListState(search)}
        placeholder={adminTokenWords.searchPlaceholder}
        filters={filters}
        nameOf={(token) => token.name}
        actions={actions}
        empty={{ icon: <IconKey aria-hidden size={20} />, ...adminTokenWords.empty }}
      />
    </Page>
  );
}
